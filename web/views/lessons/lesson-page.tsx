// A lesson beside the live lab: the text in a column at the left; on smaller screens as a sheet over the lower part
// that can be folded away; on a phone either the text or the machine, with the step's knobs in reach. What is
// typed, judged or unfolded in the text goes on while it is folded. Entering a step sets the stage for it.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Lesson, Pointer, Step } from "../../lesson/model";
import { isStepDone, NO_LESSON_PROGRESS } from "../../lesson/progress";
import { useStore } from "../../store/store";
import { usePageTitle } from "../../ui/page-heading";
import { useMedia } from "../../ui/appearance";
import { useAnnouncements, LabView } from "../lab";
import { PlayButton } from "../transport";
import type { LessonContext } from "./lesson-context";
import { FreeKnobs } from "./free-knobs";
import { PointingContext } from "./prose";
import { Reader } from "./reader";
import { stepHash } from "./route";
import { useSavedMachine } from "./machine-hooks";

/** The text's column, in CSS pixels, and the window's width from which there is one. */
const COLUMN_PIXELS = 400;
const COLUMN_FROM = 1000;
/** Here a sheet would leave too little of the machine. */
const PHONE = "(max-width: 639px), (max-height: 559px)";

interface LessonPageProps {
  context: LessonContext;
  lesson: Lesson;
  /** As the address has it; empty or unknown: where one was last. */
  stepId: string;
}

export function LessonPage({ context, lesson, stepId }: LessonPageProps) {
  const { progressStore, stepMachine, services } = context;
  const progress = useStore(
    progressStore.store,
    ({ lessons }) => lessons[lesson.id] ?? NO_LESSON_PROGRESS,
  );
  const model = useStore(services.lab.state, ({ catalogue }) => catalogue?.model ?? "");
  const machine = useStore(stepMachine.store, (one) => one.machine);
  const column = useMedia(`(min-width: ${COLUMN_FROM}px)`);
  const paged = useMedia(PHONE) && !column;
  const named = lesson.steps.find(({ id }) => id === stepId);
  const last = lesson.steps.find(({ id }) => id === progressStore.lessonProgress(lesson).step);
  const step = named ?? last ?? lesson.steps[0];
  const done = step !== undefined && isStepDone(step, progress);

  useEffect(() => {
    if (step === undefined || step.id === stepId) return;
    location.replace(stepHash(lesson, step));
  }, [lesson, step, stepId]);
  useEffect(() => {
    if (step !== undefined) stepMachine.openStep(lesson, step, done);
  }, [stepMachine, lesson, step, done]);
  useEffect(() => {
    if (step !== undefined && model !== "") progressStore.markSeen(lesson, step, model);
  }, [progressStore, lesson, step, model]);
  useEffect(() => {
    return () => stepMachine.closeLesson(!location.hash.startsWith("#/lab?"));
  }, [stepMachine, lesson]);

  useSavedMachine(context);

  usePageTitle(lesson.title);
  // Until the lesson's machine stands, what is said is of another one.
  useAnnouncements(services.announcer, machine !== "");

  const { folded, fold, isSeen, sheet, handle } = useFoldedSheet(paged, step);
  const room = useRef<HTMLDivElement>(null);
  const pointAt = (at: Pointer) => {
    stepMachine.pointAt(at);
    if (!column) {
      // The sheet would cover what is pointed at; what was pressed is gone with it.
      handle.current?.focus({ preventScroll: true });
      fold(true);
    }
    requestAnimationFrame(() => room.current && bringIntoView(room.current, at));
  };
  if (step === undefined) return null;
  const turnOver = () => {
    const { spotlight } = step;
    // Seen for the first time, the machine is looked at where the step looks.
    if (paged && !folded && !isSeen() && spotlight !== null) pointAt(spotlight);
    else fold(!folded);
  };
  const index = lesson.steps.indexOf(step);
  return (
    <div className={layoutClass(column, paged, folded)}>
      <div className={column ? "lesson-column" : "lesson-sheet"} ref={sheet}>
        {!column && (
          <div className="lesson-bar">
            {paged && folded && (
              <>
                <FreeKnobs context={context} step={step} bare />
                <PlayButton services={services} />
              </>
            )}
            <button
              ref={handle}
              type="button"
              className="sheet-handle"
              aria-expanded={!folded}
              onClick={turnOver}
            >
              {folded
                ? `Step ${index + 1} of ${lesson.steps.length}: show the lesson`
                : "Show the machine"}
            </button>
          </div>
        )}
        <div hidden={folded && !column}>
          <PointingContext value={pointAt}>
            <Reader context={context} lesson={lesson} step={step} progress={progress} />
          </PointingContext>
        </div>
      </div>
      <div className="lesson-lab" ref={room} data-machine={machine}>
        <LabView services={services} reservedWidth={column ? COLUMN_PIXELS : 0} />
      </div>
    </div>
  );
}

function layoutClass(column: boolean, paged: boolean, folded: boolean): string {
  if (column) return "lesson lesson-beside";
  return `lesson ${paged ? "lesson-paged" : ""} ${folded ? "" : "lesson-covered"}`;
}

/** The text keeps its place while it is folded, and so does a step's machine where the page shows one of both. */
function useFoldedSheet(paged: boolean, step: Step | undefined) {
  const [folded, setFolded] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  /** Of the machine none as long as the step's has not been looked at. */
  const places = useRef<{ text: number; machine: number | null }>({ text: 0, machine: null });
  useEffect(() => {
    places.current.machine = null;
  }, [step]);
  const fold = (wanted: boolean) => {
    if (folded) places.current.machine = window.scrollY;
    else places.current.text = paged ? window.scrollY : (sheet.current?.scrollTop ?? 0);
    setFolded(wanted);
  };
  useLayoutEffect(() => {
    const { text, machine } = places.current;
    if (paged) window.scrollTo({ top: folded ? (machine ?? 0) : text });
    else if (!folded) sheet.current?.scrollTo({ top: text });
  }, [folded, paged]);
  const isSeen = () => places.current.machine !== null;
  return { folded, fold, isSeen, sheet, handle };
}

const CARD_SELECTORS: Record<string, string> = {
  machine: ".machine-card",
  timeline: ".timeline-card",
  sentence: ".diagnosis-card",
  curve: ".curve-card",
  outcomes: ".outcomes",
};

/** What is pointed at is to be seen with so much of what stands under it: a lane's name says little alone. */
const AROUND_PIXELS = 100;

/** A view by its name, unless most of it is seen; whatever else is pointed at by itself, in the middle unless it is
 * seen where the page stands. */
function bringIntoView(room: HTMLElement, { kind, id }: Pointer): void {
  const thing = kind === "view" ? null : room.querySelector(".machine-target[aria-pressed=true]");
  const card = room.querySelector(kind === "view" ? (CARD_SELECTORS[id] ?? "") : ".timeline-card");
  const bar = room.parentElement?.querySelector(".lesson-bar");
  const floor = bar?.getBoundingClientRect().top ?? window.innerHeight;
  if (thing !== null) {
    const { top, bottom } = thing.getBoundingClientRect();
    if (top < 0 || bottom + AROUND_PIXELS > floor) thing.scrollIntoView({ block: "center" });
  } else if (card !== null) {
    const { top, bottom } = card.getBoundingClientRect();
    const seen = Math.min(bottom, floor) - Math.max(top, 0);
    if (seen < (bottom - top) / 2) card.scrollIntoView({ block: "nearest" });
  }
}
