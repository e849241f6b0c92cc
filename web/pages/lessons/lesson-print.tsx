// A whole lesson on paper: every step with its text, its tasks and a picture of its machine, as a lecture is printed. What a step
// conceals until its tasks are done is absent until they are: the picture, and the text that explains the answer.
import { useMemo } from "react";
import { tr } from "../../i18n/i18n";
import { ENGLISH } from "../../i18n/languages";
import type { Topology } from "../../generated/model";
import type { Lesson, Prediction, Step, Task } from "../../lesson/lesson";
import {
  isDone,
  isStepDone,
  NO_LESSON_PROGRESS,
  taskProgress,
  type LessonProgress,
} from "../../lesson/progress";
import { lessonOfSeed } from "../../lesson/variants";
import { isConcealed, NO_LIMITS } from "../../model/limits";
import { VIEW_ROWS, VIEWS } from "../../model/views";
import { concealedIn } from "../../desk/lesson/step-limits";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { lazyPart } from "../../ui/lazy-part";
import { PrintedMachine } from "../lecture/printed-machine";
import { progressText, useSlidePictures } from "../lecture/slide-pictures";
import "../lecture/lecture.css";
import "../lecture/print.css";
import type { LessonContext } from "../../desk/lesson-context";
import { useHiddenLab } from "../../shell/machine-hooks";
import { useElementWidth } from "../../cards/canvas/canvas-hooks";
import { predictionAxis } from "../../cards/tasks/prediction-axis";
import { PredictionChart } from "../../cards/tasks/prediction-chart";
import { nameMetric } from "../../cards/tasks/task-text";
import { Inlines, Prose } from "../../cards/prose/prose";
import { ProseLanguageProvider } from "../../cards/prose/prose-language";

const StartText = lazyPart(async () => (await import("./start-text")).StartText);

/** A learner who has not begun has no seed: the first variant. */
const FIRST_SEED = 1;

const PRINTED_VIEWS = VIEWS.filter((view) => VIEW_ROWS[view].isInLessonPrint);

interface LessonPrintProps {
  context: LessonContext;
  lesson: Lesson;
}

export function LessonPrint({ context, lesson: written }: LessonPrintProps) {
  const { services, progressStore } = context;
  usePageTitle(tr("{title}, for printing", { title: written.title }));
  useHiddenLab(services);
  const progress = useStore(
    progressStore.store,
    ({ lessons }) => lessons[written.id] ?? NO_LESSON_PROGRESS,
  );
  const lesson = useMemo(() => printedLesson(written, progress), [written, progress]);
  const pictures = useSlidePictures(services, lesson);
  // All machines of a lesson name their contexts alike.
  const topology = [...pictures.slides.values()].flat()[0]?.topology ?? null;
  return (
    <div className="lecture-print" data-theme="light">
      <div className="lecture-print-tools">
        <h2 {...PAGE_HEADING_PROPS}>
          {tr("Lesson {number}: {title}", { number: lesson.number, title: lesson.title })}
        </h2>
        <Button variant="primary" onClick={() => window.print()}>
          {tr("Print")}
        </Button>
        <a className="button button-plain" href={`#/lessons/${lesson.id}`}>
          {tr("Back to the lesson")}
        </a>
        <p className="muted" role="status">
          {progressText(pictures, lesson.steps.length)}
        </p>
      </div>
      <ProseLanguageProvider value={lesson.language ?? ENGLISH.id}>
        {lesson.steps.map((step, at) => (
          <section key={step.id} className="printed-slide" aria-labelledby={`printed-${step.id}`}>
            <h3 id={`printed-${step.id}`}>
              {at + 1}. {step.title}
            </h3>
            <PrintedBody {...{ context, step, progress, topology }} />
            {pictures.slides.get(at)?.map((picture) => (
              <PrintedMachine key={picture.label} picture={picture} />
            ))}
          </section>
        ))}
      </ProseLanguageProvider>
    </div>
  );
}

/** The learner's variant of the lesson; each step has only the views that are printed. */
function printedLesson(written: Lesson, progress: LessonProgress): Lesson {
  const lesson = lessonOfSeed(written, progress.seed ?? FIRST_SEED);
  const steps = lesson.steps.map((step) => {
    const limits = { ...NO_LIMITS, concealed: concealedIn(step, isStepDone(step, progress)) };
    const shown = PRINTED_VIEWS.filter((view) => !isConcealed(limits, view));
    // The machine of the scenario has a kernel that is not the learner's.
    const isWritten = step.body.some((one) => one.kind === "task" && one.task.kind === "program");
    if (isWritten) return { ...step, shown: [], compare: null };
    // Two machines that may not be seen are not opened.
    return { ...step, shown, compare: shown.includes("machine") ? step.compare : null };
  });
  return { ...lesson, steps };
}

interface PrintedBodyProps {
  context: LessonContext;
  /** Null until the first machine is measured: it has the words for a metric. */
  topology: Topology | null;
  step: Step;
  progress: LessonProgress;
}

function PrintedBody({ context, step, progress, topology }: PrintedBodyProps) {
  const isAnswered = (items: Step["body"]) =>
    items.every((one) => one.kind !== "task" || isDone(progress.tasks[one.task.id]));
  return step.body.map((item, at) => {
    if (item.kind === "task")
      return <PrintedTask key={at} {...{ context, progress, topology }} task={item.task} />;
    if (item.kind === "after" && !isAnswered(step.body.slice(0, at))) return null;
    return <Prose key={at} blocks={item.blocks} context={context} />;
  });
}

/** A task with room for an answer, or with the learner's program. */
interface PrintedTaskProps extends Omit<PrintedBodyProps, "step"> {
  task: Task;
}

function PrintedTask({ context, progress, topology, task }: PrintedTaskProps) {
  const program = task.kind === "program" ? taskProgress(progress, task, "program") : undefined;
  return (
    <div className="printed-task">
      <Prose blocks={task.prose} context={context} />
      {task.kind === "choice" ? (
        <ul className="printed-options">
          {task.options.map((option, at) => (
            <li key={at}>
              <Inlines inlines={option.text} context={context} />
            </li>
          ))}
        </ul>
      ) : task.kind === "program" ? (
        program === undefined || program.text === "" ? (
          <StartText challenge={task.challenge} />
        ) : (
          <pre className="printed-program">{program.text}</pre>
        )
      ) : task.kind === "prediction" ? (
        <PrintedPrediction {...{ context, progress, topology, task }} />
      ) : (
        <p className="printed-answer">{tr("Your answer:")}</p>
      )}
    </div>
  );
}

/** A width that fits A4 and Letter paper, in CSS pixels. */
const PREDICTION_PIXELS_MAX = 520;

/** The axes for a pencil, or with the curve that the learner has drawn on the page. */
function PrintedPrediction({
  context: { services },
  progress,
  topology,
  task,
}: Omit<PrintedTaskProps, "task"> & { task: Prediction }) {
  const catalogue = useStore(services.lab.state, (state) => state.catalogue);
  const [holder, width] = useElementWidth(true);
  const drawn = taskProgress(progress, task, "prediction");
  return (
    <div ref={holder} className="printed-prediction">
      {width > 0 && (
        <PredictionChart
          width={Math.min(width, PREDICTION_PIXELS_MAX)}
          task={task}
          measured={nameMetric(task.metric, topology)}
          axis={predictionAxis(task, catalogue)}
          guess={drawn?.guess ?? task.values.map(() => null)}
          real={drawn?.real ?? null}
          tableHint=""
          onDraw={null}
        />
      )}
    </div>
  );
}
