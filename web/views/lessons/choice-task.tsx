// A question with a few answers: native radio buttons; each answer is told at once what to think about it.
// Once the right one is given it stays the answer; the others can still be looked at.
import { useId, useState } from "react";
import type { ChoiceQuestion } from "../../lesson/model";
import { progressOf } from "../../lesson/progress";
import { Inlines, Prose } from "./prose";
import type { TaskProps } from "./task-view";
import { Verdict } from "./verdict";

export function ChoiceTask({ desk, lesson, progress, task }: TaskProps<ChoiceQuestion>) {
  const name = useId();
  const answered = progressOf(progress, task, "question");
  const [looked, setLooked] = useState<number | null>(null);
  const chosen = looked ?? (answered === undefined ? -1 : Number(answered.given));
  const option = task.options[chosen];
  const choose = (at: number) => {
    setLooked(at);
    desk.notebook.answer(lesson, task, {
      kind: "question",
      given: String(at),
      right: task.options[at]?.right ?? false,
      tries: (answered?.tries ?? 0) + 1,
    });
  };
  return (
    <>
      <fieldset className="options">
        <legend className="aloud">Choose one</legend>
        {task.options.map((one, at) => (
          <label key={at} className="option">
            <input type="radio" name={name} checked={chosen === at} onChange={() => choose(at)} />
            <span>
              <Inlines inlines={one.text} desk={desk} />
            </span>
          </label>
        ))}
      </fieldset>
      <div aria-live="polite">
        {option !== undefined && (
          <Verdict right={option.right}>
            <Prose blocks={option.feedback} desk={desk} />
          </Verdict>
        )}
      </div>
    </>
  );
}
