// The inspector describes the selected item: the history of a packet, the packets of a queue, a lane, or an interrupt
// line. Its lists make every small item of the canvas reachable.
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from "react";
import { tr } from "../../i18n/i18n";
import { NumberOrigin, type SettingOrigin } from "../figure/influence";
import { packetsAt, type Frame } from "../../frame/frame";
import { inspectedItem, itemKey, type Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/frame-source";
import type { Topology } from "../../frame/topology";
import { useThrottledFrame, useAnnouncedSeek } from "../canvas/frame-hooks";
import { lazyPart } from "../../ui/lazy-part";
import { Definition } from "../prose/term";
import { PacketLists, type TitledList } from "./packet-lists";
import type { MachineScene } from "../../pictures/machine/draw/scene";
import {
  describeItem,
  describeStation,
  describeSelection,
  listProcedures,
} from "../../pictures/machine/descriptions";
import { INSPECTOR_ID } from "./targets";
import { pressedKey } from "../../ui/pressed-key";

const PacketHistoryPanel = lazyPart(
  async () => (await import("./packet-history")).PacketHistoryPanel,
);

export interface InspectorProps {
  topology: Topology;
  frames: FrameSource;
  selection: Selection;
  onSelect(selection: Selection): void;
  scene(): MachineScene | null;
  /** Moves the shown time. Without it, times are not buttons. */
  onSeek?(t: number): void;
  /** Tells a screen reader the selected item. */
  onAnnounce?(words: string): void;
  /** The cost of a step as a setting, with its source. Without it, times are plain text. */
  costOf?(stepId: string): SettingOrigin | null;
  /** Why a packet is lost. */
  renderLoss?(packet: number): ReactNode;
  /** Its position over the picture; null if it is below the picture. */
  position: CSSProperties | null;
}

export function Inspector(props: InspectorProps) {
  const { frames, topology } = props;
  const selection = inspectedItem(props.selection);
  const frame = useThrottledFrame(frames, 200);
  const { section, heading, openPacket, close } = useInspectorFocus(props);
  const seek = useAnnouncedSeek(frames, topology.clock_hz, props.onSeek, props.onAnnounce);
  useSelectionAnnouncement(props, frame);
  if (selection === null || frame === null) return null;
  return (
    <section
      ref={section}
      id={INSPECTOR_ID}
      tabIndex={-1}
      className={props.position === null ? "inspector" : "inspector inspector-over"}
      style={props.position ?? undefined}
      aria-label={tr("Selected item")}
    >
      <CloseButton onClose={close} />
      {selection.kind === "packet" ? (
        <PacketHistoryPanel
          topology={topology}
          frame={frame}
          packet={selection.packet}
          onSeek={props.onSeek === undefined ? undefined : seek}
          costOf={props.costOf}
          renderLoss={props.renderLoss}
          heading={heading}
        />
      ) : (
        <ItemPanel {...props} selection={selection} frame={frame} onSelect={openPacket} />
      )}
    </section>
  );
}

/** Announces each selection once, as soon as its text is known; not the selection at the first render. */
function useSelectionAnnouncement(
  { selection, topology, scene, onAnnounce }: InspectorProps,
  frame: Frame | null,
) {
  const key = selection === null ? "" : itemKey(selection);
  const said = useRef(key);
  useEffect(() => {
    if (key === said.current) return;
    const now = scene();
    const words =
      now === null || frame === null ? null : describeSelection(topology, now, frame, selection);
    if (words === null) return;
    said.current = key;
    if (words !== "") onAnnounce?.(words);
  });
}

/** Moves the focus from the selected item to one of its packets, and back. */
function useInspectorFocus({ selection, onSelect, onAnnounce }: InspectorProps) {
  const section = useRef<HTMLElement>(null);
  const opener = useOpener(section, selection);
  const opened = useRef<{ packet: number; from: Selection } | null>(null);
  const packet = selection?.kind === "packet" ? selection.packet : -1;
  useEffect(() => {
    if (opened.current?.packet !== packet) opened.current = null;
  }, [packet]);
  // The heading of the packet's panel, which may be loaded later than the packet is selected.
  const heading = useCallback(
    (element: HTMLHeadingElement | null) => {
      if (opened.current?.packet === packet) element?.focus();
    },
    [packet],
  );
  const openPacket = (chosen: Selection) => {
    if (chosen?.kind === "packet") opened.current = { packet: chosen.packet, from: selection };
    onSelect(chosen);
  };
  const close = useCallback(() => {
    const inside = section.current?.contains(document.activeElement) === true;
    const item = opened.current?.from ?? selection;
    onSelect(null);
    onAnnounce?.(tr("Nothing is selected."));
    if (inside) (opener.current?.isConnected ? opener.current : itemButton(item))?.focus();
  }, [selection, onSelect, onAnnounce, opener]);
  return { section, heading, openPacket, close };
}

/** The element outside the inspector that had the focus when the item was selected. */
function useOpener(section: RefObject<HTMLElement | null>, selection: Selection) {
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (selection === null || section.current?.contains(active) === true) return;
    opener.current = active instanceof HTMLElement && active !== document.body ? active : null;
  }, [section, selection]);
  return opener;
}

/** The button of an item in the picture; for a packet, the first button. */
function itemButton(item: Selection): HTMLElement | null {
  const key = item === null ? "" : itemKey(item);
  return (
    document.querySelector<HTMLElement>(`.machine-target[data-item="${key}"]`) ??
    document.querySelector<HTMLElement>(".machine-target")
  );
}

function CloseButton({ onClose }: { onClose(): void }) {
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (pressedKey(event) !== "Escape" || event.defaultPrevented) return;
      // If a dialog or popover is open above, the key closes that one.
      if (document.querySelector("dialog:modal, :popover-open") === null) onClose();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [onClose]);
  return (
    <button
      type="button"
      className="inspector-close"
      aria-label={tr("Close (select nothing)")}
      title={tr("Close (Esc)")}
      onClick={onClose}
    >
      ×
    </button>
  );
}

function ItemPanel({
  topology,
  selection,
  scene,
  frame,
  onSelect,
  costOf,
}: InspectorProps & { frame: Frame }) {
  const now = scene();
  if (now === null || selection === null) return null;
  const lists = packetLists(topology, frame, selection);
  return (
    <div className="inspector-item">
      <p className="inspector-words">{describeItem(now, selection)}.</p>
      <Definition of={glossaryNames(topology, selection)} />
      {selection.kind === "context"
        ? now.layout.stations.map((box, index) =>
            box.context === selection.context ? (
              <StationSteps key={index} scene={now} station={index} costOf={costOf} />
            ) : null,
          )
        : null}
      <PacketLists lists={lists} onSelect={onSelect} />
    </div>
  );
}

interface StationStepsProps extends Pick<InspectorProps, "costOf"> {
  scene: MachineScene;
  station: number;
}

/** The steps of a station, each with its CPU time, which says where it comes from. */
function StationSteps({ scene, station, costOf }: StationStepsProps) {
  const { head, lines, ids } = listProcedures(scene, station);
  if (lines.length === 0 || costOf === undefined) {
    return <p className="inspector-words inspector-steps">{describeStation(scene, station)}</p>;
  }
  return (
    <div className="inspector-words inspector-steps">
      {head}
      <ul>
        {lines.map((line, index) => {
          const cost = costOf(ids[index] ?? "");
          return (
            <li key={line}>
              {line} {cost !== null && <NumberOrigin {...cost} text={cost.value} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The names of the selected item that the glossary may explain. */
function glossaryNames(topology: Topology, selection: Selection): string[] {
  switch (selection?.kind) {
    case "place":
      return namesIn(topology.places[selection.place]);
    case "context":
      return namesIn(topology.contexts[selection.context]);
    case "line": {
      const line = topology.lines[selection.line];
      const context = topology.contexts[line?.context ?? -1];
      // The glossary's "Device interrupt" is about network interfaces, so it does not explain the line of a timer or of a disk.
      const isOfInterface = context?.kind !== "device" || (line?.interface ?? -1) >= 0;
      return [...namesIn(line), ...(isOfInterface ? namesIn(context) : [])];
    }
    default:
      return [];
  }
}

function namesIn(item: { name: string; paper_name: string } | undefined): string[] {
  return item === undefined ? [] : [item.name, item.paper_name];
}

function packetLists(topology: Topology, frame: Frame, selection: Selection): TitledList[] {
  if (selection?.kind === "context") {
    const packet = frame.contexts.packet(selection.context);
    return packet < 0 ? [] : [{ title: tr("Carried now"), packets: [packet] }];
  }
  if (selection?.kind !== "place") return [];
  const { place } = selection;
  const inside = [...packetsAt(frame, place).packets];
  const lost: number[] = [];
  for (let row = frame.recentDrops.length - 1; row >= 0 && lost.length < MAX_DROPPED; row -= 1) {
    if (frame.recentDrops.place(row) === place) {
      lost.push(frame.recentDrops.packet(row));
    }
  }
  const isWire = topology.places[place]?.capacity === 0;
  return [
    ...(isWire ? [] : [{ title: tr("Packets in it, oldest first"), packets: inside }]),
    ...(lost.length > 0 ? [{ title: tr("Lost just now, newest first"), packets: lost }] : []),
  ];
}

const MAX_DROPPED = 24;
