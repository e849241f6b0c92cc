// How a machine that was just picked is first seen: far enough on that its rates mean something, and before what it
// is about is over.
import type { Catalogue, Scenario } from "../../engine/model";
import { WATCH_PACKETS, type Speed } from "./playback";
import { valuesAtStart } from "../scenario/settings";

/** From the first packet on, a fresh machine runs this long before it is shown. */
const WARM_UP_MILLISECONDS = 200;

/** One burst is over in a few simulated milliseconds. */
const BURST_SPEED: Speed = 0.0001;

/** How long it runs before it is shown; one burst is seen as it comes. */
export function warmUpMilliseconds(catalogue: Catalogue | null, scenario: Scenario): number {
  const start =
    catalogue === null ? 0 : Number(valuesAtStart(catalogue, scenario)[START_PATH] ?? 0);
  return isOneBurst(catalogue, scenario) ? start : start + WARM_UP_MILLISECONDS;
}

interface Previous {
  catalogue: Catalogue | null;
  /** Of the machine before it. */
  speed: Speed;
}

/** The speed at which it is first seen. */
export function initialSpeed(scenario: Scenario, { catalogue, speed }: Previous): Speed {
  return isOneBurst(catalogue, scenario) ? BURST_SPEED : Math.max(speed, WATCH_PACKETS);
}

const START_PATH = "traffic.start_ms";

function isOneBurst(catalogue: Catalogue | null, scenario: Scenario): boolean {
  return catalogue !== null && valuesAtStart(catalogue, scenario)["traffic.pattern"] === "burst";
}
