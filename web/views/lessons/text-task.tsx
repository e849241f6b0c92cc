// A question answered in one's own words. Nobody grades it here: what follows is an answer to compare
// with, and the text stays in the progress file. What is typed and not yet given is kept as a draft.
import { useId, useState, type FormEvent } from "react";
import type { TextQuestion } from "../../lesson/model";
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
  const [kept, setKept] = useState(false);
  const keep = (event: FormEvent) => {
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
    setKept(true);
  };
  return (
    <form className="text-form" onSubmit={keep}>
      <label htmlFor={id} className="visually-hidden">
        Your answer
      </label>
      <textarea
        id={id}
        className="text-entry"
        rows={4}
        maxLength={20_000}
        aria-describedby={questionId}
        value={typed}
        onChange={(event) => {
          setKept(false);
          setTyped(event.target.value);
          context.progressStore.saveDraftAnswer(lesson, task, event.target.value);
        }}
      />
      <Button type="submit" disabled={typed.trim() === ""}>
        {answered === undefined ? "Keep it and compare" : "Keep the changed answer"}
      </Button>
      <p className="visually-hidden" role="status">
        {kept && "Your answer is kept. What to compare it with comes next."}
      </p>
    </form>
  );
}
