// A question that is answered in the learner's own words. Nobody grades the answer: the learner compares it with the
// answer that follows. The progress file contains the answer. Typed text is saved as a draft until it is given as an answer.
import { useId, useRef, useState, type FormEvent } from "react";
import { tr } from "../../i18n/i18n";
import type { TextQuestion } from "../../lesson/lesson";
import { taskProgress } from "../../lesson/progress";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { useFocusFallback } from "../../ui/use-focus-fallback";
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
  const entry = useRef<HTMLTextAreaElement>(null);
  const pressed = useFocusFallback(entry);
  const { progressStore } = context;
  const others = useStore(progressStore.store, () => progressStore.otherTexts(lesson, task));
  /** The text that was here is kept in the place of the other one. */
  const takeOther = (other: string) => {
    const texts = others.map((one) => (one === other ? typed.trim() : one));
    progressStore.setOtherTexts(
      lesson,
      task,
      texts.filter((text) => text !== ""),
    );
    progressStore.saveDraftAnswer(lesson, task, other);
    setTyped(other);
    setIsSaved(false);
  };
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
        ref={entry}
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
      {others.map((other) => (
        <section key={other} className="text-other" aria-label={tr("A text of another device")}>
          <p>{tr("On another device you have written:")}</p>
          <blockquote>{other}</blockquote>
          <div className="task-actions">
            <Button ref={pressed} onClick={() => takeOther(other)}>
              {tr("Show it above instead")}
            </Button>
            <Button
              ref={pressed}
              variant="quiet"
              onClick={() =>
                progressStore.setOtherTexts(
                  lesson,
                  task,
                  others.filter((one) => one !== other),
                )
              }
            >
              {tr("Remove this text")}
            </Button>
          </div>
        </section>
      ))}
    </form>
  );
}
