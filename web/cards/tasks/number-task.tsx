// A question whose answer is a number, in any common notation. Typed text is saved as a draft until it is checked. After
// a right answer, later tries do not change the answer.
import { useId, useState, type FormEvent } from "react";
import { tr } from "../../i18n/i18n";
import { formatNumber } from "../../lib/format/numbers";
import { feedbackOnNumber, isRightNumber } from "../../lesson/grade";
import type { NumberQuestion } from "../../lesson/lesson";
import {
  describeExpectedNumber,
  formatReading,
  readNumber,
  savedNumber,
} from "../../lib/format/parse-number";
import { countTry, taskProgress } from "../../lesson/progress";
import { Button } from "../../ui/button";
import { NumberChoice } from "../../ui/number-choice";
import { Prose } from "../prose/prose";
import { type AnswerFieldProps, Verdict } from "./task-parts";
import { describeSlip, describeWhereToLook } from "./task-text";

/** After this many tries the page shows the answer. */
const TRIES_BEFORE_ANSWER = 2;

export function NumberTask(props: AnswerFieldProps<NumberQuestion>) {
  const { context, lesson, progress, task, questionId } = props;
  const id = useId();
  const answered = taskProgress(progress, task, "question");
  const [typed, setTyped] = useState(
    () => context.progressStore.draftAnswer(lesson, task) ?? answered?.given ?? "",
  );
  const [checked, setChecked] = useState(answered ?? null);
  const [unread, setUnread] = useState(false);
  const tries = answered?.tries ?? 0;
  const judged = checked?.given === typed ? checked.right : null;
  const read = readNumber(typed, task.unit);
  const value = savedNumber(typed, task.unit);
  const type = (text: string) => {
    setTyped(text);
    setUnread(false);
    context.progressStore.saveDraftAnswer(lesson, task, text);
  };
  const judge = (given: string, number: number) => {
    const right = isRightNumber(task, number);
    const answer = { kind: "question" as const, given, right, tries: countTry(answered) };
    setChecked(answer);
    context.progressStore.recordAnswer(lesson, task, answer);
  };
  // A text that is no number, or that can mean two, is no try.
  const check = (event: FormEvent) => {
    event.preventDefault();
    setUnread(read.kind !== "number");
    if (read.kind === "number") judge(typed, read.value);
  };
  const choose = (number: number) => {
    type(formatReading(number));
    judge(formatReading(number), number);
  };
  return (
    <form className="number-form" onSubmit={check} noValidate>
      <label htmlFor={id}>
        {tr("Your answer")}{" "}
        {task.unit !== "" && (
          <span className="visually-hidden">{tr("in {unit}", { unit: task.unit })}</span>
        )}
      </label>
      <span className="number-entry">
        <input
          id={id}
          className="text-entry mono"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={200}
          size={8}
          value={typed}
          aria-describedby={`${questionId} ${id}-verdict`}
          aria-invalid={unread}
          onChange={(event) => type(event.target.value)}
        />
        {task.unit !== "" && (
          <span className="mono" aria-hidden="true">
            {task.unit}
          </span>
        )}
        <Button type="submit">{tr("Check")}</Button>
      </span>
      <div id={`${id}-verdict`} aria-live="polite">
        {unread && (
          <p>
            {read.kind === "ambiguous" ? (
              <NumberChoice values={read.values} onChoose={choose} />
            ) : (
              describeExpectedNumber(task.unit)
            )}
          </p>
        )}
        {!unread && judged !== null && (
          <Judgement {...props} right={judged} value={value} tries={tries} />
        )}
      </div>
    </form>
  );
}

interface JudgementProps extends AnswerFieldProps<NumberQuestion> {
  right: boolean;
  value: number | null;
  tries: number;
}

function Judgement(props: JudgementProps) {
  const { context, task, right, value, tries } = props;
  if (right) {
    return (
      <Verdict right>
        <p>{describeAnswer(task)}</p>
      </Verdict>
    );
  }
  const feedback = value === null ? null : feedbackOnNumber(task, value);
  return (
    <Verdict right={false}>
      {feedback !== null && <Prose blocks={feedback} context={context} />}
      {feedback === null && <WrongNumber {...props} value={value ?? 0} />}
      {tries >= TRIES_BEFORE_ANSWER && (
        <p>
          {tr("It is {task}. When you see why, type this number.", {
            task: formatAnswer(task),
          })}
        </p>
      )}
    </Verdict>
  );
}

interface WrongNumberProps extends AnswerFieldProps<NumberQuestion> {
  value: number;
  tries: number;
}

/** What to do after a wrong number that the question does not list. Beside the answer, a slip needs no words. */
function WrongNumber({ context, step, task, value, tries }: WrongNumberProps) {
  const slip = tries >= TRIES_BEFORE_ANSWER ? null : describeSlip(task, value);
  const { otherFeedback } = task;
  if (slip === null && otherFeedback !== undefined) {
    return <Prose blocks={otherFeedback} context={context} />;
  }
  return <p>{slip ?? describeWhereToLook(step)}</p>;
}

function formatAnswer({ answer, unit }: NumberQuestion): string {
  return `${formatNumber(answer, 2)}${unit === "" ? "" : ` ${unit}`}`;
}

/** The answer and its accepted range. There is a range because a measured value changes with
 * time, and a computed value can be rounded. */
function describeAnswer(task: NumberQuestion): string {
  const { answer, within } = task;
  if (within === 0) return tr("It is {task}.", { task: formatAnswer(task) });
  const range = tr("{number} to {answer}", {
    number: formatNumber(answer - within, 2),
    answer: formatAnswer({ ...task, answer: answer + within }),
  });
  return tr(
    "It is {task}. Measured and rounded values differ a little, so {range} counts as right.",
    {
      task: formatAnswer(task),
      range,
    },
  );
}
