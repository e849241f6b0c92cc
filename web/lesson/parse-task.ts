// Parses a task of a step: a prediction, a goal or a question. In a question's list, an item that begins with [x] is right
// and one that begins with [ ] is wrong; the indented text below it is the feedback.
import type { List, ListItem, RootContent } from "mdast";
import type { ContainerDirective, Directives } from "mdast-util-directive";
import { RATE_PATH } from "../store/curve/curve-axis";
import { FORMS, type DirectiveName } from "./directives";
import {
  type Block,
  type Goal,
  type Inline,
  type Option,
  type Prediction,
  type Question,
  type Task,
  SEEDS,
  lineOf,
} from "./model";
import { readBlock, readBlocks, readInlines } from "./prose";
import type { ProblemCollector } from "./problems";

export function readTask(node: ContainerDirective, problems: ProblemCollector): Task | null {
  switch (node.name) {
    case "predict":
      return readPrediction(node, problems);
    case "goal":
      return readGoal(node, problems);
    default:
      return readQuestion(node, problems);
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

function readGoal(node: ContainerDirective, problems: ProblemCollector): Goal | null {
  const found = problems.attributes("goal", node);
  const goal: Omit<Goal, "id" | "seeds"> = {
    kind: "goal",
    line: lineOf(node),
    prose: [],
    requirements: [],
    solutions: [],
    wrong: [],
  };
  for (const child of node.children) readGoalPart(child, goal, problems);
  if (goal.requirements.length === 0) {
    const remedy = 'write e.g. ::require{metric=delivered_pps op=">=" value=4500}';
    problems.add(node, "goal", "has no requirement", remedy);
  }
  if (goal.solutions.length === 0) {
    const remedy = 'write ::solution{set="..."}: the tests prove that it reaches the goal';
    problems.add(node, "goal", "has no solution", remedy);
  }
  return found && { ...goal, id: found.id, seeds: found.seeds ?? SEEDS };
}

function readGoalPart(
  node: RootContent,
  goal: Omit<Goal, "id" | "seeds">,
  problems: ProblemCollector,
): void {
  if (node.type !== "leafDirective") {
    const block = readBlock(node, problems);
    if (block !== null) goal.prose.push(block);
    return;
  }
  const line = lineOf(node);
  switch (node.name) {
    case "require": {
      const found = problems.attributes("require", node);
      if (found !== null) goal.requirements.push({ ...found, set: found.set ?? {}, line });
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

function readQuestion(node: ContainerDirective, problems: ProblemCollector): Question | null {
  const found = problems.attributes("question", node);
  if (found === null) return null;
  const { id, kind } = found;
  const line = lineOf(node);
  if (kind === "choice") {
    const { prose, options } = readOptions(node, problems);
    return { kind, id, line, prose, options };
  }
  const prose = readBlocks(node.children, problems);
  if (kind === "text") return { kind, id, line, prose };
  if (found.answer === undefined) {
    const remedy = "give the right number, e.g. answer=16";
    problems.add(node, "question answer", "is missing", remedy);
    return null;
  }
  const { answer, within = 0, unit = "" } = found;
  return { kind, id, line, prose, answer, within, unit };
}

function readOptions(node: ContainerDirective, problems: ProblemCollector) {
  const list = node.children.find((child): child is List => child.type === "list");
  const prose: Block[] = readBlocks(
    node.children.filter((child) => child !== list),
    problems,
  );
  const options = list?.children.flatMap((item) => readOption(item, problems) ?? []) ?? [];
  const right = options.filter((option) => option.right).length;
  if (options.length < 2 || right !== 1) {
    problems.add(
      node,
      "question choice",
      `has ${options.length} options, ${right} of them right`,
      "write a list of at least two items: one begins with [x], the others with [ ]",
    );
  }
  return { prose, options };
}

function readOption(item: ListItem, problems: ProblemCollector): Option | null {
  const [first, ...others] = item.children;
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
  return { right: mark[1] === "x", text: [begin, ...rest], feedback };
}

/** Reports a directive that is unknown or does not belong here. */
export function reportMisplacedDirective(
  node: Directives,
  where: string,
  problems: ProblemCollector,
): void {
  const colons = { leafDirective: "::", containerDirective: ":::", textDirective: ":" }[node.type];
  const known = node.name in FORMS ? FORMS[node.name as DirectiveName] : undefined;
  const written = { leaf: "::", container: ":::", inline: ":" };
  const remedy =
    known === undefined
      ? `the directives are ${Object.keys(FORMS).join(", ")}`
      : `write ${written[known]}${node.name}, at a place that README.md allows`;
  problems.add(node, `${colons}${node.name}`, `does not belong in ${where}`, remedy);
}
