// The parts that the views of a step and of its tasks share: props, the signs, and the answer
// "right" or "not yet".
import type { ReactNode } from "react";
import { tr } from "../../i18n/i18n";
import type { Lesson, Step, Task } from "../../lesson/lesson";
import type { LessonProgress } from "../../lesson/progress";
import type { LessonContext } from "../../desk/lesson-context";

export interface StepProps {
  context: LessonContext;
  lesson: Lesson;
  step: Step;
  progress: LessonProgress;
}

export interface TaskProps<T extends Task> extends StepProps {
  task: T;
  /** The knobs of the step, where a goal shows them. */
  knobs?: ReactNode;
}

/** Props of a task that is answered in form fields, which refer to the question's text. */
export interface AnswerFieldProps<T extends Task> extends TaskProps<T> {
  /** The id of the question's text. */
  questionId: string;
}

export function Verdict({ right, children }: { right: boolean; children: ReactNode }) {
  return (
    <div className={right ? "verdict verdict-right" : "verdict"}>
      <p className="verdict-word">
        {right ? <Tick /> : <Cross />} {right ? tr("Right.") : tr("Not yet.")}
      </p>
      {children}
    </div>
  );
}

export function Tick() {
  return <Sign path="M3 8.4 6.4 12 13 4.4" />;
}

export function Cross() {
  return <Sign path="M4 4l8 8M12 4l-8 8" />;
}

export function OpenCircle() {
  return <Sign path="M8 3.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0 -9.6" />;
}

function Sign({ path }: { path: string }) {
  return (
    <svg className="task-sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
