// The slides of a lecture, for the audience: a title, a few lines, and the live views of the slide in large type.
import { useEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import { endSentence } from "../../lib/format/sentence";
import { findMachineStep, type Lesson, type Step } from "../../lesson/lesson";
import { NO_LESSON_PROGRESS } from "../../lesson/progress";
import { isConcealed } from "../../model/limits";
import { VIEWS_IN_COLUMN, type ViewName } from "../../model/views";
import { slideAt, valuesAfterCues } from "../../desk/lecture/lecture-state";
import type { LectureStore } from "../../desk/lecture/lecture-store";
import { machineScenario } from "../../desk/lesson/step-machine";
import { useStore } from "../../lib/store";
import { valuesAtStart } from "../../model/scenario/settings";
import { Button } from "../../ui/button";
import { useFontSize } from "../../ui/appearance";
import { lazyPart } from "../../ui/lazy-part";
import { usePageTitle } from "../../ui/page-heading";
import { ReplayProgress } from "../../cards/replay-progress";
import type { LessonContext } from "../../desk/lesson-context";
import { useSavedMachine } from "../../shell/machine-hooks";
import { PointingContext, Prose } from "../../cards/prose/prose";
import { TaskView } from "../../cards/tasks/task-view";
import { ViewCard } from "../../cards/view-cards";
import {
  openLectureWindow,
  useLectureKeys,
  useLectureWindowName,
  useSlideAddress,
} from "./lecture-hooks";
import { KeysDialog } from "./keys-dialog";
import { SpotlightCaption, useSpotlight } from "./spotlight";

const LessonComparison = lazyPart(
  async () => (await import("../../cards/tasks/compared-machines")).default,
);

interface SlidesProps {
  context: LessonContext;
  lecture: Lesson;
  store: LectureStore;
}

export function Slides({ context, lecture, store }: SlidesProps) {
  const { services, lessonMachine } = context;
  const { lab } = services;
  const state = useStore(store.state, (one) => one);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const step = slideAt(lecture, state.slide);
  usePageTitle(`${step.title} – ${lecture.title}`);
  useLectureWindowName("slides");
  useSlideAddress(store, lecture, services.notices);
  useProjectorLayout(context);
  useEffect(() => lessonMachine.openStep(lecture, step, true), [lessonMachine, lecture, step]);
  useEffect(() => () => lessonMachine.closeLesson(), [lessonMachine]);
  useSavedMachine(context);
  useCues(context, lecture, step, state.cues);
  useSpotlight(context, store, state);
  const machine = useStore(lessonMachine.store, (one) => one.machine);
  useEffect(() => {
    if (machine === "") return;
    if (state.isPlaying && !(step.machine?.paused ?? false)) lab.clock.play();
    else lab.clock.pause();
  }, [lab, machine, state.isPlaying, step]);
  useLectureKeys({
    store,
    onOther: () => openLectureWindow(services.notices, lecture, "speaker", state.slide),
    onHelp: () => setHelpOpen(true),
  });
  const cue = step.cues[state.cues - 1];
  const hasViews = step.shown.length > 0 || step.compare !== null;
  return (
    <div className="lecture" data-black={state.isBlack} data-machine={machine}>
      <section
        className={hasViews ? "slide" : "slide slide-text-only"}
        aria-label={tr("Slide {slide} of {length}", {
          slide: state.slide + 1,
          length: lecture.steps.length,
        })}
      >
        <div className="slide-text" hidden={state.isBlack}>
          <h1 className="slide-title">{step.title}</h1>
          <PointingContext value={lessonMachine.pointAt}>
            <SlideBody context={context} lecture={lecture} step={step} />
          </PointingContext>
          {cue !== undefined && <p className="slide-cue">{cue.label}</p>}
        </div>
        {hasViews && (
          <div className="slide-views" hidden={state.isBlack}>
            <SlideViews context={context} lecture={lecture} step={step} />
          </div>
        )}
      </section>
      <p className="slide-number mono" hidden={state.isBlack}>
        {state.typed !== "" && (
          <span className="slide-typed">{tr("go to {typed}", { typed: state.typed })} </span>
        )}
        {state.slide + 1} / {lecture.steps.length}
      </p>
      <div
        className="slide-buttons"
        role="group"
        aria-label={tr("Commands")}
        hidden={state.isBlack}
      >
        <Button onClick={() => store.run({ kind: "backward" })}>{tr("Back")}</Button>
        <Button onClick={() => store.run({ kind: "forward" })}>{tr("Next")}</Button>
      </div>
      <SpotlightCaption context={context} state={state} />
      <p className="visually-hidden" role="status">
        {state.isBlack
          ? tr("The screen is black.")
          : [
              endSentence(step.title),
              cue && tr("Cue: {label}", { label: endSentence(cue.label) }),
            ].join(" ")}
      </p>
      <ReplayProgress lab={lab} />
      <KeysDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

function SlideBody({ context, lecture, step }: Omit<SlidesProps, "store"> & { step: Step }) {
  return step.body.map((item, at) =>
    item.kind === "task" ? (
      <TaskView
        key={item.task.id}
        {...{ context, lesson: lecture, step, task: item.task }}
        progress={NO_LESSON_PROGRESS}
      />
    ) : (
      <Prose key={at} blocks={item.blocks} context={context} />
    ),
  );
}

function SlideViews({ context, lecture, step }: Omit<SlidesProps, "store"> & { step: Step }) {
  const { services } = context;
  const { lab } = services;
  const type = useFontSize();
  const ready = useStore(lab.state, ({ topology }) => topology !== null);
  const limits = useStore(lab.state, (state) => state.limits);
  if (!ready) return <p className="loading">{tr("Starting the simulator …")}</p>;
  if (step.compare !== null) {
    return (
      <LessonComparison
        context={context}
        lesson={lecture}
        spec={step.compare}
        projectorFontSize={type}
      />
    );
  }
  const isShown = (view: ViewName) => step.shown.includes(view) && !isConcealed(limits, view);
  return VIEWS_IN_COLUMN.filter(isShown).map((view) => (
    <ViewCard key={view} {...{ services, view }} projectorFontSize={type} isInSlide />
  ));
}

/** Large type while the slides are shown; afterwards the layout of the person's preferences. */
function useProjectorLayout({ services: { lab, preferences } }: LessonContext): void {
  useEffect(() => {
    lab.setLayout("projector");
    return () => lab.setLayout(preferences.get().layout);
  }, [lab, preferences]);
}

/** Turns the knobs so that they have the values that the given cues set. Taking a cue back restores the values before. */
function useCues(context: LessonContext, lecture: Lesson, step: Step, count: number): void {
  const { lessonMachine, services } = context;
  const { lab } = services;
  const machine = useStore(lessonMachine.store, (one) => one.machine);
  useEffect(() => {
    const { catalogue } = lab.state.get();
    if (machine === "" || catalogue === null || step.cues.length === 0) return;
    const { spec } = findMachineStep(lecture, lecture.steps.indexOf(step));
    const scenario = machineScenario(lecture, catalogue, spec);
    if (scenario === undefined) return;
    const wanted = valuesAfterCues(step, valuesAtStart(catalogue, scenario), count);
    const now = lab.values();
    const changed = Object.entries(wanted).filter(([path, value]) => now[path] !== value);
    const label = step.cues[count - 1]?.label ?? tr("Cue taken back");
    if (changed.length > 0) lab.change(Object.fromEntries(changed), label);
  }, [lab, machine, lecture, step, count]);
}
