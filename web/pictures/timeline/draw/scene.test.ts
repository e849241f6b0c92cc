// Facts about the layout of the timeline: the whole of it fits into a height, whatever the machine calls.
import { describe, expect, it } from "vitest";
import { FROZEN_FRAMES } from "../../../gallery/frozen";
import { callDepths } from "./spans";
import { timelinesLayout } from "./layout";

const WIDTH = 700;
const moments = Object.entries(FROZEN_FRAMES);

describe.each(moments)("the timeline of %s", (_, { topology, frame }) => {
  const calls = callDepths({ topology, frame });
  const layoutOf = (maxHeight?: number) =>
    timelinesLayout([topology], WIDTH, [calls], { projectorFontSize: 18, maxHeight });
  const noCalls = calls.map(() => 1);
  const flat = timelinesLayout([topology], WIDTH, [noCalls], { projectorFontSize: 18 });

  it("fits into a height as long as each lane has a row", () => {
    const whole = layoutOf().height;
    for (let maxHeight = flat.height; maxHeight <= whole; maxHeight += 10) {
      expect(layoutOf(maxHeight).height).toBeLessThanOrEqual(maxHeight);
    }
  });

  it("shows all calls where there is room, and one row of each lane where there is none", () => {
    expect(layoutOf(layoutOf().height)).toEqual(layoutOf());
    expect(layoutOf(1)).toEqual(flat);
  });
});
