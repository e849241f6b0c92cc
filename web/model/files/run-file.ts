// The run as a JSON file: scenario, settings, model version, results and link. The page opens it again, and so does
// `livelock run FILE`. README.md describes every field.
import type { Replayed, Report, Scenario, Value } from "../../generated/model";

/** The `kind` of these files. */
export const RUN_FILE_KIND = "livelock-lab run";
export const RUN_FILE_VERSION = 1;

export interface RunFile {
  kind: typeof RUN_FILE_KIND;
  version: typeof RUN_FILE_VERSION;
  /** The model version that computed the results. */
  model: string;
  /** The run: equal scenarios give equal runs. */
  scenario: Scenario;
  /** What the page showed. */
  shown: ShownMoment;
  /** The value of every setting at the shown moment. */
  settings: Readonly<Record<string, Value>>;
  /** The results of the window; null if a lesson conceals values. */
  results: RunResults | null;
  /** Opens the run in the page. */
  link: string;
  /** Prints the results on the command line; null if a lesson conceals values. */
  command: string | null;
}

export interface ShownMoment {
  /** Cycles per second of the machine's clock. */
  clock_hz: number;
  /** The shown moment. */
  time_cycles: number;
  time_us: number;
  /** The window of the results. */
  from_cycles: number;
  to_cycles: number;
  /** How far the machine had run. */
  head_cycles: number;
}

/** What `livelock run --format json` prints: `core/cli/tests/page_runs.rs` compares the two field by field. */
export type RunResults = Report & {
  scenario: Scenario;
  /** How the network carried the capture, if there is one. */
  capture?: Replayed;
};

export function runResults(
  report: Report,
  scenario: Scenario,
  capture: Replayed | null,
): RunResults {
  return { ...report, scenario, ...(capture === null ? {} : { capture }) };
}

export function runFileText(file: RunFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
