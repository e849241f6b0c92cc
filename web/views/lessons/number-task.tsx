// A question whose answer is a number, typed as people write numbers. What is typed and not yet checked is
// kept as a draft; once a right number is given it stays the answer, whatever is tried after it.
import { useId, useState, type FormEvent } from "react";
import { formatNumber } from "../../format/numbers";
import { isRightNumber } from "../../lesson/grade";
import type { NumberQuestion } from "../../lesson/model";
import { parseNumber, describeExpectedNumber } from "../../format/parse-number";
import { taskProgress } from "../../lesson/progress";
import { Button } from "../../ui/button";
import type { AskedProps } from "./task-view";
import { Verdict } from "./verdict";
import { sayWhereToLook } from "./where-to-look";

/** After so many tries the answer may be looked at. */
const TRIES_BEFORE_ANSWER = 2;

export function NumberTask(props: AskedProps<NumberQuestion>) {
  const { desk, lesson, step, progress, task, asked } = props;
  const id = useId();
  const answered = taskProgress(progress, task, "question");
  const [typed, setTyped] = useState(
    () => desk.notebook.draftAnswer(lesson, task) ?? answered?.given ?? "",
  );
  const [checked, setChecked] = useState(answered ?? null);
  const [unread, setUnread] = useState(false);
  const tries = answered?.tries ?? 0;
  const judged = checked?.given === typed ? checked.right : null;
  const check = (event: FormEvent) => {
    event.preventDefault();
    const value = parseNumber(typed, task.unit);
    setUnread(value === null);
    if (value === null) return;
    const right = isRightNumber(task, value);
    const answer = { kind: "question" as const, given: typed, right, tries: tries + 1 };
    setChecked(answer);
    desk.notebook.recordAnswer(lesson, task, answer);
  };
  return (
    <form className="number-form" onSubmit={check} noValidate>
      <label htmlFor={id}>
        Your answer {task.unit !== "" && <span className="visually-hidden">in {task.unit}</span>}
      </label>
      <span className="number-entry">
        <input
          id={id}
          className="text-entry mono"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          size={8}
          value={typed}
          aria-describedby={`${asked} ${id}-verdict`}
          aria-invalid={unread}
          onChange={(event) => {
            setTyped(event.target.value);
            desk.notebook.saveDraftAnswer(lesson, task, event.target.value);
          }}
        />
        {task.unit !== "" && (
          <span className="mono" aria-hidden="true">
            {task.unit}
          </span>
        )}
        <Button type="submit">Check</Button>
      </span>
      <div id={`${id}-verdict`} aria-live="polite">
        {unread && <p>{describeExpectedNumber(task.unit)}</p>}
        {!unread && judged === true && (
          <Verdict right>
            <p>{sayAnswer(task)}</p>
          </Verdict>
        )}
        {!unread && judged === false && (
          <Verdict right={false}>
            <p>
              {tries < TRIES_BEFORE_ANSWER
                ? sayWhereToLook(step)
                : `It is ${sayNumber(task)}. Type that once you see why.`}
            </p>
          </Verdict>
        )}
      </div>
    </form>
  );
}

function sayNumber({ answer, unit }: NumberQuestion): string {
  return `${formatNumber(answer, 2)}${unit === "" ? "" : ` ${unit}`}`;
}

/** What one reads depends on the moment: the whole range is right, and is told. */
function sayAnswer(task: NumberQuestion): string {
  const { answer, within } = task;
  if (within === 0) return sayNumber(task);
  const range = `${formatNumber(answer - within, 2)} to ${sayNumber({ ...task, answer: answer + within })}`;
  return `Over a long time it is ${sayNumber(task)}; what the pictures show varies with the moment, so ${range} is right.`;
}
