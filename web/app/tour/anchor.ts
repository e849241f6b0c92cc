// The anchors of the tour's steps: the parts of the page that they point at. Also the position of the card beside an
// anchor. Positions are CSS pixels of the window.
import type { TourStep } from "../../desk/tour/tour";

export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A narrower window has no room beside what a step points at: the card is a sheet at the bottom. tour.css has the same
 * width. */
export const SHEET_PIXELS = 640;

const GAP = 14;
const WINDOW_MARGIN = 8;
const RING_MARGIN = 4;

/** Where the step points; null when the part is not on the page. */
export function anchorOf(step: TourStep): Rectangle | null {
  const picture = boxesOf(".machine-picture");
  const lanes = boxesOf("[data-item^='context ']");
  switch (step) {
    case "arrival": {
      // The first lane is the hardware, where the path begins: with the wire and the receive ring.
      return around(boxesOf("[data-item^='place ']").slice(0, 2));
    }
    case "lanes":
      return around(lanes);
    case "overload":
      return around(
        firstOf([".lab-knobs .knob", ".bottom-bar .knob", ".curve-card", ".diagnosis-card"]),
      );
    case "waste": {
      const [whole] = picture;
      const end = Math.max(...lanes.map(({ top, height }) => top + height));
      if (whole === undefined || lanes.length === 0) return around(picture);
      return around([{ ...whole, top: end + GAP, height: whole.top + whole.height - end - GAP }]);
    }
    case "cure":
      return around(firstOf([".bottom-bar", ".diagnosis-card"]));
  }
}

/** Whether the step points at the bar at the bottom of a phone's screen, which is always in view. */
export function isInBottomBar(step: TourStep): boolean {
  return (step === "overload" || step === "cure") && document.querySelector(".bottom-bar") !== null;
}

function boxesOf(selector: string): Rectangle[] {
  return [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, width, height }) => ({ left, top, width, height }));
}

function firstOf(selectors: readonly string[]): Rectangle[] {
  for (const selector of selectors) {
    const [box] = boxesOf(selector);
    if (box !== undefined) return [box];
  }
  return [];
}

function around(boxes: readonly Rectangle[]): Rectangle | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left)) - RING_MARGIN;
  const top = Math.min(...boxes.map((box) => box.top)) - RING_MARGIN;
  const right = Math.max(...boxes.map((box) => box.left + box.width)) + RING_MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.top + box.height)) + RING_MARGIN;
  return { left, top, width: right - left, height: bottom - top };
}

/** The part of an anchor that the sheet at the bottom does not cover. An anchor that begins below the top of the sheet is
 * returned whole. */
export function aboveSheet(anchor: Rectangle, sheetTop: number): Rectangle {
  if (anchor.top >= sheetTop) return anchor;
  return { ...anchor, height: Math.min(anchor.height, sheetTop - GAP - anchor.top) };
}

/** What a step's card must not cover, beside what the step points at: the effect that the person is about to see. */
export function effectOf(step: TourStep): Rectangle[] {
  return step === "cure" ? boxesOf(".curve-card") : [];
}

/** Places a card beside an anchor: on the first side with room, if possible without covering an `effect`. Or below the anchor
 * inside the window. */
export function placeCard(
  anchor: Rectangle,
  card: { offsetWidth: number; offsetHeight: number },
  window: { innerWidth: number; innerHeight: number },
  effects: readonly Rectangle[] = [],
): { left: number; top: number } {
  const { offsetWidth: width, offsetHeight: height } = card;
  const { innerWidth, innerHeight } = window;
  const clamp = (value: number, size: number, room: number) =>
    Math.max(WINDOW_MARGIN, Math.min(value, room - size - WINDOW_MARGIN));
  const left = clamp(anchor.left, width, innerWidth);
  const top = clamp(anchor.top, height, innerHeight);
  const right = anchor.left + anchor.width + GAP;
  const below = anchor.top + anchor.height + GAP;
  const sides = [
    { left: right, top, fits: right + width <= innerWidth - WINDOW_MARGIN },
    { left, top: below, fits: below + height <= innerHeight - WINDOW_MARGIN },
    { left: anchor.left - GAP - width, top, fits: anchor.left - GAP - width >= WINDOW_MARGIN },
    { left, top: anchor.top - GAP - height, fits: anchor.top - GAP - height >= WINDOW_MARGIN },
  ];
  const fitting = sides.filter(({ fits }) => fits);
  const isFree = (side: { left: number; top: number }) =>
    effects.every((effect) => !overlaps({ ...side, width, height }, effect));
  const { left: x, top: y } = fitting.find(isFree) ??
    fitting[0] ?? {
      left: clamp(right, width, innerWidth),
      top: clamp(below, height, innerHeight),
    };
  return { left: x, top: y };
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}
