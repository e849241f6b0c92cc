// One step of a lesson: its position, text, tasks, knobs, hints, and the navigation to other steps.
import { Fragment, useEffect, useRef, type FormEvent } from "react";
import { msg, tr } from "../../../i18n/i18n";
import { rich } from "../../../i18n/rich";
import { tasksOf, type StepItem, type Lesson, type Step, type Task } from "../../../lesson/lesson";
import { isDone, isStepDone } from "../../../lesson/progress";
import type { MachineOrigin } from "../../../desk/lesson/step-machine";
import { packagedLesson } from "../../../desk/scorm/packaged-lesson";
import { useStore } from "../../../lib/store";
import { afterPaint } from "../../../ui/after-paint";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import { PAGE_HEADING_PROPS } from "../../../ui/page-heading";
import type { LessonContext } from "../../../desk/lesson-context";
import { FreeKnobs } from "./free-knobs";
import { Hints } from "./hints";
import { LessonEnd } from "../hand-in/progress-file";
import { Prose } from "../../../cards/prose/prose";
import { EnglishNote, useProseLang } from "../../../cards/prose/prose-language";
import { LESSONS_HASH, printHash, stepHash } from "../../../shell/lesson-address";
import { StepList } from "./step-list";
import type { StepProps } from "../../../cards/tasks/task-parts";
import { TaskView } from "../../../cards/tasks/task-view";

/** Loaded with the first step that asks for a program. */
const ProgramTask = lazyPart(async () => (await import("./program-task")).default);

/** When an answer has been checked, scrolls to the verdict, or to what is missing: on a phone it may be behind the bar. */
function showVerdict({ target }: FormEvent): void {
  if (!(target instanceof HTMLElement)) return;
  afterPaint(() => target.querySelector("[aria-live]")?.scrollIntoView({ block: "nearest" }));
}

export function Reader({ context, lesson, step, progress }: StepProps) {
  const index = lesson.steps.indexOf(step);
  const lang = useProseLang();
  const knobsAt = indexOfKnobs(step);
  const isWithGoal = goalWithKnobs(step) !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  // A new step scrolls to its heading and focuses it. The first step of a page leaves the focus alone.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: "nearest" });
    const isLaterStep = !first.current;
    if (isLaterStep) heading.current?.focus({ preventScroll: true });
    first.current = false;
    heading.current?.closest(".lesson-column, .lesson-sheet")?.scrollTo({ top: 0 });
    // The machine scrolls to its top too, where the playback buttons are.
    if (isLaterStep) window.scrollTo({ top: 0 });
  }, [step.id]);
  return (
    <section
      className="reader"
      onSubmit={showVerdict}
      aria-label={tr("Lesson {number}: {title}", { number: lesson.number, title: lesson.title })}
    >
      <p className="note">
        {packagedLesson() === null && (
          <>
            {rich("<link>Lessons</link><span> / </span>", {
              link: <a href={LESSONS_HASH} />,
              span: <span aria-hidden="true" />,
            })}
          </>
        )}
        {lesson.number} <span lang={lang}>{lesson.title}</span>
        <a className="reader-print" href={printHash(lesson)}>
          {tr("Print all steps")}
        </a>
      </p>
      <EnglishNote language={lesson.language} />
      <StepList lesson={lesson} step={step} progress={progress} />
      <h2 className="reader-title" ref={heading} {...PAGE_HEADING_PROPS}>
        {rich("<title/><span>, step {index} of {length}</span>", {
          title: <span lang={lang}>{step.title}</span>,
          index: index + 1,
          length: lesson.steps.length,
          span: <span className="visually-hidden" />,
        })}
      </h2>
      <MachineOriginNote context={context} />
      {index === 0 && <OtherModelNote context={context} lesson={lesson} />}
      <div className="reader-body" key={step.id}>
        {step.body.map((item, at) => (
          <Fragment key={at}>
            {at === knobsAt && <FreeKnobs context={context} step={step} />}
            <ItemView
              {...{ context, lesson, step, progress, item }}
              above={step.body.slice(0, at)}
            />
          </Fragment>
        ))}
        {knobsAt < 0 && !isWithGoal && <FreeKnobs context={context} step={step} />}
      </div>
      <Hints {...{ context, lesson, step, progress }} />
      <StepNavigation {...{ context, lesson, step, progress }} />
      {index === lesson.steps.length - 1 && (
        <LessonEnd context={context} lesson={lesson} done={isStepDone(step, progress)} />
      )}
    </section>
  );
}

/** The item above which the knobs are: a question asks what they do, so they are turned first. -1: they are the last, or
 * belong to a goal, which shows them itself. */
function indexOfKnobs(step: Step): number {
  if (goalWithKnobs(step) !== null) return -1;
  return step.body.findIndex((item) => item.kind === "task");
}

/** The goal that shows the knobs of its step, beside its button. null: the step has none, or asks something else first. */
function goalWithKnobs(step: Step): Task | null {
  const [first] = tasksOf(step);
  return first?.kind === "goal" ? first : null;
}

interface ItemProps extends StepProps {
  item: StepItem;
  /** The items before it in the step. */
  above: readonly StepItem[];
}

function ItemView({ item, above, ...step }: ItemProps) {
  switch (item.kind) {
    case "prose":
      return <Prose blocks={item.blocks} context={step.context} />;
    case "task":
      return (
        <TaskView
          key={item.task.id}
          {...step}
          task={item.task}
          program={item.task.kind === "program" && <ProgramTask {...step} task={item.task} />}
          knobs={
            item.task === goalWithKnobs(step.step) && (
              <FreeKnobs context={step.context} step={step.step} />
            )
          }
        />
      );
    case "after": {
      const { tasks } = step.progress;
      const done = above.every((one) => one.kind !== "task" || isDone(tasks[one.task.id]));
      return done ? (
        <div className="reader-after">
          <Prose blocks={item.blocks} context={step.context} />
        </div>
      ) : null;
    }
  }
}

/** Links to the previous and next step, and buttons for the machine. */
function StepNavigation({ context, lesson, step, progress }: StepProps) {
  const index = lesson.steps.indexOf(step);
  const before = lesson.steps[index - 1];
  const next = lesson.steps[index + 1];
  const done = isStepDone(step, progress);
  const { lab } = context.services;
  const isMachineOpen = useStore(context.lessonMachine.store, ({ machine }) => machine !== "");
  return (
    <div className="step-nav">
      <div className="step-nav-links">
        {before !== undefined && (
          <a className="button button-plain" href={stepHash(lesson, before)}>
            {tr("Back")}
          </a>
        )}
        <a
          className={`button ${done ? "button-primary" : "button-plain"} step-nav-next`}
          href={next === undefined ? LESSONS_HASH : stepHash(lesson, next)}
        >
          {next === undefined ? tr("All lessons") : tr("Next: {title}", { title: next.title })}
        </a>
      </div>
      <div className="step-nav-machine">
        <Button variant="quiet" icon="undo" onClick={context.lessonMachine.resetMachine}>
          {tr("Machine as at the start")}
        </Button>
        <Button
          variant="quiet"
          // While the step's machine is being built, the lab still has the one before.
          disabled={!isMachineOpen}
          title={tr("Leaves the lesson; your progress is kept")}
          onClick={() => (location.hash = lab.machineLink())}
        >
          {tr("Open this machine in the lab")}
        </Button>
      </div>
    </div>
  );
}

const ORIGINS: Record<MachineOrigin, string> = {
  own: "",
  left: msg("The machine is as you left it."),
  changed:
    msg(`The machine starts from the beginning, because this step or the model has changed since
      you left it.`),
};

/** A note that says where the open machine comes from, if it is not the step's initial machine. */
function MachineOriginNote({ context }: { context: LessonContext }) {
  const origin = useStore(context.lessonMachine.store, (state) => state.origin);
  return (
    <p className="reader-origin muted" role="status">
      {tr(ORIGINS[origin])}
    </p>
  );
}

/** A warning for a lesson that was checked with another version of the model. */
function OtherModelNote({ context, lesson }: { context: LessonContext; lesson: Lesson }) {
  const model = useStore(context.services.lab.state, ({ catalogue }) => catalogue?.model ?? "");
  if (model === "" || model === lesson.model) return null;
  return (
    <p className="reader-model" role="note">
      {tr(
        `This lesson was checked with version {model} of the model; this page runs {model2}. Its
          numbers may differ a little.`,
        { model: lesson.model, model2: model },
      )}
    </p>
  );
}
