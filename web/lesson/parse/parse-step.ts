// Parses the nodes of one step, in order: its machine and limits, prose, tasks, hints, statements.
import type { RootContent } from "mdast";
import type { ContainerDirective, LeafDirective } from "mdast-util-directive";
import { AnswerStatements, type Statement } from "./answer-statements";
import { RATE_PATH } from "../../model/curve-axis";
import { isMachineMetric } from "../metric";
import { VIEWS, type ViewName } from "../../model/views";
import {
  type Block,
  type Choices,
  type CompareSpec,
  type Cue,
  type Concealed,
  type Expectation,
  type StepItem,
  type MachineSpec,
  type Pointer,
  type Step,
  type StepContent,
  SEEDS,
  lineOf,
} from "../lesson";
import { readBlock, readBlocks, readPointer } from "./prose";
import type { ProblemCollector } from "./problems";
import { readTask, reportMisplacedDirective } from "./parse-task";

/** How long a machine runs before it is shown, so that its rates mean something. */
const DEFAULT_RUN_MILLISECONDS = 200;
const DEFAULT_EXPECT_MILLISECONDS = 300;

export class StepParser {
  private machine: MachineSpec | null = null;
  /** The id, if the title has changed since learners have answered. */
  private id: string | null = null;
  private compare: CompareSpec | null = null;
  private free: string[] = [];
  private choices: Choices | undefined;
  private shown: ViewName[] = [...VIEWS];
  private showsCode = false;
  private concealed: Concealed = { views: [], values: [], untilDone: true };
  private curve: Step["curve"] = null;
  private spotlight: Pointer | null = null;
  private body: StepItem[] = [];
  private notes: Block[] = [];
  private cues: Cue[] = [];
  private hints: Block[][] = [];
  private expects: Expectation[] = [];
  private statements: AnswerStatements;

  constructor(
    private readonly title: string,
    private readonly line: number,
    /** The machine of the step before, for a step that opens none. */
    private readonly previousMachine: MachineSpec | null,
    private readonly problems: ProblemCollector,
  ) {
    this.statements = new AnswerStatements(problems, (...statement) =>
      this.readExpect(...statement),
    );
  }

  /** The machine of this step, its own or the one before. */
  get currentMachine(): MachineSpec | null {
    return this.machine ?? this.previousMachine;
  }

  read(node: RootContent): void {
    if (node.type === "leafDirective") return this.readLeaf(node);
    if (node.type === "containerDirective") return this.readContainer(node);
    const block = readBlock(node, this.problems);
    if (block !== null) this.addProse(block);
  }

  finish(): StepContent {
    const { title, line, machine, free, shown, showsCode, concealed, curve, spotlight } = this;
    const { compare, body, notes, cues, hints, expects } = this;
    const conceals = concealed.views.length + concealed.values.length > 0;
    if (conceals && concealed.untilDone && !body.some(({ kind }) => kind === "task")) {
      const problem = "ends when the step's tasks are done, but the step has no task";
      this.problems.add({ line }, "conceal", problem, "add the word always, or add a task");
    }
    if (!body.some(({ kind }) => kind !== "after")) {
      this.problems.add({ line }, "step", `“${title}” is empty`, "write a paragraph");
    }
    const id = this.id ?? slugOf(title);
    const view = { compare, shown, showsCode, concealed, curve, spotlight };
    const knobs = this.choices === undefined ? { free } : { free, choices: this.choices };
    return { id, title, line, machine, ...knobs, ...view, body, notes, cues, hints, expects };
  }

  private readLeaf(node: LeafDirective): void {
    const { problems } = this;
    switch (node.name) {
      case "machine":
        return this.readMachine(node);
      case "step":
        this.id = problems.attributes("step", node)?.id ?? null;
        return;
      case "compare":
        return this.readCompare(node);
      case "knobs":
        return this.readKnobs(node);
      case "show":
        this.shown = problems.attributes("show", node)?.views ?? this.shown;
        this.showsCode = this.shown.includes("code");
        return;
      case "conceal":
        return this.readConceal(node);
      case "cue": {
        const found = problems.attributes("cue", node);
        if (found !== null) this.cues.push({ ...found, line: lineOf(node) });
        return;
      }
      case "curve":
        return this.readCurve(node);
      case "spotlight": {
        const found = problems.attributes("spotlight", node);
        if (found !== null) this.spotlight = readPointer(found, node, "spotlight", problems);
        return;
      }
      case "expect":
        return this.readExpect(node, problems.attributes("expect", node));
      case "figure": {
        const block = readBlock(node, problems);
        if (block !== null) this.addProse(block);
        return;
      }
      default:
        reportMisplacedDirective(node, "a step", problems);
    }
  }

  private readKnobs(node: LeafDirective): void {
    const found = this.problems.attributes("knobs", node);
    this.free = found?.free ?? [];
    this.choices = found?.choices;
  }

  private readContainer(node: ContainerDirective): void {
    const { problems } = this;
    const blocks = () => readBlocks(node.children, problems);
    switch (node.name) {
      case "predict":
      case "goal":
      case "program":
      case "question": {
        const task = readTask(node, problems, this.statements);
        if (task !== null) this.body.push({ kind: "task", task });
        return;
      }
      case "hint":
        problems.attributes("hint", node);
        this.hints.push(blocks());
        return;
      case "after":
        problems.attributes("after", node);
        this.body.push({ kind: "after", blocks: blocks() });
        return;
      case "notes":
        problems.attributes("notes", node);
        this.notes.push(...blocks());
        return;
      case "note":
        problems.attributes("note", node);
        return this.addProse({ kind: "note", blocks: blocks() });
      default:
        reportMisplacedDirective(node, "a step", problems);
    }
  }

  private readMachine(node: LeafDirective): void {
    // A wrong line opens a machine too: otherwise whatever needs one would be reported as well.
    const found = this.problems.attributes("machine", node) ?? { scenario: "" };
    this.machine = {
      scenario: found.scenario,
      set: found.set ?? {},
      speed: found.speed ?? null,
      span: found.span ?? null,
      run: found.run ?? DEFAULT_RUN_MILLISECONDS,
      paused: found.paused ?? false,
      mine: found.mine ?? "",
      line: lineOf(node),
    };
  }

  private readCompare(node: LeafDirective): void {
    const found = this.problems.attributes("compare", node);
    const { currentMachine } = this;
    if (found === null) return;
    if (currentMachine === null) {
      const remedy = "write ::machine above it";
      this.problems.add(node, "compare", "there is no first machine", remedy);
      return;
    }
    const { scenario = currentMachine.scenario, set = {}, label = "" } = found;
    const own = found.scenario === undefined ? currentMachine.set : {};
    const labelA = found["label-a"] ?? "";
    const { shared = [] } = found;
    this.compare = { scenario, set: { ...own, ...set }, label, labelA, shared, line: lineOf(node) };
    const otherSet = found["other-set"];
    if (otherSet !== undefined) {
      this.compare.other = { set: { ...own, ...otherSet }, label: found["other-label"] ?? "" };
    }
  }

  private readConceal(node: LeafDirective): void {
    const found = this.problems.attributes("conceal", node);
    if (found === null) return;
    const { views = [], values = [], always = false } = found;
    this.concealed = { views, values, untilDone: !always };
  }

  private readCurve(node: LeafDirective): void {
    const found = this.problems.attributes("curve", node);
    if (found === null) return;
    const { axis: axisPath = RATE_PATH, measure = "delivered", from = null, to = null } = found;
    if (from !== null && (axisPath === RATE_PATH || (to !== null && to <= from))) {
      const problem =
        axisPath === RATE_PATH ? "is not used: this axis begins at 0" : "is not below to";
      this.problems.add(node, "curve from", problem, "remove it, or write e.g. from=1 to=100");
    }
    this.curve = { axisPath, measure, from, to, line: lineOf(node) };
  }

  private readExpect(node: LeafDirective, found: Statement | null): void {
    if (found === null) return;
    const { currentMachine } = this;
    if (found.machine === "b") return this.readExpectOfSecond(found, node);
    const scenario = found.scenario ?? currentMachine?.scenario;
    if (scenario === undefined) {
      const remedy = "name a scenario, or open a machine before";
      this.problems.add(node, "expect scenario", "is missing", remedy);
      return;
    }
    const own = found.scenario === undefined ? currentMachine?.set : {};
    this.addExpect(found, node, { scenario, set: { ...own, ...found.set }, trafficOf: null });
  }

  /** A statement about the second machine, which gets the traffic of the first one. Its `set` is for both. */
  private readExpectOfSecond(found: Statement, node: LeafDirective): void {
    const { currentMachine, compare } = this;
    if (currentMachine === null || compare === null || found.scenario !== undefined) {
      const problem =
        found.scenario === undefined ? "there is no second machine" : "names a scenario";
      this.problems.add(
        node,
        "expect machine",
        problem,
        "write ::compare above it, and no scenario",
      );
      return;
    }
    const both = { ...found.set };
    const { scenario } = currentMachine;
    this.addExpect(found, node, {
      scenario: compare.scenario,
      set: { ...compare.set, ...both },
      trafficOf: {
        scenario,
        set: { ...currentMachine.set, ...both },
        alsoShared: compare.shared,
      },
    });
  }

  private addExpect(
    found: Statement,
    node: LeafDirective,
    about: Pick<Expectation, "scenario" | "set" | "trafficOf">,
  ): void {
    this.expects.push({
      ...about,
      metric: found.metric,
      op: found.op,
      value: this.expectedValue(found, node),
      seeds: found.seeds ?? (isMachineMetric(found.metric) ? [1] : SEEDS),
      ms: found.ms ?? DEFAULT_EXPECT_MILLISECONDS,
      ...(found.isFalse && { isFalse: true }),
      line: lineOf(node),
    });
  }

  private expectedValue(found: Statement, node: LeafDirective): number | string {
    const number = Number(found.value);
    if (Number.isFinite(number)) return number;
    if (!isMachineMetric(found.metric)) {
      const remedy = "write a number; a share is written as 0.25";
      this.problems.add(node, "expect value", `“${found.value}” is not a number`, remedy);
    }
    return found.value;
  }

  private addProse(block: Block): void {
    const last = this.body.at(-1);
    if (last?.kind === "prose") last.blocks.push(block);
    else this.body.push({ kind: "prose", blocks: [block] });
  }
}

/** "Predict: what comes out?" -> "predict-what-comes-out". */
export function slugOf(title: string): string {
  const words = title.toLowerCase().replace(/[’']/g, "");
  return words.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "step";
}
