// The stations in words, for a screen reader: a name that begins with the visible title, and a description with the
// other visible text and the procedures.
import { tr } from "../../i18n/i18n";
import type { StationBox } from "./layout/machine-layout";
import { usesCpu } from "../../frame/topology";
import { formatPercentPlain } from "../../lib/format/numbers";
import { cpuShare } from "./motion/display-state";
import { stationTitle, activityTexts } from "./draw/stations";
import type { MachineScene } from "./draw/scene";
import { describeContextState, listProcedures } from "./descriptions";

export interface StationDescription {
  name: string;
  description: string;
}

/** The name and description of every station. No two stations have the same name. */
export function describeStations(scene: MachineScene): StationDescription[] {
  const { stations } = scene.layout;
  const names = stations.map((box) => stationName(scene, box));
  return stations.map((box, index) => {
    const name = names[index] ?? "";
    const alone = names.filter((other) => other === name).length === 1;
    return {
      name: alone ? name : `${name}, ${betweenPlaces(scene, box)}`,
      description: description(scene, box, index),
    };
  });
}

/** "ipintr, kernel network thread". */
function stationName(scene: MachineScene, box: StationBox): string {
  const title = stationTitle(scene, box);
  const lane = scene.topology.contexts[box.context]?.name ?? "";
  if (title === lane) return title;
  return `${title}, ${/^[A-Z][a-z]/.test(lane) ? lane.charAt(0).toLowerCase() + lane.slice(1) : lane}`;
}

/** Tells stations with the same title apart by the places that they work between. */
function betweenPlaces({ topology }: MachineScene, box: StationBox): string {
  const names = (end: "from" | "to") => [
    ...new Set(box.edges.map((edge) => topology.places[topology.edges[edge]?.[end] ?? -1]?.name)),
  ];
  return tr("from {join} to {join2}", {
    join: names("from").join(tr(" and ")),
    join2: names("to").join(tr(" and ")),
  });
}

function description(scene: MachineScene, box: StationBox, index: number): string {
  const words =
    box.edges.length > 0 ? activityTexts(scene, box, index)[0] : describeShare(scene, box);
  // The picture says "lnread: 411" for lack of space.
  const shown = (words ?? "").replace(/: (?=[\d,]+$)/, ", packet ");
  const { head, lines } = listProcedures(scene, index);
  const procedures = lines.length === 0 ? "" : `${head} ${lines.join("; ")}.`;
  return [shown === "" ? "" : `${shown}.`, procedures].filter((words) => words !== "").join(" ");
}

/** The state of a station without packets, for which the picture has no text. */
function describeShare(scene: MachineScene, { context }: StationBox): string {
  const described = scene.topology.contexts[context];
  if (described === undefined || !usesCpu(described)) return "";
  if (scene.frame.contexts.share(context) < 0) return "";
  return tr("{contextState}, {percentPlain} of the CPU time", {
    contextState: describeContextState(scene, context),
    percentPlain: formatPercentPlain(cpuShare(scene.frame, context)),
  });
}
