// The item that a person has selected or points at. All views share it, so that pointing at a packet in one view
// highlights it in the others. Indices are positions in the Topology.

export type SelectedItem =
  | { kind: "packet"; packet: number }
  | { kind: "place"; place: number }
  | { kind: "context"; context: number }
  | { kind: "line"; line: number };

export type Selection = SelectedItem | null;

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
  }
}

export function selectedPacket(selection: Selection): number {
  return selection?.kind === "packet" ? selection.packet : -1;
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
  }
}
