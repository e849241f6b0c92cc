// The packets of the selected item, one button each. A list is one tab stop, because a full queue has dozens of packets;
// the arrow keys move in it. Packets come and go while the machine runs. The packet that has the focus stays in the list
// until the focus leaves it, so that the focus does not return to the start of the page.
import { useId, useState, type FocusEvent, type KeyboardEvent } from "react";
import { tr } from "../../i18n/i18n";
import type { Selection } from "../../frame/selection";
import { formatNumber } from "../../lib/format/numbers";
import { rowsTarget } from "../../ui/list-keys";
import { pressedKey } from "../../ui/pressed-key";

export interface TitledList {
  title: string;
  packets: number[];
}

interface PacketListsProps {
  lists: readonly TitledList[];
  onSelect(selection: Selection): void;
}

interface FocusedPacket extends TitledList {
  packet: number;
}

export function PacketLists({ lists, onSelect }: PacketListsProps) {
  const [held, setHeld] = useState<FocusedPacket | null>(null);
  return listsWithFocused(lists, held).map(({ title, packets }) => (
    <PacketList
      key={title}
      title={title}
      packets={packets}
      departed={held?.title === title && !isListed(lists, held) ? held.packet : -1}
      onSelect={onSelect}
      onFocusPacket={(packet) => setHeld(packet === null ? null : { title, packets, packet })}
    />
  ));
}

const isListed = (lists: readonly TitledList[], { title, packet }: FocusedPacket) =>
  lists.some((list) => list.title === title && list.packets.includes(packet));

/** The lists with the focused packet; a list that has no other packet stays too. */
function listsWithFocused(
  lists: readonly TitledList[],
  held: FocusedPacket | null,
): readonly TitledList[] {
  if (held === null) return lists;
  const { title, packet } = held;
  const own = lists.some((list) => list.title === title)
    ? lists
    : [...lists, { title, packets: [] }];
  return own.map((list) =>
    list.title === title
      ? { title, packets: withFocusedPacket(list.packets, held.packets, packet) }
      : list,
  );
}

interface PacketListProps extends TitledList {
  /** The packet that is listed only because it has the focus; -1 for none. */
  departed: number;
  onSelect(selection: Selection): void;
  onFocusPacket(packet: number | null): void;
}

function PacketList({ title, packets, departed, onSelect, onFocusPacket }: PacketListProps) {
  const id = useId();
  const [focused, setFocused] = useState(-1);
  const stop = packets.includes(focused) ? focused : packets[0];
  const left = (event: FocusEvent) => {
    if (event.target.isConnected) onFocusPacket(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = packets.findIndex((packet) => packet === stop);
    const to = rowsTarget(pressedKey(event), at, packets.length);
    if (to === null) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll("button")[to]?.focus();
  };
  return (
    <div className="packet-list">
      <h3 id={id}>{title}</h3>
      {packets.length === 0 ? (
        <p className="inspector-words">{tr("None.")}</p>
      ) : (
        <ul aria-labelledby={id} onKeyDown={onKeyDown}>
          {packets.map((packet) => (
            <li key={packet}>
              <button
                type="button"
                className={packet === departed ? "packet-gone" : undefined}
                tabIndex={packet === stop ? 0 : -1}
                aria-label={tr("Packet {packet}", { packet: formatNumber(packet) })}
                aria-description={packet === departed ? tr("is no longer here") : undefined}
                onFocus={() => {
                  setFocused(packet);
                  onFocusPacket(packet);
                }}
                onBlur={left}
                onClick={() => onSelect({ kind: "packet", packet })}
              >
                {formatNumber(packet)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The list with the focused packet at its last position, even if the packet has left. */
export function withFocusedPacket(
  packets: readonly number[],
  before: readonly number[],
  held: number,
): number[] {
  if (packets.includes(held)) return [...packets];
  const earlier = before
    .slice(0, before.indexOf(held))
    .findLast((packet) => packets.includes(packet));
  const at = earlier === undefined ? 0 : packets.indexOf(earlier) + 1;
  return [...packets.slice(0, at), held, ...packets.slice(at)];
}
