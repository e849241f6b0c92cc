// Facts about the drawings of a machine on paper: they follow from the frame alone, their text is text, and the timeline's frame
// has a column for each pixel of its plot.
import { expect, it } from "vitest";
import { FROZEN_FRAMES } from "../../gallery/frozen";
import type { Palette } from "../../ui/palette";
import { drawMachine, drawTimeline, timelineColumns } from "./machine-drawings";

const palette = new Proxy({} as Palette, { get: (_, name) => String(name) });

for (const [id, moment] of Object.entries(FROZEN_FRAMES)) {
  it(`the drawings of ${id} follow from its frame`, () => {
    for (const draw of [drawMachine, drawTimeline]) {
      const { name, svg } = draw(moment, palette);
      expect(draw({ ...moment }, palette)).toEqual({ name, svg });
      expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 700 \d+"/);
      expect(name).not.toBe("");
      const [context] = moment.topology.contexts;
      expect(svg).toContain(`>${context?.name ?? ""}<`);
    }
    expect(timelineColumns(moment.topology)).toBeGreaterThan(300);
  });
}
