// The gates of the kernel ("input inhibited by feedback") as chips, which cannot be pressed: while a gate is on, its
// indicator is lit and its text is bold. They change at most three times a second.
import { GATE_TEXT_OFFSET } from "../layout/strips";
import type { Mark } from "../../../frame/draw-list";
import { truncateText } from "../../../lib/format/text-width";
import type { MachineScene } from "./scene";

const INDICATOR_RADIUS = 4;

export function gateMarks(scene: MachineScene): Mark[] {
  const { layout, topology } = scene;
  return layout.gates.flatMap((box): Mark[] => {
    const gate = topology.gates[box.gate];
    const light = scene.display.gates[box.gate]?.brightness ?? 0;
    if (gate === undefined) return [];
    const on = light > 0.5;
    const chip = { x: box.x + 0.5, y: box.y + 0.5, w: box.w - 1, h: box.h - 1, radius: box.h / 2 };
    const indicator = { points: [box.cx, box.cy], radius: INDICATOR_RADIUS };
    const size = layout.fontSizes.small;
    const room = box.w - GATE_TEXT_OFFSET - 6;
    return [
      { mark: "rect", ...chip, fill: "ground", stroke: on ? "ink2" : undefined, lineWidth: 1 },
      { mark: "dots", ...indicator, fill: "card", stroke: "ink2", lineWidth: 1 },
      ...(light > 0
        ? [{ mark: "dots", ...indicator, fill: "ink", alpha: light } satisfies Mark]
        : []),
      {
        mark: "text",
        x: box.x + GATE_TEXT_OFFSET,
        y: box.cy + size * 0.35,
        text: truncateText(gate.name, room, size, "text", on ? 600 : 400),
        size,
        weight: on ? 600 : 400,
        face: "text",
        color: on ? "ink" : "ink2",
        align: "left",
      },
    ];
  });
}
