// Paints a draw list on a canvas, in the page or in a worker. It decides nothing: colours come from the
// palette, positions from the marks. The red hatch is one pattern, created once per palette.
import {
  slotOfPacket,
  slotBox,
  drawnSlotCount,
  type ColorName,
  type Mark,
  type SignsMark,
  type SlotsMark,
  type TextMark,
  textBounds,
} from "../../frame/draw-list";
import type { Palette } from "../../ui/palette";

export type Canvas = HTMLCanvasElement | OffscreenCanvas;
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** More than two device pixels per CSS pixel look the same and take longer. */
const MAX_PIXEL_RATIO = 2;

/** The page's device pixels per CSS pixel. */
export function pixelRatio(): number {
  return Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1);
}

/** Calls back when the ratio changes: another zoom, or a window that moves to another screen. The browser has no event for
 * it, only a question about the present ratio, whose answer changes. */
export function watchPixelRatio(onChange: () => void): void {
  const query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  const changed = () => {
    watchPixelRatio(onChange);
    onChange();
  };
  query.addEventListener("change", changed, { once: true });
}

/** Colours and resolution of a picture. */
export interface PaintStyle {
  palette: Palette;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

/** A picture as a draw list; sizes in CSS pixels. */
export interface Drawing {
  width: number;
  height: number;
  marks: readonly Mark[];
}

export class Painter {
  /** Kept from the first picture on: Firefox throws if a transferred canvas is asked for its context twice. */
  private context: Context | null = null;
  private hatch: CanvasPattern | null = null;
  private hatchPalette: Palette | null = null;
  private readonly fonts = new Fonts();

  constructor(private readonly canvas: Canvas) {}

  /** Replaces the canvas's picture and fits its size. Returns false if the canvas has no context. */
  draw(drawing: Drawing, { palette, ratio }: PaintStyle): boolean {
    this.context ??= context2d(this.canvas);
    if (this.context === null) return false;
    this.clear(this.context, drawing, ratio);
    this.paint(this.context, drawing.marks, palette);
    return true;
  }

  private clear(context: Context, { width, height }: Drawing, ratio: number) {
    const { canvas } = this;
    const pixelsWide = Math.round(width * ratio);
    const pixelsHigh = Math.round(height * ratio);
    if (canvas.width !== pixelsWide || canvas.height !== pixelsHigh) {
      canvas.width = pixelsWide;
      canvas.height = pixelsHigh;
    } else {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, pixelsWide, pixelsHigh);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  private paint(context: Context, marks: readonly Mark[], palette: Palette) {
    if (this.hatchPalette !== palette) {
      this.hatch = hatchPattern(context, palette);
      this.hatchPalette = palette;
    }
    this.fonts.reset();
    for (const mark of marks) this.paintMark(context, mark, palette);
    context.globalAlpha = 1;
  }

  private paintMark(context: Context, mark: Mark, palette: Palette) {
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
        context.strokeStyle = palette[mark.color];
        context.lineWidth = mark.width;
        context.lineJoin = "round";
        context.setLineDash((mark.dash as number[] | undefined) ?? []);
        context.stroke();
        context.setLineDash([]);
        if (mark.arrow === true) arrowHead(context, mark.points, palette[mark.color]);
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
      fill?: ColorName;
      stroke?: ColorName;
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

/** Both kinds of canvas have the same method, but TypeScript needs to know which kind it is. */
function context2d(canvas: Canvas): Context | null {
  return "toDataURL" in canvas ? canvas.getContext("2d") : canvas.getContext("2d");
}

/** A square canvas that is not part of the page. */
function createCanvas(side: number): Canvas {
  if (typeof document === "undefined") return new OffscreenCanvas(side, side);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  return canvas;
}

/** Stripes at 45 degrees on the red ground, 6 px apart. */
function hatchPattern(context: Context, palette: Palette): CanvasPattern | null {
  const side = 8;
  const ratio = 2;
  const tile = createCanvas(side * ratio);
  const brush = context2d(tile);
  if (brush === null) return null;
  brush.scale(ratio, ratio);
  brush.fillStyle = palette.loss;
  brush.fillRect(0, 0, side, side);
  brush.strokeStyle = palette.lossSoft;
  brush.lineWidth = 2;
  brush.beginPath();
  for (const shift of [-side, 0, side]) {
    brush.moveTo(shift - 1, side + 1);
    brush.lineTo(shift + side + 1, -1);
  }
  brush.stroke();
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

/** Sets a font only if it differs from the last one, because the browser parses it every time. */
class Fonts {
  private last: TextMark | null = null;

  /** Forgets the last font: the context may have lost it. */
  reset() {
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
  if (mark.background !== undefined) {
    const box = textBounds(mark);
    context.fillStyle = palette[mark.background];
    context.beginPath();
    context.roundRect(box.x - 4, box.y - 2, box.w + 8, box.h + 4, 3);
    context.fill();
  }
  fonts.use(context, mark, palette);
  context.textAlign = mark.align;
  context.textBaseline = "alphabetic";
  context.fillStyle = palette[mark.color];
  context.fillText(mark.text, mark.x, mark.y);
}

/** Paints three batches: all slots, the slots of waiting packets, and the slots of packets already sent. */
function paintSlots(context: Context, mark: SlotsMark, palette: Palette) {
  context.beginPath();
  for (let index = 0; index < drawnSlotCount(mark); index += 1) {
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
  // If a slot stands for several places, each packet fills a part of it, from the bottom.
  for (let nth = mark.sent; nth < mark.count; nth += 1) {
    const box = slotOfPacket(mark, nth);
    const above =
      mark.packetsPerSlot - 1 - (((mark.first + nth) % mark.capacity) % mark.packetsPerSlot);
    const h = box.h / mark.packetsPerSlot;
    context.rect(box.x, box.y + above * h, box.w, h + (mark.packetsPerSlot > 1 ? 0.5 : 0));
  }
  context.fillStyle = palette[mark.color];
  context.fill();
  context.beginPath();
  for (let nth = 0; nth < mark.sent; nth += 1) {
    const box = slotOfPacket(mark, nth);
    context.rect(box.x + 0.75, box.y + 0.75, box.w - 1.5, box.h - 1.5);
  }
  context.strokeStyle = palette[mark.color];
  context.lineWidth = 1.5;
  context.stroke();
}

/** Outlines the whole bar, over the thinner outlines of the slots. */
function outlineSlots(context: Context, mark: SlotsMark, palette: Palette) {
  const columns = Math.ceil(drawnSlotCount(mark) / mark.rows);
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
