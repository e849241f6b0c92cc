// How a machine that was just picked is first seen: far enough on that its rates mean something, and before what it
// is about is over.
import type { Catalogue, Scenario } from "../../engine/model";
import { WATCH_PACKETS, type Speed } from "./playback";
import { valuesAtStart } from "../scenario/settings";

/** From the first packet on, a fresh machine runs this long before it is shown. */
const WARM_MILLISECONDS = 200;

/** One burst is over in a few simulated milliseconds. */
const WATCH_BURST: Speed = 0.0001;

/** How long it runs before it is shown; one burst is seen as it comes. */
export function warmMilliseconds(catalogue: Catalogue | null, scenario: Scenario): number {
  const start = catalogue === null ? 0 : Number(valuesAtStart(catalogue, scenario)[START] ?? 0);
  return isOneBurst(catalogue, scenario) ? start : start + WARM_MILLISECONDS;
}

interface Seen {
  catalogue: Catalogue | null;
  /** Of the machine before it. */
  speed: Speed;
}

/** The speed at which it is first seen. */
export function firstSpeed(scenario: Scenario, { catalogue, speed }: Seen): Speed {
  return isOneBurst(catalogue, scenario) ? WATCH_BURST : Math.max(speed, WATCH_PACKETS);
}

const START = "traffic.start_ms";

function isOneBurst(catalogue: Catalogue | null, scenario: Scenario): boolean {
  return catalogue !== null && valuesAtStart(catalogue, scenario)["traffic.pattern"] === "burst";
}
