// "Draw what you expect": by pointer on the axes, or as a number per rate; then the machine's own curve,
// simulated now, is drawn over it, with how far off the prediction was.
import { useEffect, useRef, useState } from "react";
import { formatRate, formatShare } from "../../charts/format";
import type { Report } from "../../engine/model";
import { CancelledError } from "../../engine/problems";
import { CLOSE, compare, meanOf, trialsOfPrediction } from "../../lesson/grade";
import { sayMetric } from "../../lesson/metric";
import { machineStep, type Prediction } from "../../lesson/model";
import { progressOf } from "../../lesson/progress";
import { reportsOf, runTrials, type Judging } from "../../store/lesson-judge";
import { machineOf } from "../../store/lesson-stage";
import { useStore } from "../../store/react";
import { Button } from "../../ui/button";
import { DataTable } from "../../ui/data-table";
import { Disclosure } from "../../ui/disclosure";
import { useElementWidth } from "../canvas/use-element-width";
import { PredictionChart } from "./prediction-chart";
import { PredictionNumbers } from "./prediction-numbers";
import type { TaskProps } from "./task-view";

export function PredictionTask(props: TaskProps<Prediction>) {
  const { desk, lesson, progress, task } = props;
  const kept = progressOf(progress, task, "prediction");
  const guess = kept?.guess ?? task.rates.map(() => null);
  const { running, real, compareNow } = useComparison(props, guess);
  const [holder, width] = useElementWidth();
  const shown = kept?.real ?? real;
  const revealed = kept?.real !== null && kept?.real !== undefined;
  const open = guess.filter((value) => value === null).length;
  const draw = (values: readonly (number | null)[]) =>
    desk.notebook.answer(lesson, task, { kind: "prediction", guess: [...values], real: null });
  const editable = !revealed && running === null;
  return (
    <div className="prediction">
      <div ref={holder} className="prediction-holder">
        {width > 0 && (
          <PredictionChart
            width={width}
            task={task}
            guess={guess}
            real={shown}
            onDraw={editable ? draw : null}
          />
        )}
      </div>
      {!revealed && (
        <>
          <Disclosure label="Type numbers instead of drawing">
            <PredictionNumbers task={task} guess={guess} onChange={editable ? draw : null} />
          </Disclosure>
          <div className="task-actions">
            <Button look="primary" disabled={open > 0 || running !== null} onClick={compareNow}>
              Compare with the machine
            </Button>
            {running !== null ? (
              <span role="status">
                trial {running.done} of {running.all}
              </span>
            ) : (
              open > 0 && (
                <span className="quiet">
                  {open === task.rates.length
                    ? "Draw from left to right."
                    : `${open} of ${task.rates.length} rates are still open.`}
                </span>
              )
            )}
          </div>
        </>
      )}
      {revealed && (
        <Compared
          task={task}
          guess={guess}
          real={kept.real ?? []}
          onAgain={() =>
            desk.notebook.answer(lesson, task, {
              kind: "prediction",
              guess: task.rates.map(() => null),
              real: null,
            })
          }
        />
      )}
    </div>
  );
}

/** Runs the prediction's trials; the real curve grows while they come in. */
function useComparison(
  { desk, lesson, step, task }: TaskProps<Prediction>,
  guess: readonly (number | null)[],
) {
  const { lab, trials, notices } = desk.workbench;
  const pool = useStore(trials, (state) => state.pool);
  const [running, setRunning] = useState<{ done: number; all: number } | null>(null);
  const [real, setReal] = useState<readonly (number | null)[] | null>(null);
  const judging = useRef<Judging | null>(null);
  useEffect(() => () => judging.current?.cancel(), []);

  const compareNow = () => {
    const { catalogue, topology } = lab.state.get();
    const { wish } = machineStep(lesson, lesson.steps.indexOf(step));
    const machine = catalogue && machineOf(lesson, catalogue, wish);
    if (pool === null || topology === null || !machine) return;
    const plans = trialsOfPrediction(task, { ...machine, interventions: [] });
    const values = (reports: readonly (Report | undefined)[]) =>
      task.rates.map((_rate, at) => {
        const mean = meanOf(task.metric, reportsOf(plans, reports, at), topology.clock_hz);
        return mean === null ? null : Number(mean.toPrecision(6));
      });
    setRunning({ done: 0, all: plans.length });
    const task_ = runTrials(pool, plans, (done, reports) => {
      setRunning({ done, all: plans.length });
      setReal(values(reports));
    });
    judging.current = task_;
    task_.done
      .then((reports) => {
        const measured = values(reports).map((value) => value ?? 0);
        desk.notebook.answer(lesson, task, {
          kind: "prediction",
          guess: [...guess],
          real: measured,
        });
      })
      .catch((error: unknown) => {
        if (error instanceof CancelledError) return;
        notices.say({
          key: "judge",
          tone: "bad",
          title: "The prediction could not be compared",
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
  guess: readonly (number | null)[];
  real: readonly number[];
  onAgain(): void;
}

function Compared({ task, guess, real, onAgain }: ComparedProps) {
  const numbers = guess.map((value) => value ?? 0);
  const { off, offShare, worst } = compare(task, numbers, real);
  const say = (value: number) => sayMetric(task.metric, value);
  return (
    <div className="compared">
      <p role="status">
        <strong>
          {offShare <= CLOSE
            ? "Close."
            : `Off by ${say(off)} on average, ${formatShare(offShare)} of the highest value.`}
        </strong>{" "}
        {offShare <= CLOSE && `Off by ${say(off)} on average. `}
        Furthest at {formatRate(worst.rate)}: you expected {say(worst.guess)}, the machine gives{" "}
        {say(worst.real)}.
      </p>
      <div className="task-actions">
        <Button look="quiet" onClick={onAgain}>
          Predict again
        </Button>
      </div>
      <Disclosure label="The prediction as a table">
        <DataTable
          caption="What you expected, and what the machine gives"
          columns={["Offered", "You", "Machine"]}
          rows={task.rates.map((rate, at) => [
            formatRate(rate),
            say(numbers[at] ?? 0),
            say(real[at] ?? 0),
          ])}
        />
      </Disclosure>
    </div>
  );
}
