// The run-time interface of a learning platform, as SCORM 1.2 and SCORM 2004 define it. The platform puts an object into
// the window that opened the lesson, or into a window around it. This file finds that object, and gives both versions the
// same interface. `scorm-state.ts` decides which values are stored.

import type { LessonResult, LessonStatus, PlatformValues, StoredValues } from "./scorm-state";

export type ScormVersion = "1.2" | "2004";

export interface ScormApi {
  version: ScormVersion;
  /** The most characters of `suspendData` that the standard guarantees. */
  suspendDataMax: number;
  values(): PlatformValues;
  /** Stores values, and the wall seconds since the lesson was opened. Returns whether the platform has accepted all of it. */
  store(values: StoredValues, seconds: number): boolean;
  /** Ends the session. Later calls of `store` are refused. */
  finish(): void;
}

/** The platform's object: its functions take and return texts. */
export type PlatformObject = Record<string, ((...texts: string[]) => unknown) | undefined>;

interface Dialect {
  version: ScormVersion;
  /** The name of the platform's object in its window. */
  object: string;
  initialize: string;
  getValue: string;
  setValue: string;
  commit: string;
  finish: string;
  suspendDataMax: number;
  /** The names of the elements. */
  mode: string;
  status: string;
  location: string;
  score: string;
  sessionTime: string;
  exit: string;
  formatTime(seconds: number): string;
}

const SUSPEND_DATA = "cmi.suspend_data";

const DIALECTS: readonly Dialect[] = [
  {
    version: "1.2",
    object: "API",
    initialize: "LMSInitialize",
    getValue: "LMSGetValue",
    setValue: "LMSSetValue",
    commit: "LMSCommit",
    finish: "LMSFinish",
    suspendDataMax: 4096,
    mode: "cmi.core.lesson_mode",
    status: "cmi.core.lesson_status",
    location: "cmi.core.lesson_location",
    score: "cmi.core.score",
    sessionTime: "cmi.core.session_time",
    exit: "cmi.core.exit",
    formatTime: clockTime,
  },
  {
    version: "2004",
    object: "API_1484_11",
    initialize: "Initialize",
    getValue: "GetValue",
    setValue: "SetValue",
    commit: "Commit",
    finish: "Terminate",
    suspendDataMax: 64_000,
    mode: "cmi.mode",
    status: "cmi.completion_status",
    location: "cmi.location",
    score: "cmi.score",
    sessionTime: "cmi.session_time",
    exit: "cmi.exit",
    formatTime: (seconds) => `PT${Math.round(seconds)}S`,
  },
];

/** The names and texts of values. The exit is always "suspend", also of a completed lesson: after any other exit, SCORM 2004
 * begins a new attempt without result or progress at the next visit. */
function elementsOf(
  dialect: Dialect,
  { location, suspendData, score, status }: StoredValues,
  seconds: number,
): [name: string, text: string][] {
  const elements: [string, string | undefined][] = [
    [dialect.location, location],
    [SUSPEND_DATA, suspendData],
    [dialect.status, status],
    [dialect.sessionTime, dialect.formatTime(seconds)],
    [dialect.exit, "suspend"],
  ];
  if (score !== undefined) {
    elements.push([`${dialect.score}.min`, "0"], [`${dialect.score}.max`, "100"]);
    elements.push([`${dialect.score}.raw`, String(score)]);
    if (dialect.version === "2004") elements.push([`${dialect.score}.scaled`, String(score / 100)]);
  }
  return elements.filter((one): one is [string, string] => one[1] !== undefined);
}

/** Reads a result. `get` gives the text of an element; empty: none. */
function readResult(dialect: Dialect, get: (name: string) => string): LessonResult {
  const status = get(dialect.status);
  const known: readonly LessonStatus[] = ["incomplete", "failed", "completed", "passed"];
  return { status: known.find((one) => one === status) ?? "none", score: readScore(dialect, get) };
}

/** The score from 0 to 100. Another package may have stored it on another scale. */
function readScore(dialect: Dialect, get: (name: string) => string): number | null {
  const part = (name: string) => Number.parseFloat(get(`${dialect.score}.${name}`));
  const [raw, min, max, scaled] = [part("raw"), part("min"), part("max"), part("scaled")];
  if (Number.isNaN(raw)) return Number.isNaN(scaled) ? null : 100 * scaled;
  return max > min ? (100 * (raw - min)) / (max - min) : raw;
}

/** How many windows the standard lets a lesson search. */
const WINDOWS_MAX = 500;

/** The part of a window that the search needs. */
export interface WindowLike {
  parent: WindowLike | null;
  opener?: unknown;
}

/** Finds the platform of a lesson, and opens its session. Returns null when no window has one, or when it refuses. */
export function openScorm(from: WindowLike): ScormApi | null {
  const opener = from.opener as WindowLike | null | undefined;
  for (const start of [from, opener]) {
    if (start === null || start === undefined) continue;
    for (const dialect of DIALECTS) {
      const object = findObject(start, dialect.object);
      if (object === null) continue;
      if (isTrue(object[dialect.initialize]?.(""))) return createApi(object, dialect);
    }
  }
  return null;
}

function findObject(start: WindowLike, name: string): PlatformObject | null {
  let current = start;
  try {
    for (let count = 0; count < WINDOWS_MAX; count++) {
      const found = (current as unknown as Record<string, PlatformObject | null | undefined>)[name];
      if (found !== undefined && found !== null) return found;
      const { parent } = current;
      if (parent === null || parent === current) return null;
      current = parent;
    }
  } catch {
    // A window of another origin: its objects cannot be read, and neither can those around it.
  }
  return null;
}

function createApi(object: PlatformObject, dialect: Dialect): ScormApi {
  const call = (name: string, ...texts: string[]) => object[name]?.(...texts);
  let isOpen = true;
  return {
    version: dialect.version,
    suspendDataMax: dialect.suspendDataMax,
    values() {
      const get = (name: string) => {
        const text = call(dialect.getValue, name);
        return typeof text === "string" ? text : "";
      };
      const mode = get(dialect.mode);
      return {
        mode: mode === "browse" || mode === "review" ? mode : "normal",
        result: readResult(dialect, get),
        suspendData: get(SUSPEND_DATA),
      };
    },
    store(values, seconds) {
      if (!isOpen) return false;
      const accepted = elementsOf(dialect, values, seconds).map(([name, text]) =>
        isTrue(call(dialect.setValue, name, text)),
      );
      return isTrue(call(dialect.commit, "")) && accepted.every(Boolean);
    },
    finish() {
      if (!isOpen) return;
      isOpen = false;
      call(dialect.finish, "");
    },
  };
}

/** The standard's truth is the text "true"; some platforms return a boolean. */
function isTrue(answer: unknown): boolean {
  return answer === true || answer === "true";
}

/** 3725.5 -> "01:02:05.50" (hours:minutes:seconds, as SCORM 1.2 writes a time span). */
function clockTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const rest = hundredths % 6000;
  const hours = Math.min(9999, hundredths / 360_000);
  return `${two(hours)}:${two((hundredths / 6000) % 60)}:${two(rest / 100)}.${two(rest % 100)}`;
}
