// Connects a lesson's progress with a learning platform: reads the stored progress when the lesson opens, and stores it
// after the learner's changes (`scorm-state.ts` decides what). In a package the browser stores no progress: the next learner at
// the same computer starts with their own.
import { tr } from "../../i18n/i18n";
import type { Lesson } from "../../lesson/lesson";
import type { Notices } from "../../lib/notices";
import type { ProgressStore } from "../lesson/progress-store";
import type { ScormApi } from "./scorm-api";
import {
  confirmStore,
  follow,
  giveUpUnreadable,
  leavingValues,
  openLesson,
  planStore,
  type ScormState,
  type StorePlan,
} from "./scorm-state";

export interface ScormSessionOptions {
  api: ScormApi;
  lesson: Lesson;
  progressStore: ProgressStore;
  notices: Pick<Notices, "show" | "dismiss">;
  /** Wall milliseconds. */
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
  /** Saves the progress to a file, for a platform that does not store it. */
  saveProgress(): void;
  /** Saves a text that could not be read. */
  saveText(text: string): void;
}

export interface ScormSession {
  /** Stores the progress now, if it has changed since it was stored. */
  flush(): void;
  /** Stores the progress, and ends the session. */
  finish(): void;
}

/** How long changes are collected before they are stored, in wall milliseconds. Platforms write each one to a server. */
const COLLECT_MILLISECONDS = 1_000;

export function connectScorm(options: ScormSessionOptions): ScormSession {
  const { api, lesson, progressStore, notices, now } = options;
  const openedAt = now();
  const values = api.values();
  let state = openLesson(values);
  let isWaiting = false;
  const progress = () => progressStore.lessonProgress(lesson);
  const seconds = () => (now() - openedAt) / 1000;

  if (state.stored !== null) progressStore.importProgress({ [lesson.id]: state.stored });
  const saveText = () => options.saveText(values.suspendData);
  const replaceText = () => {
    state = giveUpUnreadable(state);
    flush();
  };
  const notifyUnreadable = () => showUnreadable(notices, state, saveText, replaceText);
  reportOpening(notices, state);
  notifyUnreadable();

  function plan(): StorePlan | null {
    state = follow(state, progress());
    return planStore(state, lesson, progress(), api.suspendDataMax);
  }

  function flush(): void {
    const planned = plan();
    if (planned === null) return;
    const isStored =
      Object.keys(planned.values).length === 0 || api.store(planned.values, seconds());
    if (isStored) state = confirmStore(state, planned);
    // A reader who has closed the notice still has to choose.
    notifyUnreadable();
    if (state.unreadable === null || !isStored) reportStored(options, isStored, planned.keeps);
  }

  progressStore.store.subscribe(() => {
    if (isWaiting || plan() === null) return;
    isWaiting = true;
    options.schedule(() => {
      isWaiting = false;
      flush();
    }, COLLECT_MILLISECONDS);
  });
  return {
    flush,
    finish() {
      plan();
      // Also when nothing has changed: the platform gets the time that was spent, and keeps the attempt open.
      const leaving = leavingValues(state, lesson, progress(), api.suspendDataMax);
      if (leaving !== null) api.store(leaving, seconds());
      notices.dismiss(NOT_STORED);
      api.finish();
    },
  };
}

type NoticeStore = ScormSessionOptions["notices"];

/** Says what a learner should know before they begin: nothing is stored, or the result is older than the answers. */
function reportOpening(
  notices: NoticeStore,
  { mode, result, stored, unreadable }: ScormState,
): void {
  const show = (title: string, text: string) =>
    notices.show({ key: "scorm opening", tone: "news", title, text: [text], actions: [] });
  if (mode !== "normal") {
    show(
      tr("Nothing is stored on this visit"),
      tr(`Your learning platform has opened this lesson only for reading. You can answer and try
        everything, but your result and your stored answers stay as they are.`),
    );
  } else if (stored === null && unreadable === null && (result.score ?? 0) > 0) {
    show(
      tr("Your learning platform has your result, but not your answers"),
      tr(
        `The lesson starts from the beginning. Your result stays: {score} of 100 points. It can
          only get better.`,
        { score: Math.round(result.score ?? 0) },
      ),
    );
  }
}

/** Says that the stored text cannot be read, and asks whether it may be replaced. */
function showUnreadable(
  notices: NoticeStore,
  { unreadable, mode }: ScormState,
  saveText: () => void,
  replaceText: () => void,
): void {
  if (unreadable === null) return;
  const isWritable = mode === "normal";
  const save = { label: tr("Save the stored text"), run: saveText, stays: true };
  const replace = { label: tr("Replace the stored text"), run: replaceText };
  notices.show({
    key: "scorm progress",
    tone: "bad",
    title: tr("The progress that your learning platform has stored could not be read"),
    text: [
      tr("Field “suspend_data”: {message}.", { message: unreadable.message }),
      tr("The lesson starts from the beginning. Your result on the platform stays as it is."),
      ...(isWritable
        ? [
            tr(`The platform keeps the stored text, so it does not get your new answers yet. Save the
              text as a file if you want to keep it. Then replace it.`),
          ]
        : []),
    ],
    actions: isWritable ? [save, replace] : [save],
  });
}

const NOT_STORED = "scorm not stored";

function reportStored(
  { notices, saveProgress }: ScormSessionOptions,
  isAccepted: boolean,
  keeps: StorePlan["keeps"],
): void {
  const isStored = isAccepted && keeps !== "nothing";
  if (isStored && keeps === "all") return notices.dismiss(NOT_STORED);
  const action = { label: tr("Save a progress file"), run: saveProgress, stays: true };
  notices.show({
    key: NOT_STORED,
    tone: "bad",
    title: isStored
      ? tr("Your learning platform stores only the beginning of your longest answers")
      : tr("Your learning platform does not store your progress"),
    text: isStored
      ? [
          tr(
            "It has little space for a lesson. Save a progress file if you need the whole answers.",
          ),
        ]
      : [
          tr(
            "It refused the last change. Save a progress file before you leave, and tell your teacher.",
          ),
        ],
    actions: [action],
  });
}
