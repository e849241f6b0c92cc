// Files that were dropped on the page. Their names decide which view reads them (capture, lesson). A scenario needs
// no view: this file reads it.
import { msg, tr } from "../i18n/i18n";
import type { Scenario } from "../generated/model";
import { RefusedError } from "../engine/problems";
import { fieldTwice } from "../lib/format/repeated-field";
import { readTextFile } from "../lib/format/text-file";
import { cutText } from "../lib/format/cut-text";
import { readShape, z } from "../lib/schema";
import { UnreadableError } from "../lib/unreadable";
import { RUN_FILE_KIND, RUN_FILE_VERSION, type RunFile } from "./files/run-file";

export interface DroppedFiles {
  /** For the dialog that opens captures. */
  capture: File | null;
  /** For the page “Write a kernel”. */
  program: File | null;
  /** For the author's part of the lesson list. */
  lesson: readonly File[];
  /** A learner's report, for the lesson list. */
  report: File | null;
  /** The outcomes of the claims, for the page of figures. */
  results: File | null;
}

export type DropKind = "capture" | "program" | "scenario" | "lesson" | "report" | "too many";

/** Finds the kind of dropped files by their names. A lesson is a Markdown file with its scenario
 * files; everything else is a single file. An HTML file is taken for a report. The view that reads the file checks
 * its content. */
export function classifyDrop(names: readonly string[]): DropKind {
  if (names.some((name) => /\.md$/i.test(name))) return "lesson";
  if (names.length !== 1) return "too many";
  if (/\.html?$/i.test(names[0] ?? "")) return "report";
  if (/\.[ch]$/i.test(names[0] ?? "")) return "program";
  return /\.(json|toml|txt)$/i.test(names[0] ?? "") ? "scenario" : "capture";
}

/** The `kind` of a file with a learner's progress (lesson/progress.ts). */
export const PROGRESS_FILE_KIND = "livelock-lab progress";

/** The `kind` of a report that a learner hands in (lesson/report/lesson-report.ts). */
export const REPORT_FILE_KIND = "livelock-lab report";

/** The `kind` of the outcomes of the claims that `livelock reproduce` writes (core/cli/src/commands/reproduce.rs). */
export const RESULTS_FILE_KIND = "livelock-lab claims";

/** The largest file that is accepted as a scenario. */
const LARGEST_BYTES = 1 << 20;
const ALLOWED = msg(
  "a scenario or a saved run as JSON, at most 1 MiB (`livelock list --format json` prints scenarios in this form)",
);

/** Whether a page other than the lab opens the file: it says so itself. */
export async function findKind(file: File): Promise<"progress" | "report" | "results" | null> {
  if (file.size > LARGEST_BYTES) return null;
  const text = await readTextFile(file);
  if (text.includes(`"${REPORT_FILE_KIND}"`)) return "report";
  if (text.includes(`"${PROGRESS_FILE_KIND}"`)) return "progress";
  return text.includes(`"${RESULTS_FILE_KIND}"`) ? "results" : null;
}

/** A run that the page saved. */
export type SavedRun = Pick<RunFile, "scenario" | "shown" | "link">;

/** Reads a scenario or a saved run from a file. Checks only that it looks like one: the simulator checks the fields. */
export async function readScenarioFile(file: File): Promise<{ scenario: Scenario } | SavedRun> {
  const refuse = (problem: string, value = "") =>
    new RefusedError([{ field: file.name, value, problem, allowed: tr(ALLOWED) }]);
  if (file.size > LARGEST_BYTES)
    throw refuse(tr("too long"), tr("{count} bytes", { count: file.size }));
  const text = await readTextFile(file);
  let value: unknown;
  try {
    value = JSON.parse(text, (field, one: unknown) => {
      if (one !== Infinity && one !== -Infinity) return one;
      throw refuse(
        tr('the number in {field} is too large; for no limit write "infinity"', { field }),
      );
    });
  } catch (error) {
    throw error instanceof RefusedError ? error : refuse(tr("not JSON"), cutText(text.trim(), 24));
  }
  const twice = fieldTwice(text);
  if (twice !== null) throw refuse(tr("the field {field} is there twice", { field: twice }));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse(tr("not an object with fields"), cutText(text.trim(), 24));
  }
  const run = readRunFile(value, refuse);
  if (run !== null) return run;
  // An object with none of these fields would open as a machine with all defaults.
  if (!["id", "title", "settings"].some((field) => field in value)) {
    throw refuse(tr("not a scenario: it has none of the fields id, title and settings"));
  }
  return { scenario: value as Scenario };
}

const cycles = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const savedRun = z
  .object({
    version: z.literal(RUN_FILE_VERSION),
    scenario: z.looseObject({}),
    shown: z.looseObject({ time_cycles: cycles, head_cycles: cycles }),
    link: z.string().catch(""),
  })
  .transform(({ scenario, shown, link }) => ({ scenario, shown, link }) as unknown as SavedRun);

/** The run in a file; null if the value is another kind of file. */
function readRunFile(value: object, refuse: (problem: string) => RefusedError): SavedRun | null {
  if (!("kind" in value) || value.kind !== RUN_FILE_KIND) return null;
  try {
    return readShape(savedRun, value, {});
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { field, message } = error;
    throw refuse(
      tr("the field {field} of this saved run cannot be read: {message}", { field, message }),
    );
  }
}
