// A lesson as data: what `parse` makes of a lesson's text, what `check` looks at, what the reader shows.
// Nothing here knows a page or a machine; settings, metrics and places are named as in the Catalogue,
// the Report and the Topology.
import type { Scenario, Value } from "../engine/model";
import type { ValueName, ViewName } from "../store/lab/limits";

/** Parameter path to value, as in a scenario's settings. */
export type Settings = Record<string, Value>;

export interface Lesson {
  /** From the folder's name: "03-receive-livelock" is "receive-livelock". */
  id: string;
  /** Its place in the course. */
  number: number;
  title: string;
  /** Line of the directive that tells number, model, minutes and source. */
  line: number;
  /** The model version that its statements were checked with. */
  model: string;
  minutes: number;
  /** Sections of the papers that it is about. */
  source: string;
  summary: Block[];
  steps: Step[];
  /** Scenarios of its own, by id. */
  scenarios: Record<string, Scenario>;
}

export interface Step {
  id: string;
  title: string;
  /** Line of its heading. */
  line: number;
  /** null: the machine goes on as the step before left it. */
  machine: MachineSpec | null;
  /** Parameters that may be turned; all others are locked. */
  free: string[];
  /** The views that the step is about; the others are not there. */
  shown: ViewName[];
  concealed: Concealed;
  spotlight: Pointer | null;
  body: StepItem[];
  /** In stages, mildest first. */
  hints: Block[][];
  expects: Expectation[];
}

/** The machine that a step opens. */
export interface MachineSpec {
  /** Of the lesson itself, or of the catalogue. */
  scenario: string;
  set: Settings;
  /** Simulated seconds a second; null leaves it as it is. */
  speed: number | null;
  /** How much simulated time the timeline shows, in seconds; null: as much as fits the speed. */
  span: number | null;
  /** How long it has run when it is first seen, in simulated milliseconds. */
  run: number;
  paused: boolean;
  line: number;
}

/** What would tell the answer. */
export interface Concealed {
  views: ViewName[];
  values: ValueName[];
  /** Until the step's tasks are done; false: as long as the step is open. */
  untilDone: boolean;
}

/** Something of the Topology by its id, or a whole view by its name. */
export interface Pointer {
  kind: "place" | "context" | "line" | "view";
  id: string;
  /** Where the lesson's text says so. */
  line?: number;
}

export type StepItem =
  | { kind: "prose"; blocks: Block[] }
  | { kind: "task"; task: Task }
  /** Shown when the tasks above it are done. */
  | { kind: "after"; blocks: Block[] };

export type Task = Prediction | Goal | Question;

interface TaskBase {
  /** Unique in the lesson: progress is kept by it. */
  id: string;
  line: number;
  prose: Block[];
}

/** "Draw what you expect": a value of the metric at each rate, then the real curve over it. */
export interface Prediction extends TaskBase {
  kind: "prediction";
  metric: string;
  /** Offered packets/s, rising. */
  rates: number[];
  /** Top of the metric's axis. */
  max: number;
  /** On top of the step's machine. */
  set: Settings;
  seeds: number[];
}

/** "Make it so": requirements that the simulator judges over several seeds. */
export interface Goal extends TaskBase {
  kind: "goal";
  requirements: Requirement[];
  seeds: number[];
  /** Settings that reach it, proven by the tests. */
  solutions: Attempt[];
  /** Settings that look right and are not, proven too. */
  wrong: Attempt[];
}

export interface Requirement {
  metric: string;
  op: Op;
  value: number;
  /** The load under which it is measured, on top of the learner's knobs. */
  set: Settings;
  line: number;
}

export interface Attempt {
  set: Settings;
  line: number;
}

export type Question = ChoiceQuestion | NumberQuestion | TextQuestion;

export interface ChoiceQuestion extends TaskBase {
  kind: "choice";
  options: Option[];
}

export interface Option {
  right: boolean;
  text: Inline[];
  feedback: Block[];
}

export interface NumberQuestion extends TaskBase {
  kind: "number";
  answer: number;
  /** How far off still counts. */
  within: number;
  unit: string;
}

/** Compared by the learner with what follows in the `after` block; nobody grades it here. */
export interface TextQuestion extends TaskBase {
  kind: "text";
}

/** A statement holds, and a goal is reached, only with every one of these. */
export const SEEDS = [1, 2, 3];

export const OPS = [">=", "<=", ">", "<", "=="] as const;
export type Op = (typeof OPS)[number];

/** A statement of the lesson about the machine, which the tests run. */
export interface Expectation {
  scenario: string;
  set: Settings;
  metric: string;
  op: Op;
  /** A word for metrics that are words, such as `diagnosis`. */
  value: number | string;
  seeds: number[];
  /** For metrics of a running machine: how long it runs, in simulated milliseconds. */
  ms: number;
  line: number;
}

/** Running text, reduced to what a lesson may use. */
export type Block =
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "heading"; children: Inline[] }
  | { kind: "list"; ordered: boolean; items: Block[][] }
  | { kind: "note"; blocks: Block[] };

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis"; children: Inline[] }
  | { kind: "break" }
  /** To another page of the site: "#/glossary". */
  | { kind: "link"; to: string; children: Inline[] }
  | { kind: "look"; at: Pointer; children: Inline[] }
  | { kind: "term"; term: string; children: Inline[] };

/** What an author has to mend. */
export interface Problem {
  file: string;
  line: number;
  /** The directive and attribute, e.g. `expect metric`. */
  field: string;
  problem: string;
  remedy: string;
}

export function formatProblem({ file, line, field, problem, remedy }: Problem): string {
  return `${file}:${line} ${field}: ${problem}. Remedy: ${remedy}.`;
}

export function tasksOf(step: Step): Task[] {
  return step.body.flatMap((item) => (item.kind === "task" ? [item.task] : []));
}

/** The step whose machine a step shows: itself, or the last one before it that opens one. */
export function findMachineStep(lesson: Lesson, index: number): { step: Step; wish: MachineSpec } {
  for (let at = index; at >= 0; at--) {
    const step = lesson.steps[at];
    if (step?.machine) return { step, wish: step.machine };
  }
  throw new Error(
    `no step of ${lesson.id} up to ${index} opens a machine; the parser lets none pass`,
  );
}

/** A term of the glossary. */
export interface GlossaryEntry {
  /** Several names are joined by commas: "SPLCLOCK, SPLIMP". */
  term: string;
  meaning: Block[];
}

/** An entry's names, in lower case. */
export function entryNames({ term }: GlossaryEntry): string[] {
  return term.toLowerCase().split(", ");
}

/** Terms as :term[...] names them. */
export function termSet(entries: readonly GlossaryEntry[]): Set<string> {
  return new Set(entries.flatMap(entryNames));
}

/** The entry that a word means, if there is one. */
export function findEntry(
  entries: readonly GlossaryEntry[],
  word: string,
): GlossaryEntry | undefined {
  const name = word.toLowerCase();
  return entries.find((entry) => entryNames(entry).includes(name));
}
