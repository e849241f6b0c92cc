// The state of a lecture, and what each command of the lecturer does to it. Pure: both windows get the same state.
import type { Lesson, Settings, Step } from "../../lesson/lesson";

/** What the spotlight points at: the n-th lane or the n-th place of the machine. */
export interface Spotlight {
  kind: "context" | "place";
  index: number;
}

export interface LectureState {
  /** The index of the slide. */
  slide: number;
  /** How many of the slide's cues have been given. */
  cues: number;
  isBlack: boolean;
  spotlight: Spotlight | null;
  /** The digits typed so far for a jump to a slide. */
  typed: string;
  isPlaying: boolean;
  /** Wall milliseconds since 1970 at which the clock started; 0: it has not. */
  startedAt: number;
}

export const FIRST_STATE: LectureState = {
  slide: 0,
  cues: 0,
  isBlack: false,
  spotlight: null,
  typed: "",
  isPlaying: true,
  startedAt: 0,
};

export type Command =
  | { kind: "next" | "back" | "first" | "last" }
  /** What a clicker's two buttons do: a cue, and the next slide after the last cue. */
  | { kind: "forward" | "backward" }
  | { kind: "cue" | "take-back" }
  | { kind: "black" | "play" | "clear" | "restart-clock" }
  | { kind: "digit"; digit: string }
  | { kind: "jump" }
  /** What the address does: it opens the lecture (null: it names no slide), or names another slide of the open lecture. */
  | { kind: "open"; slide: number | null }
  | { kind: "go"; slide: number }
  | { kind: "spotlight"; what: Spotlight["kind"]; direction: 1 | -1 };

/** How many lanes and places the machine has. */
export interface SpotlightCounts {
  context: number;
  place: number;
}

const DIGITS_MAX = 3;

/** The state after a command. `now` in wall milliseconds since 1970. */
export function applyCommand(
  state: LectureState,
  command: Command,
  lecture: Lesson,
  counts: SpotlightCounts,
  now: number,
): LectureState {
  const last = lecture.steps.length - 1;
  const goTo = (slide: number): LectureState => {
    const inside = Math.max(0, Math.min(last, slide));
    const startedAt = state.startedAt === 0 ? now : state.startedAt;
    if (inside === state.slide) return { ...state, typed: "", isBlack: false, startedAt };
    const { spotlight, isPlaying, cues } = FIRST_STATE;
    return { slide: inside, cues, isBlack: false, spotlight, typed: "", isPlaying, startedAt };
  };
  const cueCount = lecture.steps[state.slide]?.cues.length ?? 0;
  const apply = (one: Command) => applyCommand(state, one, lecture, counts, now);
  switch (command.kind) {
    // A dark screen first becomes light again, on the same slide.
    case "next":
      return state.isBlack ? { ...state, isBlack: false } : goTo(state.slide + 1);
    case "back":
      return state.isBlack ? { ...state, isBlack: false } : goTo(state.slide - 1);
    case "forward":
      if (state.isBlack || state.cues >= cueCount) return apply({ kind: "next" });
      return apply({ kind: "cue" });
    case "backward":
      return apply({ kind: state.isBlack || state.cues === 0 ? "back" : "take-back" });
    case "first":
      return goTo(0);
    case "last":
      return goTo(last);
    case "cue":
      return { ...state, cues: Math.min(cueCount, state.cues + 1) };
    case "take-back":
      return { ...state, cues: Math.max(0, state.cues - 1) };
    case "black":
      return { ...state, isBlack: !state.isBlack };
    case "play":
      return { ...state, isPlaying: !state.isPlaying };
    case "clear":
      return { ...state, spotlight: null, typed: "", isBlack: false };
    case "restart-clock":
      return { ...state, startedAt: now };
    case "digit":
      return { ...state, typed: `${state.typed}${command.digit}`.slice(-DIGITS_MAX) };
    case "jump":
      return state.typed === "" ? state : goTo(Number(state.typed) - 1);
    case "open":
      return openedState(state, command.slide, last);
    case "go":
      return goTo(command.slide);
    case "spotlight":
      return { ...state, spotlight: nextSpotlight(state.spotlight, command, counts) };
  }
}

/** The state with which a stored lecture opens. On the slide of its address it goes on as it was: that is a reload. Without a
 * slide in the address it goes on too, unless it was at its end. A lecture that begins anew has a new clock. */
function openedState(stored: LectureState, slide: number | null, last: number): LectureState {
  const wanted = slide ?? (stored.slide === last ? 0 : stored.slide);
  if (wanted === stored.slide) return stored;
  return { ...FIRST_STATE, slide: wanted, startedAt: wanted === 0 ? 0 : stored.startedAt };
}

/** The next lane or place; after the last one, none. */
function nextSpotlight(
  now: Spotlight | null,
  { what, direction }: { what: Spotlight["kind"]; direction: 1 | -1 },
  counts: SpotlightCounts,
): Spotlight | null {
  const count = counts[what];
  const isSame = now?.kind === what;
  const index = isSame ? now.index + direction : direction === 1 ? 0 : count - 1;
  return index < 0 || index >= count ? null : { kind: what, index };
}

/** The slide of an index. A lecture has at least one: the parser requires it. */
export function slideAt({ id, steps }: Lesson, index: number): Step {
  const slide = steps[index] ?? steps[0];
  if (slide === undefined) throw new Error(`${id} has no slides, although the parser requires one`);
  return slide;
}

/** The values of the knobs that the cues of a slide turn, when `count` of them have been given. `start`: the machine's values
 * before the first cue. */
export function valuesAfterCues(slide: Step, start: Settings, count: number): Settings {
  const values: Settings = {};
  slide.cues.forEach(({ set }, at) => {
    for (const path of Object.keys(set)) {
      const before = path in values ? values[path] : start[path];
      const value = at < count ? set[path] : before;
      if (value !== undefined) values[path] = value;
    }
  });
  return values;
}

/** "12:05", or "1:02:05" from an hour on. */
export function formatClock(milliseconds: number): string {
  const all = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
