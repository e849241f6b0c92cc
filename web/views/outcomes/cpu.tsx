// CPU time: who used it, and on the same scale how much of it was thrown away with packets that died.
import { formatShare } from "../../charts/format";
import type { Outcomes } from "../../charts/outcomes";
import { StackBar } from "./stack-bar";

export function CpuPart({ outcomes }: { outcomes: Outcomes }) {
  const { cpu, wastedShare } = outcomes;
  const parts = cpu.map(({ id, name, kind, share }) => ({
    id,
    name,
    value: share,
    words: formatShare(share),
    look: kind === "idle" ? ("hollow" as const) : ("solid" as const),
    colour: `var(--context-${kind})`,
  }));
  return (
    <div className="outcome">
      <h3>CPU time</h3>
      <StackBar label="CPU time by context" parts={parts} />
      <Waste share={wastedShare} />
    </div>
  );
}

/** The hatched strip under the bar: its width is the share of CPU time spent on packets that then died. */
function Waste({ share }: { share: number }) {
  const width = Math.min(100, share * 100);
  return (
    <div className="waste">
      <div
        className="waste-track"
        role="img"
        aria-label={`Thrown away: ${formatShare(share)} of the CPU time`}
      >
        {share > 0 && <span className="look-waste" style={{ width: `${Math.max(0.6, width)}%` }} />}
      </div>
      <p className={share > 0 ? "waste-words" : "quiet"} aria-hidden="true">
        {share > 0 ? (
          <>
            thrown away <span className="mono">{formatShare(share)}</span>
          </>
        ) : (
          "nothing thrown away"
        )}
      </p>
    </div>
  );
}
