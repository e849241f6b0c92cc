// A report in words: one row for each task of the lesson, also for tasks that were not answered. The dialog "Hand in" and
// the page for printing (report-html.ts) show the same rows.
import { msg, tr } from "../../i18n/i18n";
import type { Catalogue, Value } from "../../generated/model";
import { formatPercent } from "../../lib/format/numbers";
import { isAtLeast, medalName } from "../../model/medals";
import { formatSetting } from "../../model/scenario/setting-text";
import { findParameter } from "../../model/scenario/settings";
import { textOfBlocks } from "../check/answer-key";
import { comparePrediction } from "../grade";
import { describeMetric, formatBound, formatMetric } from "../metric";
import { tasksOf, type AxisValue, type Lesson, type Settings, type Task } from "../lesson";
import { lessonOfLearner, type LessonReport, type ReportTask } from "./lesson-report";

export interface SummaryRow {
  id: string;
  /** The title of the step. */
  step: string;
  question: string;
  /** The answer, as the learner gave it; empty if there is none. */
  answer: string;
  /** The answer is a program: its lines stay as they are. */
  isProgram?: true;
  /** "Right, at the first try." */
  verdict: string;
  state: "good" | "bad" | "neutral" | "absent";
  /** The numbers behind it. */
  table: { caption: string; columns: string[]; rows: string[][] } | null;
}

/** `drafts`: what was typed or chosen, but not given as an answer. */
export function summaryOf(
  report: LessonReport,
  lesson: Lesson,
  catalogue: Catalogue,
  drafts: Record<string, string> = {},
): SummaryRow[] {
  const steps = lessonOfLearner(lesson, report.seed).steps;
  return steps.flatMap((step) =>
    tasksOf(step).map((task) => {
      const found = report.tasks.find(({ id }) => id === task.id);
      const isTyped = (drafts[task.id] ?? "").trim() !== "";
      const base = { id: task.id, step: step.title, question: textOfBlocks(task.prose) };
      const summary = summarizeTask(task, found, catalogue, isTyped);
      return { ...base, ...summary, answer: visibleText(summary.answer) };
    }),
  );
}

/**
 * A text of a learner, to show: characters that change the direction of what follows are visible, as in `[U+202E]`. They would
 * let a name show as another one.
 */
export function visibleText(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, (sign) => {
    return `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`;
  });
}

type Summary = Omit<SummaryRow, "id" | "step" | "question">;

const NOT_CHECKED = msg("You typed an answer, but did not check it. It is not in the report.");
const DRAFT: Record<Task["kind"], string> = {
  choice: msg("You chose an answer, but did not check it. It is not in the report."),
  number: NOT_CHECKED,
  text: msg("You typed an answer, but did not save it. It is not in the report."),
  prediction: NOT_CHECKED,
  goal: NOT_CHECKED,
  program: msg("You wrote a program, but it was not judged. It is not in the report."),
};
const NOTHING = { answer: "", state: "absent", table: null } as const;

function summarizeTask(
  task: Task,
  found: ReportTask | undefined,
  catalogue: Catalogue,
  isTyped: boolean,
): Summary {
  if (found === undefined) {
    return { ...NOTHING, verdict: isTyped ? tr(DRAFT[task.kind]) : tr("Not answered.") };
  }
  switch (found.kind) {
    case "choice":
      return { ...judged(found.right, found.tries), answer: found.text, table: null };
    case "number": {
      const unit = task.kind === "number" && task.unit !== "" ? ` ${task.unit}` : "";
      const answer =
        found.value === null ? found.given : `${found.given}${/\D$/.test(found.given) ? "" : unit}`;
      return { ...judged(found.right, found.tries), answer, table: null };
    }
    case "text": {
      const verdict = isTyped
        ? tr(
            "You changed this answer, but did not save the change. The report has the saved answer.",
          )
        : tr("Your teacher reads this answer.");
      return { answer: found.given, verdict, state: "neutral", table: null };
    }
    case "prediction":
      return summarizePrediction(found, catalogue);
    case "program":
      return summarizeProgram(task, found);
    case "goal":
      return summarizeGoal(found, catalogue);
  }
}

function judged(right: boolean, tries: number): Pick<Summary, "verdict" | "state"> {
  if (!right) return { verdict: tr("Not right, {times}.", { times: times(tries) }), state: "bad" };
  const verdict =
    tries <= 1
      ? tr("Right, at the first try.")
      : tr("Right, after {times}.", { times: times(tries) });
  return { verdict, state: "good" };
}

function summarizeProgram(
  task: Task,
  { program }: Extract<ReportTask, { kind: "program" }>,
): Summary {
  if (program === undefined || task.kind !== "program") {
    return { ...NOTHING, verdict: tr("The learning platform had no room for this program.") };
  }
  const { file, text, medal } = program;
  const verdict = tr("{file}: {medal}. The task asks for {wanted}.", {
    file,
    medal: medalName(medal),
    wanted: medalName(task.medal),
  });
  const state = isAtLeast(medal, task.medal) ? "good" : "bad";
  return { answer: text, isProgram: true, verdict, state, table: null };
}

function summarizePrediction(
  found: Extract<ReportTask, { kind: "prediction" }>,
  catalogue: Catalogue,
): Summary {
  const { metric, axis, values, first, guess, real, tries } = found;
  if (real === null) {
    const drawn = guess.filter((value) => value !== null).length;
    const answer = tr("{drawn} of {length} values drawn", { drawn, length: guess.length });
    return { ...NOTHING, answer, verdict: tr("Not compared with the machine.") };
  }
  const off = (line: readonly (number | null)[]) => {
    const numbers = line.map((value) => value ?? 0);
    const { meanErrorShare } = comparePrediction({ values: values as AxisValue[] }, numbers, real);
    return formatPercent(meanErrorShare);
  };
  const again =
    tries > 1
      ? tr(" The last of {tries} predictions was off by {off}.", { tries, off: off(guess) })
      : "";
  const format = (value: number | null | undefined) => formatMetric(metric, value ?? null);
  return {
    answer: tr("A curve"),
    verdict: tr("Off by {off} of the highest value, on average.{again}", {
      off: off(first),
      again,
    }),
    state: "neutral",
    table: {
      caption: tr("{describe}: predicted and measured", { describe: describe(metric) }),
      columns: [
        labelOf(catalogue, axis),
        tries > 1 ? tr("First predicted") : tr("Predicted"),
        tr("Measured"),
      ],
      rows: values.map((value, at) => [
        formatValue(catalogue, axis, value),
        format(first[at]),
        format(real[at]),
      ]),
    },
  };
}

function summarizeGoal(
  { met, tries, set, program, results }: Extract<ReportTask, { kind: "goal" }>,
  catalogue: Catalogue,
): Summary {
  const verdict = met
    ? tr("Reached, after {times}.", { times: times(tries) })
    : tr("Not reached, {times}.", { times: times(tries) });
  const rows = (results ?? []).map((result) => {
    const { metric, op, value, least, most } = result;
    const measured =
      least === most
        ? formatMetric(metric, least)
        : tr("{metric} to {metric2}", {
            metric: formatMetric(metric, least),
            metric2: formatMetric(metric, most),
          });
    const wanted = `${describe(metric)} ${SIGNS[op] ?? op} ${formatBound(metric, value)}`;
    return [wanted, formatSettings(catalogue, result.set), measured, result.met ? "yes" : "no"];
  });
  const knobs = formatSettings(catalogue, set);
  const own = program && [tr("Program {file}", { file: program.file }), knobs, "", program.text];
  return {
    answer: own?.join("\n") ?? knobs,
    ...(own !== undefined && { isProgram: true }),
    verdict,
    state: met ? "good" : "bad",
    table:
      results === null
        ? null
        : {
            caption: tr("What the trials measured"),
            columns: [tr("Required"), tr("At"), tr("Measured"), tr("Met")],
            rows,
          },
  };
}

const SIGNS: Record<string, string> = { ">=": "≥", "<=": "≤", "==": "=" };

function times(tries: number): string {
  return tries === 1 ? tr("1 try") : tr("{tries} tries", { tries });
}

function describe(metric: string): string {
  return describeMetric(metric, (id) => id.replaceAll("_", " "));
}

export function formatSettings(catalogue: Catalogue, set: Settings): string {
  return Object.entries(set)
    .map(([path, value]) => `${labelOf(catalogue, path)}: ${formatValue(catalogue, path, value)}`)
    .join("; ");
}

function labelOf(catalogue: Catalogue, path: string): string {
  return findParameter(catalogue, path)?.label ?? path;
}

function formatValue(catalogue: Catalogue, path: string, value: Value): string {
  const parameter = findParameter(catalogue, path);
  return parameter === undefined ? String(value) : formatSetting(parameter, value);
}
