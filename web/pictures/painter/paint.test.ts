// The painter with a canvas that returns its context only once, like a transferred canvas in
// Firefox.
import { expect, it } from "vitest";
import type { Palette } from "../../ui/palette";
import { Painter, type Canvas } from "./paint";

/** A context that accepts every call. */
const context = new Proxy(
  {},
  { get: () => () => null, set: () => true },
) as unknown as OffscreenCanvasRenderingContext2D;

function canvasWithOneContext() {
  let asked = 0;
  const getContext = () => {
    asked += 1;
    if (asked > 1) throw new Error("Cannot update created context to different thread");
    return context;
  };
  return { width: 0, height: 0, getContext } as unknown as Canvas;
}

it("asks_a_canvas_for_its_context_once", () => {
  const createCanvas = globalThis.OffscreenCanvas;
  globalThis.OffscreenCanvas = class {
    getContext = () => null;
  } as unknown as typeof OffscreenCanvas;
  const painter = new Painter(canvasWithOneContext());
  const style = { palette: {} as Palette, ratio: 1 };
  const drawings = [10, 10, 20].map((width) => ({ width, height: 10, marks: [] }));
  expect(drawings.map((drawing) => painter.draw(drawing, style))).toEqual([true, true, true]);
  globalThis.OffscreenCanvas = createCanvas;
});
