// A lesson beside the live lab. On a wide screen the text is a column at the left. On a smaller one it is a sheet over the
// lower part, which can be folded away. A phone shows either the text or the machine with the step's knobs. The folded
// text keeps its state. Opening a step prepares its machine.
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
  type CSSProperties,
} from "react";
import { tr } from "../../../i18n/i18n";
import { ENGLISH } from "../../../i18n/languages";
import { asksForProgram, type Lesson, type Pointer, type Step } from "../../../lesson/lesson";
import { LEARNER_SEED_MAX, lessonOfSeed } from "../../../lesson/variants";
import type { ViewName } from "../../../model/views";
import { isStepDone, NO_LESSON_PROGRESS } from "../../../lesson/progress";
import { cutText } from "../../../lib/format/cut-text";
import { useStore } from "../../../lib/store";
import { lazyPart } from "../../../ui/lazy-part";
import { usePageTitle } from "../../../ui/page-heading";
import { useMedia } from "../../../ui/appearance";
import { writeBottomBarHeight } from "../../../ui/bottom-bar-height";
import { useAnnouncements, LabView } from "../../lab";
import { SuggestedActionButton } from "../../../cards/diagnosis/suggested-action";
import { PlayButton } from "../../../cards/transport";
import { VIEW_CARDS } from "../../../cards/view-cards";
import type { LessonContext } from "../../../desk/lesson-context";
import { FreeKnobs } from "./free-knobs";
import { usePersistentStorage } from "../hand-in/persistent-storage";
import { PointingContext } from "../../../cards/prose/prose";
import { ShowMachineContext } from "../../../cards/tasks/load-buttons";
import { ProseLanguageProvider } from "../../../cards/prose/prose-language";
import { Reader } from "./reader";
import { stepHash } from "../../../shell/lesson-address";
import { redirectHash } from "../../../shell/location-hash";
import { useSavedMachine } from "../../../shell/machine-hooks";

/** Loaded with the first step that compares two machines. */
const LessonComparison = lazyPart(
  async () => (await import("../../../cards/tasks/compared-machines")).default,
);

/** The width of the text column, in CSS pixels, and the window width from which there is one. */
const COLUMN_PIXELS = 400;
const COLUMN_FROM = 1000;
/** The same for a step with a program, whose lines are longer. */
const PROGRAM_COLUMNS = [
  { from: 1600, pixels: 700 },
  { from: 1180, pixels: 540 },
] as const;
/** On these screens a sheet would leave too little of the machine. */
const PHONE = "(max-width: 639px), (max-height: 559px)";

interface LessonPageProps {
  context: LessonContext;
  lesson: Lesson;
  /** The step in the address. If it is empty or unknown, the page opens the last open step. */
  stepId: string;
}

export function LessonPage({ context, lesson: written, stepId }: LessonPageProps) {
  const { progressStore, lessonMachine, services } = context;
  const { lesson, progress, seed } = useLearnersLesson(context, written);
  const model = useStore(services.lab.state, ({ catalogue }) => catalogue?.model ?? "");
  const machine = useStore(lessonMachine.store, (one) => one.machine);
  const column = useMedia(`(min-width: ${COLUMN_FROM}px)`);
  const programColumn = useProgramColumn();
  const paged = useMedia(PHONE) && !column;
  const stepInAddress = lesson.steps.find(({ id }) => id === stepId);
  const last = lesson.steps.find(({ id }) => id === progressStore.lessonProgress(lesson).step);
  const step = stepInAddress ?? last ?? lesson.steps[0];
  const done = step !== undefined && isStepDone(step, progress);

  useUnknownStepNotice(context, lesson, step, stepId);
  useShownStep(context, lesson, step, stepId, done);
  useEffect(() => {
    if (step !== undefined && model !== "") progressStore.markSeen(lesson, step, model, seed);
  }, [progressStore, lesson, step, model, seed]);
  useSavedMachine(context);
  usePersistentStorage(done);

  usePageTitle(lesson.title);
  // Before the lesson's machine is open, announcements would be about another one.
  useAnnouncements(services.announcer, machine !== "");

  const { folded, fold, isSeen, sheet, handle } = useFoldedSheet(paged, step);
  const labElement = useRef<HTMLDivElement>(null);
  const showPart = (at: Pointer) => {
    if (!column) {
      // The sheet would cover the target, so it is folded; the focus moves to its handle.
      handle.current?.focus({ preventScroll: true });
      fold(true);
    }
    bringIntoView(labElement, at, FRAMES_OF_LAYOUT);
  };
  const pointAt = (at: Pointer) => {
    lessonMachine.pointAt(at);
    showPart(at);
  };
  const showMachine = () => {
    if (paged) showPart({ kind: "view", id: "sentence", line: 0 });
  };
  if (step === undefined) return null;
  const columnPixels = asksForProgram(step) ? programColumn : COLUMN_PIXELS;
  const toggleSheet = () => {
    const { spotlight } = step;
    // When the machine is shown for the first time, the page scrolls to the part that the step points at.
    if (paged && !folded && !isSeen() && spotlight !== null) showPart(spotlight);
    else fold(!folded);
  };
  return (
    <div
      className={layoutClass(column, paged, folded)}
      style={{ "--column": `${columnPixels}px` } as CSSProperties}
    >
      <div className={column ? "lesson-column" : "lesson-sheet"} ref={sheet}>
        {!column && (
          <SheetBar {...{ context, lesson, step, paged, folded, handle }} onToggle={toggleSheet} />
        )}
        <div hidden={folded && !column}>
          <PointingContext value={pointAt}>
            <ShowMachineContext value={showMachine}>
              <ProseLanguageProvider value={lesson.language ?? ENGLISH.id}>
                <Reader context={context} lesson={lesson} step={step} progress={progress} />
              </ProseLanguageProvider>
            </ShowMachineContext>
          </PointingContext>
        </div>
      </div>
      <div className="lesson-lab" ref={labElement} data-machine={machine}>
        <StepMachine {...{ context, lesson, step }} reservedWidth={column ? columnPixels : 0} />
      </div>
    </div>
  );
}

interface StepMachineProps {
  context: LessonContext;
  lesson: Lesson;
  step: Step;
  /** The width of the lesson's column, in pixels. */
  reservedWidth: number;
}

/** The machine of the step, or the two that it compares. */
function StepMachine({ context, lesson, step, reservedWidth }: StepMachineProps) {
  if (step.compare !== null)
    return <LessonComparison context={context} lesson={lesson} spec={step.compare} />;
  const timelineFirst = isBefore(step.shown, "timeline", "machine");
  return <LabView services={context.services} {...{ reservedWidth, timelineFirst }} />;
}

/** The lesson with the numbers of the learner's seed, and the learner's progress. */
function useLearnersLesson({ progressStore }: LessonContext, written: Lesson) {
  const progress = useStore(
    progressStore.store,
    ({ lessons }) => lessons[written.id] ?? NO_LESSON_PROGRESS,
  );
  const [firstSeed] = useState(drawSeed);
  const seed = progress.seed ?? firstSeed;
  const lesson = useMemo(() => lessonOfSeed(written, seed), [written, seed]);
  return { lesson, progress, seed };
}

/** Characters of an unknown step that are shown. */
const LONGEST_SHOWN = 60;

/** Reports an address whose step the lesson does not have. */
function useUnknownStepNotice(
  { services: { notices } }: LessonContext,
  lesson: Lesson,
  shown: Step | undefined,
  asked: string,
): void {
  useEffect(() => {
    const isKnown = lesson.steps.some(({ id }) => id === asked);
    if (asked === "" || isKnown || shown === undefined) return;
    notices.show({
      key: "step",
      tone: "bad",
      title: tr("This lesson has no step “{asked}”", { asked: cutText(asked, LONGEST_SHOWN) }),
      text: [
        tr(
          `The page shows step {step}, “{title}”. The address may have been cut off or mistyped, or the
            lesson has changed since.`,
          { step: lesson.steps.indexOf(shown) + 1, title: shown.title },
        ),
      ],
      actions: [],
    });
  }, [notices, lesson, shown, asked]);
  useEffect(() => () => notices.dismiss("step"), [notices, lesson]);
}

/** The address, and the machine of the lesson, are those of the step. */
function useShownStep(
  { lessonMachine }: LessonContext,
  lesson: Lesson,
  step: Step | undefined,
  stepId: string,
  done: boolean,
): void {
  useEffect(() => {
    if (step === undefined || step.id === stepId) return;
    redirectHash(stepHash(lesson, step));
  }, [lesson, step, stepId]);
  useEffect(() => {
    if (step !== undefined) lessonMachine.openStep(lesson, step, done);
  }, [lessonMachine, lesson, step, done]);
  useEffect(() => {
    return () => lessonMachine.closeLesson();
  }, [lessonMachine, lesson]);
}

interface SheetBarProps extends Pick<LessonPageProps, "context" | "lesson"> {
  step: Step;
  paged: boolean;
  folded: boolean;
  handle: RefObject<HTMLButtonElement | null>;
  onToggle(): void;
}

/** The bar of a lesson that is a sheet over the machine: it folds the sheet. On a phone it keeps the knobs in sight, and the jump
 * to the effect of a change. */
function SheetBar(props: SheetBarProps) {
  const { context, lesson, step, paged, folded, handle, onToggle } = props;
  const index = lesson.steps.indexOf(step) + 1;
  return (
    <div className="lesson-bar" ref={paged ? writeBottomBarHeight : undefined}>
      {paged && folded && (
        <>
          <FreeKnobs context={context} step={step} bare />
          <PlayButton services={context.services} />
          <SuggestedActionButton services={context.services} cure={null} focusFallback={handle} />
        </>
      )}
      <button
        ref={handle}
        type="button"
        className="sheet-handle"
        aria-expanded={!folded}
        onClick={onToggle}
      >
        {folded
          ? tr("Step {index} of {length}: show the lesson", {
              index,
              length: lesson.steps.length,
            })
          : tr("Show the machine")}
      </button>
    </div>
  );
}

/** Whether a step names one view before another. */
function isBefore(shown: readonly ViewName[], first: ViewName, second: ViewName): boolean {
  const [at, other] = [shown.indexOf(first), shown.indexOf(second)];
  return at >= 0 && at < other;
}

/** A seed for a learner who has none yet. */
function drawSeed(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (number % LEARNER_SEED_MAX);
}

/** The width of the text column in a step with a program, in pixels. */
function useProgramColumn(): number {
  const [wide, narrow] = PROGRAM_COLUMNS;
  const isWide = useMedia(`(min-width: ${wide.from}px)`);
  const isNarrow = useMedia(`(min-width: ${narrow.from}px)`);
  if (isWide) return wide.pixels;
  return isNarrow ? narrow.pixels : COLUMN_PIXELS;
}

function layoutClass(column: boolean, paged: boolean, folded: boolean): string {
  if (column) return "lesson lesson-beside";
  return `lesson ${paged ? "lesson-paged" : ""} ${folded ? "" : "lesson-covered"}`;
}

/** Keeps the scroll position of the folded text, and that of the machine where the page shows only one of them. */
function useFoldedSheet(paged: boolean, step: Step | undefined) {
  const [folded, setFolded] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  /** The scroll positions; that of the machine is null until the step's machine has been shown. */
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

/** The height below the target that should be visible too, in CSS pixels: the content of a lane,
 * not only its name. */
const AROUND_PIXELS = 100;

/** A machine that was hidden is laid out in the frames after it is shown. Only then is the target in its place. */
const FRAMES_OF_LAYOUT = 10;

/** A machine that is being started when a person presses the link has no cards yet; they are awaited this long. */
const AWAITED_FRAMES = 600;

/** In each of these frames, scrolls to the target of a pointer if it is not visible. A target that was scrolled to and moves is
 * followed. */
function bringIntoView(
  lab: RefObject<HTMLElement | null>,
  at: Pointer,
  frames: number,
  awaited = AWAITED_FRAMES,
  hasScrolled = false,
): void {
  requestAnimationFrame(() => {
    if (lab.current === null) return;
    if (at.kind === "view" && awaited > 0 && cardOf(lab.current, at.id) === null) {
      return bringIntoView(lab, at, frames, awaited - 1);
    }
    const scrolls = scrollToTarget(lab.current, at, frames === 1, hasScrolled);
    if (frames > 1) bringIntoView(lab, at, frames - 1, 0, scrolls);
  });
}

function cardOf(labElement: HTMLElement, view: string): Element | null {
  const { className } = VIEW_CARDS[view as ViewName];
  return labElement.querySelector(`.${className}`);
}

/** Does not scroll to a view if most of it is visible, or to another target if it is visible and was not scrolled to before. If
 * there is no target in the last frame, scrolls to the timeline. Returns whether a target was scrolled to. */
function scrollToTarget(
  labElement: HTMLElement,
  { kind, id }: Pointer,
  isLast: boolean,
  hasScrolled: boolean,
): boolean {
  const selected = ".machine-target:is([aria-pressed=true], [aria-current])";
  const target = kind === "view" ? null : labElement.querySelector(selected);
  const card = cardOf(labElement, kind === "view" ? id : "timeline");
  const bar = labElement.parentElement?.querySelector(".lesson-bar");
  const floor = bar?.getBoundingClientRect().top ?? window.innerHeight;
  if (target !== null) {
    const { top, bottom } = target.getBoundingClientRect();
    const scrolls = hasScrolled || top < 0 || bottom + AROUND_PIXELS > floor;
    if (scrolls) target.scrollIntoView({ block: "center" });
    return scrolls;
  }
  if (card !== null && (kind === "view" || isLast)) {
    const { top, bottom } = card.getBoundingClientRect();
    const visibleHeight = Math.min(bottom, floor) - Math.max(top, 0);
    if (visibleHeight < (bottom - top) / 2) card.scrollIntoView({ block: "nearest" });
  }
  return false;
}
