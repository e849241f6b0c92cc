// How bright each part of a picture is, and how often it flashes, for tests of WCAG 2.3.1. Paints a draw list on a coarse
// grid of luminances: exact enough for areas, not for the strokes of letters.
import {
  drawnSlotCount,
  slotBox,
  slotOfPacket,
  textBounds,
  type ColorName,
  type Mark,
} from "../frame/draw-list";

/** CSS pixels of a side of a cell. */
export const CELL = 6;
/** A change of the relative luminance counts from this size on, if the darker state is below DARK. */
const LEAST_CHANGE = 0.1;
const DARK = 0.8;
/** The share of the box around a text that its strokes cover. */
const TEXT_COVERAGE = 0.25;

export type Luminances = Readonly<Record<string, number>>;

/** The luminance of each colour of a theme, by its name in the palette; `css` is the text of tokens.css. */
export function themeLuminances(css: string, theme: "light" | "dark"): Luminances {
  const [light = "", dark = ""] = css.split('[data-theme="dark"]');
  const read = (text: string) =>
    [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      luminance(hex),
    ]);
  return Object.fromEntries([
    ...read(light),
    ...(theme === "dark" ? read(dark) : []),
  ]) as Luminances;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const value = parseInt(hex.slice(i, i + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A picture as luminances, row by row. */
export class Grid {
  readonly columns: number;
  readonly cells: Float32Array;

  constructor(
    width: number,
    height: number,
    private readonly theme: Luminances,
  ) {
    this.columns = Math.ceil(width / CELL);
    this.cells = new Float32Array(this.columns * Math.ceil(height / CELL));
    this.cells.fill(theme.card ?? 1);
  }

  paint(marks: readonly Mark[]): void {
    for (const mark of marks) this.paintMark(mark);
  }

  private paintMark(mark: Mark): void {
    switch (mark.mark) {
      case "rect":
        return this.fill(mark, this.colour(mark.fill, mark.hatch), mark.alpha);
      case "boxes":
        for (let at = 0; at < mark.boxes.length; at += 4) {
          const [x = 0, y = 0, w = 0, h = 0] = mark.boxes.slice(at, at + 4);
          this.fill({ x, y, w, h }, this.colour(mark.fill, mark.hatch), mark.alpha);
        }
        return;
      case "area":
        return this.polygon(mark.points, this.colour(mark.fill, mark.hatch), mark.alpha);
      case "slots":
        for (let index = 0; index < drawnSlotCount(mark); index++)
          this.fill(slotBox(mark, index), this.colour("card"));
        for (let nth = mark.sent; nth < mark.count; nth += mark.packetsPerSlot)
          this.fill(slotOfPacket(mark, nth), this.colour(mark.color));
        return;
      case "dots":
        return this.squares(mark.points, 2, 1.77 * mark.radius, this.colour(mark.fill), mark.alpha);
      case "signs":
        return this.squares(mark.points, 2, mark.size, this.colour(mark.fill, mark.hatch));
      case "blocks":
        for (let at = 0; at < mark.blocks.length; at += 4)
          this.squares(
            mark.blocks.slice(at, at + 2),
            2,
            mark.blocks[at + 2] ?? 0,
            this.colour(undefined, true),
          );
        return;
      case "line":
        for (let at = 2; at < mark.points.length; at += 2) {
          const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [-2, -1, 0, 1].map(
            (step) => mark.points[at + step],
          );
          const box = {
            x: Math.min(x0, x1) - mark.width / 2,
            y: Math.min(y0, y1) - mark.width / 2,
            w: Math.abs(x1 - x0) + mark.width,
            h: Math.abs(y1 - y0) + mark.width,
          };
          this.fill(box, this.colour(mark.color), mark.alpha);
        }
        return;
      case "text":
        if (mark.background !== undefined)
          this.fill(textBounds(mark), this.colour(mark.background));
        return this.fill(textBounds(mark), this.colour(mark.color), TEXT_COVERAGE);
    }
  }

  private colour(name: ColorName | undefined, hatch = false): number | null {
    if (hatch) return ((this.theme.loss ?? 0) * 4 + (this.theme.lossSoft ?? 0) * 2) / 6;
    return name === undefined ? null : (this.theme[name] ?? 0);
  }

  private squares(
    points: readonly number[],
    stride: number,
    side: number,
    value: number | null,
    alpha = 1,
  ): void {
    for (let at = 0; at < points.length; at += stride) {
      const [x = 0, y = 0] = [points[at], points[at + 1]];
      this.fill({ x: x - side / 2, y: y - side / 2, w: side, h: side }, value, alpha);
    }
  }

  /** Slices as wide as a pixel, each from the polygon's upper to its lower edge. */
  private polygon(points: readonly number[], value: number | null, alpha?: number): void {
    for (const [at, crossings] of crossingsOf(points)) {
      crossings.sort((a, b) => a - b);
      for (let nth = 1; nth < crossings.length; nth += 2) {
        const [top = 0, bottom = 0] = [crossings[nth - 1], crossings[nth]];
        this.fill({ x: at, y: top, w: 1, h: bottom - top }, value, alpha);
      }
    }
  }

  private fill({ x, y, w, h }: Box, value: number | null, alpha = 1): void {
    if (value === null || w <= 0 || h <= 0) return;
    const rows = this.cells.length / this.columns;
    const end = {
      column: Math.min(this.columns, (x + w) / CELL),
      row: Math.min(rows, (y + h) / CELL),
    };
    for (let row = Math.max(0, Math.floor(y / CELL)); row < end.row; row++) {
      const tall = Math.min(y + h, (row + 1) * CELL) - Math.max(y, row * CELL);
      for (let column = Math.max(0, Math.floor(x / CELL)); column < end.column; column++) {
        const wide = Math.min(x + w, (column + 1) * CELL) - Math.max(x, column * CELL);
        const covered = (alpha * wide * tall) / (CELL * CELL);
        const at = row * this.columns + column;
        const before = this.cells[at] as number;
        this.cells[at] = before + (value - before) * covered;
      }
    }
  }
}

/** Where the outline of a polygon crosses the middle of each column of pixels. */
function crossingsOf(points: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  let [x0 = 0, y0 = 0] = points.slice(-2);
  for (let nth = 0; nth < points.length; nth += 2) {
    const [x1 = 0, y1 = 0] = [points[nth], points[nth + 1]];
    const right = Math.max(x0, x1);
    for (let at = Math.ceil(Math.min(x0, x1) - 0.5); at + 0.5 < right; at++) {
      const y = y0 + ((at + 0.5 - x0) / (x1 - x0)) * (y1 - y0);
      const crossings = found.get(at);
      if (crossings === undefined) found.set(at, [y]);
      else crossings.push(y);
    }
    [x0, y0] = [x1, y1];
  }
  return found;
}

/** The times of the changes of one cell: a rise or a fall of LEAST_CHANGE after a change in the other direction. */
function changesOf(series: readonly number[]): number[] {
  const times: number[] = [];
  let [low, high] = [series[0] ?? 0, series[0] ?? 0];
  let direction = 0;
  series.forEach((value, time) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
    const rises = direction <= 0 && value - low >= LEAST_CHANGE && low < DARK;
    const falls = direction >= 0 && high - value >= LEAST_CHANGE && value < DARK;
    if (!rises && !falls) return;
    times.push(time);
    direction = rises ? 1 : -1;
    low = high = value;
  });
  return times;
}

/**
 * The largest area, in CSS pixels squared, that flashes more than three times in the same second. A flash is a pair of
 * opposite changes.
 */
export function flashingArea(grids: readonly Grid[], gridsPerSecond: number): number {
  const counts = new Float64Array(grids.length);
  const cells = grids[0]?.cells.length ?? 0;
  for (let cell = 0; cell < cells; cell++) {
    const changes = changesOf(grids.map((grid) => grid.cells[cell] as number));
    const seconds = new Set<number>();
    // The eighth change ends the fourth flash.
    for (let nth = 7; nth < changes.length; nth++) {
      const [first = 0, last = 0] = [changes[nth - 7], changes[nth]];
      for (let begin = last - gridsPerSecond + 1; begin <= first; begin++)
        if (begin >= 0) seconds.add(begin);
    }
    for (const begin of seconds) counts[begin] = (counts[begin] ?? 0) + 1;
  }
  return Math.max(...counts) * CELL * CELL;
}
