// The history of a packet: its outcome, and every step spent on it. Steps up to the shown time add up to the CPU time
// spent so far; steps after it are marked "later".
import type { ReactNode, Ref } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { PacketOutcome, type Frame } from "../../frame/frame";
import {
  describePacket,
  hasEnded,
  formatPacketName,
  stepsAt,
  readPacketHistory,
  type PacketHistory,
  type PacketStepProgress,
} from "../../frame/packet-history";
import type { Topology } from "../../frame/topology";
import { NumberOrigin, type SettingOrigin } from "../figure/influence";
import { formatDuration, formatMoment, formatNumber } from "../../lib/format/numbers";

export interface PacketHistoryProps {
  topology: Topology;
  frame: Frame;
  packet: number;
  onSeek?(t: number): void;
  /** The cost of a step as a setting, with its source. Without it, times are plain text. */
  costOf?(stepId: string): SettingOrigin | null;
  /** Shown for a packet that is lost: why. */
  renderLoss?(packet: number): ReactNode;
  heading: Ref<HTMLHeadingElement>;
}

export function PacketHistoryPanel(props: PacketHistoryProps) {
  const { topology, frame, packet, onSeek, costOf, renderLoss, heading } = props;
  const history = readPacketHistory(frame, packet);
  if (history === null) {
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
      <p
        className={isWasted(history, frame) ? "inspector-words inspector-lost" : "inspector-words"}
      >
        {describePacket(topology, history, frame)}
      </p>
      {isWasted(history, frame) && renderLoss?.(packet)}
      {history.steps.length > 0 ? (
        <Steps {...{ topology, history, frame, onSeek, costOf }} />
      ) : null}
    </>
  );
}

function describeMissingHistory(frame: Frame, packet: number): string {
  if (frame.selected !== packet) return tr("Looking up its history …");
  return packet > frame.total.arrived
    ? tr("It has not arrived yet.")
    : tr("The trace no longer has its history.");
}

/** Whether it was dropped by the shown time. */
function isWasted(history: PacketHistory, frame: Frame): boolean {
  return history.outcome === PacketOutcome.dropped && hasEnded(history, frame);
}

interface StepsProps extends Pick<PacketHistoryProps, "topology" | "frame" | "onSeek" | "costOf"> {
  history: PacketHistory;
}

function Steps({ topology, history, frame, onSeek, costOf }: StepsProps) {
  const hertz = topology.clock_hz;
  const most = Math.max(...history.steps.map((step) => step.cycles));
  const parts = stepsAt(history, frame);
  const spent = parts.reduce((sum, part) => sum + part.spent, 0);
  const wasted = isWasted(history, frame);
  const next = parts.findIndex(({ when }) => when === "later");
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={tr("Steps spent on the packet")}>
      <table className="history-table">
        <caption className="visually-hidden">{tr("Steps spent on the packet")}</caption>
        <thead>
          <tr>
            <th scope="col">{tr("Begin")}</th>
            <th scope="col">{tr("Procedure")}</th>
            <th scope="col">{tr("Who")}</th>
            <th scope="col">{tr("CPU time")}</th>
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
              costOf={costOf}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{describeTotal(wasted, parts)}</th>
            <td />
            <td>
              {rich("{spent}<span> {spent2} cycles</span>", {
                spent: formatDuration(spent, hertz),
                spent2: formatNumber(spent),
                span: <span className="history-cycles" />,
              })}
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function describeTotal(wasted: boolean, parts: readonly PacketStepProgress[]): string {
  if (wasted) return tr("All of it wasted");
  return parts.every(({ when }) => when === "done") ? tr("Total") : tr("Up to the shown time");
}

interface StepRowProps extends Pick<PacketHistoryProps, "topology" | "onSeek" | "costOf"> {
  part: PacketStepProgress;
  /** The first step after the shown time, which has a line above it. */
  isNext: boolean;
  wasted: boolean;
  /** Cycles of the longest step, whose bar has the full width. */
  most: number;
}

function StepRow(props: StepRowProps) {
  const { topology, part, isNext, wasted, most, onSeek, costOf } = props;
  const described = topology.steps[part.step];
  const at = formatMoment(part.begin, topology.clock_hz);
  const time = describeStepTime(part, topology.clock_hz);
  const cost = described === undefined ? null : (costOf?.(described.id) ?? null);
  const later = part.when === "later";
  const width = (cycles: number) => `${Math.max(2, (cycles / most) * 100)}%`;
  const name = tr("Go to {at}: {procedure}, {label}", {
    at,
    procedure: described?.procedure ?? "",
    label: described?.label ?? "",
  });
  return (
    <tr className={`${later ? "history-later" : ""} ${isNext ? "history-next" : ""}`}>
      <td>
        {onSeek === undefined ? (
          at
        ) : (
          <button type="button" aria-label={name} onClick={() => onSeek(part.begin)}>
            {at}
          </button>
        )}
        {part.when === "done" ? null : (
          <span className="history-when" aria-hidden="true">
            {part.when}
          </span>
        )}
      </td>
      <th scope="row">
        <code>{described?.procedure}</code> <span>{described?.label}</span>
      </th>
      <td className="history-who">{topology.contexts[part.context]?.name}</td>
      <td>{cost === null ? time : <NumberOrigin {...cost} text={time} />}</td>
      <td className="history-bar">
        {later ? (
          <div className="history-to-come" style={{ width: width(part.cycles) }} />
        ) : (
          <div
            className={wasted ? "history-wasted" : "history-spent"}
            style={{ width: width(part.spent) }}
          />
        )}
      </td>
    </tr>
  );
}

/** "15 µs"; "6 µs of 15 µs" for a running step; "later, 15 µs" for a step after the shown time. */
function describeStepTime({ when, spent, cycles }: PacketStepProgress, hertz: number): string {
  const whole = formatDuration(cycles, hertz);
  if (when === "done") return whole;
  return when === "later"
    ? tr("later, {whole}", { whole })
    : tr("{spent} of {whole}", { spent: formatDuration(spent, hertz), whole });
}
