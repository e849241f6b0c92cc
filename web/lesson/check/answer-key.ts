// The answer key of a lesson: its tasks with right answers, and with everything that is needed to run their trials again.
// The page puts its fingerprint into a report; `livelock grade` reads the key itself (answer-keys.json in
// core/cli/src/grade, written by answer-key.test.ts), so that the command line needs no parser of lessons.
import type { Catalogue, Medal, Scenario } from "../../generated/model";
import EARLIER_VERSIONS from "./earlier-versions.json";
import { findScenario } from "./check";
import { digestOf } from "../digest";
import { GOAL_TOLERANCE } from "../grade";
import {
  plainText,
  findMachineStep,
  type AxisValue,
  type Block,
  type ComparisonOperator,
  type Goal,
  type Inline,
  type Lesson,
  type Settings,
  type Step,
  type StepItem,
  type Task,
} from "../lesson";
import { withSettings } from "../settings";
import { allVariants } from "../variants";

export const ANSWER_KEY_SCHEMA = 1;

/** A lesson's machine: all that its trials depend on, except for the seed. */
export type KeyMachine = Pick<Scenario, "id" | "settings">;

interface TaskKeyBase {
  id: string;
  /** The question, as plain text. */
  question: string;
}

export type TaskKey = TaskKeyBase &
  (
    | { kind: "choice"; options: { text: string; right: boolean }[] }
    | { kind: "number"; answer: number; within: number; unit: string }
    /** A kernel that a challenge of core/challenges judges, and the medal that is asked for. */
    | { kind: "program"; challenge: string; medal: Medal }
    /** `model`: the answer with which the learner compares. */
    | { kind: "text"; model: string }
    | {
        kind: "prediction";
        metric: string;
        axis: string;
        values: AxisValue[];
        machine: KeyMachine;
        seeds: number[];
      }
    | {
        kind: "goal";
        machine: KeyMachine;
        /** The knobs that the learner may have turned on this machine; "polling.*" stands for a group. */
        free: string[];
        requirements: { metric: string; op: ComparisonOperator; value: number; set: Settings }[];
        /** The share of a measured value's bound by which it may miss it. */
        tolerance: number;
        /** A goal without scores has neither `scores` nor `scoreNeeded`. */
        scores?: { metric: string; set: Settings; from: number; to: number; points: number }[];
        scoreNeeded?: number;
        seeds: number[];
        solutions: Settings[];
      }
  );

/** The tasks of a step: one list for each variant of the step. */
export interface StepKey {
  id: string;
  title: string;
  variants: TaskKey[][];
}

type GoalKey = Extract<TaskKey, { kind: "goal" }>;

export interface AnswerKey {
  schema: number;
  /** Earlier versions of the lesson whose answers mean the same here: their reports are read and graded. */
  earlier: readonly string[];
  id: string;
  number: number;
  title: string;
  /** The steps with tasks. */
  steps: StepKey[];
}

/** A translation has the key of its original: reports say the same in every language. */
export function answerKeyOf(shown: Lesson, catalogue: Catalogue): AnswerKey {
  const lesson = shown.original ?? shown;
  const { id, number, title } = lesson;
  const variants = allVariants(lesson);
  const steps = lesson.steps.flatMap((step, index) => {
    const ours = variants.slice(0, Math.max(1, step.variants.length));
    const keys = ours.map((variant) => stepTasks(variant, catalogue, index));
    const hasTasks = keys.some((tasks) => tasks.length > 0);
    return hasTasks ? [{ id: step.id, title: step.title, variants: keys }] : [];
  });
  return { schema: ANSWER_KEY_SCHEMA, earlier: earlierVersions(id), id, number, title, steps };
}

function stepTasks(lesson: Lesson, catalogue: Catalogue, index: number): TaskKey[] {
  const step = lesson.steps[index];
  if (step === undefined) return [];
  return step.body.flatMap((item, at) =>
    item.kind === "task"
      ? [taskKey(lesson, catalogue, step, item.task, step.body.slice(at + 1))]
      : [],
  );
}

/** Identifies the version of a lesson's tasks. Two versions with the same tasks are graded in the same way. */
export function versionOf({ earlier: _, ...key }: AnswerKey): string {
  return digestOf(key).slice(0, 16);
}

/** The earlier versions of a lesson that can still be graded. A version joins the list (earlier-versions.json) when a change of
 * the lesson keeps the ids of its tasks, the places of their options, and what is right. */
function earlierVersions(id: string): readonly string[] {
  return (EARLIER_VERSIONS as Record<string, readonly string[]>)[id] ?? [];
}

export function isKnownVersion(key: AnswerKey, version: string): boolean {
  return version === versionOf(key) || key.earlier.includes(version);
}

function taskKey(
  lesson: Lesson,
  catalogue: Catalogue,
  step: Step,
  task: Task,
  below: readonly StepItem[],
): TaskKey {
  const base = { id: task.id, question: textOfBlocks(task.prose) };
  const { kind } = task;
  switch (kind) {
    case "choice": {
      const options = task.options.map(({ text, right }) => ({ text: plainInlines(text), right }));
      return { ...base, kind, options };
    }
    case "number":
      return { ...base, kind, answer: task.answer, within: task.within, unit: task.unit };
    case "program":
      return { ...base, kind, challenge: task.challenge, medal: task.medal };
    case "text": {
      const after = below.find((item) => item.kind === "after");
      return { ...base, kind, model: after?.kind === "after" ? textOfBlocks(after.blocks) : "" };
    }
    case "prediction": {
      const machine = keyMachine(lesson, catalogue, step, task.set);
      const { metric, axis, values, seeds } = task;
      return { ...base, kind, metric, axis, values, machine, seeds };
    }
    case "goal": {
      const machine = keyMachine(lesson, catalogue, step, {});
      const requirements = task.requirements.map(({ metric, op, value, set }) => {
        return { metric, op, value, set };
      });
      const solutions = task.solutions.map(({ set }) => set);
      const free = turnableKnobs(lesson, step);
      const tolerance = GOAL_TOLERANCE;
      const judged = { machine, free, requirements, tolerance, ...scoresOf(task) };
      return { ...base, kind, ...judged, seeds: task.seeds, solutions };
    }
  }
}

function scoresOf({ scores, scoreNeeded }: Goal): Pick<GoalKey, "scores" | "scoreNeeded"> {
  if (scores.length === 0) return {};
  const points = scores.map(({ metric, set, from, to, points }) => {
    return { metric, set, from, to, points };
  });
  return { scores: points, scoreNeeded };
}

/** The machine that a step shows, with some settings on top. */
export function keyMachine(
  lesson: Lesson,
  catalogue: Catalogue,
  step: Step,
  set: Settings,
): KeyMachine {
  const { spec } = findMachineStep(lesson, lesson.steps.indexOf(step));
  const scenario = findScenario(lesson, catalogue, spec.scenario);
  if (scenario === undefined) {
    throw new Error(`${lesson.id} has no scenario ${spec.scenario}, although it was checked`);
  }
  const { id, settings } = withSettings(scenario, { ...spec.set, ...set });
  return { id, settings };
}

/** The knobs that the learner may have turned on a step's machine: those of all steps that show this machine. */
export function turnableKnobs(lesson: Lesson, step: Step): string[] {
  const machineOf = (index: number) => findMachineStep(lesson, index).step;
  const ours = machineOf(lesson.steps.indexOf(step));
  const steps = lesson.steps.filter((_, at) => machineOf(at) === ours);
  return [...new Set(steps.flatMap(({ free }) => free))];
}

/** Formatted text without its format; one line for each block. */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case "list":
          return block.items.map((item) => `- ${textOfBlocks(item)}`).join("\n");
        case "note":
          return textOfBlocks(block.blocks);
        case "formula":
          return block.tex;
        case "figure":
          return block.caption;
        default:
          return plainInlines(block.children);
      }
    })
    .join("\n");
}

export function plainInlines(inlines: readonly Inline[]): string {
  return plainText(inlines).replace(/\s+/g, " ").trim();
}
