// The code view: the pseudo-code of the machine, and beside it the call stacks. It marks the running line. Each line has its
// visits and CPU time in the window, and the part of both that was wasted on packets thrown away later. Pointing at a line,
// or moving the focus to it, highlights its spans in the timeline and its station in the machine, and the reverse.
import { useEffect, useMemo, useState } from "react";
import { tr } from "../../i18n/i18n";
import { codeBlocks, readCallStacks } from "../../frame/code-lines";
import type { FrameSource } from "../../frame/frame-source";
import { stepsOf, type Selection } from "../../frame/selection";
import type { Topology } from "../../frame/topology";
import { IconButton } from "../../ui/button";
import { CallStacks } from "./call-stacks";
import "./code.css";
import { describeCounted, describeRunning } from "./descriptions";
import { CodeTable } from "./table";
import { useCode, type ShownCode } from "./use-code";

export interface CodeViewProps {
  topology: Topology;
  frames: FrameSource;
  playing: boolean;
  highlight?: Selection;
  onHighlight?(highlight: Selection): void;
  /** Goes to the moment at which the CPU starts the next or previous line. */
  onStep?(direction: 1 | -1): void;
  /** Goes to the next or previous run of a step's line. */
  onRun?(step: number, direction: 1 | -1): void;
}

export default function CodeView(props: CodeViewProps) {
  const { topology, frames, playing, highlight = null, onHighlight } = props;
  const shown = useCode(frames, playing);
  const blocks = useMemo(() => codeBlocks(topology), [topology]);
  const [pinned, setPinned] = useState<number | null>(null);
  const pinnedStep = pinned === null ? -1 : (topology.code[pinned]?.step ?? -1);
  // A pinned line is highlighted while the pointer is on nothing else.
  useEffect(() => {
    if (pinnedStep >= 0 && highlight === null) onHighlight?.({ kind: "step", steps: [pinnedStep] });
  }, [pinnedStep, highlight, onHighlight]);
  useEffect(() => () => onHighlight?.(null), [onHighlight]);
  const stacks = useMemo(
    () => (shown === null ? [] : readCallStacks(shown.frame, topology)),
    [shown, topology],
  );
  if (shown === null) return <p className="muted">{tr("Waiting for the machine …")}</p>;
  const pointAt = (line: number | null) => {
    const step = line === null ? -1 : (topology.code[line]?.step ?? -1);
    onHighlight?.(step < 0 ? null : { kind: "step", steps: [step] });
  };
  return (
    <div className="code-view">
      <div className="code-tools">
        <StepButtons {...props} step={chosenStep(pinnedStep, shown)} />
        <p className="code-counted">{describeCounted(shown, topology)}</p>
      </div>
      <div className="code-parts">
        <CodeTable
          topology={topology}
          blocks={blocks}
          shown={shown}
          playing={playing}
          highlighted={stepsOf(highlight)}
          pinned={pinned}
          onPin={setPinned}
          onPoint={pointAt}
          onRun={props.onRun}
        />
        <CallStacks topology={topology} stacks={stacks} isTooFast={shown.isTooFast} />
      </div>
      <p className="code-help muted">
        {tr(`Point at a line to see it in the timeline and in the machine; press it to keep it
            marked. In the table, ↑ and ↓ go to another line, → and ← to its next and previous run.`)}
      </p>
      <p className="visually-hidden">{playing ? "" : describeRunning(shown, topology)}</p>
    </div>
  );
}

/** The line whose runs the buttons look for: the pinned one, else the running one. */
function chosenStep(pinnedStep: number, { running, isTooFast }: ShownCode): number {
  return pinnedStep >= 0 ? pinnedStep : isTooFast ? -1 : (running[0] ?? -1);
}

function StepButtons({ topology, step, onStep, onRun }: CodeViewProps & { step: number }) {
  const line = topology.steps[step]?.code ?? -1;
  const text = topology.code[line]?.text ?? "";
  return (
    <>
      <div className="code-buttons" role="group" aria-label={tr("Step by line")}>
        <IconButton
          icon="stepBack"
          label={tr("Previous line")}
          shortcut=","
          onClick={() => onStep?.(-1)}
        />
        <IconButton
          icon="stepForward"
          label={tr("Next line")}
          shortcut="."
          onClick={() => onStep?.(1)}
        />
        <span className="code-buttons-text" aria-hidden="true">
          {tr("line")}
        </span>
      </div>
      <div className="code-buttons" role="group" aria-label={tr("Runs of the chosen line")}>
        <IconButton
          icon="packetBack"
          label={tr("Previous run of this line")}
          disabled={line < 0}
          onClick={() => onRun?.(step, -1)}
        />
        <IconButton
          icon="packetForward"
          label={tr("Next run of this line")}
          disabled={line < 0}
          onClick={() => onRun?.(step, 1)}
        />
        <span className="code-buttons-text code-chosen">
          {line < 0 ? tr("choose a line to find its runs") : tr("runs of “{text}”", { text })}
        </span>
      </div>
    </>
  );
}
