// The time and speed at which a newly opened scenario is first shown: late enough that its rates mean something, and
// early enough that its burst is not over.
import type { Catalogue, Scenario } from "../../generated/model";
import { WATCH_PACKETS, type Speed } from "../../model/playback";
import { NANOSECONDS } from "../clock/nanoseconds";
import { readableHash } from "../link/link-repair";
import { valuesAtStart } from "../../model/scenario/settings";

/** How long a new machine runs after its first packet before it is shown. */
const WARM_UP_MILLISECONDS = 200;

/** The speed for a scenario with one burst, which lasts a few simulated milliseconds. */
const BURST_SPEED: Speed = 0.0001;

/** How long a scenario runs before it is shown. A single burst is shown from its start. */
export function warmUpMilliseconds(catalogue: Catalogue | null, scenario: Scenario): number {
  const start =
    catalogue === null ? 0 : Number(valuesAtStart(catalogue, scenario)[START_PATH] ?? 0);
  return isOneBurst(catalogue, scenario) ? start : start + WARM_UP_MILLISECONDS;
}

interface Previous {
  catalogue: Catalogue | null;
  /** The speed of the machine before. */
  speed: Speed;
}

/** The speed at which a scenario is first shown. */
export function initialSpeed(scenario: Scenario, { catalogue, speed }: Previous): Speed {
  return isOneBurst(catalogue, scenario) ? BURST_SPEED : Math.max(speed, WATCH_PACKETS);
}

/** A packet of the first scenario crosses the machine in two thirds of a second: one can follow it. */
const OPENING_SPEED: Speed = 0.0005;

/** The width of the opening timeline in simulated seconds. At the opening speed the usual width would be too short for a
 * whole packet. */
const OPENING_SECONDS = 0.001;

/** Whether an address opens the lab without a state. */
export function isBareAddress(hash: string): boolean {
  return /^#?\/?(lab)?$/.test(readableHash(hash));
}

/** The speed of the lab when it is opened without a state. It is slow, so that a visitor sees packets come, wait and pass. */
export function openingView(hash: string): { speed?: Speed } {
  return isBareAddress(hash) ? { speed: OPENING_SPEED } : {};
}

/** The width of the timeline in nanoseconds when the lab is opened without a state. */
export function openingWidth(hash: string): { viewWidth?: number } {
  return isBareAddress(hash) ? { viewWidth: OPENING_SECONDS * NANOSECONDS } : {};
}

const START_PATH = "traffic.start_ms";

function isOneBurst(catalogue: Catalogue | null, scenario: Scenario): boolean {
  return catalogue !== null && valuesAtStart(catalogue, scenario)["traffic.pattern"] === "burst";
}
