// Parses a lesson: Markdown with directives. The same function runs in the build, in the tests, and when an author drops
// a lesson on the page. It does not throw for an author's mistakes: each becomes a problem with file, line, field and
// remedy. lessons/README.md describes the format.
import { fromMarkdown } from "mdast-util-from-markdown";
import { directiveFromMarkdown } from "mdast-util-directive";
import { directive } from "micromark-extension-directive";
import { math } from "micromark-extension-math";
import { mathFromMarkdown } from "mdast-util-math";
import katex from "katex";
import type { Nodes, RootContent } from "mdast";
import type { Scenario } from "../../generated/model";
import type { DirectiveName } from "./directives";
import {
  plainText,
  type Lesson,
  type MachineSpec,
  type Problem,
  type Step,
  type Task,
  lineOf,
  tasksOf,
} from "../lesson";
import { NO_VARIANT, readVariants, withValues, type VariantValues } from "./parse-variants";
import { challengeScenarios, type WrongPrograms } from "./challenge-scenarios";
import { readBlock, readInlines } from "./prose";
import { ProblemCollector } from "./problems";
import { StepParser } from "./parse-step";

export interface LessonFiles {
  /** The folder's name, from which the lesson gets its id. Empty: the id comes from the title. */
  folder: string;
  /** Text by file name: lesson.md (or the only .md), scenario files ending in .json, and translations (translation.ts). */
  files: Record<string, string>;
  /** The wrong programs of challenges, which the page does not have. */
  wrongPrograms?: WrongPrograms;
}

const TRANSLATION = /^lesson\.([a-z]{2})\.md$/;

/** The translations among a lesson's files, each with the files that it would have as a lesson of its own. */
export function translationFiles({ files }: LessonFiles) {
  const others = Object.entries(files).filter(([name]) => !name.endsWith(".md"));
  return Object.entries(files).flatMap(([name, text]) => {
    const [, language] = TRANSLATION.exec(name) ?? [];
    const texts: Record<string, string> = { "lesson.md": text, ...Object.fromEntries(others) };
    return language === undefined ? [] : [{ language, name, texts }];
  });
}

export interface ParsedLesson {
  /** The name of the lesson's file in problems. */
  file: string;
  /** null when there are problems. */
  lesson: Lesson | null;
  problems: Problem[];
}

/** The longest text that is accepted as a lesson. */
const TEXT_CHARACTERS_MAX = 200_000;

export function parseLesson({ folder, files, wrongPrograms = {} }: LessonFiles): ParsedLesson {
  const name =
    "lesson.md" in files
      ? "lesson.md"
      : Object.keys(files).find((one) => /\.md$/.test(one) && !TRANSLATION.test(one));
  const file = pathInFolder(folder, name ?? "lesson.md");
  const problems = new ProblemCollector(file);
  const text = name === undefined ? undefined : stripByteOrderMark(files[name]);
  if (text === undefined || text.length > TEXT_CHARACTERS_MAX) {
    const problem =
      text === undefined ? "is missing" : `is longer than ${TEXT_CHARACTERS_MAX} characters`;
    const remedy =
      text === undefined
        ? "put one Markdown file into the lesson's folder"
        : "shorten it, or make two lessons of it";
    problems.add({ line: 1 }, "lesson.md", problem, remedy);
    return { file, lesson: null, problems: problems.list };
  }
  reportUnknownFiles(name, files, problems);
  reportBadEncoding(text, problems);
  const scenarios = readScenarios(folder, files, problems);
  const own = ifNotTooDeep(() => parseText(folder, text, scenarios, problems), problems);
  const named = challengeScenarios(own?.steps ?? [], scenarios, wrongPrograms, problems);
  const lesson = own && { ...own, scenarios: { ...scenarios, ...named } };
  const isValid = problems.list.length === 0;
  const byLine = problems.list.toSorted((a, b) => a.line - b.line);
  return { file, lesson: isValid ? lesson : null, problems: byLine };
}

/** Reports a text with so many lists or quotations inside each other that the parser has no more memory for calls. */
function ifNotTooDeep<T>(parse: () => T, problems: ProblemCollector): T | null {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const problem = "has too many lists or quotations inside each other";
    problems.add({ line: 1 }, "text", problem, "write at most three levels");
    return null;
  }
}

function parseText(
  folder: string,
  text: string,
  scenarios: Record<string, Scenario>,
  problems: ProblemCollector,
): Lesson | null {
  const root = fromMarkdown(text, {
    extensions: [directive(), math()],
    mdastExtensions: [directiveFromMarkdown(), mathFromMarkdown()],
  });
  reportBadFormulas(root, problems);
  closeOpenDirectives(root.children, problems);
  return readLesson(folder, root.children, scenarios, problems);
}

function pathInFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Removes the byte order mark that some editors write. */
function stripByteOrderMark(text: string | undefined): string | undefined {
  return text?.replace(/^\uFEFF/, "");
}

function reportUnknownFiles(
  name: string | undefined,
  files: Record<string, string>,
  problems: ProblemCollector,
): void {
  for (const other of Object.keys(files)) {
    if (other === name || other.endsWith(".json") || TRANSLATION.test(other)) continue;
    if (other.endsWith(".c") && isNamed(other, files)) continue;
    const remedy = other.endsWith(".c")
      ? `remove it, or name it in a scenario file: "program": { "file": "${other}" }`
      : other === "glossary.md"
        ? "remove it: add new terms to lessons/glossary.md in the sources"
        : "remove it: a lesson is one Markdown file, scenario files ending in .json, and their programs";
    problems.add({ line: 1 }, other, "is not read", remedy);
  }
}

/** Whether a scenario file names a program. */
function isNamed(program: string, files: Record<string, string>): boolean {
  const named = JSON.stringify(program);
  return Object.entries(files).some(
    ([file, text]) => file.endsWith(".json") && text.includes(named),
  );
}

/** Reports a file that was not saved as UTF-8: some of its letters have been lost. */
function reportBadEncoding(text: string, problems: ProblemCollector): void {
  const line = text.split("\n").findIndex((one) => one.includes("\uFFFD"));
  if (line < 0) return;
  const problem = "has letters that are not UTF-8";
  problems.add({ line: line + 1 }, "text", problem, "save the file as UTF-8");
}

/** Reports formulas that KaTeX cannot set. */
function reportBadFormulas(node: Nodes, problems: ProblemCollector): void {
  if (node.type === "inlineMath" || node.type === "math") {
    try {
      katex.renderToString(node.value, { throwOnError: true, strict: "error" });
    } catch (error) {
      const problem = `cannot be set: ${error instanceof Error ? error.message : String(error)}`;
      problems.add(node, "formula", problem, "write TeX that KaTeX knows; for a dollar sign, \\$");
    }
  }
  if ("children" in node) for (const child of node.children) reportBadFormulas(child, problems);
}

/** Closes a directive that the author did not close, and reports it: otherwise it would contain the rest of the file. */
function closeOpenDirectives(nodes: readonly RootContent[], problems: ProblemCollector): void {
  for (const node of nodes) {
    if (node.type !== "containerDirective") continue;
    const end = node.children.findIndex(
      (child) =>
        child.type === "containerDirective" || (child.type === "heading" && child.depth <= 2),
    );
    const next = node.children[end];
    if (next === undefined) continue;
    const what = next.type === "heading" ? "a step" : `:::${"name" in next ? next.name : ""}`;
    const problem = `is not closed: ${what} begins in it at line ${lineOf(next)}`;
    problems.add(node, `:::${node.name}`, problem, "end it with a line of :::");
    node.children = node.children.slice(0, end);
  }
}

function readLesson(
  folder: string,
  nodes: readonly RootContent[],
  scenarios: Record<string, Scenario>,
  problems: ProblemCollector,
): Lesson | null {
  const firstStep = nodes.findIndex((node) => node.type === "heading" && node.depth === 2);
  const head = readHead(nodes.slice(0, firstStep < 0 ? nodes.length : firstStep), problems);
  if (firstStep < 0) {
    problems.add(
      { line: 1 },
      "steps",
      "there are none",
      "begin each step with a heading: ## Title",
    );
    return null;
  }
  const steps = readSteps(nodes.slice(firstStep), problems);
  reportDuplicateIds(steps, problems);
  reportUnknownGoals(steps, problems);
  if (steps[0]?.machine === null) {
    const remedy = "add e.g. ::machine{scenario=lab} to the first step";
    problems.add({ line: steps[0].line }, "machine", "is missing in the first step", remedy);
  }
  return head && { id: idOf(folder === "" ? head.title : folder), ...head, steps, scenarios };
}

/** Reads the title, the directive `lesson`, and the summary before the first step. */
function readHead(nodes: readonly RootContent[], problems: ProblemCollector) {
  const [title] = nodes;
  if (title?.type !== "heading" || title.depth !== 1) {
    problems.add({ line: 1 }, "title", "is missing", "begin the file with a heading: # Title");
  }
  const facts = nodes.find((node) => node.type === "leafDirective" && node.name === "lesson");
  if (facts?.type !== "leafDirective") {
    const remedy =
      'write ::lesson{number=3 model="..." minutes=20 source="M 4.2"} below the title, with straight quotes';
    problems.add({ line: 1 }, "lesson", "is missing", remedy);
    return null;
  }
  const attributes = problems.attributes("lesson", facts);
  const summary = nodes
    .filter((node) => node !== title && node !== facts)
    .flatMap((node) => readBlock(node, problems) ?? []);
  const words = title?.type === "heading" ? plainText(readInlines(title.children, problems)) : "";
  return attributes && { title: words, line: lineOf(facts), ...attributes, summary };
}

function readSteps(nodes: readonly RootContent[], problems: ProblemCollector): Step[] {
  const steps: Step[] = [];
  let machine: MachineSpec | null = null;
  /** The step before has several machines. */
  let machineVaries = false;
  for (const [heading, ...content] of splitSteps(nodes)) {
    if (heading?.type !== "heading") continue;
    const title = plainText(readInlines(heading.children, problems));
    const variants = readVariants(content, problems);
    const readVariant = (variant: VariantValues, own: ProblemCollector) => {
      const parser = new StepParser(title, lineOf(heading), machine, own);
      for (const node of content) parser.read(withValues(node, variant, own));
      return { step: parser.finish(), currentMachine: parser.currentMachine };
    };
    const first = readVariant(variants[0] ?? NO_VARIANT, problems);
    const others = variants.slice(1).map((variant) => {
      const own = new ProblemCollector(problems.file);
      const read = readVariant(variant, own);
      problems.addNew(own.list);
      return read.step;
    });
    if (machineVaries && first.step.machine === null) {
      const problem = "continues with a machine that differs between variants";
      const remedy = "give the step its own ::machine, or put no variant into the machine before";
      problems.add(heading, "machine", problem, remedy);
    }
    machineVaries = others.some(
      (one) => JSON.stringify(one.machine?.set) !== JSON.stringify(first.step.machine?.set),
    );
    machine = first.currentMachine;
    const all = others.length === 0 ? [] : [first.step, ...others];
    steps.push({ ...first.step, variants: all });
  }
  return steps;
}

/** The nodes of each step, its heading first. */
function splitSteps(nodes: readonly RootContent[]): RootContent[][] {
  const steps: RootContent[][] = [];
  for (const node of nodes) {
    if (node.type === "heading" && node.depth === 2) steps.push([node]);
    else steps.at(-1)?.push(node);
  }
  return steps;
}

/** The directive of each kind of task. */
const DIRECTIVE_OF: Record<Task["kind"], DirectiveName> = {
  prediction: "predict",
  goal: "goal",
  program: "program",
  choice: "question",
  number: "question",
  text: "question",
};

function reportDuplicateIds(steps: readonly Step[], problems: ProblemCollector): void {
  const seen = new Set<string>();
  for (const step of steps) {
    const tasks = step.body.flatMap((item) => (item.kind === "task" ? [item.task] : []));
    for (const { id, line, what } of [
      { id: step.id, line: step.line, what: "step" },
      ...tasks.map((task) => ({
        id: task.id,
        line: task.line,
        what: `${DIRECTIVE_OF[task.kind]} id`,
      })),
    ]) {
      const key = `${what === "step"} ${id}`;
      if (seen.has(key)) {
        problems.add({ line }, what, `“${id}” is used twice`, "give it another name");
      }
      seen.add(key);
    }
  }
}

/** A machine with the learner's own knobs needs the goal that they are for. */
function reportUnknownGoals(steps: readonly Step[], problems: ProblemCollector): void {
  const goals = steps.flatMap(tasksOf).flatMap(({ kind, id }) => (kind === "goal" ? [id] : []));
  for (const { machine } of steps) {
    if (machine === null || machine.mine === "" || goals.includes(machine.mine)) continue;
    const remedy = goals.length === 0 ? "remove it" : `the goals are ${goals.join(", ")}`;
    problems.add({ line: machine.line }, "machine mine", `no goal “${machine.mine}”`, remedy);
  }
}

/** Reads the scenario files. Checks only that they look like scenarios: the core checks every field. */
function readScenarios(folder: string, files: Record<string, string>, problems: ProblemCollector) {
  const scenarios: Record<string, Scenario> = {};
  for (const [name, text] of Object.entries(files)) {
    if (!name.endsWith(".json")) continue;
    const own = new ProblemCollector(pathInFolder(folder, name));
    const id = name.slice(0, -".json".length);
    const scenario = readScenario(stripByteOrderMark(text) ?? "", id, files, own);
    if (scenario !== null) scenarios[id] = scenario;
    problems.list.push(...own.list);
  }
  return scenarios;
}

function readScenario(
  text: string,
  id: string,
  files: Record<string, string>,
  problems: ProblemCollector,
): Scenario | null {
  const refuse = (field: string, problem: string, remedy: string) => {
    problems.add({ line: 1 }, field, problem, remedy);
    return null;
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse("JSON", `cannot be read: ${String(error)}`, "correct the text at that position");
  }
  const record = value as Partial<Scenario> | null;
  if (typeof record !== "object" || record === null || Array.isArray(record)) {
    return refuse(
      "JSON",
      "is not an object",
      "write a scenario: { schema, id, title, settings, ... }",
    );
  }
  if (record.schema !== 1) return refuse("schema", "is not 1", 'write "schema": 1');
  if (record.id !== id)
    return refuse("id", `is not “${id}”`, "give the scenario the name of its file");
  if (typeof record.settings !== "object" || record.settings === null) {
    return refuse("settings", "are missing", 'write "settings": { "traffic.rate": 2000 }');
  }
  const { title = id, source = "", text: words = "", seed = 1, interventions = [] } = record;
  const { schema, settings } = record as Scenario;
  const model = record.model ?? "";
  const scenario = { schema, model, id, title, source, text: words, seed, settings, interventions };
  if (record.program === undefined) return scenario;
  const { file, statement = 0, knobs = {} } = record.program;
  const program = files[file];
  if (program !== undefined)
    return { ...scenario, program: { file, digest: "", statement, knobs, text: program } };
  const remedy =
    "put the program into the lesson's folder, and write its name, e.g. kernel.c; a challenge's program needs no file: scenario=poll-with-a-quota/reference";
  return refuse("program file", `there is no “${file}”`, remedy);
}

/** "03-receive-livelock" or "Receive livelock" -> "receive-livelock". */
function idOf(folder: string): string {
  const words = folder.toLowerCase().replace(/^\d+-/, "");
  return words.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "lesson";
}
