// Parses a task of a step: a prediction, a goal, a program or a question. In a question's list, an item that begins with [x] is right
// and one that begins with [ ] is wrong; the indented text below it is the feedback. A question for a number may list wrong
// numbers.
import type { List, ListItem, RootContent } from "mdast";
import type { ContainerDirective, Directives, LeafDirective } from "mdast-util-directive";
import { RATE_PATH } from "../../model/curve-axis";
import { parseNumber } from "../../lib/format/parse-number";
import { FORMS, type DirectiveName } from "./directives";
import { isRightNumber } from "../grade";
import {
  type Block,
  type Goal,
  type Inline,
  type Load,
  type Option,
  type Prediction,
  type ProgramTask,
  type Question,
  type Requirement,
  type Score,
  type Task,
  GOAL_SEEDS,
  SEEDS,
  lineOf,
  plainText,
} from "../lesson";
import type { AnswerStatements } from "./answer-statements";
import { readBlock, readBlocks, readInlines } from "./prose";
import type { ProblemCollector } from "./problems";

export function readTask(
  node: ContainerDirective,
  problems: ProblemCollector,
  statements: AnswerStatements,
): Task | null {
  switch (node.name) {
    case "predict":
      return readPrediction(node, problems);
    case "goal":
      return readGoal(node, problems);
    case "program":
      return readProgram(node, problems);
    default:
      return readQuestion(node, problems, statements);
  }
}

function readPrediction(node: ContainerDirective, problems: ProblemCollector): Prediction | null {
  const found = problems.attributes("predict", node);
  const prose = readBlocks(node.children, problems);
  if (found === null) return null;
  const { id, metric, rates, axis = RATE_PATH, max, set = {}, seeds = SEEDS } = found;
  const values = rates ?? found.values;
  const isOverRates = axis === RATE_PATH;
  if (values === undefined || (rates === undefined) === isOverRates || (rates && found.values)) {
    const remedy = 'write either rates="2000 4000 6000" or axis=queues.ipintrq values="1 5 20"';
    problems.add(node, "predict", "needs rates, or axis and values", remedy);
    return null;
  }
  const line = lineOf(node);
  return { kind: "prediction", id, line, prose, metric, axis, values, max, set, seeds };
}

function readProgram(node: ContainerDirective, problems: ProblemCollector): ProgramTask | null {
  const found = problems.attributes("program", node);
  const prose = readBlocks(node.children, problems);
  return found && { kind: "program", line: lineOf(node), prose, ...found };
}

function readGoal(node: ContainerDirective, problems: ProblemCollector): Goal | null {
  const found = problems.attributes("goal", node);
  const goal: Omit<Goal, "id" | "seeds" | "scoreNeeded"> = {
    kind: "goal",
    line: lineOf(node),
    prose: [],
    loads: [],
    requirements: [],
    scores: [],
    solutions: [],
    wrong: [],
  };
  for (const child of node.children) readGoalPart(child, goal, problems);
  if (goal.requirements.length + goal.scores.length === 0) {
    const remedy = 'write e.g. ::require{metric=delivered_pps op=">=" value=4500}';
    problems.add(node, "goal", "has no requirement", remedy);
  }
  if (goal.solutions.length === 0) {
    const remedy = 'write ::solution{set="..."}: the tests prove that it reaches the goal';
    problems.add(node, "goal", "has no solution", remedy);
  }
  reportBadScores(node, goal, found?.score, problems);
  const requirements = goal.requirements.map((one) => withLoad(one, goal.loads, problems));
  const scores = goal.scores.map((one) => withLoad(one, goal.loads, problems));
  if (found === null) return null;
  const { id, seeds = GOAL_SEEDS, score: scoreNeeded = 0 } = found;
  return { ...goal, requirements, scores, id, seeds, scoreNeeded };
}

function reportBadScores(
  node: ContainerDirective,
  { scores }: Pick<Goal, "scores">,
  needed: number | undefined,
  problems: ProblemCollector,
): void {
  const highest = scores.reduce((sum, { points }) => sum + points, 0);
  if (needed !== undefined && needed > highest) {
    const problem = `is ${needed}, but the ::score lines give ${highest} points at most`;
    problems.add(node, "goal score", problem, "add ::score lines, or lower it");
  }
  if (needed === undefined && scores.length > 0) {
    const remedy = "write the score that reaches the goal, e.g. :::goal{id=win score=70}";
    problems.add(node, "goal score", "is missing", remedy);
  }
  for (const { from, to, line } of scores) {
    if (from !== to) continue;
    problems.add({ line }, "score to", "is the same as from", "write two different values");
  }
}

/** Puts the settings of the named load under those of the line itself. */
function withLoad<T extends Requirement | Score>(
  one: T,
  loads: readonly Load[],
  problems: ProblemCollector,
): T {
  if (one.load === "") return one;
  const load = loads.find(({ id }) => id === one.load);
  if (load !== undefined) return { ...one, set: { ...load.set, ...one.set } };
  const known = loads.map(({ id }) => id).join(", ");
  const remedy =
    known === ""
      ? 'write e.g. ::load{id=flood name="A flood" set="..."}'
      : `the loads are ${known}`;
  problems.add({ line: one.line }, "load", `there is no “${one.load}” in this goal`, remedy);
  return one;
}

function readGoalPart(
  node: RootContent,
  goal: Pick<Goal, "prose" | "loads" | "requirements" | "scores" | "solutions" | "wrong">,
  problems: ProblemCollector,
): void {
  if (node.type !== "leafDirective") {
    const block = readBlock(node, problems);
    if (block !== null) goal.prose.push(block);
    return;
  }
  const line = lineOf(node);
  switch (node.name) {
    case "load": {
      const found = problems.attributes("load", node);
      if (found !== null) goal.loads.push({ ...found, line });
      return;
    }
    case "require": {
      const found = problems.attributes("require", node);
      if (found === null) return;
      const { set = {}, load = "" } = found;
      goal.requirements.push({ ...found, set, load, line });
      return;
    }
    case "score": {
      const found = problems.attributes("score", node);
      if (found === null) return;
      const { set = {}, load = "" } = found;
      goal.scores.push({ ...found, set, load, line });
      return;
    }
    case "solution": {
      const found = problems.attributes("solution", node);
      if (found !== null) goal.solutions.push({ set: found.set, line });
      return;
    }
    case "wrong": {
      const found = problems.attributes("wrong", node);
      if (found !== null) goal.wrong.push({ set: found.set, line });
      return;
    }
    default:
      reportMisplacedDirective(node, "a goal", problems);
  }
}

function readQuestion(
  node: ContainerDirective,
  problems: ProblemCollector,
  statements: AnswerStatements,
): Question | null {
  const found = problems.attributes("question", node);
  if (found === null) return null;
  const { id, kind } = found;
  const line = lineOf(node);
  if (kind === "choice") {
    const { prose, options } = readOptions(node, problems);
    const checked = options.map(({ checks, ...option }) => {
      return { ...option, checkedBy: statements.ofOption(checks, option.right) };
    });
    return { kind, id, line, prose, options: checked };
  }
  if (kind === "text") return { kind, id, line, prose: readBlocks(node.children, problems) };
  if (found.answer === undefined) {
    const remedy = "give the right number, e.g. answer=16";
    problems.add(node, "question answer", "is missing", remedy);
    return null;
  }
  const { answer, within = 0, unit = "" } = found;
  const { prose, options, checks } = splitOptions(node, problems);
  const checkedBy = statements.ofNumber(checks, answer, within);
  const question = { kind, id, line, prose, answer, within, unit, checkedBy };
  const other = options.find(({ text }) => plainText(text).trim() === OTHER);
  const wrongAnswers = options.flatMap((option) => {
    if (option === other) return [];
    const wrong = parseNumber(plainText(option.text), unit);
    if (wrong !== null && !option.right && !isRightNumber(question, wrong)) {
      const checkedBy = statements.ofNumber(option.checks, wrong, within);
      return [{ answer: wrong, feedback: option.feedback, checkedBy }];
    }
    const remedy = "list wrong numbers only: begin each with [ ], and indent its feedback below it";
    problems.add(node, "question number", "a listed answer is right, or is no number", remedy);
    return [];
  });
  return {
    ...question,
    ...(wrongAnswers.length > 0 ? { wrongAnswers } : {}),
    ...(other === undefined ? {} : { otherFeedback: other.feedback }),
  };
}

/** Stands in a list of wrong numbers for all others. */
const OTHER = "other";

/** The text of a question, its list of answers, and the directives that check the question's own answer. */
function splitOptions(node: ContainerDirective, problems: ProblemCollector) {
  const list = node.children.find((child): child is List => child.type === "list");
  const { blocks, checks } = splitChecks(node.children.filter((child) => child !== list));
  const prose: Block[] = readBlocks(blocks, problems);
  const options = list?.children.flatMap((item) => readOption(item, problems) ?? []) ?? [];
  return { prose, options, checks };
}

/** Separates the directives that check an answer from its text. */
function splitChecks<T extends RootContent>(nodes: readonly T[]) {
  const isCheck = (node: RootContent): node is LeafDirective =>
    node.type === "leafDirective" && CHECKS.includes(node.name);
  const checks = nodes.flatMap((node) => (isCheck(node) ? [node] : []));
  return { blocks: nodes.filter((node) => !isCheck(node)), checks };
}

const CHECKS = ["expect", "equals", "unmeasured"];

function readOptions(node: ContainerDirective, problems: ProblemCollector) {
  const { prose, options } = splitOptions(node, problems);
  const right = options.filter((option) => option.right).length;
  if (options.length < 2 || right !== 1) {
    problems.add(
      node,
      "question choice",
      `has ${options.length} ${options.length === 1 ? "option" : "options"}, ${right} of them right`,
      "write a list of at least two items: one begins with [x], the others with [ ]",
    );
  }
  return { prose, options };
}

interface UncheckedOption extends Omit<Option, "checkedBy"> {
  checks: LeafDirective[];
}

function readOption(item: ListItem, problems: ProblemCollector): UncheckedOption | null {
  const { blocks, checks } = splitChecks(item.children);
  const [first, ...others] = blocks;
  const text = first?.type === "paragraph" ? readInlines(first.children, problems) : [];
  const [start, ...rest] = text;
  const mark = start?.kind === "text" ? /^\[([ x])\]\s+/.exec(start.text) : null;
  if (start?.kind !== "text" || mark === null) {
    const remedy = "begin a right answer with [x], a wrong one with [ ]";
    problems.add(item, "question choice", "an option is not marked", remedy);
    return null;
  }
  const feedback = readBlocks(others, problems);
  if (feedback.length === 0) {
    const remedy = "indent a sentence below it: a question to think about, or why it is right";
    problems.add(item, "question choice", "an option has no feedback", remedy);
  }
  const begin: Inline = { kind: "text", text: start.text.slice(mark[0].length) };
  return { right: mark[1] === "x", text: [begin, ...rest], feedback, checks };
}

/** Reports a directive that is unknown or does not belong here. */
export function reportMisplacedDirective(
  node: Directives,
  where: string,
  problems: ProblemCollector,
): void {
  const colons = { leafDirective: "::", containerDirective: ":::", textDirective: ":" }[node.type];
  const known = Object.hasOwn(FORMS, node.name) ? FORMS[node.name as DirectiveName] : undefined;
  const written = { leaf: "::", container: ":::", inline: ":" };
  const remedy =
    known === undefined
      ? `the directives are ${Object.keys(FORMS).join(", ")}`
      : `write ${written[known]}${node.name}, at a place that README.md allows`;
  problems.add(node, `${colons}${node.name}`, `does not belong in ${where}`, remedy);
}
