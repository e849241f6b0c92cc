// Puts a draw list on a canvas, in the page or in a worker. It decides nothing: colours come from the
// palette, positions from the marks. The red hatch is one pattern, made once per palette.
import {
  packetSlot,
  slotBox,
  slotsDrawn,
  type Ink,
  type Mark,
  type SignsMark,
  type SlotsMark,
  type TextMark,
  textBox,
} from "../../frame/draw-list";
import type { Palette } from "../../ui/palette";

/** What is painted on. */
export type Sheet = HTMLCanvasElement | OffscreenCanvas;
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Beyond two device pixels per CSS pixel nobody sees a difference, but everybody waits. */
const PIXEL_RATIO_MAX = 2;

/** Device pixels of a CSS pixel, as the page has it now. */
export function pixelRatio(): number {
  return Math.min(PIXEL_RATIO_MAX, window.devicePixelRatio || 1);
}

/** A picture, its sizes in CSS pixels. */
export interface Drawing {
  width: number;
  height: number;
  marks: readonly Mark[];
}

export class Painter {
  private hatch: CanvasPattern | null = null;
  private hatchOf: Palette | null = null;
  private readonly fonts = new Fonts();

  /** Fits the sheet to the drawing and puts it there in place of what stood there. */
  draw(sheet: Sheet, drawing: Drawing, look: { palette: Palette; ratio: number }): boolean {
    const context = contextOf(sheet);
    if (context === null) return false;
    this.begin(context, sheet, drawing, look.ratio);
    this.paint(context, drawing.marks, look.palette);
    return true;
  }

  private begin(context: Context, sheet: Sheet, { width, height }: Drawing, ratio: number) {
    const pixelsWide = Math.round(width * ratio);
    const pixelsHigh = Math.round(height * ratio);
    if (sheet.width !== pixelsWide || sheet.height !== pixelsHigh) {
      sheet.width = pixelsWide;
      sheet.height = pixelsHigh;
    } else {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, pixelsWide, pixelsHigh);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  private paint(context: Context, marks: readonly Mark[], palette: Palette) {
    if (this.hatchOf !== palette) {
      this.hatch = hatchPattern(context, palette);
      this.hatchOf = palette;
    }
    this.fonts.forget();
    for (const mark of marks) this.one(context, mark, palette);
    context.globalAlpha = 1;
  }

  private one(context: Context, mark: Mark, palette: Palette) {
    context.globalAlpha = "alpha" in mark && mark.alpha !== undefined ? mark.alpha : 1;
    switch (mark.mark) {
      case "rect":
        context.beginPath();
        if (mark.radius === undefined) context.rect(mark.x, mark.y, mark.w, mark.h);
        else context.roundRect(mark.x, mark.y, mark.w, mark.h, mark.radius);
        this.fillAndStroke(context, mark, palette);
        return;
      case "text":
        writeText(context, mark, palette, this.fonts);
        return;
      case "line":
        tracePoints(context, mark.points);
        context.strokeStyle = palette[mark.ink];
        context.lineWidth = mark.width;
        context.lineJoin = "round";
        context.setLineDash((mark.dash as number[] | undefined) ?? []);
        context.stroke();
        context.setLineDash([]);
        if (mark.arrow === true) arrowHead(context, mark.points, palette[mark.ink]);
        return;
      case "slots":
        paintSlots(context, mark, palette);
        return;
      case "dots":
        context.beginPath();
        for (let index = 0; index < mark.points.length; index += 2) {
          const x = mark.points[index] as number;
          const y = mark.points[index + 1] as number;
          context.moveTo(x + mark.radius, y);
          context.arc(x, y, mark.radius, 0, 2 * Math.PI);
        }
        this.fillAndStroke(context, mark, palette);
        return;
      case "blocks":
        this.paintBlocks(context, mark.blocks, palette);
        return;
      case "boxes":
        context.beginPath();
        for (let index = 0; index + 3 < mark.boxes.length; index += 4) {
          context.rect(
            mark.boxes[index] as number,
            mark.boxes[index + 1] as number,
            mark.boxes[index + 2] as number,
            mark.boxes[index + 3] as number,
          );
        }
        this.fillAndStroke(context, mark, palette);
        return;
      case "signs":
        traceSigns(context, mark);
        this.fillAndStroke(context, mark, palette);
        return;
      case "area":
        tracePoints(context, mark.points);
        context.closePath();
        this.fillAndStroke(context, mark, palette);
        return;
    }
  }

  private fillAndStroke(
    context: Context,
    style: {
      fill?: Ink;
      stroke?: Ink;
      lineWidth?: number;
      hatch?: boolean;
      dash?: readonly number[];
    },
    palette: Palette,
  ) {
    if (style.hatch === true && this.hatch !== null) {
      context.fillStyle = this.hatch;
      context.fill();
    } else if (style.fill !== undefined) {
      context.fillStyle = palette[style.fill];
      context.fill();
    }
    if (style.stroke !== undefined) {
      context.strokeStyle = palette[style.stroke];
      context.lineWidth = style.lineWidth ?? 1;
      context.setLineDash((style.dash as number[] | undefined) ?? []);
      context.stroke();
      context.setLineDash([]);
    }
  }

  private paintBlocks(context: Context, blocks: readonly number[], palette: Palette) {
    context.strokeStyle = palette.loss;
    context.lineWidth = 1;
    for (let index = 0; index < blocks.length; index += 4) {
      const side = blocks[index + 2] as number;
      context.save();
      context.translate(blocks[index] as number, blocks[index + 1] as number);
      context.rotate(blocks[index + 3] as number);
      context.beginPath();
      context.rect(-side / 2, -side / 2, side, side);
      context.fillStyle = this.hatch ?? palette.loss;
      context.fill();
      context.stroke();
      context.restore();
    }
  }
}

/** The two kinds of sheet ask alike, but are told apart by their types. */
function contextOf(sheet: Sheet): Context | null {
  return "toDataURL" in sheet ? sheet.getContext("2d") : sheet.getContext("2d");
}

/** A square sheet that is not seen. */
function sheetOf(side: number): Sheet {
  if (typeof document === "undefined") return new OffscreenCanvas(side, side);
  const sheet = document.createElement("canvas");
  sheet.width = side;
  sheet.height = side;
  return sheet;
}

/** Stripes at 45 degrees on the red, 6 px apart. */
function hatchPattern(context: Context, palette: Palette): CanvasPattern | null {
  const side = 8;
  const ratio = 2;
  const tile = sheetOf(side * ratio);
  const ink = contextOf(tile);
  if (ink === null) return null;
  ink.scale(ratio, ratio);
  ink.fillStyle = palette.loss;
  ink.fillRect(0, 0, side, side);
  ink.strokeStyle = palette.lossSoft;
  ink.lineWidth = 2;
  ink.beginPath();
  for (const shift of [-side, 0, side]) {
    ink.moveTo(shift - 1, side + 1);
    ink.lineTo(shift + side + 1, -1);
  }
  ink.stroke();
  const pattern = context.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}

function tracePoints(context: Context, points: ArrayLike<number>) {
  context.beginPath();
  for (let index = 0; index + 1 < points.length; index += 2) {
    const x = points[index] as number;
    const y = points[index + 1] as number;
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

function traceSigns(context: Context, mark: SignsMark) {
  const half = mark.size / 2;
  context.beginPath();
  for (let index = 0; index + 1 < mark.points.length; index += 2) {
    const x = mark.points[index] as number;
    const y = mark.points[index + 1] as number;
    switch (mark.shape) {
      case "square":
        context.rect(x - half, y - half, mark.size, mark.size);
        break;
      case "ring":
        context.moveTo(x + half, y);
        context.arc(x, y, half, 0, 2 * Math.PI);
        break;
      case "triangle":
        context.moveTo(x - half, y - half);
        context.lineTo(x + half, y);
        context.lineTo(x - half, y + half);
        context.closePath();
        break;
    }
  }
}

function arrowHead(context: Context, points: ArrayLike<number>, colour: string) {
  const last = points.length - 2;
  const x = points[last] as number;
  const y = points[last + 1] as number;
  const angle = Math.atan2(y - (points[last - 1] as number), x - (points[last - 2] as number));
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(-6, -3.5);
  context.lineTo(-6, 3.5);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
  context.restore();
}

/** Sets a font only when it differs from the last one: the browser parses it every time. */
class Fonts {
  private last: TextMark | null = null;

  /** Whatever stood in the context before is not known. */
  forget() {
    this.last = null;
  }

  use(context: Context, mark: TextMark, palette: Palette) {
    const { last } = this;
    this.last = mark;
    if (last?.face === mark.face && last.weight === mark.weight && last.size === mark.size) return;
    const family = mark.face === "mono" ? palette.fontMono : palette.fontText;
    context.font = `${mark.weight} ${mark.size}px ${family}`;
  }
}

function writeText(context: Context, mark: TextMark, palette: Palette, fonts: Fonts) {
  if (mark.text === "") return;
  if (mark.ground !== undefined) {
    const box = textBox(mark);
    context.fillStyle = palette[mark.ground];
    context.beginPath();
    context.roundRect(box.x - 4, box.y - 2, box.w + 8, box.h + 4, 3);
    context.fill();
  }
  fonts.use(context, mark, palette);
  context.textAlign = mark.align;
  context.textBaseline = "alphabetic";
  context.fillStyle = palette[mark.ink];
  context.fillText(mark.text, mark.x, mark.y);
}

/** Three batches: free slots, taken ones, and those whose packet has gone. */
function paintSlots(context: Context, mark: SlotsMark, palette: Palette) {
  context.beginPath();
  for (let index = 0; index < slotsDrawn(mark); index += 1) {
    const box = slotBox(mark, index);
    context.rect(box.x + 0.5, box.y + 0.5, box.w - 1, box.h - 1);
  }
  context.fillStyle = palette.card;
  context.fill();
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.stroke();
  outlineSlots(context, mark, palette);
  context.beginPath();
  // A slot for several places is filled by each of their packets, from the bottom.
  for (let nth = mark.sent; nth < mark.count; nth += 1) {
    const box = packetSlot(mark, nth);
    const above = mark.per - 1 - (((mark.first + nth) % mark.capacity) % mark.per);
    const h = box.h / mark.per;
    context.rect(box.x, box.y + above * h, box.w, h + (mark.per > 1 ? 0.5 : 0));
  }
  context.fillStyle = palette[mark.ink];
  context.fill();
  context.beginPath();
  for (let nth = 0; nth < mark.sent; nth += 1) {
    const box = packetSlot(mark, nth);
    context.rect(box.x + 0.75, box.y + 0.75, box.w - 1.5, box.h - 1.5);
  }
  context.strokeStyle = palette[mark.ink];
  context.lineWidth = 1.5;
  context.stroke();
}

/** The whole bar: the slots between are drawn thinner. */
function outlineSlots(context: Context, mark: SlotsMark, palette: Palette) {
  const columns = Math.ceil(slotsDrawn(mark) / mark.rows);
  context.beginPath();
  context.roundRect(
    mark.x - 1.5,
    mark.y - 1.5,
    columns * mark.pitch + 1.5,
    mark.rows * mark.rowPitch + (mark.rows > 1 ? 1.5 : 3),
    3,
  );
  context.strokeStyle = palette.controlLine;
  context.stroke();
}
