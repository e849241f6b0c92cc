// Texts in the learner's own words that differ between two devices: of a text question one is shown as the answer, and the others are
// kept beside it, so that a progress file that is read takes nothing away. Nobody can merge two essays but their author.
import { OTHER_TEXTS_MAX, type StoredProgress } from "./stored-progress";

type Texts = Pick<StoredProgress, "lessons" | "drafts" | "others">;

/** The texts of other devices, with those of a file. Where nobody has written anything here, the file's answer and draft come here. */
export function withOtherTexts(here: Texts, file: Texts): StoredProgress["others"] {
  const merged = { ...here.others };
  for (const [lesson, task] of tasksIn(file)) {
    const [ours, theirs] = [written(here, lesson, task), written(file, lesson, task)];
    const known = merged[lesson]?.[task] ?? [];
    const shown = new Set([...known, ...(ours.length > 0 ? ours : theirs)]);
    const brought = [...theirs, ...(file.others[lesson]?.[task] ?? [])];
    const added = brought.filter((text) => !shown.has(text));
    if (added.length === 0) continue;
    const texts = [...new Set([...known, ...added])].slice(0, OTHER_TEXTS_MAX);
    merged[lesson] = { ...merged[lesson], [task]: texts };
  }
  return merged;
}

/** Lesson and task of everything that a file has. */
function tasksIn({ lessons, drafts, others }: Texts): [string, string][] {
  const tasks = Object.entries(lessons).map(([lesson, one]) => [lesson, one.tasks] as const);
  const all = [...tasks, ...Object.entries(drafts), ...Object.entries(others)];
  return all.flatMap(([lesson, part]) =>
    Object.keys(part).map((task): [string, string] => [lesson, task]),
  );
}

/** The answer to a text question, and what is typed and not given yet. */
function written({ lessons, drafts }: Texts, lesson: string, task: string): string[] {
  const answer = lessons[lesson]?.tasks[task];
  const given = answer?.kind === "question" && answer.right === null ? [answer.given] : [];
  const draft = drafts[lesson]?.[task] ?? "";
  // Numbers, chosen options, drawn lines and the ids of programs are one word.
  const typed = /\S\s+\S/.test(draft) ? [draft] : [];
  return [...given, ...typed].map((text) => text.trim()).filter((text) => text !== "");
}
