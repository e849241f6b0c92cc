// After a wasm trap: the worker has been replaced already; here the run is rebuilt to just before it,
// and a report is offered. A machine that breaks again while it is being rebuilt is not tried for ever.
import type { TrapError } from "../../engine/problems";
import { formatMoment } from "../../format/numbers";
import type { Editor } from "./editor";
import type { LabCore } from "./lab-state";

/** More breaks than this within a minute, and the page stops trying. */
const TRAPS_MAX = 3;
const MINUTE_MILLISECONDS = 60_000;

export class Recovery {
  private trapTimes: number[] = [];
  private attempt = 0;

  constructor(
    private readonly core: LabCore,
    private readonly editor: Editor,
    private readonly save: (name: string, text: string) => void,
  ) {
    core.engine.onTrap((trap) => void this.recover(trap));
  }

  private async recover(trap: TrapError): Promise<void> {
    const { state, clock, notices, now } = this.core;
    const mine = ++this.attempt;
    const report = crashReport(this.core, trap);
    // The last shown frame was sound; what came after it is what broke.
    const until = this.core.frames.current?.head ?? 0;
    this.trapTimes = [...this.trapTimes, now()].filter((at) => now() - at < MINUTE_MILLISECONDS);
    if (this.trapTimes.length > TRAPS_MAX || state.get().phase !== "ready") {
      return this.showFatalError("The simulator breaks on this machine again and again", report);
    }
    state.set({ playing: false, skip: null });
    const stands = await this.editor.recover(until);
    // Broken while it was rebuilt: the next turn has told of it.
    if (mine !== this.attempt) return;
    if (!stands)
      return this.showFatalError("The simulator broke, and was not put together again", report);
    const when = formatMoment(until, clock.hertz);
    notices.show({
      key: "trap",
      tone: "bad",
      title: "The simulator broke and was put together again",
      text: [
        `The machine stands at ${when}, just before it happened. Your knobs, undo and curves are kept.`,
        "This is our mistake. A saved report lets us mend it: attach it to an issue.",
      ],
      actions: [
        {
          label: "Save a report",
          run: () => this.save("livelock-lab-report.json", report),
          stays: true,
        },
        { label: "Go on", run: () => state.set({ playing: true }) },
      ],
    });
  }

  /** No machine stands: the page says so, and how to go on. */
  private showFatalError(title: string, report: string): void {
    this.core.notices.dismiss("cancelled"); // "as it was" is what the machine is not
    this.core.state.set({
      phase: "broken",
      playing: false,
      replay: null,
      fatalError: {
        title,
        text: [
          "The run is not rebuilt. Your settings and lesson progress on this device are kept.",
          "Save the report and attach it to an issue; then open the starting scenario.",
        ],
        report,
      },
    });
  }
}

/** Everything needed to see the same break elsewhere; nothing about the person. */
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
