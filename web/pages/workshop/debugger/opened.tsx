// The debugger's content, loaded when somebody opens it: steps forward and back, breakpoints, the functions that run in each context
// with their local variables, variables over time, and the lines that lose packets. It shows the trace at the shown moment, so it
// costs the machine nothing.
import { useEffect, useMemo, useState } from "react";
import { tr } from "../../../i18n/i18n";
import type { DebugView } from "../../../frame/debug-view";
import type { Topology } from "../../../generated/model";
import type { Breakpoint } from "../../../desk/workshop/breakpoints";
import type { ProgramContext } from "../../../desk/workshop-context";
import { functionAt, runsProgram } from "../../../frame/program-lines";
import { formatMoment } from "../../../lib/format/numbers";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { BreakpointList } from "./breakpoint-list";
import { CallList } from "./call-list";
import { LossList } from "./loss-list";
import { MomentLink } from "./moment-link";
import { StepButtons, type StepProps } from "./step-buttons";
import { listedVariables, Variables } from "./variables";
import "./debugger.css";

export interface DebuggerProps extends Pick<StepProps, "onStep"> {
  context: ProgramContext;
  breakpoints: readonly Breakpoint[];
  /** The line of the caret in the editor. */
  caretLine(): number;
}

export function OpenedDebugger({ context, breakpoints, caretLine, onStep }: DebuggerProps) {
  const { services, debug, workshop } = context;
  const { lab } = services;
  const topology = useStore(lab.state, (state) => state.topology);
  const isRunText = useStore(workshop.state, ({ ran, text }) => ran?.text === text);
  const statement = useStore(lab.state, ({ scenario }) => scenario?.program?.statement ?? 0);
  const canStop = useStore(lab.state, (state) => state.breakpoints !== null);
  const [elements, setElements] = useState<Readonly<Record<string, number>>>({});
  const variables = useMemo(
    () => listedVariables(topology?.variables ?? [], elements),
    [topology, elements],
  );
  useEffect(
    () => debug.watch(variables.map(({ number }) => number)),
    [debug, variables, isRunText],
  );
  const { view, locals, write } = useStore(debug.state, (state) => state);
  const playing = useStore(lab.state, (state) => state.playing);
  const isShown = topology !== null && runsProgram(topology) && isRunText && view !== null;
  return (
    <>
      <StepButtons {...{ onStep, canStop }} />
      {isShown && <Moment {...{ context, topology, view, breakpoints }} />}
      {!isRunText && (
        <p className="muted">
          {tr("The machine runs another text than the editor has, so breakpoints wait.")}
        </p>
      )}
      {statement === 0 && isRunText && (
        <p className="muted">
          {tr(
            "Statements cost 0 cycles, so the trace has no lines: nothing stops at a breakpoint.",
          )}{" "}
          <Button onClick={() => workshop.setStatement(10)}>
            {tr("Let a statement cost 10 cycles")}
          </Button>
        </p>
      )}
      <BreakpointList {...{ context, breakpoints, caretLine }} />
      {isShown && (
        <>
          <CallList {...{ topology, view, locals }} isPlaying={playing} onGoTo={debug.goTo} />
          <Variables
            {...{ topology, view, variables, write }}
            onChoose={(array, element) => setElements({ ...elements, [array]: element })}
            onGoTo={debug.goTo}
            onLastWrite={debug.lastWrite}
          />
          <LossList
            {...{ topology, view }}
            onGoTo={(place, packet) => {
              debug.goTo(place);
              if (packet !== undefined) lab.select({ kind: "packet", packet });
            }}
          />
        </>
      )}
    </>
  );
}

interface MomentProps {
  context: ProgramContext;
  topology: Topology;
  view: DebugView;
  breakpoints: readonly Breakpoint[];
}

/**
 * Where the program is at the shown moment, in one sentence; and the earlier line that a stop of the kernel follows from. It is no
 * live region: a step and a stop are announced by what made them.
 */
function Moment({ context, topology, view, breakpoints }: MomentProps) {
  const { services, debug } = context;
  const playing = useStore(services.lab.state, (state) => state.playing);
  return (
    <p className="debugger-moment">
      {playing
        ? breakpoints.length === 0
          ? tr("It plays.")
          : tr("It plays, and stops at a breakpoint.")
        : describe(topology, view, breakpoints)}
      {view.since !== null && (
        <>
          {" "}
          <MomentLink place={view.since} hertz={topology.clock_hz} onGoTo={debug.goTo}>
            {tr("This follows from line {line}", { line: view.since.line })}
          </MomentLink>
        </>
      )}
    </p>
  );
}

function describe(topology: Topology, view: DebugView, breakpoints: readonly Breakpoint[]): string {
  const running = view.contexts.find(({ state }) => state === "running");
  const line = running?.lines.at(-1) ?? 0;
  const at = formatMoment(view.t, topology.clock_hz);
  if (running === undefined || line === 0)
    return tr("Paused at {at}: no line of the program runs.", { at });
  const values = {
    at,
    line,
    name: functionAt(topology, line),
    context: topology.contexts[running.context]?.name ?? "",
  };
  return breakpoints.some((one) => one.line === line)
    ? tr("Paused at {at}, at the breakpoint in line {line}: {name}, in {context}.", values)
    : tr("Paused at {at} in line {line}: {name}, in {context}.", values);
}
