// The whole picture of the machine as draw lists, back to front. The ground changes with the layout
// only; everything else is a function of the scene.
import type { Mark } from "../../../frame/draw-list";
import { gateMarks } from "./gates";
import { groundMarks, titleMarks } from "./background";
import { lampMarks, laneLight, laneWords } from "./lanes";
import { choiceMarks, flowMarks, packetMarks, wayMarks } from "./packets";
import { pileMarks } from "./wasted-work";
import { placeMarks } from "./places";
import { stationMarks } from "./stations";
import { overFlows } from "./text-backgrounds";
import { pileOf, type Scene, type Stage } from "../scene";

export function machineGround(stage: Stage): Mark[] {
  return groundMarks(stage);
}

export function machinePicture(scene: Scene): Mark[] {
  const flows = flowMarks(scene, pileOf(scene));
  const ways = wayMarks(scene);
  const words = [
    ...scene.layout.lanes.flatMap((lane) => titleMarks(scene, lane)),
    ...laneWords(scene),
  ];
  return [
    ...laneLight(scene),
    ...flows,
    ...ways,
    ...overFlows(flows, words),
    ...stationMarks(scene),
    ...packetMarks(scene),
    ...overFlows([...flows, ...ways], placeMarks(scene)),
    ...overFlows(flows, lampMarks(scene)),
    ...gateMarks(scene),
    ...pileMarks(scene),
    ...choiceMarks(scene),
  ];
}
