// The messages between an embedded lab and the page that embeds it, version 1: only types. lessons/embedding.md describes
// them for authors. Every message has the field `livelock` with the version; others are ignored, because many scripts
// post messages.
//
//   page --- play, pause, seek, speed, set, trial, open, state ---> lab
//   page <-- ready, height, state, result, done, error --- lab
import type { Value } from "../../generated/model";
import type { FieldProblem } from "../../engine/protocol";
import type { RunResults } from "../../model/files/run-file";

/** A request of the embedding page. If it has an `id`, the lab answers once, with the same id: done, state, result or
 * error. */
export type HostMessage = { livelock: 1; id?: string } & HostRequest;

export type HostRequest =
  | { type: "play" | "pause" | "state" }
  /** Pauses and shows a time; the machine runs on to it if it has not reached it. */
  | { type: "seek"; milliseconds: number }
  /** Simulated seconds per second; Infinity: as fast as possible. */
  | { type: "speed"; speed: number }
  /** Settings of the traffic change both machines of a comparison. */
  | { type: "set"; settings: Record<string, Value>; machine?: MachineLetter }
  /** Runs one trial, as `livelock run` does: with the settings that the machine has, and these. */
  | { type: "trial"; settings?: Record<string, Value>; seed?: number; machine?: MachineLetter }
  /** Shows another address: what follows "#/embed?". */
  | { type: "open"; address: string };

/** a: the machine of the address; it is meant when a message names none. b: the second machine of the views compare... */
export type MachineLetter = "a" | "b";

export interface EmbedState extends MachineState {
  playing: boolean;
  speed: number;
  /** The shown time. */
  milliseconds: number;
  /** The second machine; null while there is none. */
  second: MachineState | null;
  /** The address that opens this state in the lab. */
  link: string;
}

export interface MachineState {
  scenario: string;
  title: string;
  /** The value of every setting at the shown time. */
  settings: Record<string, Value>;
  /** Rates in packets/s over the last 100 simulated ms; null while too few packets have arrived. */
  rates: { offered: number; delivered: number } | null;
  diagnosis: { id: string; tone: string; headline: string; sentence: string } | null;
}

/** The id is a number only in the error which says that it must be a text. */
export type EmbedMessage = { livelock: 1; id?: string | number } & (
  | { type: "ready"; versions: readonly number[]; model: string; state: EmbedState }
  /** In CSS pixels. */
  | { type: "height"; height: number }
  | { type: "state"; state: EmbedState }
  | { type: "result"; report: RunResults }
  | { type: "done" }
  | { type: "error"; problems: readonly FieldProblem[] }
);

/** The messages without the version, as the lab sends them. */
export type EmbedAnswer = EmbedMessage extends infer M
  ? M extends unknown
    ? Omit<M, "livelock">
    : never
  : never;
