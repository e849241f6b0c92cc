// What a lesson states about the answers of a question, so that the tests can check them. In an option of a choice,
// `::expect` is what the option says: true of the machine for the right one, false for the others. In a question for a number,
// `::equals` says where a number comes from: a formula, which is computed here, or a measured value, which becomes two
// statements. `::unmeasured` gives the reason why a machine cannot tell.
import type { LeafDirective } from "mdast-util-directive";
import type { AttributesOf } from "./directives";
import type { CheckedBy } from "../lesson";
import { evaluateFormula } from "./formula";
import type { ProblemCollector } from "./problems";

/** A statement about the machine. */
export type Statement = AttributesOf<"expect"> & { isFalse?: true };

export class AnswerStatements {
  constructor(
    private readonly problems: ProblemCollector,
    /** Adds a statement to those of the step. */
    private readonly add: (node: LeafDirective, statement: Statement) => void,
  ) {}

  ofOption(checks: readonly LeafDirective[], isRight: boolean): CheckedBy {
    return this.read(checks, "expect", (node) => {
      const found = this.problems.attributes("expect", node);
      if (found !== null) this.add(node, isRight ? found : { ...found, isFalse: true });
    });
  }

  ofNumber(checks: readonly LeafDirective[], answer: number, within: number): CheckedBy {
    let isMeasured = false;
    const checkedBy = this.read(checks, "equals", (node) => {
      const found = this.problems.attributes("equals", node);
      if (found === null) return;
      isMeasured ||= found.metric !== undefined;
      const { formula, metric, times = 1, within: nearness = within, ...about } = found;
      if ((formula === undefined) === (metric === undefined)) {
        const remedy = 'write either formula="100 - 16" or metric=cpu_share.device times=100';
        this.problems.add(node, "equals", "needs a formula or a metric", remedy);
      } else if (formula !== undefined) {
        this.checkFormula(node, formula, answer);
      } else if (metric !== undefined) {
        const bound = (end: number) => String(end / times);
        this.add(node, { ...about, metric, op: ">=", value: bound(answer - nearness) });
        this.add(node, { ...about, metric, op: "<=", value: bound(answer + nearness) });
      }
    });
    return checkedBy === "machine" && !isMeasured ? "formula" : checkedBy;
  }

  /** Reads the directives that check an answer. `::unmeasured` stands alone. */
  private read(
    checks: readonly LeafDirective[],
    wanted: "expect" | "equals",
    readOne: (node: LeafDirective) => void,
  ): CheckedBy {
    const [first] = checks;
    if (first === undefined) return "nothing";
    const isReason = first.name === "unmeasured" && checks.length === 1;
    if (isReason) this.problems.attributes("unmeasured", first);
    const misplaced = isReason ? [] : checks.filter(({ name }) => name !== wanted);
    for (const node of misplaced) {
      const remedy = `write ::${wanted} lines, or one ::unmeasured{because="..."} alone`;
      this.problems.add(node, `::${node.name}`, "does not check this answer", remedy);
    }
    if (isReason) return "reason";
    for (const node of checks) if (node.name === wanted) readOne(node);
    return "machine";
  }

  /** A formula gives the number as it is written: 16.1 stands for 16.05 to 16.15. */
  private checkFormula(node: LeafDirective, formula: string, answer: number): void {
    const value = evaluateFormula(formula);
    const decimals = String(answer).split(".")[1]?.length ?? 0;
    if (value !== null && Math.abs(value - answer) <= 0.5 * 10 ** -decimals + 1e-9) return;
    const [problem, remedy] =
      value === null
        ? [`“${formula}” cannot be computed`, "write numbers, + - * / and brackets"]
        : [`${formula} is ${value}, not ${answer}`, "correct the formula or the number"];
    this.problems.add(node, "equals formula", problem, remedy);
  }
}
