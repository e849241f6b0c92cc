// A lesson beside the live lab: the text in a column at the left, on small screens as a sheet over the
// lower part that can be folded away; what is typed, judged or unfolded in it goes on meanwhile. Entering a
// step sets the stage for it.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Lesson, Pointer } from "../../lesson/model";
import { isStepDone, NO_LESSON_PROGRESS } from "../../lesson/progress";
import { useStore } from "../../store/react";
import { usePageTitle } from "../../ui/page-heading";
import { useMedia } from "../../ui/use-media";
import { useHeard } from "../app/use-heard";
import { LabView } from "../lab";
import type { Desk } from "./desk";
import { Pointing } from "./prose";
import { Reader } from "./reader";
import { stepAddress } from "./route";
import { useKeptMachine } from "./use-kept-machine";

/** The text's column, in CSS pixels, and the window's width from which there is one. */
const COLUMN_PIXELS = 400;
const COLUMN_FROM = 1000;

interface LessonPageProps {
  desk: Desk;
  lesson: Lesson;
  /** As the address has it; empty or unknown: where one was last. */
  stepId: string;
}

export function LessonPage({ desk, lesson, stepId }: LessonPageProps) {
  const { notebook, stage, workbench } = desk;
  const progress = useStore(
    notebook.store,
    ({ lessons }) => lessons[lesson.id] ?? NO_LESSON_PROGRESS,
  );
  const model = useStore(workbench.lab.state, ({ catalogue }) => catalogue?.model ?? "");
  const machine = useStore(stage.store, (one) => one.machine);
  const column = useMedia(`(min-width: ${COLUMN_FROM}px)`);
  const named = lesson.steps.find(({ id }) => id === stepId);
  const last = lesson.steps.find(({ id }) => id === notebook.of(lesson).step);
  const step = named ?? last ?? lesson.steps[0];
  const done = step !== undefined && isStepDone(step, progress);

  useEffect(() => {
    if (step === undefined || step.id === stepId) return;
    location.replace(stepAddress(lesson, step));
  }, [lesson, step, stepId]);
  useEffect(() => {
    if (step !== undefined) stage.enter(lesson, step, done);
  }, [stage, lesson, step, done]);
  useEffect(() => {
    if (step !== undefined && model !== "") notebook.see(lesson, step, model);
  }, [notebook, lesson, step, model]);
  useEffect(() => {
    return () => stage.leave(!location.hash.startsWith("#/lab?"));
  }, [stage, lesson]);

  useKeptMachine(desk);

  usePageTitle(lesson.title);
  // Until the lesson's machine stands, what is said is of another one.
  useHeard(workbench.announcer, machine !== "");

  const { folded, fold, sheet, handle } = useSheet();
  const room = useRef<HTMLDivElement>(null);
  const pointAt = (at: Pointer) => {
    stage.pointAt(at);
    if (!column) {
      // The sheet would cover what is pointed at; what was pressed is gone with it.
      handle.current?.focus({ preventScroll: true });
      fold(true);
    }
    requestAnimationFrame(() => room.current && bringIntoView(room.current, at));
  };
  if (step === undefined) return null;
  const index = lesson.steps.indexOf(step);
  return (
    <div className={column ? "lesson lesson-beside" : `lesson ${folded ? "" : "lesson-covered"}`}>
      <div className={column ? "lesson-column" : "lesson-sheet"} ref={sheet}>
        {!column && (
          <button
            ref={handle}
            type="button"
            className="sheet-handle"
            aria-expanded={!folded}
            onClick={() => fold(!folded)}
          >
            {folded
              ? `Step ${index + 1} of ${lesson.steps.length}: show the lesson`
              : "Show the machine"}
          </button>
        )}
        <div hidden={folded && !column}>
          <Pointing value={pointAt}>
            <Reader desk={desk} lesson={lesson} step={step} progress={progress} />
          </Pointing>
        </div>
      </div>
      <div className="lesson-lab" ref={room} data-machine={machine}>
        <LabView workbench={workbench} aside={column ? COLUMN_PIXELS : 0} />
      </div>
    </div>
  );
}

/** The sheet keeps its place in the text while it is folded. */
function useSheet() {
  const [folded, setFolded] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const read = useRef(0);
  const fold = (wanted: boolean) => {
    if (wanted) read.current = sheet.current?.scrollTop ?? 0;
    setFolded(wanted);
  };
  useLayoutEffect(() => {
    if (!folded) sheet.current?.scrollTo({ top: read.current });
  }, [folded]);
  return { folded, fold, sheet, handle };
}

const CARDS: Record<string, string> = {
  machine: ".machine-card",
  timeline: ".timeline-card",
  sentence: ".sentence-card",
  curve: ".curve-card",
  outcomes: ".outcomes",
};

/** A view by its name; whatever else is pointed at stands in the machine's picture, else in the timeline.
 * The page stays where it is if most of the view can be seen. */
function bringIntoView(room: HTMLElement, { kind, id }: Pointer): void {
  const wanted = kind === "view" ? (CARDS[id] ?? "") : ".machine-card, .timeline-card";
  const card = room.querySelector(wanted);
  if (card === null) return;
  const { top, bottom } = card.getBoundingClientRect();
  const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  if (seen < (bottom - top) / 2) card.scrollIntoView({ block: "nearest" });
}
