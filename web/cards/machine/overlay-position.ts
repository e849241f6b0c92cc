// Positions of the tooltip and of the inspector over the machine picture. They do not cover the item that they
// describe: the tooltip uses the row of the card's title, the inspector the space above or below the item. The inspector
// stays for long, so it does not cover the row of gates either.
import type { CSSProperties } from "react";
import type { MachineLayout } from "../../pictures/machine/layout/machine-layout";
import type { Selection } from "../../frame/selection";

/** The row of the card's title, above the picture. */
const TITLE_PIXELS = 36;
/** The least height of an inspector with useful content. */
const MIN_INSPECTOR_HEIGHT = 150;

export function tooltipPosition(layout: MachineLayout, y: number): CSSProperties {
  if (layout.isNarrow) return { left: 0, top: y + 16 };
  // Beside the card's title, if the card has one.
  const top = layout.fontSizes.compact === true ? 2 : -TITLE_PIXELS;
  return { left: layout.lanes[0]?.x ?? 0, top };
}

/** Above or below the selected item. Null on a phone, where the inspector is below the picture. */
export function inspectorPosition(
  layout: MachineLayout,
  selection: Selection,
): CSSProperties | null {
  if (layout.isNarrow) return null;
  const lane = layout.lanes[0];
  const left = (lane?.x ?? 0) + 4;
  const highest = lane?.y ?? 4;
  const [top, bottom] = verticalExtent(layout, selection);
  const [above, below] = [top - 8 - highest, layout.height - bottom - 12];
  const maxHeight = Math.max(MIN_INSPECTOR_HEIGHT, above, below);
  return above > below ? { left, top: highest, maxHeight } : { left, bottom: 4, maxHeight };
}

/** The top and bottom of an item. A packet moves, so its history takes the lower part of the picture. */
function verticalExtent(layout: MachineLayout, selection: Selection): [number, number] {
  const half = layout.height * 0.4;
  if (selection?.kind === "place") {
    const box = layout.places[selection.place];
    return box === undefined ? [0, half] : [box.y, box.y + box.h];
  }
  if (selection?.kind !== "context") return [0, half];
  const lane = layout.lanes.find(({ context }) => context === selection.context);
  return lane === undefined ? [0, half] : [lane.y, lane.y + lane.h];
}
