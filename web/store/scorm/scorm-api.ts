// The run-time interface of a learning platform, as SCORM 1.2 and SCORM 2004 define it. The platform puts an object into
// the window that opened the lesson, or into a window around it. This file finds that object, and gives both versions the
// same interface. `scorm-session.ts` decides which values are stored.

export type ScormVersion = "1.2" | "2004";

/** What a lesson reports to its platform. */
export interface ScormReport {
  /** The lesson's place: at most 255 characters. */
  location: string;
  suspendData: string;
  /** From 0 to 100. */
  score: number;
  isCompleted: boolean;
  /** Wall seconds since the lesson was opened. */
  seconds: number;
}

export interface ScormApi {
  version: ScormVersion;
  /** The most characters of `suspendData` that the standard guarantees. */
  suspendDataMax: number;
  /** The stored `suspendData`; empty at the first visit. */
  suspendData(): string;
  /** Stores a report. Returns whether the platform has accepted all of it. */
  store(report: ScormReport): boolean;
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
  elements(report: ScormReport): [name: string, value: string][];
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
    elements: ({ location, suspendData, score, isCompleted, seconds }) => [
      ["cmi.core.lesson_location", location],
      [SUSPEND_DATA, suspendData],
      ["cmi.core.score.min", "0"],
      ["cmi.core.score.max", "100"],
      ["cmi.core.score.raw", String(score)],
      ["cmi.core.lesson_status", isCompleted ? "completed" : "incomplete"],
      ["cmi.core.session_time", clockTime(seconds)],
      ["cmi.core.exit", isCompleted ? "" : "suspend"],
    ],
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
    elements: ({ location, suspendData, score, isCompleted, seconds }) => [
      ["cmi.location", location],
      [SUSPEND_DATA, suspendData],
      ["cmi.score.min", "0"],
      ["cmi.score.max", "100"],
      ["cmi.score.raw", String(score)],
      ["cmi.score.scaled", String(score / 100)],
      ["cmi.completion_status", isCompleted ? "completed" : "incomplete"],
      ["cmi.session_time", `PT${Math.round(seconds)}S`],
      ["cmi.exit", isCompleted ? "normal" : "suspend"],
    ],
  },
];

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
    suspendData() {
      const stored = call(dialect.getValue, SUSPEND_DATA);
      return typeof stored === "string" ? stored : "";
    },
    store(report) {
      if (!isOpen) return false;
      const accepted = dialect
        .elements(report)
        .map(([name, value]) => isTrue(call(dialect.setValue, name, value)));
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
