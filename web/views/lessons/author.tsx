// For authors: drop a lesson's files on the page (or choose them), read what has to be mended, try it. The
// parser that reads it is the one of the build; it arrives only when it is needed.
import { useEffect, useRef, useState, type DragEvent } from "react";
import type { Problem } from "../../lesson/model";
import { useStore, waitForState } from "../../store/store";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import type { LessonContext } from "./lesson-context";
import { IdTables } from "./id-tables";
import { stepHash } from "./route";
import type { Statement } from "./try-lesson";

/** A text longer than this is no lesson. */
const BYTES_MAX = 400_000;

interface Outcome {
  title: string;
  problems: readonly Problem[];
  statements: readonly Statement[];
  /** Lines of those that only the tests run. */
  notRun: readonly number[];
  /** Why it could not be tried to the end. */
  failure: string;
  /** Where to read it; empty when it could not be read. */
  address: string;
  /** It could not be read, and one that was read before is there still. */
  keepsEarlierDraft?: boolean;
  /** A reload finds it again. */
  isSaved?: boolean;
}

export function AuthorCard({ context }: { context: LessonContext }) {
  const input = useRef<HTMLInputElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState("");
  const turn = useRef(0);
  const take = (list: Iterable<File>) => {
    const mine = ++turn.current;
    const ifLast = (change: () => void) => mine === turn.current && change();
    setOutcome(null);
    setBusy("Reading …");
    void tryFiles(context, [...list], (words) => ifLast(() => setBusy(words)))
      .catch((error: unknown) =>
        failureOutcome(error instanceof Error ? error.message : String(error)),
      )
      .then((found) => ifLast(() => setOutcome(found)))
      .finally(() => ifLast(() => setBusy("")));
  };
  // Dropped elsewhere on the page.
  const { droppedFiles } = context.services;
  const given = useStore(droppedFiles, ({ lesson }) => lesson);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (given.length === 0) return;
    droppedFiles.set({ lesson: [] });
    card.current?.scrollIntoView({ block: "nearest" });
    latest.current(given);
  }, [given, droppedFiles]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <Card title="A lesson of your own" className="author">
      <div
        ref={card}
        className={over ? "drop drop-over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>
          Drop <code>lesson.md</code> here, with its scenario files if it has any. It is checked,
          its statements are run, and you can walk it. How to write one is in{" "}
          <code>lessons/README.md</code>.
        </p>
        <Button onClick={() => input.current?.click()}>Choose the files</Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept=".md,.json,text/markdown,application/json"
          aria-label="Files of a lesson"
          onChange={(event) => {
            if (event.target.files !== null) take(event.target.files);
            // The same file, mended, is a new choice.
            event.target.value = "";
          }}
        />
      </div>
      <p className="visually-hidden" role="status">
        {busy !== "" && "The lesson is read, and what it states is run."}
      </p>
      {busy !== "" && (
        <p className="author-busy" aria-hidden="true">
          {busy}
        </p>
      )}
      <div aria-live="polite">{outcome !== null && <OutcomeView outcome={outcome} />}</div>
      <IdTables lab={context.services.lab} />
    </Card>
  );
}

function failureOutcome(failure: string): Outcome {
  return { title: "The lesson", problems: [], statements: [], notRun: [], failure, address: "" };
}

/** Reads and tries the files; a lesson that can be read is among the drafts then. */
async function tryFiles(
  context: LessonContext,
  files: readonly File[],
  tell: (words: string) => void,
): Promise<Outcome> {
  const large = files.find(({ size }) => size > BYTES_MAX);
  if (large !== undefined)
    return failureOutcome(`“${large.name}” is too large for a lesson's file.`);
  const { lab, trials } = context.services;
  tell("The simulator starts …");
  const { catalogue } = await waitForState(lab.state, ({ phase }) => phase !== "starting");
  const { pool } = trials.get();
  if (catalogue === null || pool === null)
    return failureOutcome("The simulator could not be started.");
  const texts = await Promise.all(files.map(async (file) => [file.name, await file.text()]));
  const [{ tryLesson }, { buildTopologies }] = await Promise.all([
    import("./try-lesson"),
    import("./topologies"),
  ]);
  const bench = { catalogue, pool, terms: context.terms, buildTopologies: buildTopologies };
  const read = Object.fromEntries(texts) as Record<string, string>;
  // A scenario file alone is one that was mended: the lesson that it belongs to was dropped before.
  const alone = files.length > 0 && files.every(({ name }) => name.endsWith(".json"));
  const all = alone ? { ...context.drafts.files, ...read } : read;
  context.drafts.files = all;
  const tried = await tryLesson(bench, all, tell);
  const { lesson } = tried;
  if (lesson === null) {
    return {
      ...tried,
      title: "The lesson",
      address: "",
      keepsEarlierDraft: context.drafts.store.get().list.length > 0,
    };
  }
  context.drafts.add(lesson, { files: all, dropped: Date.now() });
  const [first] = lesson.steps;
  return {
    ...tried,
    title: lesson.title,
    isSaved: context.drafts.savedDraft(lesson) !== undefined,
    address: first === undefined ? "" : stepHash(lesson, first),
  };
}

function OutcomeView({ outcome }: { outcome: Outcome }) {
  const { title, problems, statements, notRun, failure, address } = outcome;
  const { keepsEarlierDraft = false, isSaved = false } = outcome;
  const failed = statements.filter(({ holds }) => !holds);
  return (
    <div className="author-outcome">
      {failure !== "" && (
        <p>
          <b>{title} could not be tried to the end:</b> {failure}
        </p>
      )}
      {problems.length > 0 && (
        <>
          <p>
            <b>
              {title}: {problems.length} {problems.length === 1 ? "thing" : "things"} to mend
            </b>
          </p>
          <ul className="author-problems">
            {problems.map(({ file, line, field, problem, remedy }, at) => (
              <li key={at}>
                <span className="mono">
                  {file}:{line}
                </span>{" "}
                <b>{field}</b>: {problem}. Remedy: {remedy}.
              </li>
            ))}
          </ul>
        </>
      )}
      {keepsEarlierDraft && <p>The draft that was read before is as it was.</p>}
      {statements.length > 0 && (
        <p>
          {statements.length - failed.length} of {statements.length} statements about the machine
          hold{failed.length > 0 ? "; these do not:" : "."}
        </p>
      )}
      {failed.length > 0 && (
        <ul className="author-problems">
          {failed.map(({ line, description }) => (
            <li key={`${line} ${description}`}>
              <span className="mono">line {line}</span> {description}
            </li>
          ))}
        </ul>
      )}
      {notRun.length > 0 && (
        <p>
          Not run here: what is stated of a machine that is watched ({formatLines(notRun)}).{" "}
          <code>npx vitest run web/lesson</code> runs it.
        </p>
      )}
      {address !== "" && (
        <p>
          {isSaved
            ? "It stays in this browser until you remove it from the list."
            : "It is too large for this browser to keep, or nothing may be kept: a reload forgets it."}
        </p>
      )}
      {address !== "" && (
        <a className="button button-primary" href={address}>
          Walk “{title}”
        </a>
      )}
    </div>
  );
}

function formatLines(lines: readonly number[]): string {
  return `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
}
