// "Draw what you expect": with the pointer on the axes, or as a number for each value of the axis. Then the page measures the machine's
// curve, draws it over the prediction, and says how far off the prediction was.
import { useEffect, useId, useMemo, useRef, useState, type Ref } from "react";
import { msg, tr } from "../../i18n/i18n";
import type { Report } from "../../generated/model";
import { CancelledError } from "../../engine/problems";
import {
  CLOSE_SHARE,
  comparePrediction,
  mean,
  trialsOfPrediction,
  valuesOf,
} from "../../lesson/grade";
import { formatDifference, formatMetric } from "../../lesson/metric";
import { findMachineStep, type Prediction } from "../../lesson/lesson";
import { formatGuess, parseGuess, taskProgress } from "../../lesson/progress";
import { reportsFor, runTrials } from "../../desk/lesson/grading-trials";
import { machineScenario } from "../../desk/lesson/step-machine";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { DataTable } from "../../ui/data-table";
import { Disclosure } from "../../ui/disclosure";
import { useElementWidth } from "../canvas/canvas-hooks";
import { predictionAxis, type PredictionAxis } from "./prediction-axis";
import { PredictionChart } from "./prediction-chart";
import { PredictionNumbers } from "./prediction-numbers";
import type { TaskProps } from "./task-parts";
import { nameMetric } from "./task-text";

const NUMBERS_LABEL = msg("Type numbers instead of drawing");
const TABLE_LABEL = msg("The prediction as a table");
const NUMBERS_HINT = msg(
  "Below, “Type numbers instead of drawing” shows the values as numbers, and lets you change them.",
);
const TABLE_HINT = msg("Below, “The prediction as a table” has the numbers of both lines.");

export function PredictionTask(props: TaskProps<Prediction>) {
  const { context, lesson, progress, task } = props;
  const catalogue = useStore(context.services.lab.state, (state) => state.catalogue);
  const topology = useStore(context.services.lab.state, (state) => state.topology);
  const axis = useMemo(() => predictionAxis(task, catalogue), [task, catalogue]);
  const stored = taskProgress(progress, task, "prediction");
  const another = useAnotherPrediction(props);
  const again = another.guess;
  const guess = again ?? stored?.guess ?? task.values.map(() => null);
  const { running, real, compareNow } = useComparison(props, guess, another.end);
  const [holder, width] = useElementWidth(true);
  const [typing, setTyping] = useState(false);
  const compared = again === null ? (stored?.real ?? null) : null;
  const revealed = compared !== null;
  const { box, result, said: announcement, setSaid: setAnnouncement } = useResultFocus(revealed);
  const open = guess.filter((value) => value === null).length;
  const missing = describeMissing(open, task.values.length, axis.noun, typing);
  const draw = (values: readonly (number | null)[]) => {
    setAnnouncement("");
    if (again !== null) return another.draw(values);
    const answer = { kind: "prediction" as const, guess: [...values], real: null };
    context.progressStore.recordAnswer(lesson, task, answer);
  };
  const editable = !revealed && running === null;
  const compareOrExplain = () => {
    if (running !== null) return;
    if (open > 0) return setAnnouncement(tr("Not yet: {missing}", { missing }));
    const atEveryRate = tr("Running the machine at every rate.");
    setAnnouncement(axis.isRate ? atEveryRate : tr("Running the machine at every value."));
    compareNow();
  };
  return (
    <div className="prediction" ref={box}>
      <div ref={holder} className="prediction-holder">
        {width > 0 && (
          <PredictionChart
            width={width}
            task={task}
            measured={nameMetric(task.metric, topology)}
            axis={axis}
            guess={guess}
            real={compared ?? real}
            tableHint={
              revealed ? tr(TABLE_HINT) : `${describeDrawn(guess, axis.noun)} ${tr(NUMBERS_HINT)}`
            }
            onDraw={editable ? draw : null}
          />
        )}
      </div>
      {!revealed && (
        <>
          <Disclosure label={tr(NUMBERS_LABEL)} open={typing} onToggle={setTyping}>
            <PredictionNumbers {...{ task, axis, guess }} onChange={editable ? draw : null} />
          </Disclosure>
          <PredictionActions
            hint={missing}
            isComplete={open === 0}
            running={running}
            onCompare={compareOrExplain}
            onBack={again !== null && running === null ? another.discard : null}
          />
        </>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {revealed && (
        <Compared
          task={task}
          axis={axis}
          guess={guess}
          real={compared}
          result={result}
          onAgain={another.begin}
        />
      )}
    </div>
  );
}

/** The prediction that is drawn after "Predict again"; null when there is none. It is a draft until it is compared: the last
 * compared prediction stays stored. */
function useAnotherPrediction({ context, lesson, progress, task }: TaskProps<Prediction>) {
  const { progressStore } = context;
  const draft = useStore(progressStore.store, ({ drafts }) => drafts[lesson.id]?.[task.id] ?? "");
  const [hasBegun, setHasBegun] = useState(false);
  const drawn =
    parseGuess(draft, task.values.length) ?? (hasBegun ? task.values.map(() => null) : null);
  const isCompared = (taskProgress(progress, task, "prediction")?.real ?? null) !== null;
  const end = () => setHasBegun(false);
  return {
    guess: isCompared ? drawn : null,
    begin: () => setHasBegun(true),
    draw: (values: readonly (number | null)[]) =>
      progressStore.saveDraftAnswer(lesson, task, formatGuess(values)),
    discard: () => {
      progressStore.saveDraftAnswer(lesson, task, null);
      end();
    },
    end,
  };
}

/** How much is drawn, for people who cannot see the picture. */
function describeDrawn(guess: readonly (number | null)[], noun: string): string {
  const placed = guess.filter((value) => value !== null).length;
  return placed === 0
    ? tr("Nothing is drawn yet.")
    : tr("{placed} of {length} {noun} are drawn.", { placed, length: guess.length, noun });
}

/** What is missing before the prediction can be compared; "" when it is complete. */
function describeMissing(open: number, all: number, noun: string, typing: boolean): string {
  if (open === 0) return "";
  const values = tr("{open} of {all} {noun}", { open, all, noun });
  if (typing)
    return open === 1
      ? tr("One number is missing.")
      : tr("The numbers of {values} are missing.", { values });
  return open === all
    ? tr("Draw from left to right, or type the numbers.")
    : tr("{values} are still missing.", { values });
}

interface PredictionActionsProps {
  hint: string;
  isComplete: boolean;
  running: Running | null;
  onCompare(): void;
  /** Returns to the last compared prediction; null when there is none. */
  onBack: (() => void) | null;
}

/** The button is always focusable: pressed too early, it says what is missing. */
function PredictionActions({
  hint,
  isComplete,
  running,
  onCompare,
  onBack,
}: PredictionActionsProps) {
  const id = useId();
  return (
    <div className="task-actions">
      <Button
        variant="primary"
        aria-disabled={!isComplete || running !== null}
        aria-describedby={isComplete ? undefined : id}
        onClick={onCompare}
      >
        {tr("Compare with the machine")}
      </Button>
      {onBack !== null && (
        <Button variant="quiet" onClick={onBack}>
          {tr("Back to the last prediction")}
        </Button>
      )}
      {running !== null ? (
        <span aria-hidden="true">
          {tr("trial {done} of {all}", { done: running.done, all: running.all })}
        </span>
      ) : (
        <span id={id} className="muted">
          {hint}
        </span>
      )}
    </div>
  );
}

/** Moves the focus from the button to the result. If the learner has moved on, only announces the result. */
function useResultFocus(revealed: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLParagraphElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const before = useRef(revealed);
  useEffect(() => {
    if (before.current === revealed) return;
    before.current = revealed;
    const now = document.activeElement;
    const hasFocus = now === document.body || box.current?.contains(now) === true;
    // "Predict again" disappears too: the focus then moves to the first button.
    const focusTarget = revealed ? result.current : box.current?.querySelector("button");
    if (hasFocus) focusTarget?.focus();
    setAnnouncement(hasFocus || !revealed ? "" : (result.current?.textContent ?? ""));
  }, [revealed]);
  return { box, result, said: announcement, setSaid: setAnnouncement };
}

interface Running {
  done: number;
  all: number;
}

/** Runs the prediction's trials. The measured curve grows while the reports arrive. When the step is left, the trials go on. */
function useComparison(
  { context, lesson, step, task }: TaskProps<Prediction>,
  guess: readonly (number | null)[],
  onCompared: () => void,
) {
  const { lab, trials, notices } = context.services;
  const pool = useStore(trials, (state) => state.pool);
  const [running, setRunning] = useState<Running | null>(null);
  const [real, setReal] = useState<readonly (number | null)[] | null>(null);

  const compareNow = () => {
    const { catalogue, topology } = lab.state.get();
    const { spec } = findMachineStep(lesson, lesson.steps.indexOf(step));
    const machine = catalogue && machineScenario(lesson, catalogue, spec);
    if (pool === null || topology === null || !machine) return;
    const plans = trialsOfPrediction(task, { ...machine, interventions: [] });
    const values = (reports: readonly (Report | undefined)[]) =>
      task.values.map((_value, at) => {
        const measured = mean(valuesOf(task.metric, reportsFor(plans, reports, at)));
        return measured === null ? null : Number(measured.toPrecision(6));
      });
    const attempt = context.progressStore.attempt(lesson);
    setRunning({ done: 0, all: plans.length });
    const trialBatch = runTrials(pool, plans, (done, reports) => {
      setRunning({ done, all: plans.length });
      setReal(values(reports));
    });
    trialBatch.done
      .then((reports) => {
        const measured = values(reports).map((value) => value ?? 0);
        const isRecorded = context.progressStore.recordResult(lesson, task, attempt, (progress) => {
          const before = taskProgress(progress, task, "prediction");
          const isAgain = before !== undefined && before.real !== null;
          // The learner has left the step, come back and drawn another one.
          if (!isAgain && formatGuess(before?.guess ?? []) !== formatGuess(guess)) return null;
          return {
            kind: "prediction",
            guess: [...guess],
            real: measured,
            first: isAgain ? (before.first ?? before.guess) : [...guess],
            tries: isAgain ? (before.tries ?? 1) + 1 : 1,
          };
        });
        if (isRecorded) onCompared();
      })
      .catch((error: unknown) => {
        if (error instanceof CancelledError) return;
        notices.show({
          key: "judge",
          tone: "bad",
          title: tr("The prediction could not be compared"),
          text: [error instanceof Error ? error.message : String(error)],
          actions: [],
        });
      })
      .finally(() => {
        setRunning(null);
        setReal(null);
      });
  };
  return { running, real, compareNow };
}

interface ComparedProps {
  task: Prediction;
  axis: PredictionAxis;
  guess: readonly (number | null)[];
  real: readonly number[];
  result: Ref<HTMLParagraphElement>;
  onAgain(): void;
}

function Compared({ task, axis, guess, real, result, onAgain }: ComparedProps) {
  const numbers = guess.map((value) => value ?? 0);
  const { meanError, meanErrorShare, worst } = comparePrediction(task, numbers, real);
  const format = (value: number) => formatMetric(task.metric, value);
  const difference = formatDifference(task.metric, meanError);
  return (
    <div className="compared">
      <p ref={result} tabIndex={-1}>
        <strong>
          {meanErrorShare <= CLOSE_SHARE
            ? tr("Close.")
            : tr("Off by {meanError} on average. The machine’s highest value is {highest}.", {
                meanError: difference,
                highest: format(Math.max(...real)),
              })}
        </strong>{" "}
        {meanErrorShare <= CLOSE_SHARE &&
          tr("Off by {meanError} on average. ", { meanError: difference })}
        {tr("Furthest at {where}: you expected {guess}, the machine gives {real}.", {
          where: [...(axis.isRate ? [] : [axis.name]), axis.format(worst.value)].join(" "),
          guess: format(worst.guess),
          real: format(worst.real),
        })}
      </p>
      <div className="task-actions">
        <Button variant="quiet" onClick={onAgain}>
          {tr("Predict again")}
        </Button>
      </div>
      <Disclosure label={tr(TABLE_LABEL)} hasTables>
        <DataTable
          caption={tr("What you expected, and what the machine gives")}
          columns={[axis.column, tr("You"), tr("Machine")]}
          rows={task.values.map((value, at) => [
            axis.format(value),
            format(numbers[at] ?? 0),
            format(real[at] ?? 0),
          ])}
        />
      </Disclosure>
    </div>
  );
}
