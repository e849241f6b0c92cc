// The timeline as a table: the visible procedures, earliest first. It has one tab stop, and arrow keys move inside it
// (grid.ts).
import { useEffect, useRef, useState } from "react";
import { msg, tr } from "../../i18n/i18n";
import { PacketOutcome, type Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/frame-source";
import type { Topology } from "../../frame/topology";
import { formatDuration, formatMoment, formatNumber } from "../../lib/format/numbers";
import { useThrottledFrame, useAnnouncedSeek } from "../canvas/frame-hooks";
import { useGrid } from "./grid";

const MAX_ROWS = 100;

interface TimelineTableProps {
  name: string;
  topology: Topology;
  frames: FrameSource;
  onSelect(selection: Selection): void;
  onSeek(t: number): void;
  /** The range follows the shown time, and the table follows the range. */
  following?: boolean;
  /** Tells a screen reader the new shown time after a seek. */
  onAnnounce?(words: string): void;
}

const COLUMNS = [
  msg("Begin"),
  msg("Procedure"),
  msg("Who"),
  msg("Took"),
  msg("Packet"),
  msg("Outcome"),
];

export function TimelineTable(props: TimelineTableProps) {
  const { topology, frames, onSeek, onAnnounce } = props;
  const newest = useThrottledFrame(frames, 500);
  const [frozen, setFrozen] = useState<Frame | null>(null);
  // While time runs, the rows do not change under the focus.
  const frame = props.following === true && frozen !== null ? frozen : newest;
  const complete = frame !== null && frame.spansComplete;
  const rows = complete ? aroundShownTime(frame, orderedSpans(frame)) : [];
  const grid = useGrid({ rows: rows.length, columns: COLUMNS.length });
  const seekAnnounced = useAnnouncedSeek(frames, topology.clock_hz, onSeek, onAnnounce);
  /** The time of the last seek: its row may have another number in the new frame. */
  const requested = useRef<number | null>(null);
  useEffect(() => {
    if (frame === null || requested.current === null || frame.t !== requested.current) return;
    const row = rows.findIndex((span) => frame.spans.begin(span) === frame.t);
    requested.current = null;
    if (row >= 0) grid.moveTo({ row, column: 0 });
  });
  if (frame === null) return null;
  if (!complete) return <p className="timeline-words">{tr("Zoom in to see single procedures.")}</p>;
  const seek = (t: number) => {
    requested.current = t;
    seekAnnounced(t);
  };
  return (
    <div
      className="scroll"
      role="region"
      aria-label={props.name}
      onFocus={() => setFrozen((before) => (props.following === true ? (before ?? newest) : null))}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFrozen(null);
      }}
    >
      <table {...grid.table} className="timeline-grid">
        <caption>
          {describeCount(rows.length, frame.spans.length)}
          {frame === newest ? "" : tr(", unchanged while you are in the table")}
        </caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {tr(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((span, row) => (
            <SpanRow key={row} {...props} {...{ grid, frame, span, row }} onSeek={seek} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The procedures nearest to the shown time, so that whoever goes to the time of a row finds the row again. */
function aroundShownTime(frame: Frame, rows: readonly number[]): readonly number[] {
  const next = rows.findIndex((row) => frame.spans.begin(row) >= frame.t);
  const middle = next < 0 ? rows.length : next;
  const first = Math.max(0, Math.min(middle - MAX_ROWS / 2, rows.length - MAX_ROWS));
  return rows.slice(first, first + MAX_ROWS);
}

function describeCount(rows: number, all: number): string {
  return rows < all
    ? tr("{rows} of {all} procedures, around the shown time", { rows, all: formatNumber(all) })
    : tr("{rows} procedures", { rows });
}

interface SpanRowProps extends TimelineTableProps {
  grid: ReturnType<typeof useGrid>;
  frame: Frame;
  /** Its row in the frame. */
  span: number;
  /** Its row in the table. */
  row: number;
}

function SpanRow({ topology, grid, frame, span, row, onSeek, onSelect }: SpanRowProps) {
  const { spans } = frame;
  const [begin, end, packet] = [spans.begin(span), spans.end(span), spans.packet(span)];
  const hertz = topology.clock_hz;
  const procedure = topology.steps[spans.step(span)]?.procedure ?? "";
  const cell = (column: number, hasButton = false) => grid.cell({ row, column }, hasButton);
  const stop = (column: number) => (grid.isStop({ row, column }) ? 0 : -1);
  const at = formatMoment(begin, hertz);
  const took = formatDuration(end - begin, hertz);
  return (
    <tr>
      <th scope="row" aria-label={at} {...cell(0, true)}>
        <button
          type="button"
          tabIndex={stop(0)}
          aria-label={tr("Go to {at}: {procedure} begins", { at, procedure })}
          onClick={() => onSeek(begin)}
        >
          {at}
        </button>
      </th>
      <td {...cell(1)}>{procedure}</td>
      <td {...cell(2)}>{topology.contexts[spans.context(span)]?.name}</td>
      <td {...cell(3)}>
        {begin > frame.t
          ? tr("later, {took}", { took })
          : end > frame.t
            ? tr("running, {took} in all", { took })
            : took}
      </td>
      <td {...cell(4, packet >= 0)}>
        {packet < 0 ? null : (
          <button
            type="button"
            tabIndex={stop(4)}
            aria-label={tr("Select packet {packet}", { packet: formatNumber(packet) })}
            onClick={() => onSelect({ kind: "packet", packet })}
          >
            {formatNumber(packet)}
          </button>
        )}
      </td>
      <td {...cell(5)}>{packet < 0 ? "" : tr(OUTCOME_TEXTS[spans.outcome(span)])}</td>
    </tr>
  );
}

const OUTCOME_TEXTS: Record<PacketOutcome, string> = {
  [PacketOutcome.inside]: msg("still inside"),
  [PacketOutcome.delivered]: "delivered",
  [PacketOutcome.dropped]: msg("thrown away"),
};

/** Rows by their start; callers before the procedures that they call. */
export function orderedSpans(frame: Frame): number[] {
  const { spans } = frame;
  const rows = Array.from({ length: spans.length }, (_, row) => row);
  return rows.sort((a, b) => spans.begin(a) - spans.begin(b) || spans.depth(a) - spans.depth(b));
}
