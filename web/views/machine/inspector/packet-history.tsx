// A packet's story: what became of it, and every step on it. Those up to the shown time add up to what has been
// spent by then; what comes after it stands there as "later".
import type { Ref } from "react";
import { PacketOutcome, type Frame } from "../../../frame/frame";
import {
  describePacket,
  hasEnded,
  formatPacketName,
  stepsAt,
  readPacketHistory,
  type PacketHistory,
  type PacketStepProgress,
} from "../../../frame/packet-history";
import type { Topology } from "../../../frame/topology";
import { formatDuration, formatMoment, formatNumber } from "../../../format/numbers";

export interface PacketHistoryProps {
  topology: Topology;
  frame: Frame;
  packet: number;
  onSeek?(t: number): void;
  heading: Ref<HTMLHeadingElement>;
}

export function PacketHistoryPanel(props: PacketHistoryProps) {
  const { topology, frame, packet, onSeek, heading } = props;
  const story = readPacketHistory(frame, packet);
  if (story === null) {
    return (
      <>
        <h3 ref={heading} tabIndex={-1} className="inspector-title">
          {formatPacketName(packet)}
        </h3>
        <p className="inspector-words">{describeMissingHistory(frame, packet)}</p>
      </>
    );
  }
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="inspector-title">
        {formatPacketName(packet)}
      </h3>
      <p className={isWasted(story, frame) ? "inspector-words inspector-lost" : "inspector-words"}>
        {describePacket(topology, story, frame)}
      </p>
      {story.steps.length > 0 ? (
        <Steps topology={topology} story={story} frame={frame} onSeek={onSeek} />
      ) : null}
    </>
  );
}

function describeMissingHistory(frame: Frame, packet: number): string {
  if (frame.selected !== packet) return "Looking up its story …";
  return packet > frame.total.arrived
    ? "It has not come in yet."
    : "Its story is no longer kept: the trace has moved on.";
}

/** Thrown away by the shown time. */
function isWasted(story: PacketHistory, frame: Frame): boolean {
  return story.outcome === PacketOutcome.dropped && hasEnded(story, frame);
}

interface StepsProps {
  topology: Topology;
  story: PacketHistory;
  frame: Frame;
  onSeek?(t: number): void;
}

function Steps({ topology, story, frame, onSeek }: StepsProps) {
  const hertz = topology.clock_hz;
  const most = Math.max(...story.steps.map((step) => step.cycles));
  const parts = stepsAt(story, frame);
  const spent = parts.reduce((sum, part) => sum + part.spent, 0);
  const wasted = isWasted(story, frame);
  const next = parts.findIndex(({ when }) => when === "later");
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Steps spent on the packet">
      <table className="story-table">
        <caption className="visually-hidden">Steps spent on the packet</caption>
        <thead>
          <tr>
            <th scope="col">Begin</th>
            <th scope="col">Procedure</th>
            <th scope="col">Who</th>
            <th scope="col">CPU time</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {parts.map((part, index) => (
            <StepRow
              key={index}
              topology={topology}
              part={part}
              isNext={index === next}
              wasted={wasted}
              most={most}
              onSeek={onSeek}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{describeTotal(wasted, parts)}</th>
            <td />
            <td>
              {formatDuration(spent, hertz)}
              <span className="story-cycles"> {formatNumber(spent)} cycles</span>
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function describeTotal(wasted: boolean, parts: readonly PacketStepProgress[]): string {
  if (wasted) return "All of it wasted";
  return parts.every(({ when }) => when === "done") ? "Together" : "Up to the shown time";
}

interface StepRowProps {
  topology: Topology;
  part: PacketStepProgress;
  /** The first one later than the shown time: a line parts what has been from what comes. */
  isNext: boolean;
  wasted: boolean;
  /** Cycles of the longest step: a whole bar. */
  most: number;
  onSeek?(t: number): void;
}

function StepRow({ topology, part, isNext, wasted, most, onSeek }: StepRowProps) {
  const described = topology.steps[part.step];
  const at = formatMoment(part.begin, topology.clock_hz);
  const later = part.when === "later";
  const width = (cycles: number) => `${Math.max(2, (cycles / most) * 100)}%`;
  const name = `Go to ${at}: ${described?.procedure ?? ""}, ${described?.label ?? ""}`;
  return (
    <tr className={`${later ? "story-later" : ""} ${isNext ? "story-next" : ""}`}>
      <td>
        {onSeek === undefined ? (
          at
        ) : (
          <button type="button" aria-label={name} onClick={() => onSeek(part.begin)}>
            {at}
          </button>
        )}
        {part.when === "done" ? null : (
          <span className="story-when" aria-hidden="true">
            {part.when}
          </span>
        )}
      </td>
      <th scope="row">
        <code>{described?.procedure}</code> <span>{described?.label}</span>
      </th>
      <td className="story-who">{topology.contexts[part.context]?.name}</td>
      <td>{describeStepTime(part, topology.clock_hz)}</td>
      <td className="story-bar">
        {later ? (
          <div className="story-to-come" style={{ width: width(part.cycles) }} />
        ) : (
          <div
            className={wasted ? "story-wasted" : "story-spent"}
            style={{ width: width(part.spent) }}
          />
        )}
      </td>
    </tr>
  );
}

/** "15 µs", of a step that goes on "6 of 15 µs", of one that has not begun "later, 15 µs". */
function describeStepTime({ when, spent, cycles }: PacketStepProgress, hertz: number): string {
  const whole = formatDuration(cycles, hertz);
  if (when === "done") return whole;
  return when === "later" ? `later, ${whole}` : `${formatDuration(spent, hertz)} of ${whole}`;
}
