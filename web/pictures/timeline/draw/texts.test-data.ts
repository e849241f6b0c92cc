// The texts of a timeline's draw list, and what a reader needs of them, whether one machine is drawn or two.
import { expect } from "vitest";
import { textBounds, type Mark, type TextMark } from "../../../frame/draw-list";

export function textsOf(marks: readonly Mark[]): TextMark[] {
  return marks.filter((mark): mark is TextMark => mark.mark === "text" && mark.text !== "");
}

/** No text is small, covers another one, or is outside the picture. */
export function expectReadable(marks: readonly Mark[], width: number): void {
  const texts = textsOf(marks);
  for (const text of texts) expect(text.size).toBeGreaterThanOrEqual(12);
  const boxes = texts.map(textBounds);
  const clashes = boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .flatMap((b) =>
        a.x < b.x + b.w - 1 && b.x < a.x + a.w - 1 && a.y < b.y + b.h - 1 && b.y < a.y + a.h - 1
          ? [`${a.text} | ${b.text}`]
          : [],
      ),
  );
  expect(clashes).toEqual([]);
  for (const box of boxes) {
    expect(box.x, box.text).toBeGreaterThanOrEqual(-0.5);
    expect(box.x + box.w, box.text).toBeLessThanOrEqual(width + 0.5);
  }
}
