// The kernel's switches ("input inhibited by feedback"): a square that is full while the switch is on,
// at most three changes a second.
import type { Mark } from "../../frame/marks";
import { fitText } from "../../frame/text";
import type { Scene } from "./scene";

const HALF = 5;

export function gateMarks(scene: Scene): Mark[] {
  const { layout, topology } = scene;
  return layout.gates.flatMap((box): Mark[] => {
    const gate = topology.gates[box.gate];
    const light = scene.show.gates[box.gate]?.light ?? 0;
    if (gate === undefined) return [];
    const square = { x: box.cx - HALF, y: box.cy - HALF, w: 2 * HALF, h: 2 * HALF, radius: 2 };
    const size = layout.sizes.small;
    return [
      { mark: "rect", ...square, fill: "card", stroke: "ink2", lineWidth: 1.5 },
      ...(light > 0 ? [{ mark: "rect", ...square, fill: "ink", alpha: light } satisfies Mark] : []),
      {
        mark: "text",
        x: box.cx + 11,
        y: box.cy + size * 0.35,
        text: fitText(gate.name, box.w - 24, size),
        size,
        weight: 400,
        face: "text",
        ink: light > 0.5 ? "ink" : "ink2",
        align: "left",
      },
    ];
  });
}
