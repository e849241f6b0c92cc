// Hints, one more at each request. After the last hint, the learner may let the page set a goal's solution.
import { useRef } from "react";
import { tr } from "../../../i18n/i18n";
import { tasksOf } from "../../../lesson/lesson";
import { isDone } from "../../../lesson/progress";
import { useStore } from "../../../lib/store";
import { afterPaint } from "../../../ui/after-paint";
import { Button } from "../../../ui/button";
import { firstMatch, useFocusFallback } from "../../../ui/use-focus-fallback";
import { Prose } from "../../../cards/prose/prose";
import type { StepProps } from "../../../cards/tasks/task-parts";

/** The button disappears with the last hint: the focus then moves to that hint. */
const LAST_HINT = firstMatch(".hints .hint:last-child");

export function Hints({ context, lesson, step, progress }: StepProps) {
  const open = Math.min(progress.hints[step.id] ?? 0, step.hints.length);
  const left = step.hints.length - open;
  const goal = tasksOf(step).find((task) => task.kind === "goal");
  const solution = goal?.kind === "goal" ? goal.solutions[0] : undefined;
  const done = tasksOf(step).every((task) => isDone(progress.tasks[task.id]));
  const ask = useFocusFallback(LAST_HINT);
  const hints = useRef<HTMLDivElement>(null);
  // The solution is a change of the step's machine.
  const isMachineOpen = useStore(context.lessonMachine.store, ({ machine }) => machine !== "");
  if (step.hints.length === 0) return null;
  return (
    <section className="hints" aria-label={tr("Hints")}>
      <div aria-live="polite" ref={hints}>
        {step.hints.slice(0, open).map((hint, at) => (
          <div key={at} className="hint" tabIndex={-1}>
            <p className="hint-title">
              {tr("Hint {at} of {length}", { at: at + 1, length: step.hints.length })}
            </p>
            <Prose blocks={hint} context={context} />
          </div>
        ))}
      </div>
      {left > 0 && !done && (
        <Button
          ref={ask}
          variant="quiet"
          onClick={() => {
            context.progressStore.setOpenHints(lesson, step, open + 1);
            // On a phone it may be behind the bar at the bottom.
            afterPaint(() => hints.current?.lastElementChild?.scrollIntoView({ block: "nearest" }));
          }}
        >
          {open === 0 ? tr("A hint, please") : tr("Another hint ({left} left)", { left })}
        </Button>
      )}
      {left === 0 && !done && solution !== undefined && (
        <Button
          variant="quiet"
          disabled={!isMachineOpen}
          onClick={() => context.lessonMachine.applySolution(solution.set)}
        >
          {tr("Set the knobs for me")}
        </Button>
      )}
    </section>
  );
}
