// The item that a person has selected or points at. All views share it, so that pointing at a packet in one view
// highlights it in the others. Indices are positions in the Topology.
import type { Topology } from "./topology";

type Item =
  | { kind: "packet"; packet: number }
  | { kind: "place"; place: number }
  | { kind: "context"; context: number }
  | { kind: "line"; line: number }
  /** A line of code, as the steps that it executes. It can be highlighted, but not selected. */
  | { kind: "step"; steps: readonly number[] };

/**
 * `steps`: the steps at the pointer. A span of the timeline, for example, is a packet with the step spent on it.
 * `isSpotlight`: a lesson points at the item. It is drawn as selected, but its details are not shown.
 */
export type SelectedItem = Item & { steps?: readonly number[]; isSpotlight?: true };

export type Selection = SelectedItem | null;

/** The item whose details are shown. */
export function inspectedItem(selection: Selection): Selection {
  return selection?.isSpotlight === true ? null : selection;
}

export function isSameItem(a: Selection, b: Selection): boolean {
  if (a === null || b === null) return a === b;
  switch (a.kind) {
    case "packet":
      return b.kind === "packet" && a.packet === b.packet;
    case "place":
      return b.kind === "place" && a.place === b.place;
    case "context":
      return b.kind === "context" && a.context === b.context;
    case "line":
      return b.kind === "line" && a.line === b.line;
    case "step":
      return b.kind === "step" && a.steps.join() === b.steps.join();
  }
}

/** The same packet or step in the machine of another topology, or the item with the same id; null if it has none. A machine
 * that is not open yet (null) has the item as it is. */
export function correspondingItem(
  item: Selection,
  from: Topology | null,
  to: Topology | null,
): Selection {
  if (from === null || to === null || from === to) return item;
  const find = (rows: (topology: Topology) => readonly { id: string }[], index: number) =>
    rows(to).findIndex(({ id }) => id === rows(from)[index]?.id);
  const spotlight = item?.isSpotlight === true ? { isSpotlight: true as const } : {};
  switch (item?.kind) {
    case "place": {
      const place = find(({ places }) => places, item.place);
      return place < 0 ? null : { kind: "place", place, ...spotlight };
    }
    case "context": {
      const context = find(({ contexts }) => contexts, item.context);
      return context < 0 ? null : { kind: "context", context, ...spotlight };
    }
    case "line": {
      const line = find(({ lines }) => lines, item.line);
      return line < 0 ? null : { kind: "line", line, ...spotlight };
    }
    default:
      // Every machine numbers packets by arrival, and steps as the step table.
      return item;
  }
}

export function selectedPacket(selection: Selection): number {
  return selection?.kind === "packet" ? selection.packet : -1;
}

/** The steps to highlight: their lines of code, their spans and their stations. */
export function stepsOf(selection: Selection): readonly number[] {
  return selection?.steps ?? [];
}

/** The kind and position of an item as text: "place 3". */
export function itemKey(item: SelectedItem): string {
  switch (item.kind) {
    case "packet":
      return `packet ${item.packet}`;
    case "place":
      return `place ${item.place}`;
    case "context":
      return `context ${item.context}`;
    case "line":
      return `line ${item.line}`;
    case "step":
      return `step ${item.steps.join()}`;
  }
}
