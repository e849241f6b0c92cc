// The table behind the timeline: the bars within sight, earliest first, folded away until asked for.
import { useState } from "react";
import { Fate, field, SpanField, type Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/source";
import type { Topology } from "../../frame/topology";
import { duration, moment, thousands } from "../../frame/words";
import { useSlowFrame } from "../canvas/use-slow-frame";

const ROWS_MAX = 100;

export interface TimelineTableProps {
  topology: Topology;
  frames: FrameSource;
  onSelect(selection: Selection): void;
  onSeek(t: number): void;
}

export function TimelineTable(props: TimelineTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="machine-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The timeline as a table</summary>
      {open ? <Rows {...props} /> : null}
    </details>
  );
}

function Rows({ topology, frames, onSelect, onSeek }: TimelineTableProps) {
  const frame = useSlowFrame(frames, 500);
  if (frame === null) return null;
  if (!frame.spansComplete)
    return <p className="timeline-words">Zoom in to see single procedures.</p>;
  const rows = orderedSpans(frame).slice(0, ROWS_MAX);
  const hertz = topology.clock_hz;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="The timeline as a table">
      <table>
        <caption>
          {rows.length < frame.rows("spans")
            ? `The first ${rows.length} of ${thousands(frame.rows("spans"))} procedures`
            : `${rows.length} procedures`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Begin</th>
            <th scope="col">Procedure</th>
            <th scope="col">Who</th>
            <th scope="col">Took</th>
            <th scope="col">Packet</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const read = (position: number) => field(frame, "spans", row, position);
            const begin = read(SpanField.begin);
            const packet = read(SpanField.packet);
            return (
              <tr key={row}>
                <td>
                  <button type="button" onClick={() => onSeek(begin)}>
                    {moment(begin, hertz)}
                  </button>
                </td>
                <td>{topology.steps[read(SpanField.step)]?.procedure}</td>
                <td>{topology.contexts[read(SpanField.context)]?.name}</td>
                <td>{duration(read(SpanField.end) - begin, hertz)}</td>
                <td>
                  {packet < 0 ? null : (
                    <button type="button" onClick={() => onSelect({ kind: "packet", packet })}>
                      {thousands(packet)}
                    </button>
                  )}
                </td>
                <td>{packet < 0 ? "" : FATES[read(SpanField.fate)]}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const FATES: Record<number, string> = {
  [Fate.inside]: "still inside",
  [Fate.delivered]: "delivered",
  [Fate.dropped]: "thrown away",
};

/** Rows by their beginning, callers before what they call. */
export function orderedSpans(frame: Frame): number[] {
  const rows = Array.from({ length: frame.rows("spans") }, (_, row) => row);
  const read = (row: number, position: number) => field(frame, "spans", row, position);
  return rows.sort(
    (a, b) =>
      read(a, SpanField.begin) - read(b, SpanField.begin) ||
      read(a, SpanField.depth) - read(b, SpanField.depth),
  );
}
