// Files that were dropped on the page: what each is for, told by its name, and those that wait for the view
// that reads them (capture, lesson). A scenario needs no view: it is read here.
import type { Scenario } from "../engine/model";
import { RefusedError } from "../engine/problems";

export interface DroppedFiles {
  /** For the dialog that opens captures. */
  capture: File | null;
  /** For the author's corner of the lesson list. */
  lesson: readonly File[];
}

export const NO_DROPPED_FILES: DroppedFiles = { capture: null, lesson: [] };

export type DropKind = "capture" | "scenario" | "lesson" | "too many";

/** A lesson is its Markdown with its scenario files; everything else comes alone. What it is not, its reader says. */
export function classifyDrop(names: readonly string[]): DropKind {
  if (names.some((name) => /\.md$/i.test(name))) return "lesson";
  if (names.length !== 1) return "too many";
  return /\.(json|toml|txt)$/i.test(names[0] ?? "") ? "scenario" : "capture";
}

/** The `kind` of a file with a learner's progress (lesson/progress.ts). */
export const PROGRESS_FILE_KIND = "livelock-lab progress";

/** A longer text is no scenario. */
const LARGEST_BYTES = 1 << 20;
const ALLOWED = "a scenario as JSON, at most 1 MiB (`livelock list --format json` prints them so)";

/** Whether it is what a lesson page saved as the learner's progress. */
export async function isProgressFile(file: File): Promise<boolean> {
  return file.size <= LARGEST_BYTES && (await file.text()).includes(`"${PROGRESS_FILE_KIND}"`);
}

/** The scenario in a file, as far as it is one: the simulator checks its fields. */
export async function readScenarioFile(file: File): Promise<Scenario> {
  const refuse = (problem: string, value = "") =>
    new RefusedError([{ field: file.name, value, problem, allowed: ALLOWED }]);
  if (file.size > LARGEST_BYTES) throw refuse("too long", `${file.size} bytes`);
  const text = await file.text();
  let value: unknown;
  try {
    value = JSON.parse(text, (field, one: unknown) => {
      if (one !== Infinity && one !== -Infinity) return one;
      throw refuse(`too large a number in ${field}; what has no limit is written "infinity"`);
    });
  } catch (error) {
    throw error instanceof RefusedError ? error : refuse("not JSON", text.trim().slice(0, 24));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse("not an object with fields", text.trim().slice(0, 24));
  }
  // Any object with none of them would open as the machine of all defaults.
  if (!["id", "title", "settings"].some((field) => field in value)) {
    throw refuse("no scenario: it has none of the fields id, title and settings");
  }
  return value as Scenario;
}
