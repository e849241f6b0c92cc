// A lesson as data: the result of `parse`, which `check` checks and the reader shows. Settings, metrics and places have
// the names of the Catalogue, the Report and the Topology.
import type { Nodes } from "mdast";
import type { Medal, Scenario, Value } from "../generated/model";
import type { StepCurve } from "../model/limits";
import type { ValueKind, ViewName } from "../model/views";

/** Parameter path to value, as in a scenario's settings. */
export type Settings = Record<string, Value>;
/** Some of the values of a choice, by its path. */
export type Choices = Record<string, string[]>;

export interface Lesson {
  /** From the folder's name: "03-receive-livelock" is "receive-livelock". */
  id: string;
  /** Its place in the course. */
  number: number;
  title: string;
  /** Line of the directive `lesson`, which has number, model, minutes and source. */
  line: number;
  /** The model version with which its statements were checked. */
  model: string;
  minutes: number;
  /** The sections of the papers that the lesson is about. */
  source: string;
  summary: Block[];
  steps: Step[];
  /** The lesson's own scenarios, and the challenges' that it names, by id. Those with a program have its text. */
  scenarios: Record<string, Scenario>;
  /** In a translation: the digest of the lesson that it translates (translation.ts), the language of its words, and that lesson. */
  translates?: string;
  language?: string;
  original?: Lesson;
}

export interface Step extends StepContent {
  /** The same step with other numbers, one for each variant; empty when it has no variants. */
  variants: StepContent[];
}

/** A step with the numbers of one variant. */
export interface StepContent {
  id: string;
  title: string;
  /** Line of its heading. */
  line: number;
  /** null: the step goes on with the machine of the step before. */
  machine: MachineSpec | null;
  /** The second machine that the step shows beside its own, with the same arrivals; null: it shows one. */
  compare: CompareSpec | null;
  /** Paths of the knobs that the learner may turn; all others are locked. */
  free: string[];
  /** The values that the step offers of a free choice; absent: all of them. */
  choices?: Choices;
  /** The views that the step shows; the others are hidden. */
  shown: ViewName[];
  /** The step names the code view, so it is open. */
  showsCode: boolean;
  concealed: Concealed;
  /** The axes of the curve, and the line that names them; null: delivered against offered rate. */
  curve: (StepCurve & { line: number }) | null;
  spotlight: Pointer | null;
  body: StepItem[];
  /** What the lecturer says; only the speaker's window and the print show it. */
  notes: Block[];
  /** Knob changes: in a lecture a key makes and takes them back, in order; in a lesson each has a button. */
  cues: Cue[];
  /** One after another, the mildest first. */
  hints: Block[][];
  expects: Expectation[];
}

/** The machine that a step opens. */
export interface MachineSpec {
  /** The id of a scenario of the lesson, of a challenge or of the catalogue. */
  scenario: string;
  set: Settings;
  /** Simulated seconds per second; null: the current speed. */
  speed: number | null;
  /** The width of the timeline in simulated seconds; null: the speed decides. */
  span: number | null;
  /** How long the machine runs before it is shown, in simulated milliseconds. */
  run: number;
  paused: boolean;
  /** The id of a goal: the machine has the knobs with which the learner reached it, or last tried to; empty: none. */
  mine: string;
  line: number;
}

/** The second machine of a step. It gets the traffic of the first one. */
export interface CompareSpec {
  scenario: string;
  set: Settings;
  /** The name of the second machine; empty: the title of its scenario. */
  label: string;
  /** The name of the first machine; empty: the title of its scenario. */
  labelA: string;
  /** The second machine where the first one has the design of `set` already: the learner chose it (`mine`). */
  other?: { set: Settings; label: string } | undefined;
  /** The settings that the second machine takes over from the first one, beside the traffic: a knob turns both. */
  shared: string[];
  line: number;
}

/** A knob change with a name. */
export interface Cue {
  set: Settings;
  /** What it does, for the speaker. */
  label: string;
  line: number;
}

/** Views and values that would reveal the answer. */
export interface Concealed {
  views: ViewName[];
  values: ValueKind[];
  /** True: concealed until the step's tasks are done. False: always concealed. */
  untilDone: boolean;
}

/** Points at a part of the Topology by its id, or at a whole view by its name. */
export interface Pointer {
  kind: "place" | "context" | "line" | "view";
  id: string;
  /** The line of the lesson's text. */
  line?: number;
}

export type StepItem =
  | { kind: "prose"; blocks: Block[] }
  | { kind: "task"; task: Task }
  /** Shown after the tasks above are done. */
  | { kind: "after"; blocks: Block[] };

export type Task = Prediction | Goal | Question | ProgramTask;

interface TaskBase {
  /** Unique in the lesson. Progress is stored under it. */
  id: string;
  line: number;
  prose: Block[];
}

/** "Draw what you expect": the learner draws a value of the metric at each value of a setting; then the measured curve is
 * shown over it. */
export interface Prediction extends TaskBase {
  kind: "prediction";
  metric: string;
  /** The path of the setting on the horizontal axis. */
  axis: string;
  /** Its values, rising: usually offered rates in packets/s. */
  values: AxisValue[];
  /** The highest value of the metric's axis. */
  max: number;
  /** Settings on top of the step's machine. */
  set: Settings;
  seeds: number[];
}

/** A value on the axis of a prediction. "infinity" means no limit. */
export type AxisValue = number | "infinity";

/** "Make it so": requirements that trials with several seeds check. */
export interface Goal extends TaskBase {
  kind: "goal";
  /** The loads that it names, for requirements and scores. */
  loads: Load[];
  requirements: Requirement[];
  scores: Score[];
  /** The sum of points that reaches the goal; 0 without scores. */
  scoreNeeded: number;
  seeds: number[];
  /** Settings that reach the goal; the tests prove it. */
  solutions: Attempt[];
  /** Settings that look right but do not reach the goal; the tests prove that too. */
  wrong: Attempt[];
}

/** A load under which the learner's machine is judged. */
export interface Load {
  id: string;
  name: string;
  set: Settings;
  line: number;
}

/** Points for a measured value: none at `from`, all at `to`, in proportion between them. `to` may be the lower one. */
export interface Score {
  metric: string;
  /** The id of the load; empty: none is named. */
  load: string;
  /** The load's settings, on top of the learner's. */
  set: Settings;
  from: number;
  to: number;
  points: number;
  line: number;
}

export interface Requirement {
  metric: string;
  op: ComparisonOperator;
  value: number;
  /** The id of the load; empty: none is named. */
  load: string;
  /** The load for the measurement, on top of the learner's settings. */
  set: Settings;
  line: number;
}

export interface Attempt {
  set: Settings;
  line: number;
}

/** "Write it": a kernel in kernel C, which a challenge judges. */
export interface ProgramTask extends TaskBase {
  kind: "program";
  /** The id of the challenge. The step's machine is that of the challenge. */
  challenge: string;
  /** The medal that the task asks for. */
  medal: Medal;
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
  checkedBy: CheckedBy;
}

/** How the tests check an answer: by statements about the machine, which are among the step's; by a formula alone; by a
 * reason in words why the machine cannot tell; or by nothing. */
export type CheckedBy = "machine" | "formula" | "reason" | "nothing";

export interface NumberQuestion extends TaskBase {
  kind: "number";
  answer: number;
  /** The largest accepted distance from the answer. */
  within: number;
  unit: string;
  checkedBy: CheckedBy;
  /** Wrong answers with a feedback of their own. */
  wrongAnswers?: WrongNumber[];
  /** The feedback on all other wrong answers; absent: a general one, which says where the machine shows its numbers. */
  otherFeedback?: Block[];
}

export interface WrongNumber {
  answer: number;
  feedback: Block[];
  checkedBy: CheckedBy;
}

/** An answer in the learner's own words. Nobody grades it; the learner compares it with the `after` block. */
export interface TextQuestion extends TaskBase {
  kind: "text";
}

/** The default seeds. A statement must hold with every seed, and a goal must be reached with every seed. */
export const SEEDS = [1, 2, 3];

/** The default seeds of goals. The machines that a learner sees have the seed of their scenario, usually 1: a goal is
 * judged on other arrivals than the ones that the learner has watched. */
export const GOAL_SEEDS = [101, 102, 103];

export const COMPARISON_OPERATORS = [">=", "<=", ">", "<", "=="] as const;
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

/** A statement of the lesson about the machine. The tests check it. */
export interface Expectation {
  /** The scenario whose traffic the machine gets, for the second machine of a step; null: its own traffic. */
  trafficOf: { scenario: string; set: Settings; alsoShared: string[] } | null;
  scenario: string;
  set: Settings;
  metric: string;
  op: ComparisonOperator;
  /** A word for metrics whose value is a word, such as `diagnosis`. */
  value: number | string;
  seeds: number[];
  /** How long the machine runs for a metric of a running machine, in simulated milliseconds. */
  ms: number;
  /** What a wrong option says: the statement must be false with every seed. */
  isFalse?: true;
  line: number;
}

/** Formatted text, limited to what a lesson may use. */
export type Block =
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "heading"; children: Inline[] }
  | { kind: "list"; ordered: boolean; items: Block[][] }
  | { kind: "note"; blocks: Block[] }
  /** A formula on a line of its own, in TeX. */
  | { kind: "formula"; tex: string }
  /** A figure of the papers, computed on the page, by its id. */
  | { kind: "figure"; id: string; caption: string; line: number };

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "formula"; tex: string }
  | { kind: "strong" | "emphasis"; children: Inline[] }
  | { kind: "break" }
  /** A link to another page of the site: "#/glossary". */
  | { kind: "link"; to: string; children: Inline[] }
  | { kind: "look"; at: Pointer; children: Inline[] }
  | { kind: "term"; term: string; children: Inline[] };

/** A mistake that an author has to correct. */
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

export function tasksOf(step: StepContent): Task[] {
  return step.body.flatMap((item) => (item.kind === "task" ? [item.task] : []));
}

/** Whether the learner writes a program in this step. */
export const asksForProgram = (step: StepContent) =>
  tasksOf(step).some(({ kind }) => kind === "program");

/** Finds the step whose machine a step shows: the step itself, or the last one before it that opens a machine. */
export function findMachineStep(lesson: Lesson, index: number): { step: Step; spec: MachineSpec } {
  for (let at = index; at >= 0; at--) {
    const step = lesson.steps[at];
    if (step?.machine) return { step, spec: step.machine };
  }
  throw new Error(`${lesson.id} opens no machine up to step ${index}, but the parser requires one`);
}

/** The teacher's guide. */
export interface Guide {
  title: string;
  introduction: Block[];
  sections: GuideSection[];
}

export interface GuideSection {
  title: string;
  blocks: Block[];
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

/** The names of all entries, as :term[...] uses them. */
export function termSet(entries: readonly GlossaryEntry[]): Set<string> {
  return new Set(entries.flatMap(entryNames));
}

/** Finds the entry of a word. */
export function findEntry(
  entries: readonly GlossaryEntry[],
  word: string,
): GlossaryEntry | undefined {
  const name = word.toLowerCase();
  return entries.find((entry) => entryNames(entry).includes(name));
}

/** The text alone, without emphasis. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === "break") return " ";
      if (inline.kind === "formula") return inline.tex;
      return "children" in inline ? plainText(inline.children) : inline.text;
    })
    .join("");
}

/** The line of the lesson's text where a node begins. */
export function lineOf(node: Nodes | { line: number }): number {
  return "line" in node ? node.line : (node.position?.start.line ?? 1);
}
