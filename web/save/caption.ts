// The line below a saved picture: the machine that it shows, its kernel, the knobs that differ from its scenario, and what made it.
// Two pictures of one scenario, before and after a knob, differ in this line.
import { tr } from "../i18n/i18n";
import { formatMoment } from "../lib/format/numbers";
import type { AppServices } from "../desk/app-services";
import { MACHINE_LETTERS } from "../model/machine-letters";
import { DESIGN_PATH, formatSetting } from "../model/scenario/setting-text";
import { valuesAtStart } from "../model/scenario/settings";
import type { ShownMachine } from "../desk/lab/machine";
import {
  citation,
  concealsValues,
  differencesFromScenario,
  machinesOf,
  showsMachine,
} from "./shown-run";

/** `name`: the picture's name. */
export function captionOf(services: AppServices, name: string): string {
  const { catalogue } = services.lab.state.get();
  const model = catalogue?.model ?? "";
  const maker = tr("{title} {version}, model {model}.", {
    title: citation.title,
    version: citation.version,
    model,
  });
  if (!showsMachine()) return `${name}. ${maker}`;
  const machines = machinesOf(services);
  const runs = machines.flatMap((lab, index) => {
    const run = runText(lab);
    if (run === null) return [];
    const letter = MACHINE_LETTERS[index] ?? "";
    return machines.length === 1 ? run : tr("Machine {letter}: {title}", { letter, title: run });
  });
  // "Picture of machine A." says which of the two the picture shows.
  return [...(machines.length > 1 ? [`${name}.`] : []), ...runs, maker].join(" ");
}

/** "A router under load, M 6.4, kernel “4.2BSD”, at 500 ms. Offered rate: 12,000/s; Polling: on." */
function runText(lab: ShownMachine): string | null {
  const { scenario, topology } = lab.state.get();
  const { current: frame } = lab.frames;
  if (scenario === null || topology === null || frame === null) return null;
  const moment = tr("at {moment}", { moment: formatMoment(frame.t, topology.clock_hz, 1e-3) });
  const kernel = concealsValues(lab) ? "" : kernelText(lab);
  const run = [tr(scenario.title), tr(scenario.source), kernel, moment].filter((one) => one !== "");
  const knobs = concealsValues(lab) ? [] : differencesFromScenario(lab);
  const turned = knobs
    .filter(({ path }) => path !== DESIGN_PATH)
    .map(({ label, second }) => `${tr(label)}: ${second}`);
  return [run.join(", "), turned.join("; ")]
    .filter((one) => one !== "")
    .map((one) => `${one}.`)
    .join(" ");
}

/** The program that runs, or the kernel's design. */
function kernelText(lab: ShownMachine): string {
  const { catalogue, scenario } = lab.state.get();
  const design = catalogue?.parameters.find(({ path }) => path === DESIGN_PATH);
  if (catalogue === null || scenario === null || design === undefined) return "";
  const value = valuesAtStart(catalogue, scenario)[DESIGN_PATH];
  return tr("kernel “{name}”", { name: scenario.program?.file ?? formatSetting(design, value) });
}
