// The whole picture of the machine as draw lists, back to front. The ground changes with the layout
// only; everything else is a function of the scene.
import type { Mark } from "../../frame/marks";
import { landingPoint, pileSize } from "../../motion/pile";
import { groundMarks, wayMarks } from "./draw-ground";
import { lampMarks, laneLight, laneWords } from "./draw-lanes";
import { flowMarks, packetMarks } from "./draw-packets";
import { pileMarks } from "./draw-pile";
import { placeMarks } from "./draw-places";
import { stationMarks } from "./draw-stations";
import type { Scene, Stage } from "./scene";

export function machineGround(stage: Stage): Mark[] {
  return groundMarks(stage);
}

export function machinePicture(scene: Scene): Mark[] {
  const size = pileSize(scene.frame.total.wastedCycles, scene.topology.clock_hz);
  const landing = landingPoint(scene.layout.pile, size);
  return [
    ...laneLight(scene),
    ...flowMarks(scene, landing),
    ...wayMarks(scene),
    ...laneWords(scene),
    ...stationMarks(scene),
    ...placeMarks(scene),
    ...lampMarks(scene),
    ...pileMarks(scene),
    ...packetMarks(scene, landing),
  ];
}
