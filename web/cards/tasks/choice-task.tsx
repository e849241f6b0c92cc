// A question with a few options: native radio buttons, and a button that checks. Choosing does not check, so that a
// keyboard user can move through the options without hearing which one is right. After a right answer, the other options
// can still be checked, but the answer stays.
import { useId, useState, type FormEvent } from "react";
import { tr } from "../../i18n/i18n";
import type { ChoiceQuestion } from "../../lesson/lesson";
import { countTry, taskProgress } from "../../lesson/progress";
import { Button } from "../../ui/button";
import { useProseLang } from "../prose/prose-language";
import { Inlines, Prose } from "../prose/prose";
import { type AnswerFieldProps, Verdict } from "./task-parts";

export function ChoiceTask({
  context,
  lesson,
  progress,
  task,
  questionId,
}: AnswerFieldProps<ChoiceQuestion>) {
  const id = useId();
  const answered = taskProgress(progress, task, "question");
  // Until something is chosen here, the stored answer is shown, which another tab may have given.
  const given = answered === undefined ? -1 : Number(answered.given);
  const [checkedHere, setCheckedHere] = useState<number | null>(null);
  const [chosenHere, setChosenHere] = useState(() =>
    draftChoice(task, context.progressStore.draftAnswer(lesson, task)),
  );
  const [checked, chosen] = [checkedHere ?? given, chosenHere ?? given];
  const [tooEarly, setTooEarly] = useState(false);
  const option = chosen === checked ? task.options[chosen] : undefined;
  const choose = (at: number) => {
    setTooEarly(false);
    setChosenHere(at);
    context.progressStore.saveDraftAnswer(lesson, task, at === given ? null : String(at));
  };
  const check = (event: FormEvent) => {
    event.preventDefault();
    setTooEarly(chosen < 0);
    if (chosen < 0) return;
    setCheckedHere(chosen);
    context.progressStore.recordAnswer(lesson, task, {
      kind: "question",
      given: String(chosen),
      right: task.options[chosen]?.right ?? false,
      tries: countTry(answered),
    });
  };
  const lang = useProseLang();
  return (
    <form className="choice-form" onSubmit={check}>
      <div className="options" role="radiogroup" aria-labelledby={questionId}>
        {task.options.map((one, at) => (
          <label key={at} className="option">
            <input type="radio" name={id} checked={chosen === at} onChange={() => choose(at)} />
            <span lang={lang}>
              <Inlines inlines={one.text} context={context} />
            </span>
          </label>
        ))}
      </div>
      <Button
        type="submit"
        className="choice-check"
        aria-disabled={chosen < 0}
        aria-describedby={`${id}-verdict`}
      >
        {tr("Check")}
      </Button>
      <div id={`${id}-verdict`} aria-live="polite">
        {tooEarly && <p>{tr("Choose an answer first.")}</p>}
        {option !== undefined && (
          <Verdict right={option.right}>
            <Prose blocks={option.feedback} context={context} />
          </Verdict>
        )}
      </div>
    </form>
  );
}

/** The option of a draft; null when it is no option of this question. */
function draftChoice({ options }: ChoiceQuestion, draft: string | null): number | null {
  const at = options.findIndex((_option, index) => String(index) === draft);
  return at < 0 ? null : at;
}
