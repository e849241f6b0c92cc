// A goal: its requirements, which trials with several seeds check for the current knobs while playback goes on. When a
// knob has moved, an older result is out of date, and the page says so. When the step is left, the trials go on, and a
// reached goal is stored.
import { useId, useRef, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Catalogue, KernelProgram, Value } from "../../generated/model";
import { CancelledError } from "../../engine/problems";
import { turnableKnobs } from "../../lesson/check/answer-key";
import {
  evaluateGoal,
  GOAL_TOLERANCE,
  trialsOfGoal,
  type GoalResult,
  type RequirementResult,
} from "../../lesson/grade";
import { formatBound, settingOf } from "../../lesson/metric";
import type { Goal, Requirement, Settings } from "../../lesson/lesson";
import { expandPaths } from "../../lesson/settings";
import { taskProgress, type GoalProgram, type TaskProgress } from "../../lesson/progress";
import { reportsFor, runTrials, type TrialBatch } from "../../desk/lesson/grading-trials";
import { useStore } from "../../lib/store";
import {
  findParameter,
  nonDefaultSettings,
  type SettingValues,
} from "../../model/scenario/settings";
import { DESIGN_PATH, formatSetting } from "../../model/scenario/setting-text";
import { formatNumber } from "../../lib/format/numbers";
import { Button } from "../../ui/button";
import { useKnobValues } from "../knobs";
import { GoalProgramChoice } from "./goal-program-choice";
import { ScoreTable } from "./score-table";
import {
  describeResult,
  describeResults,
  describeVerdict,
  loadNameOf,
  requirementParts,
  type NameSources,
} from "./task-text";
import { Cross, OpenCircle, Tick, type TaskProps } from "./task-parts";

interface Verdict {
  /** The knobs that were checked. */
  knobs: string;
  result: GoalResult;
}

export function GoalTask(props: TaskProps<Goal>) {
  const { context, step, task, progress } = props;
  const wanted = useId();
  const { lab } = context.services;
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const topology = useStore(lab.state, (state) => state.topology);
  const values = useKnobValues(lab);
  const free = catalogue === null ? [] : expandPaths(step.free, catalogue);
  const program = useStore(lab.state, ({ scenario }) => scenario?.program?.text);
  const knobs = JSON.stringify([...free.map((path) => values[path]), program]);
  const stored = taskProgress(progress, task, "goal");
  const { running, verdict, judgeNow: runTrialsNow, cancel } = useGoalTrials(props, knobs);
  const isMachineOpen = useStore(context.lessonMachine.store, ({ machine }) => machine !== "");
  if (catalogue === null || topology === null) return null;
  const current = verdict !== null && verdict.knobs === knobs ? verdict.result : null;
  const names = { catalogue, topology };
  return (
    <div className="goal">
      <ul className="stack" id={wanted}>
        {task.requirements.map((requirement, at) => (
          <RequirementRow
            key={at}
            requirement={requirement}
            loadName={loadNameOf(task, requirement)}
            known={names}
            measured={current?.requirements[at] ?? null}
          />
        ))}
      </ul>
      <Tolerance goal={task} />
      {task.scores.length > 0 && (
        <ScoreTable context={context} task={task} result={current} names={names} />
      )}
      {props.knobs}
      {free.includes("kernel.design") && <GoalProgramChoice context={context} />}
      <div className="task-actions goal-actions">
        {running === null ? (
          <Button
            variant="primary"
            disabled={!isMachineOpen}
            aria-describedby={wanted}
            onClick={runTrialsNow}
          >
            {tr("Let the simulator judge")}
          </Button>
        ) : (
          <Button onClick={cancel}>{tr("Cancel")}</Button>
        )}
        {running !== null && (
          <span aria-hidden="true">
            {tr("trial {done} of {all}", { done: running.done, all: running.all })}
          </span>
        )}
        <span role="status">
          {running !== null && (
            <span className="visually-hidden">
              {tr("The simulator runs {all} trials.", { all: running.all })}
            </span>
          )}
          {running === null && current !== null && (
            <>
              {describeVerdict(task, current, names)}{" "}
              <span className="visually-hidden">
                {describeResults(task, current.requirements, names)}
              </span>
            </>
          )}
          {running === null &&
            current === null &&
            verdict !== null &&
            tr("The knobs have moved since then: let the simulator judge again.")}
        </span>
      </div>
      {stored?.met === true && current?.met !== true && (
        <p className="muted">{describeStored(catalogue, stored)}</p>
      )}
    </div>
  );
}

type StoredGoal = Extract<TaskProgress, { kind: "goal" }>;

/** With which settings the goal has been reached. */
function describeStored(catalogue: Catalogue, { set, score, program }: StoredGoal): string {
  // A program runs in the place of the kernel that the knobs name.
  const isUsed = ([path]: [string, unknown]) => program === undefined || path !== DESIGN_PATH;
  const knobs = describeSettings(catalogue, Object.fromEntries(Object.entries(set).filter(isUsed)));
  const settings = program === undefined ? knobs : `${program.file}, ${knobs}`;
  return score === undefined
    ? tr("You have reached this goal with {settings}.", { settings })
    : tr("You have reached this goal with {settings}: {score} points.", {
        settings,
        score: formatNumber(score, 1),
      });
}

/** What the trials may differ from the goal's numbers. */
function Tolerance({ goal }: { goal: Goal }) {
  if (goal.requirements.every(({ metric, op }) => settingOf(metric) !== null || op === "==")) {
    return null;
  }
  return (
    <p className="muted goal-tolerance">
      {tr("A measured value may miss its bound by {share}.", {
        share: formatBound("delivered_share", GOAL_TOLERANCE),
      })}
    </p>
  );
}

interface RequirementRowProps {
  requirement: Requirement;
  loadName: string;
  known: NameSources;
  measured: RequirementResult | null;
}

function RequirementRow({ requirement, loadName, known: names, measured }: RequirementRowProps) {
  const { op, bound, metric, load } = requirementParts(requirement, names, loadName);
  return (
    <li className="requirement" data-met={measured?.met}>
      {measured === null ? <OpenCircle /> : measured.met ? <Tick /> : <Cross />}
      <span>
        {op} {op === "" ? <b>{bound}</b> : <b className="mono">{bound}</b>} {metric}
        {load !== "" && <span className="muted"> {load}</span>}
        {measured !== null && (
          <span className={measured.met ? "measured" : "measured measured-missed"}>
            {describeResult(requirement, measured, names.catalogue)}
          </span>
        )}
      </span>
    </li>
  );
}

function describeSettings(catalogue: Catalogue, set: Settings): string {
  const words = Object.keys(set).flatMap((path) => {
    const parameter = findParameter(catalogue, path);
    return parameter === undefined || set[path] === undefined
      ? []
      : [`${parameter.label.toLowerCase()} ${formatSetting(parameter, set[path])}`];
  });
  return words.length > 0 ? words.join(", ") : tr("these knobs");
}

/** The step's machine with the learner's knobs. A load that the learner only looks at is not a part of it. */
function judgedValues(
  values: SettingValues,
  turnable: readonly string[],
  baseValue: (path: string) => Value | undefined,
): SettingValues {
  const judged = Object.keys(values).map((path) => {
    return [path, turnable.includes(path) ? values[path] : baseValue(path)] as const;
  });
  return Object.fromEntries(judged) as SettingValues;
}

/** What is stored of a program that ran: its text, and the knobs that it was started with. */
function goalProgramOf({ file, text, statement, knobs }: KernelProgram): GoalProgram {
  return { file, text, statement, knobs };
}

function useGoalTrials({ context, lesson, step, task, progress }: TaskProps<Goal>, knobs: string) {
  const { lab, trials, notices } = context.services;
  const pool = useStore(trials, (state) => state.pool);
  const [running, setRunning] = useState<{ done: number; all: number } | null>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const batch = useRef<TrialBatch | null>(null);

  const runTrialsNow = () => {
    const { catalogue, topology, scenario } = lab.state.get();
    if (pool === null || catalogue === null || topology === null || scenario === null) return;
    // Only on the step's own machine, because a reached goal is stored as reached.
    if (context.lessonMachine.store.get().machine === "") return;
    const values = lab.values();
    // Another step of the same machine may have unlocked more knobs.
    const turnable = turnableKnobs(lesson, step);
    const judged = judgedValues(values, expandPaths(turnable, catalogue), lab.baseValue);
    const { program } = scenario;
    const machine = {
      ...scenario,
      settings: nonDefaultSettings(catalogue, judged),
      interventions: [],
    };
    const plans = trialsOfGoal(task, machine, {});
    // Of a whole group of knobs, only the turned ones are stored.
    const set = Object.fromEntries(
      expandPaths(turnable, catalogue).flatMap((path) => {
        const value = values[path];
        const isTurned = turnable.includes(path) || value !== lab.baseValue(path);
        return value === undefined || !isTurned ? [] : [[path, value]];
      }),
    );
    const tries = (taskProgress(progress, task, "goal")?.tries ?? 0) + 1;
    const { progressStore } = context;
    const attempt = progressStore.attempt(lesson);
    setRunning({ done: 0, all: plans.length });
    const now = runTrials(pool, plans, (done) => setRunning({ done, all: plans.length }));
    batch.current = now;
    now.done
      .then((reports) => {
        const reportsOf = (index: number) => reportsFor(plans, reports, index);
        const result = evaluateGoal(task, { reportsOf, values: judged });
        const { met, requirements: measured } = result;
        const score = task.scores.length > 0 ? { score: result.total } : {};
        const own = program === undefined ? {} : { program: goalProgramOf(program) };
        const isRecorded = progressStore.recordResult(lesson, task, attempt, (progress) => {
          const before = taskProgress(progress, task, "goal");
          // A reached goal stays reached, with the knobs that reached it, or that have the highest score since.
          const isWorse = before?.met === true && (!met || (before.score ?? 0) > result.total);
          const stored = isWorse
            ? before
            : { kind: "goal" as const, met, set, measured, ...own, ...score };
          return { ...stored, tries };
        });
        if (isRecorded) setVerdict({ knobs, result });
      })
      .catch((error: unknown) => {
        if (error instanceof CancelledError) return;
        notices.show({
          key: "judge",
          tone: "bad",
          title: tr("The goal could not be judged"),
          text: [error instanceof Error ? error.message : String(error)],
          actions: [],
        });
      })
      .finally(() => setRunning(null));
  };
  return { running, verdict, judgeNow: runTrialsNow, cancel: () => batch.current?.cancel() };
}
