// The steps of a lesson as a row of numbered links, which show the open step and the finished ones.
import { tr } from "../../../i18n/i18n";
import type { Lesson, Step } from "../../../lesson/lesson";
import { isStepDone, type LessonProgress } from "../../../lesson/progress";
import { stepHash } from "../../../shell/lesson-address";

interface StepListProps {
  lesson: Lesson;
  step: Step;
  progress: LessonProgress;
}

export function StepList({ lesson, step, progress }: StepListProps) {
  return (
    <nav aria-label={tr("Steps of this lesson")}>
      <ol className="steps">
        {lesson.steps.map((one, index) => {
          const done = isStepDone(one, progress);
          return (
            <li key={one.id}>
              <a
                className={`step-link ${done ? "step-done" : ""}`}
                href={stepHash(lesson, one)}
                aria-current={one === step ? "step" : undefined}
                aria-label={
                  done
                    ? tr("Step {number}: {title}, done", { number: index + 1, title: one.title })
                    : tr("Step {number}: {title}", { number: index + 1, title: one.title })
                }
                title={one.title}
              >
                {index + 1}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
