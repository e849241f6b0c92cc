// Steps by line: what a step leads to, with a button for each direction. The keys are those of the editor and of the page.
import { msg, tr } from "../../../i18n/i18n";
import type { DebugStep } from "../../../desk/workshop/debugger";
import { DEBUG_KEYS, debugKeyLabel, type DebugCommand } from "../../../model/debug-keys";
import { IconButton } from "../../../ui/button";

export interface StepProps {
  onStep(step: DebugStep, direction: 1 | -1): void;
  /** Whether a breakpoint can stop the program. */
  canStop: boolean;
}

interface StepRow {
  step: DebugStep;
  label: string;
  /** What it does, as the tooltip says it. */
  meaning: string;
  forward: string;
  back: string;
}

const ROWS: readonly StepRow[] = [
  {
    step: "breakpoint",
    label: msg("Breakpoint"),
    meaning: msg("The moment at which a breakpoint stops the program."),
    forward: msg("Run to breakpoint"),
    back: msg("Back to breakpoint"),
  },
  {
    step: "into",
    label: msg("Line"),
    meaning: msg(
      "The next line that the CPU executes, in a called function and in an interrupt too.",
    ),
    forward: msg("Next line"),
    back: msg("Back one line"),
  },
  {
    step: "over",
    label: msg("Over"),
    meaning: msg("The next line of this function: calls and interrupts run meanwhile."),
    forward: msg("Next line, over calls"),
    back: msg("Back one line, over calls"),
  },
  {
    step: "out",
    label: msg("Out"),
    meaning: msg("The line behind the call of this function; back: the line that called it."),
    forward: msg("Out of this function"),
    back: msg("Back to the call of this function"),
  },
];

export function StepButtons({ onStep, canStop }: StepProps) {
  return (
    <div className="debugger-steps" role="group" aria-label={tr("Step by line")}>
      {ROWS.map(({ step, label, meaning, forward, back }) => (
        <div key={step} className="debugger-step" title={tr(meaning)}>
          <IconButton
            icon="chevronLeft"
            label={tr(back)}
            shortcut={keyOf(`${step}-back`)}
            disabled={step === "breakpoint" && !canStop}
            onClick={() => onStep(step, -1)}
          />
          <span aria-hidden="true">{tr(label)}</span>
          <IconButton
            icon="chevronRight"
            label={tr(forward)}
            shortcut={keyOf(step)}
            disabled={step === "breakpoint" && !canStop}
            onClick={() => onStep(step, 1)}
          />
        </div>
      ))}
    </div>
  );
}

function keyOf(command: DebugCommand): string {
  return DEBUG_KEYS.filter((row) => row.command === command)
    .map(debugKeyLabel)
    .join("");
}
