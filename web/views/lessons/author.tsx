// For authors: drop a lesson's files on the page (or choose them), read what has to be mended, try it. The
// parser that reads it is the one of the build; it arrives only when it is needed.
import { useRef, useState, type DragEvent } from "react";
import type { Problem } from "../../lesson/model";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import type { Desk } from "./desk";
import { stepAddress } from "./route";
import type { Statement } from "./try-lesson";

/** A text longer than this is no lesson. */
const LARGEST_BYTES = 400_000;

interface Outcome {
  title: string;
  problems: readonly Problem[];
  statements: readonly Statement[];
  /** Where to read it; empty when it could not be read. */
  address: string;
}

export function Author({ desk }: { desk: Desk }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState("");
  const take = async (list: FileList) => {
    const files = [...list].filter(({ size }) => size <= LARGEST_BYTES);
    setOutcome(null);
    setBusy("Reading …");
    const texts = await Promise.all(
      files.map(async (file) => [file.name, await file.text()] as const),
    );
    const { tryLesson } = await import("./try-lesson");
    const tried = await tryLesson(desk, Object.fromEntries(texts), setBusy);
    const { lesson } = tried;
    if (lesson !== null) {
      const others = desk.drafts.get().list.filter(({ id }) => id !== lesson.id);
      desk.drafts.set({ list: [...others, lesson] });
    }
    const [first] = lesson?.steps ?? [];
    const address = lesson === null || first === undefined ? "" : stepAddress(lesson, first);
    setOutcome({ ...tried, title: lesson?.title ?? "The lesson", address });
    setBusy("");
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files);
  };
  return (
    <Card title="A lesson of your own" className="author">
      <div
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
            if (event.target.files !== null) void take(event.target.files);
          }}
        />
      </div>
      <div role="status">{busy}</div>
      {outcome !== null && <OutcomeView outcome={outcome} />}
    </Card>
  );
}

function OutcomeView({ outcome }: { outcome: Outcome }) {
  const { title, problems, statements, address } = outcome;
  const failed = statements.filter(({ holds }) => !holds);
  return (
    <div className="author-outcome" aria-live="polite">
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
      {statements.length > 0 && (
        <p>
          {statements.length - failed.length} of {statements.length} statements about the machine
          hold{failed.length > 0 ? "; these do not:" : "."}
        </p>
      )}
      {failed.length > 0 && (
        <ul className="author-problems">
          {failed.map(({ line, words }) => (
            <li key={`${line} ${words}`}>
              <span className="mono">line {line}</span> {words}
            </li>
          ))}
        </ul>
      )}
      {address !== "" && (
        <a className="button button-primary" href={address}>
          Walk “{title}”
        </a>
      )}
    </div>
  );
}
