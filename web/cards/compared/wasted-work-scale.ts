// The common scale of the wasted work in both pictures, so that the lengths of their hatched areas can be compared.
import { useEffect, useState } from "react";
import { wastedSoFar, wastedWorkSize } from "../../pictures/machine/motion/wasted-work";
import { EFFECT_SPEED, motionSpan } from "../../model/playback";
import type { ShownMachine } from "../../desk/lab/machine";
import type { ComparedMachines } from "./compared-machine";

/** The CPU time in seconds that the full width stands for. Renders again only when the scale changes. */
export function useWastedWorkScale([first, second]: ComparedMachines): number {
  const [a, b] = [first.services.lab, second.services.lab];
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const update = () => setSeconds(Math.max(scaleOf(a), scaleOf(b)));
    update();
    const stops = [a, b].map((lab) => lab.frames.subscribe(update));
    return () => stops.forEach((stop) => stop());
  }, [a, b]);
  return seconds;
}

function scaleOf({ frames, state }: ShownMachine): number {
  const { topology, skip, speed } = state.get();
  const frame = frames.current;
  if (frame === null || topology === null) return 0;
  const hertz = topology.clock_hz;
  const span = motionSpan(skip === null ? speed : EFFECT_SPEED, hertz);
  return wastedWorkSize(wastedSoFar(frame, span, hertz), hertz).scaleCycles / hertz;
}
