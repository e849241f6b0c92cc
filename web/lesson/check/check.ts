// Checks a lesson against the machines that it is about: whether its scenarios, settings, places and terms exist, and
// whether its solutions turn only unlocked knobs. Needs the Catalogue; with Topologies it checks every id as well. Runs in
// the tests, and on the page for a lesson that an author drops.
import type { Catalogue, Scenario, Topology } from "../../generated/model";
import { axisOf, isAxis } from "../../model/curve-axis";
import {
  catalogueForMachine,
  findParameter,
  validateValue,
  valuesAtStart,
} from "../../model/scenario/settings";
import { knobOfPath, programKnobs } from "../../model/program-knobs";
import { isTraffic } from "../../model/shared-traffic";
import { pointerOf, settingOf, splitMetric } from "../metric";
import {
  formatProblem,
  tasksOf,
  type Block,
  type Inline,
  type Lesson,
  type Pointer,
  type Problem,
  type ProgramTask,
  type Settings,
  type StepContent,
  type Task,
} from "../lesson";
import { expandPaths, withSettings } from "../settings";
import { emptySteps } from "./empty-steps";
import { allVariants } from "../variants";

export interface CheckContext {
  catalogue: Catalogue;
  /** The glossary's terms, in lower case. */
  terms: ReadonlySet<string>;
  /** The topology of a scenario's machine; undefined when the machine cannot be built. */
  topologyOf: (scenario: Scenario) => Topology | undefined;
  /** The ids of the papers' figures. */
  figures: readonly string[];
  /** The challenges of kernel C, with the settings of their machines. */
  challenges: readonly { id: string; settings: Settings }[];
  /** The name of the lesson's file in problems. */
  file: string;
}

/** Finds a scenario by its id, first among the lesson's own, then in the catalogue. */
export function findScenario(
  { scenarios }: Lesson,
  catalogue: Catalogue,
  id: string,
): Scenario | undefined {
  const own = Object.hasOwn(scenarios, id) ? scenarios[id] : undefined;
  return own ?? catalogue.scenarios.find((one) => one.id === id);
}

export function checkLesson(lesson: Lesson, context: CheckContext): Problem[] {
  const found = new Map<string, Problem>();
  for (const variant of allVariants(lesson)) {
    const checker = new Checker(variant, context);
    checker.checkModel();
    checker.checkScenarios();
    checker.checkTerms(1, variant.summary);
    for (const step of variant.steps) checker.checkStep(step);
    const all = [...checker.problems, ...emptySteps(variant, context.file)];
    for (const one of all) found.set(formatProblem(one), one);
  }
  return [...found.values()];
}

class Checker {
  readonly problems: Problem[] = [];
  /** The machine of the current step; null when it cannot be built. */
  private machine: Scenario | null = null;
  /** Ids of scenarios that are wrong or missing. They are reported once. */
  private unusable = new Set<string>();
  /** The file that is being checked. */
  private file: string;

  constructor(
    private readonly lesson: Lesson,
    private readonly context: CheckContext,
  ) {
    this.file = context.file;
  }

  checkModel(): void {
    const { model } = this.context.catalogue;
    if (this.lesson.model === model) return;
    this.add(
      this.lesson.line,
      "lesson model",
      `was checked with ${this.lesson.model}; this is ${model}`,
      `run its statements with ${model}, correct those that no longer hold, then write model="${model}"`,
    );
  }

  /** Checks the settings of the lesson's own scenario files. */
  checkScenarios(): void {
    for (const [id, scenario] of Object.entries(this.lesson.scenarios)) {
      this.file = siblingFile(this.context.file, `${id}.json`);
      if (!this.checkSettings(scenario.settings, 1, "settings", scenario)) this.unusable.add(id);
    }
    this.file = this.context.file;
  }

  checkStep(step: StepContent): void {
    const { machine } = step;
    if (machine !== null) {
      this.machine = this.scenario(machine.scenario, machine.set, machine.line, "machine");
    }
    const { compare } = step;
    if (compare !== null) {
      this.scenario(compare.scenario, compare.set, compare.line, "compare");
      if (compare.other !== undefined)
        this.scenario(compare.scenario, compare.other.set, compare.line, "compare other-set");
      for (const path of compare.shared) this.checkPath(path, compare.line, "compare shared");
    }
    this.checkFree(step);
    for (const { set, line } of step.cues) this.checkSettings(set, line, "cue set", this.machine);
    this.checkCurve(step);
    if (step.spotlight !== null) this.checkPointer(step.spotlight, step.line, "spotlight");
    this.checkText(step);
    for (const expect of step.expects) {
      const scenario = this.scenario(expect.scenario, expect.set, expect.line, "expect");
      this.checkMetric(expect.metric, scenario, expect.line, "expect metric");
    }
    this.checkTasks(step);
  }

  private checkFree({ free, choices = {}, line }: StepContent): void {
    const { catalogue } = this.context;
    for (const path of free) {
      const knob = knobOfPath(path);
      if (knob !== null) {
        this.checkProgramKnob(knob, line);
        continue;
      }
      const [first] = expandPaths([path], catalogue);
      if (first === undefined || first === path) this.checkPath(path, line, "knobs free");
    }
    for (const [path, values] of Object.entries(choices)) {
      const parameter = this.checkPath(path, line, "knobs choices");
      if (parameter !== undefined && !expandPaths(free, catalogue).includes(path)) {
        this.add(line, "knobs choices", `${path} is locked`, "add it to free, or leave it out");
      }
      for (const value of values) {
        this.checkSettings({ [path]: value }, line, "knobs choices", this.machine);
      }
    }
  }

  /** A knob that the program of the step's machine declares. */
  private checkProgramKnob(knob: string, line: number): void {
    if (this.machine === null) return;
    const field = "knobs free";
    const { program } = this.machine;
    if (program === undefined) {
      const remedy =
        "name a machine with a program, e.g. ::machine{scenario=poll-with-a-quota/reference}; a program that the learner writes shows its knobs by itself";
      return this.add(line, field, "the step's machine runs no program", remedy);
    }
    const names = programKnobs(program.text).map(({ name }) => name);
    if (names.includes(knob) || (knob === "*" && names.length > 0)) return;
    const problem = `${program.file} declares no knob${knob === "*" ? "" : ` “${knob}”`}`;
    const remedy =
      names.length === 0
        ? 'write KNOB(quota, 5, 1, 100, "packets in each turn"); into it'
        : `it declares ${names.join(", ")}`;
    this.add(line, field, problem, remedy);
  }

  /** The setting on the horizontal axis must be a number that has an effect on the step's machine. */
  private checkCurve({ curve }: StepContent): void {
    if (curve === null) return;
    const { axisPath, line } = curve;
    const { catalogue } = this.context;
    if (!this.checkAxis(axisPath, line, "curve axis") || this.machine === null) return;
    if (axisOf(catalogue, axisPath, valuesAtStart(catalogue, this.machine)) !== null) return;
    const remedy = "change the machine's settings so that it has an effect, or name another one";
    this.add(line, "curve axis", `${axisPath} has no effect on this machine`, remedy);
  }

  private checkAxis(path: string, line: number, field: string): boolean {
    const parameter = this.checkPath(path, line, field);
    if (parameter === undefined) return false;
    if (isAxis(parameter)) return true;
    this.add(line, field, `${path} is not a number`, "name a parameter whose value is a number");
    return false;
  }

  checkTerms(line: number, blocks: readonly Block[]): void {
    const { figures } = this.context;
    for (const { id, line: at } of figuresIn(blocks)) {
      if (figures.includes(id)) continue;
      const remedy = `the figures are ${figures.join(", ")}`;
      this.add(at, "figure id", `there is no figure “${id}”`, remedy);
    }
    for (const inline of allInlines(blocks)) {
      if (inline.kind === "look") this.checkPointer(inline.at, line, "look");
      if (inline.kind !== "term") continue;
      if (this.context.terms.has(inline.term.toLowerCase())) continue;
      const remedy = "add it to lessons/glossary.md, or name the entry: :term[...]{of=...}";
      this.add(line, "term", `“${inline.term}” is not in the glossary`, remedy);
    }
  }

  private checkText(step: StepContent): void {
    for (const item of step.body) {
      if (item.kind !== "task") {
        this.checkTerms(step.line, item.blocks);
        continue;
      }
      const { task } = item;
      this.checkTerms(task.line, task.prose);
      if (task.kind === "number") {
        for (const { feedback } of task.wrongAnswers ?? []) this.checkTerms(task.line, feedback);
        this.checkTerms(task.line, task.otherFeedback ?? []);
      }
      if (task.kind !== "choice") continue;
      for (const { text, feedback } of task.options) {
        this.checkTerms(task.line, [{ kind: "paragraph", children: text }, ...feedback]);
      }
    }
    for (const hint of step.hints) this.checkTerms(step.line, hint);
    this.checkTerms(step.line, step.notes);
  }

  private checkTasks(step: StepContent): void {
    for (const task of tasksOf(step)) {
      if (task.kind === "prediction") {
        this.checkSettings(task.set, task.line, "predict set", this.machine);
        this.checkAxis(task.axis, task.line, "predict axis");
        for (const value of task.values) {
          const set = { ...task.set, [task.axis]: value };
          if (!this.checkSettings(set, task.line, "predict values", this.machine)) break;
        }
        this.checkMetric(task.metric, this.machine, task.line, "predict metric");
      }
      if (task.kind === "program") this.checkProgram(task);
      if (task.kind === "prediction" || task.kind === "goal") this.checkRunsNoProgram(task);
      if (task.kind !== "goal") continue;
      for (const { metric, set, line } of [...task.requirements, ...task.scores]) {
        this.checkSettings(set, line, "require set", this.machine);
        const path = settingOf(metric);
        if (path !== null) this.checkAxis(path, line, "require metric");
        else this.checkMetric(metric, this.machine, line, "require metric");
      }
      for (const { set, line } of [...task.solutions, ...task.wrong]) {
        this.checkSettings(set, line, "solution set", this.machine);
        const free = expandPaths(step.free, this.context.catalogue);
        const locked = Object.keys(set).filter((path) => !free.includes(path));
        for (const path of locked) {
          const remedy = `add it to ::knobs{free="..."} of this step`;
          this.add(line, "solution set", `turns ${path}, which is locked`, remedy);
        }
        for (const [path, offered] of Object.entries(step.choices ?? {})) {
          if (set[path] === undefined || offered.includes(String(set[path]))) continue;
          const problem = `sets ${path} to ${String(set[path])}, which the step does not offer`;
          this.add(line, "solution set", problem, `offered: ${offered.join(", ")}`);
        }
      }
    }
  }

  /** The learner watches the machine that the challenge judges. */
  private checkProgram({ challenge, line }: ProgramTask): void {
    const field = "program challenge";
    const { challenges } = this.context;
    const found = challenges.find(({ id }) => id === challenge);
    if (found === undefined) {
      const remedy = `the challenges are ${challenges.map(({ id }) => id).join(", ")}`;
      return this.add(line, field, `there is no challenge “${challenge}”`, remedy);
    }
    if (this.machine === null) return;
    const own = valuesAtStart(this.context.catalogue, this.machine);
    for (const [path, value] of Object.entries(found.settings)) {
      if (own[path] === value || isTraffic(path)) continue;
      const problem = `the step's machine has ${path}=${String(own[path])}, and the challenge's ${String(value)}`;
      this.add(line, field, problem, `write ::machine{scenario=${challenge}}`);
    }
  }

  /** A report names the machine of a trial by its settings: the one who grades has no program. */
  private checkRunsNoProgram({ kind, line }: Task): void {
    if (this.machine?.program === undefined) return;
    const field = kind === "goal" ? "goal" : "predict";
    const remedy = "give the step a machine with one of the built-in kernels";
    this.add(
      line,
      field,
      "the step's machine runs a program, with which nobody can grade it",
      remedy,
    );
  }

  private scenario(id: string, set: Settings, line: number, what: string): Scenario | null {
    const found = findScenario(this.lesson, this.context.catalogue, id);
    const isAllowed = this.checkSettings(set, line, `${what} set`, found ?? null);
    if (this.unusable.has(id)) return null;
    if (found !== undefined) return isAllowed ? withSettings(found, set) : null;
    this.unusable.add(id);
    const own = Object.keys(this.lesson.scenarios).map((one) => `${one} of this lesson`);
    const known = [...own, ...this.context.catalogue.scenarios.map((one) => one.id)].slice(0, 8);
    const remedy = `put ${id}.json into the lesson's folder, or name an existing scenario, such as ${known.join(", ")}`;
    this.add(line, `${what} scenario`, `there is no “${id}”`, remedy);
    return null;
  }

  /** Checks settings against the ranges of the machine that they set. Returns whether all are allowed. */
  private checkSettings(set: Settings, line: number, field: string, on: Scenario | null): boolean {
    const before = this.problems.length;
    const { parameters } = catalogueForMachine(this.context.catalogue, { ...on?.settings, ...set });
    for (const [path, value] of Object.entries(set)) {
      if (this.checkPath(path, line, field) === undefined) continue;
      const parameter = parameters.find((one) => one.path === path);
      const problem = parameter && validateValue(parameter, value);
      if (!problem) continue;
      const remedy = `allowed: ${problem.allowed}`;
      this.add(line, field, `${path}=${String(value)} is ${problem.problem}`, remedy);
    }
    return this.problems.length === before;
  }

  private checkPath(path: string, line: number, field: string) {
    const parameter = findParameter(this.context.catalogue, path);
    if (parameter === undefined) {
      const remedy =
        "`livelock list --settings` lists all paths, and so does the page Lessons, below the drop area";
      this.add(line, field, `there is no parameter “${path}”`, remedy);
    }
    return parameter;
  }

  private checkMetric(
    metric: string,
    scenario: Scenario | null,
    line: number,
    field: string,
  ): void {
    const { family, id } = splitMetric(metric);
    if (family === "setting") this.checkPath(id, line, field);
    const pointer = pointerOf(metric);
    if (pointer !== null) this.checkPointer(pointer, line, field, scenario);
  }

  private checkPointer(at: Pointer, line: number, field: string, scenario = this.machine): void {
    if (scenario === null || at.kind === "view") return;
    const topology = this.context.topologyOf(scenario);
    if (topology === undefined) return;
    const rows = { place: topology.places, context: topology.contexts, line: topology.lines };
    const ids = rows[at.kind].map(({ id }) => id);
    if (ids.includes(at.id)) return;
    const remedy = `this machine has ${ids.join(", ")}`;
    this.add(at.line ?? line, field, `there is no ${at.kind} “${at.id}”`, remedy);
  }

  private add(line: number, field: string, problem: string, remedy: string): void {
    this.problems.push({ file: this.file, line, field, problem, remedy });
  }
}

/** The path of another file in the same folder. */
function siblingFile(file: string, name: string): string {
  return file.replace(/[^/]*$/, name);
}

/** All inlines of the blocks, including nested ones. */
export function allInlines(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case "paragraph":
      case "heading":
        return withChildren(block.children);
      case "list":
        return block.items.flatMap(allInlines);
      case "note":
        return allInlines(block.blocks);
      case "formula":
      case "figure":
        return [];
    }
  });
}

function figuresIn(blocks: readonly Block[]): Extract<Block, { kind: "figure" }>[] {
  return blocks.flatMap((block) => {
    if (block.kind === "figure") return [block];
    if (block.kind === "note") return figuresIn(block.blocks);
    return block.kind === "list" ? block.items.flatMap(figuresIn) : [];
  });
}

function withChildren(inlines: readonly Inline[]): Inline[] {
  return inlines.flatMap((inline) =>
    "children" in inline ? [inline, ...withChildren(inline.children)] : [inline],
  );
}
