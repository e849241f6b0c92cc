// The machine picture as draw lists, from back to front. The background changes only with the layout; everything else
// is a function of the scene.
import type { Mark } from "../../../frame/draw-list";
import { gateMarks } from "./gates";
import { backgroundMarks, laneTitleMarks } from "./background";
import { indicatorMarks, laneLightMarks, laneLabelMarks } from "./lanes";
import { highlightMarks, flowMarks, packetMarks, routeMarks } from "./packets";
import { wastedWorkMarks } from "./wasted-work";
import { placeMarks } from "./places";
import { stationMarks } from "./stations";
import { withTextBackgrounds } from "./text-backgrounds";
import { wastedWorkOf, type MachineScene, type SceneBase } from "./scene";

export function machineBackground(base: SceneBase): Mark[] {
  return backgroundMarks(base);
}

export function machinePicture(scene: MachineScene): Mark[] {
  const flows = flowMarks(scene, wastedWorkOf(scene));
  const routes = routeMarks(scene);
  const labels = [
    ...scene.layout.lanes.flatMap((lane) => laneTitleMarks(scene, lane)),
    ...laneLabelMarks(scene),
  ];
  return [
    ...laneLightMarks(scene),
    ...flows,
    ...routes,
    ...withTextBackgrounds(flows, labels),
    ...stationMarks(scene),
    ...packetMarks(scene),
    ...withTextBackgrounds([...flows, ...routes], placeMarks(scene)),
    ...withTextBackgrounds(flows, indicatorMarks(scene)),
    ...gateMarks(scene),
    ...wastedWorkMarks(scene),
    ...highlightMarks(scene),
  ];
}
