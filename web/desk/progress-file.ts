// A learner's progress as a file: lessons, what is typed and not answered yet, texts of other devices, the programs of this device with the challenge of each,
// and the judged versions. A file that is read takes nothing away: of what both devices have, both are kept.
import { formatProgressFile, parseProgressFile } from "../lesson/progress";
import { parseJson } from "../lib/unreadable";
import type { Notices } from "../lib/notices";
import { saveFile } from "../lib/save-file";
import {
  judgedInFile,
  type JudgedVersion,
  type JudgedVersions,
} from "./challenges/judged-versions";
import type { ProgressStore } from "./lesson/progress-store";
import { readDrafts, readOthers } from "./lesson/stored-progress";
import { judgedOf, programsOf } from "./stored-programs";
import { programsInFile, type Programs, type StoredProgram } from "./workshop/programs";

const FILE_NAME = "livelock-lab-progress.json";

/** All that a progress file has. */
export interface ProgressStores {
  progressStore: ProgressStore;
  programs: Programs;
  judged: JudgedVersions;
}

export function progressStoresOf(progressStore: ProgressStore, notices: Notices): ProgressStores {
  return { progressStore, programs: programsOf(notices), judged: judgedOf(notices) };
}

export function saveProgressFile(progressStore: ProgressStore, notices: Notices): void {
  saveFile(FILE_NAME, progressFileOf(progressStoresOf(progressStore, notices)));
}

export function progressFileOf({ progressStore, programs, judged }: ProgressStores): string {
  const { lessons, drafts, others } = progressStore.store.get();
  const { list } = programs.store.get();
  const { versions, begun } = judged.store.get();
  const isThere = ([id]: [string, string]) => list.some((one) => one.id === id);
  const ofThese = Object.fromEntries(Object.entries(begun).filter(isThere));
  const programsHere = { programs: list, judged: versions, begun: ofThese };
  return formatProgressFile(lessons, { drafts, others, ...programsHere });
}

/** What a file brought. */
export interface ReadProgress {
  lessons: number;
  /** Programs that are new here. */
  added: readonly StoredProgram[];
  /** Programs for which there is no room. */
  lacking: readonly StoredProgram[];
  /** Judged versions that are new here. */
  judged: readonly JudgedVersion[];
}

/** Adds the progress of a file. Throws an UnreadableError; then nothing has changed. */
export function readProgressFile(text: string, stores: ProgressStores): ReadProgress {
  const lessons = parseProgressFile(text);
  const parts = parseJson(text) as Record<string, unknown>;
  const [drafts, others] = [readDrafts(parts.drafts), readOthers(parts.others)];
  const [programs, judged] = [programsInFile(text), judgedInFile(text)];
  const { added, ids } = stores.programs.merge(programs);
  // A program that has another id here is still the one of its challenge, and of its task.
  const begun = Object.entries(judged.begun).flatMap(([id, challenge]) => {
    const here = ids.get(id);
    return here === undefined ? [] : [[here, challenge] as const];
  });
  const inLessons = Object.entries(drafts).map(([lesson, typed]) => {
    const tasks = Object.entries(typed).map(([task, text]) => [task, ids.get(text) ?? text]);
    return [lesson, Object.fromEntries(tasks) as Record<string, string>] as const;
  });
  stores.progressStore.importProgress(lessons, { drafts: Object.fromEntries(inLessons), others });
  return {
    lessons: Object.keys(lessons).length,
    added,
    lacking: programs.filter(({ id }) => !ids.has(id)),
    judged: stores.judged.merge({ ...judged, begun: Object.fromEntries(begun) }),
  };
}
