// Positions of the inspector over pictures of real machines.
import { describe, expect, it } from "vitest";
import { machineScene, MOMENTS } from "../../gallery/scenes";
import { inspectorPosition } from "./overlay-position";

const [moment] = Object.values(MOMENTS);
if (moment === undefined) throw new Error("the gallery has moments");
const { layout } = machineScene(moment, 848);
const { lanes, height } = layout;
const first = lanes[0]?.y ?? 0;

describe("the inspector", () => {
  it.each(lanes.map(({ context }, at) => [at, context] as const))(
    "of_lane_%i_uses_the_larger_space_above_or_below_the_lane",
    (at, context) => {
      const lane = lanes[at];
      const place = inspectorPosition(layout, { kind: "context", context });
      if (lane === undefined || place === null)
        throw new Error("the inspector is over the picture");
      const [above, below] = [lane.y - first, height - lane.y - lane.h];
      expect("bottom" in place).toBe(below > above + 4);
    },
  );

  it("does_not_cover_the_gates_if_it_is_above", () => {
    const last = lanes.at(-1)?.context ?? -1;
    expect(inspectorPosition(layout, { kind: "context", context: last })?.top).toBe(first);
  });

  it("is_below_the_picture_on_a_phone", () => {
    const { layout: narrow } = machineScene(moment, 340);
    expect(inspectorPosition(narrow, { kind: "context", context: 0 })).toBeNull();
  });
});
