// The packets of what is selected, one button each. They come and go while the machine runs; the one that has the
// focus stays until it is left (held-packet.ts), so that nobody is thrown back to the page's beginning.
import { useState, type FocusEvent } from "react";
import type { Selection } from "../../../frame/selection";
import { formatNumber } from "../../../frame/words";
import { withHeld } from "./held-packet";

export interface NamedList {
  title: string;
  packets: number[];
}

interface PacketListsProps {
  lists: readonly NamedList[];
  onSelect(selection: Selection): void;
}

interface Held extends NamedList {
  packet: number;
}

export function PacketLists({ lists, onSelect }: PacketListsProps) {
  const [held, setHeld] = useState<Held | null>(null);
  return shownWith(lists, held).map(({ title, packets }) => (
    <PacketList
      key={title}
      title={title}
      packets={packets}
      gone={held?.title === title && !isIn(lists, held) ? held.packet : -1}
      onSelect={onSelect}
      onHold={(packet) => setHeld(packet === null ? null : { title, packets, packet })}
    />
  ));
}

const isIn = (lists: readonly NamedList[], { title, packet }: Held) =>
  lists.some((list) => list.title === title && list.packets.includes(packet));

/** A list of which nothing is left but the held packet stays too. */
function shownWith(lists: readonly NamedList[], held: Held | null): readonly NamedList[] {
  if (held === null) return lists;
  const { title, packet } = held;
  const own = lists.some((list) => list.title === title)
    ? lists
    : [...lists, { title, packets: [] }];
  return own.map((list) =>
    list.title === title ? { title, packets: withHeld(list.packets, held.packets, packet) } : list,
  );
}

interface PacketListProps extends NamedList {
  /** The one that is only here because it has the focus; -1 without. */
  gone: number;
  onSelect(selection: Selection): void;
  onHold(packet: number | null): void;
}

function PacketList({ title, packets, gone, onSelect, onHold }: PacketListProps) {
  const left = (event: FocusEvent) => {
    if (event.target.isConnected) onHold(null);
  };
  return (
    <div className="packet-list">
      <h3>{title}</h3>
      {packets.length === 0 ? (
        <p className="inspector-words">None.</p>
      ) : (
        <ul>
          {packets.map((packet) => (
            <li key={packet}>
              <button
                type="button"
                className={packet === gone ? "packet-gone" : undefined}
                aria-label={`Packet ${formatNumber(packet)}`}
                aria-description={packet === gone ? "is no longer here" : undefined}
                onFocus={() => onHold(packet)}
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
