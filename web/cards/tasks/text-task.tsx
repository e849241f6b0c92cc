// A question that is answered in the learner's own words. Nobody grades the answer: the learner compares it with the
// answer that follows. The progress file contains the answer. Typed text is saved as a draft until it is given as an answer.
import { useId, useState, type FormEvent } from "react";
import { tr } from "../../i18n/i18n";
import type { TextQuestion } from "../../lesson/lesson";
import { taskProgress } from "../../lesson/progress";
import { Button } from "../../ui/button";
import type { AnswerFieldProps } from "./task-parts";

export function TextTask({
  context,
  lesson,
  progress,
  task,
  questionId,
}: AnswerFieldProps<TextQuestion>) {
  const id = useId();
  const answered = taskProgress(progress, task, "question");
  const [typed, setTyped] = useState(
    () => context.progressStore.draftAnswer(lesson, task) ?? answered?.given ?? "",
  );
  const [isSaved, setIsSaved] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const tries = (answered?.tries ?? 0) + 1;
    const given = typed.trim();
    if (given === "") return;
    context.progressStore.recordAnswer(lesson, task, {
      kind: "question",
      given,
      right: null,
      tries,
    });
    setIsSaved(true);
  };
  return (
    <form className="text-form" onSubmit={save}>
      <label htmlFor={id} className="visually-hidden">
        {tr("Your answer")}
      </label>
      <textarea
        id={id}
        className="text-entry"
        rows={4}
        maxLength={20_000}
        aria-describedby={questionId}
        value={typed}
        onChange={(event) => {
          setIsSaved(false);
          setTyped(event.target.value);
          context.progressStore.saveDraftAnswer(lesson, task, event.target.value);
        }}
      />
      <Button type="submit" disabled={typed.trim() === ""}>
        {answered === undefined ? tr("Save and compare") : tr("Save the changed answer")}
      </Button>
      <p className="visually-hidden" role="status">
        {isSaved && tr("Your answer is saved. Below is an answer to compare it with.")}
      </p>
    </form>
  );
}
