// Recovers from a wasm trap. The engine client has already replaced the worker; this file rebuilds the run to just
// before the trap and offers a report. If the machine keeps trapping, recovery stops.
import { tr } from "../../i18n/i18n";
import type { TrapError } from "../../engine/problems";
import { formatMoment } from "../../lib/format/numbers";
import type { RunEditor } from "./run-editor";
import type { LabCore } from "./lab-state";

/** After more traps than this within a minute, the page stops trying. */
const TRAPS_MAX = 3;
const MINUTE_MILLISECONDS = 60_000;

export class Recovery {
  private trapTimes: number[] = [];
  private attempt = 0;

  constructor(
    private readonly core: LabCore,
    private readonly editor: RunEditor,
    private readonly save: (name: string, text: string) => void,
  ) {
    core.engine.onTrap((trap) => void this.recover(trap));
  }

  private async recover(trap: TrapError): Promise<void> {
    const { state, clock, position, notices, now, follows } = this.core;
    const ours = ++this.attempt;
    const report = crashReport(this.core, trap);
    // The last shown frame was sound: the trap came after it.
    const until = this.core.frames.current?.head ?? 0;
    this.trapTimes = [...this.trapTimes, now()].filter((at) => now() - at < MINUTE_MILLISECONDS);
    if (this.trapTimes.length > TRAPS_MAX || state.get().phase !== "ready") {
      return this.showFatalError(tr("The simulator keeps crashing on this machine"), report);
    }
    if (!follows) clock.pause();
    const isRebuilt = await this.editor.recover(until);
    // Another trap came during the rebuild: that attempt reports it.
    if (ours !== this.attempt) return;
    if (!isRebuilt)
      return this.showFatalError(tr("The simulator crashed, and could not be restarted"), report);
    const when = formatMoment(until, position.hertz);
    notices.show({
      key: "trap",
      tone: "bad",
      title: tr("The simulator crashed and was restarted"),
      text: [
        tr(
          "The machine is at {when}, just before it happened. Your knobs, undo and curves are kept.",
          { when },
        ),
        tr(`This is our mistake. Please save the report and attach it to an issue, so that we can
          fix it.`),
      ],
      actions: [
        {
          label: tr("Save a report"),
          run: () => this.save("livelock-lab-report.json", report),
          stays: true,
        },
        { label: tr("Continue"), run: () => clock.play() },
      ],
    });
  }

  /** Shows that there is no machine, and how to continue. */
  private showFatalError(title: string, report: string): void {
    this.core.notices.dismiss("cancelled"); // it says that the machine has not changed
    if (!this.core.follows) this.core.clock.pause();
    this.core.state.set({
      phase: "broken",
      replay: null,
      fatalError: {
        title,
        text: [
          tr("The run was not rebuilt. Your settings and lesson progress on this device are kept."),
          tr("Save the report and attach it to an issue. Then open the starting scenario."),
        ],
        report,
      },
    });
  }
}

/** A report with everything that is needed to reproduce a trap, and nothing about the person. */
export function crashReport({ state, frames }: LabCore, trap: TrapError): string {
  const { scenario, catalogue } = state.get();
  const report = {
    schema: 1,
    what: "wasm trap",
    message: trap.message,
    while: trap.command,
    head: trap.head,
    last_frame: frames.current?.t ?? null,
    model: catalogue?.model ?? null,
    scenario,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
