// The two machines of a step with ::compare, on the same arrivals and one clock. Loaded with the first such step.
import { useEffect, useMemo } from "react";
import { tr } from "../../i18n/i18n";
import type { CompareSpec, Lesson } from "../../lesson/lesson";
import {
  compareScenario,
  compareSpecBeside,
  limitsOfSecond,
} from "../../desk/lesson/compared-machine";
import { isConcealed } from "../../model/limits";
import { COMPARED_VIEWS, VIEW_ROWS } from "../../model/views";
import { useStore } from "../../lib/store";
import { ComparedCards } from "../compared/compared-cards";
import { useComparedMachines } from "../compared/compared-machine";
import { PlainColumn } from "../compared/plain-column";
import "../compared/compare.css";
import { ReplayProgress } from "../replay-progress";
import { Transport } from "../transport";
import type { LessonContext } from "../../desk/lesson-context";

interface ComparedMachinesProps {
  context: LessonContext;
  lesson: Lesson;
  spec: CompareSpec;
  /** Font size on a projector; 0: not a projector. */
  projectorFontSize?: number;
}

export default function LessonComparison(props: ComparedMachinesProps) {
  const { context, projectorFontSize = 0 } = props;
  const { services } = context;
  const { lab, comparison } = services;
  const ready = useStore(lab.state, ({ topology }) => topology !== null);
  const limits = useStore(lab.state, (state) => state.limits);
  const phase = useStore(comparison.state, (state) => state.phase);
  const spec = useChosenMachine(props);
  useSecondMachine({ ...props, spec });
  const machines = useComparedMachines(services);
  if (!ready || machines === null) {
    return (
      <p className="loading">
        {phase === "broken"
          ? tr("The second machine could not be opened.")
          : tr("Opening both machines …")}
      </p>
    );
  }
  const views = COMPARED_VIEWS.filter((view) => {
    const { isInLesson = false, values = [] } = VIEW_ROWS[view].compared ?? {};
    return isInLesson && ![view, ...values].some((one) => isConcealed(limits, one));
  });
  return (
    <div className="compare lesson-compare">
      <div className="compare-bar">
        <Transport services={services} hasSentence={views.includes("sentence")} />
      </div>
      <p className="compare-note">{tr("Both machines get the same packets at the same times.")}</p>
      <div className="lesson-compare-columns">
        {machines.map((machine) => (
          <PlainColumn
            key={machine.letter}
            machine={machine}
            name={
              machine.letter === "A"
                ? spec.labelA || tr("The machine")
                : spec.label || tr("The other machine")
            }
            views={views}
            projectorFontSize={projectorFontSize}
          />
        ))}
      </div>
      <ComparedCards {...{ services, machines, views, projectorFontSize }} />
      {machines.map(({ letter, services: own }) => (
        <ReplayProgress key={letter} lab={own.lab} />
      ))}
    </div>
  );
}

/** The second machine that goes with the first one, as this was when it was opened: a knob turned later changes only A. */
function useChosenMachine({ context, spec }: ComparedMachinesProps): CompareSpec {
  const { lab } = context.services;
  const machine = useStore(context.lessonMachine.store, (state) => state.machine);
  return useMemo(
    () => (machine === "" ? spec : compareSpecBeside(spec, lab.values())),
    [machine, spec, lab],
  );
}

/** Opens the second machine when the first one is open, and again when the first one was opened again. */
function useSecondMachine({ context, lesson, spec }: ComparedMachinesProps): void {
  const { services, lessonMachine } = context;
  const { lab, comparison } = services;
  const machine = useStore(lessonMachine.store, (state) => state.machine);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const limits = useStore(lab.state, (state) => state.limits);
  const machines = useStore(comparison.state, (state) => state.machines);
  useEffect(() => comparison.show(), [comparison]);
  useEffect(() => comparison.end, [comparison]);
  useEffect(() => {
    if (machine === "" || catalogue === null) return;
    const scenario = compareScenario(lesson, catalogue, spec);
    if (scenario === null) return;
    void comparison.start({ kind: "machine", scenario, alsoShared: spec.shared });
  }, [comparison, machine, catalogue, lesson, spec]);
  useEffect(() => {
    comparison.limitSecond(limitsOfSecond(limits));
  }, [comparison, machines, limits]);
}
