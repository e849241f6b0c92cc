// For authors: drop a lesson's files on the page (or choose them), see the problems, and try the lesson. The parser is
// the same as in the build; it is loaded only when it is needed.
import { readTextFile } from "../../../lib/format/text-file";
import { useEffect, useRef, useState, type DragEvent, type Ref } from "react";
import { tr } from "../../../i18n/i18n";
import { rich } from "../../../i18n/rich";
import type { Scenario } from "../../../generated/model";
import type { Problem } from "../../../lesson/lesson";
import { useStore, waitForState } from "../../../lib/store";
import { Card } from "../../../ui/card";
import { FileButton } from "../../../ui/file-button";
import { copyAndNotify } from "../../../lib/notices";
import type { LessonFileTexts } from "../../../lesson/lesson-link";
import { CopyLessonLink, filesOfText, PasteLesson, takeLessonLink } from "./author-paste";
import { tracer } from "../../../desk/figures/tracer";
import type { LessonContext } from "../../../desk/lesson-context";
import { IdTables } from "./id-tables";
import { stepHash } from "../../../shell/lesson-address";
import { subscribeHash } from "../../../shell/location-hash";
import type { Statement } from "./try-lesson";

/** A lesson's file is never larger. */
const BYTES_MAX = 400_000;

interface Outcome {
  title: string;
  problems: readonly Problem[];
  statements: readonly Statement[];
  /** Lines of the statements that only the tests run. */
  notRun: readonly number[];
  /** The reason why the page could not try the whole lesson; empty if it could. */
  failure: string;
  /** The address of the lesson's first step; empty if the lesson could not be parsed. */
  address: string;
  /** The lesson could not be parsed, and its earlier draft is still there. */
  keepsEarlierDraft?: boolean;
  /** The draft is saved, so a reload finds it again. */
  isSaved?: boolean;
  /** The files of a lesson that could be parsed. */
  files?: LessonFileTexts;
}

export function AuthorCard({ context }: { context: LessonContext }) {
  const card = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState("");
  const turn = useRef(0);
  const tryDropped = (list: Iterable<File>) => {
    const mine = ++turn.current;
    const ifLast = (change: () => void) => mine === turn.current && change();
    setOutcome(null);
    setBusy(tr("Reading …"));
    void tryFiles(context, [...list], (words) => ifLast(() => setBusy(words)))
      .catch((error: unknown) =>
        failureOutcome(error instanceof Error ? error.message : String(error)),
      )
      .then((found) => ifLast(() => setOutcome(found)))
      .finally(() => ifLast(() => setBusy("")));
  };
  // Files that were dropped elsewhere on the page.
  const { droppedFiles } = context.services;
  const dropped = useStore(droppedFiles, ({ lesson }) => lesson);
  const latest = useRef(tryDropped);
  useEffect(() => {
    latest.current = tryDropped;
  });
  useEffect(() => {
    if (dropped.length === 0) return;
    droppedFiles.set({ lesson: [] });
    card.current?.scrollIntoView({ block: "nearest" });
    latest.current(dropped);
  }, [dropped, droppedFiles]);
  const tryText = (text: string) => {
    try {
      tryDropped(filesOfText(text));
    } catch (error) {
      setOutcome(failureOutcome(error instanceof Error ? error.message : String(error)));
    }
  };
  const latestText = useRef(tryText);
  useEffect(() => {
    latestText.current = tryText;
  });
  useEffect(() => {
    const read = () => {
      const link = takeLessonLink();
      if (link === null) return;
      card.current?.scrollIntoView({ block: "nearest" });
      latestText.current(link);
    };
    read();
    return subscribeHash(read);
  }, []);
  const { notices } = context.services;
  const copy = (text: string) =>
    void copyAndNotify(text, async (link) => navigator.clipboard.writeText(link), notices);
  return (
    <Card title={tr("A lesson of your own")} className="author">
      <DropArea ref={card} onFiles={tryDropped} />
      <PasteLesson onText={tryText} />
      <p className="visually-hidden" role="status">
        {busy !== "" && tr("Reading the lesson and running its statements.")}
      </p>
      {busy !== "" && (
        <p className="author-busy" aria-hidden="true">
          {busy}
        </p>
      )}
      <div aria-live="polite">
        {outcome !== null && <OutcomeView outcome={outcome} copy={copy} />}
      </div>
      <IdTables lab={context.services.lab} />
    </Card>
  );
}

interface DropAreaProps {
  ref: Ref<HTMLDivElement>;
  onFiles(files: Iterable<File>): void;
}

function DropArea({ ref, onFiles }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    onFiles(event.dataTransfer.files);
  };
  return (
    <div
      ref={ref}
      className={over ? "drop drop-over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>
        {rich(
          `Drop <code>lesson.md</code> here, with its scenario files if it has any. The page checks
              it, runs its statements, and then you can read it. <code>lessons/README.md</code> says
              how to write a lesson.`,
          { code: <code /> },
        )}
      </p>
      <FileButton
        label={tr("Choose the files")}
        fieldLabel={tr("Files of a lesson")}
        multiple
        accept=".md,.json,text/markdown,application/json"
        onFiles={onFiles}
      />
    </div>
  );
}

function failureOutcome(failure: string): Outcome {
  return {
    title: tr("The lesson"),
    problems: [],
    statements: [],
    notRun: [],
    failure,
    address: "",
  };
}

/** Reads and tries the files. A lesson that can be parsed becomes a draft. */
async function tryFiles(
  context: LessonContext,
  files: readonly File[],
  onProgress: (words: string) => void,
): Promise<Outcome> {
  const large = files.find(({ size }) => size > BYTES_MAX);
  if (large !== undefined)
    return failureOutcome(
      tr(
        "“{name}” is too large: a lesson's file has at most 400 kB. Choose the lesson's text, or shorten it.",
        { name: large.name },
      ),
    );
  const { lab, trials } = context.services;
  onProgress(tr("Starting the simulator …"));
  const { catalogue } = await waitForState(lab.state, ({ phase }) => phase !== "starting");
  if (catalogue === null) return failureOutcome(tr("The simulator could not be started."));
  // The code that runs trials arrives after the simulator; a notice says if it cannot be loaded.
  const { pool } = await waitForState(trials, (state) => state.pool !== null);
  if (pool === null) return failureOutcome(tr("The simulator could not be started."));
  const texts = await Promise.all(files.map(async (file) => [file.name, await readTextFile(file)]));
  const { tryLesson } = await import("./try-lesson");
  const { signal } = new AbortController();
  const buildTopologies = (scenarios: readonly Scenario[]) =>
    Promise.all(scenarios.map((scenario) => tracer.topology(scenario, signal)));
  const bench = { catalogue, pool, terms: context.terms, buildTopologies };
  const read = Object.fromEntries(texts) as Record<string, string>;
  // Scenario files without a lesson are corrections: they belong to the lesson that was dropped before.
  const alone = files.length > 0 && files.every(({ name }) => name.endsWith(".json"));
  const all = alone ? { ...context.drafts.files, ...read } : read;
  context.drafts.files = all;
  const tried = await tryLesson(bench, all, onProgress);
  const { lesson } = tried;
  if (lesson === null) {
    return {
      ...tried,
      title: tr("The lesson"),
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
    files: all,
    address: first === undefined ? "" : stepHash(lesson, first),
  };
}

interface OutcomeViewProps {
  outcome: Outcome;
  copy(text: string): void;
}

function OutcomeView({ outcome, copy }: OutcomeViewProps) {
  const { title, problems, statements, notRun, failure, address } = outcome;
  const { keepsEarlierDraft = false, isSaved = false } = outcome;
  return (
    <div className="author-outcome">
      {failure !== "" && (
        <p>
          {rich("<b>{title} could not be tried completely:</b> {failure}", {
            title,
            failure,
            b: <b />,
          })}
        </p>
      )}
      {problems.length > 0 && <Problems title={title} problems={problems} />}
      {keepsEarlierDraft && <p>{tr("Your earlier draft has not changed.")}</p>}
      {statements.length > 0 && <Statements statements={statements} />}
      {notRun.length > 0 && (
        <p>
          {rich(
            `Not run here: statements about a running machine ({notRun}). <code>npx vitest run
              web/lesson</code> runs them.`,
            { notRun: formatLines(notRun), code: <code /> },
          )}
        </p>
      )}
      {address !== "" && (
        <p>
          {isSaved
            ? tr("The lesson stays in this browser until you remove it from the list.")
            : tr(`The lesson is too large to be stored in this browser, or the browser blocks storage. If
              you reload the page, the lesson is lost.`)}
        </p>
      )}
      {address !== "" && (
        <a className="button button-primary" href={address}>
          {tr("Read “{title}”", { title })}
        </a>
      )}
      {outcome.files !== undefined && <CopyLessonLink files={outcome.files} copy={copy} />}
    </div>
  );
}

function Problems({ title, problems }: Pick<Outcome, "title" | "problems">) {
  return (
    <>
      <p>
        <b>
          {tr("{title}: {length} {length, plural, one {problem} other {problems}} to correct", {
            title,
            length: problems.length,
          })}
        </b>
      </p>
      <ul className="author-problems">
        {problems.map(({ file, line, field, problem, remedy }, at) => (
          <li key={at}>
            {rich("<span>{file}:{line}</span> <b>{field}</b>: {problem}. Remedy: {remedy}.", {
              file,
              line,
              field,
              problem,
              remedy,
              span: <span className="mono" />,
              b: <b />,
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

function Statements({ statements }: Pick<Outcome, "statements">) {
  const failed = statements.filter(({ holds }) => !holds);
  return (
    <>
      <p>
        {failed.length > 0
          ? tr("{held} of {all} statements about the machine hold; these do not:", {
              held: statements.length - failed.length,
              all: statements.length,
            })
          : tr("{all} of {all} statements about the machine hold.", { all: statements.length })}
      </p>
      {failed.length > 0 && (
        <ul className="author-problems">
          {failed.map(({ line, description }) => (
            <li key={`${line} ${description}`}>
              {rich("<span>line {line}</span> {description}", {
                line,
                description,
                span: <span className="mono" />,
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function formatLines(lines: readonly number[]): string {
  return tr("{count, plural, one {line} other {lines}} {lines}", {
    count: lines.length,
    lines: lines.join(", "),
  });
}
