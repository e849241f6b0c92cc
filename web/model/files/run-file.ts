// The run as a JSON file: scenario, settings, model version, results and link. The page opens it again, and so does
// `livelock run FILE`. README.md describes every field.
import type { Replayed, Report, Scenario, Value } from "../../generated/model";
import { cutText } from "../../lib/format/cut-text";

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

/** The run in a file; null if the value is another kind of file. Throws an error with a remedy for another version. */
export function readRunFile(value: unknown): Pick<RunFile, "scenario" | "shown" | "link"> | null {
  if (!isObject(value) || value["kind"] !== RUN_FILE_KIND) return null;
  const { version, scenario, shown, link } = value;
  if (version !== RUN_FILE_VERSION)
    throw new RunFileError(
      "version",
      String(version),
      `the version ${RUN_FILE_VERSION}: save the run again with this page`,
    );
  if (!isObject(scenario))
    throw new RunFileError("scenario", typeof scenario, "a scenario, as in a scenario file");
  const time = isObject(shown) ? [shown["time_cycles"], shown["head_cycles"]] : [];
  if (
    time.length !== 2 ||
    !time.every((one) => typeof one === "number" && one >= 0 && one <= Number.MAX_SAFE_INTEGER)
  )
    throw new RunFileError(
      "shown",
      cutText(JSON.stringify(shown ?? null), 40),
      "time_cycles and head_cycles as numbers",
    );
  return {
    scenario: scenario as unknown as Scenario,
    shown: shown as ShownMoment,
    link: typeof link === "string" ? link : "",
  };
}

/** A field of the file is wrong. */
export class RunFileError extends Error {
  constructor(
    readonly field: string,
    readonly value: string,
    readonly allowed: string,
  ) {
    super(`${field}: ${value}; allowed: ${allowed}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
