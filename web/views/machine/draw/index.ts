// The whole picture of the machine as draw lists, back to front. The ground changes with the layout
// only; everything else is a function of the scene.
import type { Mark } from "../../../frame/draw-list";
import { gateMarks } from "./gates";
import { backgroundMarks, laneTitleMarks } from "./background";
import { lampMarks, laneLightMarks, laneLabelMarks } from "./lanes";
import { highlightMarks, flowMarks, packetMarks, routeMarks } from "./packets";
import { wastedWorkMarks } from "./wasted-work";
import { placeMarks } from "./places";
import { stationMarks } from "./stations";
import { withTextBackgrounds } from "./text-backgrounds";
import { wastedWorkOf, type MachineScene, type SceneBase } from "../scene";

export function machineBackground(base: SceneBase): Mark[] {
  return backgroundMarks(base);
}

export function machinePicture(scene: MachineScene): Mark[] {
  const flows = flowMarks(scene, wastedWorkOf(scene));
  const ways = routeMarks(scene);
  const words = [
    ...scene.layout.lanes.flatMap((lane) => laneTitleMarks(scene, lane)),
    ...laneLabelMarks(scene),
  ];
  return [
    ...laneLightMarks(scene),
    ...flows,
    ...ways,
    ...withTextBackgrounds(flows, words),
    ...stationMarks(scene),
    ...packetMarks(scene),
    ...withTextBackgrounds([...flows, ...ways], placeMarks(scene)),
    ...withTextBackgrounds(flows, lampMarks(scene)),
    ...gateMarks(scene),
    ...wastedWorkMarks(scene),
    ...highlightMarks(scene),
  ];
}
