// The rule that no answer of a question goes unchecked. Each option of a choice says something that the tests measure: true
// for the right one, false for the others. Each number of a question comes from a formula or from the machine, and the numbers
// that learners confuse with it have a feedback of their own. Where no measurement can tell, the lesson says why. A number
// that is calculated, and not read from the machine, has a feedback for all other wrong numbers: the steps of its calculation.
import { tasksOf, type ChoiceQuestion, type Lesson, type NumberQuestion } from "../lesson";
import { formatProblem, plainText, type CheckedBy, type Problem } from "../lesson";
import { allVariants } from "../variants";

export function uncheckedAnswers(lesson: Lesson, file: string): Problem[] {
  const found = new Map<string, Problem>();
  for (const task of allVariants(lesson).flatMap(({ steps }) => steps.flatMap(tasksOf))) {
    const missing = missingChecks(task.kind === "choice" || task.kind === "number" ? task : null);
    for (const [problem, remedy] of missing) {
      const one = { file, line: task.line, field: `question ${task.id}`, problem, remedy };
      found.set(formatProblem(one), one);
    }
  }
  return [...found.values()];
}

/** What is missing, and the remedy. */
type Missing = [problem: string, remedy: string];

const REASON = `or ::unmeasured{because="..."} when no measurement can tell`;

function missingChecks(question: ChoiceQuestion | NumberQuestion | null): Missing[] {
  if (question === null) return [];
  return question.kind === "choice" ? missingOfChoice(question) : missingOfNumber(question);
}

function missingOfChoice({ options }: ChoiceQuestion): Missing[] {
  return options.filter(isUnchecked).map(({ right, text }) => {
    const name = plainText(text).replace(/\s+/g, " ");
    const truth = right ? "true" : "false";
    return [`nothing checks “${name}”`, `write below it an ::expect that is ${truth}, ${REASON}`];
  });
}

function missingOfNumber(question: NumberQuestion): Missing[] {
  const { answer, within, wrongAnswers = [] } = question;
  const numbers = [question, ...wrongAnswers].filter(isUnchecked);
  const missing = numbers.map(({ answer: number }): Missing => {
    const remedy = `write ::equals{formula="..."} or ::equals{metric=...} with it, ${REASON}`;
    return [`nothing says where ${number} comes from`, remedy];
  });
  if (wrongAnswers.length === 0) {
    const remedy =
      "list numbers that learners confuse with it, each after [ ], with its feedback below it";
    missing.push(["no wrong number has a feedback of its own", remedy]);
  }
  if (question.checkedBy === "formula" && question.otherFeedback === undefined) {
    const remedy = "write - [ ] other as the last item, and below it the steps of the calculation";
    missing.push(["other wrong numbers get no step of the calculation", remedy]);
  }
  const sorted = wrongAnswers.map((one) => one.answer).sort((a, b) => a - b);
  for (const [at, number] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before === undefined || number - before > within) continue;
    const problem = `the wrong numbers ${before} and ${number} are within ${within} of each other`;
    missing.push([`${problem} (the answer is ${answer})`, "keep one of them"]);
  }
  return missing;
}

function isUnchecked({ checkedBy }: { checkedBy: CheckedBy }): boolean {
  return checkedBy === "nothing";
}
