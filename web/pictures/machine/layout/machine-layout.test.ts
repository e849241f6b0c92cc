// The layout of the machine picture, for real and synthetic topologies, at every width of the page.
import { describe, expect, it } from "vitest";
import { MOMENTS, WIDTHS } from "../../../gallery/scenes";
import { textWidth } from "../../../lib/format/text-width";
import {
  COMPACT_FONT_SIZES,
  countCrossings,
  machineLayout,
  PROJECTOR_FONT_SIZES,
  projectorLayout,
  type Box,
} from "./machine-layout";
import { pointAt } from "./path";

const cases = Object.entries(MOMENTS).flatMap(([id, { topology }]) =>
  WIDTHS.map((width) => ({ id, width, topology })),
);

/** In a picture of this width that runs to the right, machines with more edges, or with two receive rings, have crossings. */
const MIN_CROSSED_WIDTH = 660;
const MAX_EDGES_WITHOUT_CROSSING = 8;
/** Widths of the picture in windows of 360 px to 900 px: alone, beside another one, and in a lesson. */
const WINDOW_WIDTHS = [302, 360, 390, 430, ...Array.from({ length: 24 }, (_, n) => 470 + 14 * n)];
const MIN_SLOTS = 128;
const MIN_SLOTS_IF_MANY = 50;

function overlap(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.w - 0.5 && b.x < a.x + a.w - 0.5 && a.y < b.y + b.h - 0.5 && b.y < a.y + a.h - 0.5
  );
}

describe.each(cases)("machineLayout of $id at $width px", ({ topology, width }) => {
  const layout = machineLayout(topology, width);
  const items: Box[] = [
    ...layout.places,
    ...layout.stations,
    ...layout.indicators,
    ...layout.gates,
  ];

  it("no_items_overlap", () => {
    const clashes = items.flatMap((a, index) =>
      items.slice(index + 1).filter((b) => overlap(a, b)),
    );
    expect(clashes).toEqual([]);
  });

  it("every_item_is_inside_the_picture", () => {
    for (const box of [...items, ...layout.lanes, layout.wastedWork]) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(width + 0.5);
      expect(box.y + box.h).toBeLessThanOrEqual(layout.height + 0.5);
    }
  });

  it("lanes_keep_the_order_of_priority", () => {
    const tops = layout.lanes.map((lane) => lane.y);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(layout.lanes.map((lane) => lane.context)).toEqual(topology.contexts.map((_, i) => i));
  });

  it("every_place_is_in_its_lane", () => {
    for (const place of layout.places) {
      const lane = layout.lanes[topology.places[place.place]?.context ?? -1];
      expect(place.y).toBeGreaterThanOrEqual(lane?.y ?? Infinity);
      expect(place.y + place.h).toBeLessThanOrEqual((lane?.y ?? 0) + (lane?.h ?? 0));
    }
  });

  it("a_ring_has_a_slot_for_each_packet", () => {
    for (const box of layout.places) {
      const { capacity = 0 } = topology.places[box.place] ?? {};
      if (!box.hasSlots) continue;
      expect((box.columns - 1) * box.rows).toBeLessThan(capacity);
      expect(box.pitch).toBeGreaterThanOrEqual(4);
      expect(box.rowPitch).toBeGreaterThanOrEqual(4);
      // Beyond 128 slots, one may stand for several.
      const drawn = capacity > MIN_SLOTS ? MIN_SLOTS_IF_MANY : capacity;
      expect(box.columns * box.rows).toBeGreaterThanOrEqual(drawn);
    }
  });

  it("routes_start_and_end_at_the_bars_of_their_places", () => {
    for (const route of layout.edgeRoutes) {
      const edge = topology.edges[route.edge];
      const from = layout.places[edge?.from ?? -1]?.bar as Box;
      const to = layout.places[edge?.to ?? -1]?.bar as Box;
      expect(distanceTo(from, pointAt(route.path, 0))).toBeLessThan(2);
      expect(distanceTo(to, pointAt(route.path, 1))).toBeLessThan(2);
    }
  });
});

function distanceTo(box: Box, point: { x: number; y: number }): number {
  const dx = Math.max(box.x - point.x, 0, point.x - box.x - box.w);
  const dy = Math.max(box.y - point.y, 0, point.y - box.y - box.h);
  return Math.hypot(dx, dy);
}

/** The machines of the stored frames, each once. */
const machines = [
  ...new Map(
    Object.entries(MOMENTS).map(([id, { topology }]) => {
      const { edges, places, contexts } = topology;
      return [JSON.stringify([edges, places, contexts]), { id, topology }] as const;
    }),
  ).values(),
];

describe.each(machines)("routes of $id", ({ topology }) => {
  const inputs = topology.places.filter(({ kind }) => kind === "wire_in").length;
  const isSimple = inputs === 1 && topology.edges.length <= MAX_EDGES_WITHOUT_CROSSING;

  it("cross_no_box_and_no_label_at_any_width", () => {
    const crossed = WINDOW_WIDTHS.flatMap((width) => {
      const allowed =
        isSimple || width < MIN_CROSSED_WIDTH ? 0 : Math.floor(topology.edges.length / 2);
      const crossings = countCrossings(topology, machineLayout(topology, width));
      return crossings > allowed ? [`${width} px: ${crossings}`] : [];
    });
    expect(crossed).toEqual([]);
  });

  // A compact picture always runs to the right, because it must be low.
  it.runIf(isSimple)("cross_few_boxes_in_a_compact_picture", () => {
    const crossed = WINDOW_WIDTHS.filter(
      (width) => countCrossings(topology, machineLayout(topology, width, COMPACT_FONT_SIZES)) > 3,
    );
    expect(crossed).toEqual([]);
  });
});

describe("threads of one program", () => {
  const { topology } = MOMENTS["file-server"] as (typeof MOMENTS)[string];

  it.each([678, 1180])("have_one_column_at_%i_px_and_routes_in_bundles", (width) => {
    const { stations, edgeRoutes } = machineLayout(topology, width);
    const serving = stations.filter(({ context, edges }) => {
      const { id = "" } = topology.contexts[context] ?? {};
      const from = topology.edges[edges[0] ?? -1]?.from ?? -1;
      return id.startsWith("nfsd") && topology.places[from]?.id === "socket_queue";
    });
    expect(serving).toHaveLength(4);
    expect(new Set(serving.map(({ x }) => Math.round(x))).size).toBe(1);
    const lines = new Set(edgeRoutes.flatMap(({ path }) => uprightLines(path.points)));
    expect(lines.size).toBeLessThanOrEqual(22);
  });

  it("share_the_tracks_of_a_phone", () => {
    const { edgeRoutes } = machineLayout(topology, 302);
    // The first point in the channel at the right, for each edge from one queue.
    const tracks = new Map<number, Set<number>>();
    for (const { edge, path } of edgeRoutes) {
      const { from } = topology.edges[edge] as (typeof topology.edges)[number];
      const right = Math.max(...path.points.filter((_, index) => index % 2 === 0));
      tracks.set(from, (tracks.get(from) ?? new Set()).add(Math.round(right)));
    }
    const queues = [...tracks].filter(([place]) => topology.places[place]?.kind === "queue");
    expect(Math.max(...queues.map(([, used]) => used.size))).toBeLessThanOrEqual(2);
  });
});

/** The x of each long vertical segment of a route. */
function uprightLines(points: Float64Array): number[] {
  const found: number[] = [];
  for (let index = 2; index < points.length; index += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.subarray(index - 2, index + 2);
    if (Math.abs(x0 - x1) < 0.5 && Math.abs(y0 - y1) > 12) found.push(Math.round(x0));
  }
  return found;
}

describe("the machine's layout", () => {
  const { topology } = MOMENTS["healthy"] as (typeof MOMENTS)[string];

  it("is_narrow_on_a_phone_and_wide_on_a_desktop", () => {
    expect(machineLayout(topology, 302).isNarrow).toBe(true);
    expect(machineLayout(topology, 582).isNarrow).toBe(false);
  });

  it("has_no_text_under_18_px_on_a_projector", () => {
    const layout = projectorLayout(topology, 796, 580, 18);
    expect(layout.fontSizes.small).toBe(18);
    expect(layout.isNarrow).toBe(false);
  });

  it("has_larger_text_on_a_larger_projector_if_it_fits", () => {
    expect(projectorLayout(topology, 1240, 900, 22).fontSizes.small).toBe(22);
    const low = projectorLayout(topology, 1240, 600, 22);
    expect(low.fontSizes.small).toBeLessThan(22);
    expect(low.height).toBeLessThanOrEqual(600);
  });

  it("has_readable_text_on_a_projector_if_there_are_too_many_lanes_for_the_screen", () => {
    for (const id of ["two-inputs", "memory-pressure"]) {
      const { topology: many } = MOMENTS[id] as (typeof MOMENTS)[string];
      const { height, fontSizes } = projectorLayout(many, 796, 580, 18);
      expect(height, id).toBeGreaterThan(580);
      expect(fontSizes.small, id).toBe(16);
    }
  });

  it("has_tight_lanes_on_a_projector_rather_than_text_under_16_px", () => {
    const sizes = (id: string) => {
      const { topology: many } = MOMENTS[id] as (typeof MOMENTS)[string];
      const { height, fontSizes, isNarrow } = projectorLayout(many, 796, 580, 18);
      expect(height, id).toBeLessThanOrEqual(580);
      expect(isNarrow, id).toBe(false);
      return fontSizes.small;
    };
    expect(["socket-late", "tcpdump"].map(sizes)).toEqual([18, 18]);
    expect(["screend", "stream", "gateway-stages"].map(sizes)).toEqual([16, 16, 16]);
  });

  it("has_no_overlapping_items_in_tight_lanes", () => {
    for (const id of Object.keys(MOMENTS)) {
      const { topology: shown } = MOMENTS[id] as (typeof MOMENTS)[string];
      for (const sizes of PROJECTOR_FONT_SIZES.filter(({ tight }) => tight === true)) {
        const { isNarrow, places, stations, indicators, gates, lanes } = machineLayout(
          shown,
          796,
          sizes,
        );
        if (isNarrow) continue;
        const items: Box[] = [...places, ...stations, ...indicators, ...gates];
        const clashes = items.flatMap((a, index) =>
          items.slice(index + 1).filter((b) => overlap(a, b)),
        );
        expect(clashes, id).toEqual([]);
        for (const { titleLines, isSingleLine, h } of lanes) {
          // The lines of a title, and under a title of several lines the level.
          const lines = titleLines.length + (isSingleLine ? 0 : 1);
          expect(h, id).toBeGreaterThanOrEqual(lines * sizes.small * 1.2);
        }
      }
    }
  });

  it("has_smaller_numbers_in_a_slide_which_nobody_scrolls", () => {
    const { topology: many } = MOMENTS["gateway-stages"] as (typeof MOMENTS)[string];
    const [page, slide] = (["page", "slide"] as const).map((place) =>
      projectorLayout(many, 796, 570, 18, place),
    );
    expect(page?.height).toBeGreaterThan(570);
    expect(slide?.height).toBeLessThanOrEqual(570);
  });

  it("has_room_for_the_name_and_the_share_of_a_lane_with_a_single_line", () => {
    const { topology: burst } = MOMENTS["process-burst"] as (typeof MOMENTS)[string];
    const { lanes, fontSizes } = projectorLayout(burst, 796, 580, 18);
    const single = lanes.filter(({ isSingleLine }) => isSingleLine);
    expect(single.length).toBeGreaterThan(0);
    for (const { titleLines, title } of single) {
      const name = textWidth(titleLines.join(" "), fontSizes.body, "text", 700);
      const share = textWidth("100 % ", fontSizes.small, "mono", 600);
      // Browsers draw bold text up to 3 % wider than the tables say.
      expect(name * 1.03 + share, titleLines.join(" ")).toBeLessThanOrEqual(title.w);
    }
  });

  it("is_lower_in_a_low_window_and_has_all_gates", () => {
    const compact = machineLayout(topology, 678, COMPACT_FONT_SIZES);
    const roomy = machineLayout(topology, 678);
    expect(compact.height).toBeLessThan(roomy.height - 100);
    expect(compact.gates).toHaveLength(topology.gates.length);
  });

  it("has_all_of_a_firewall_on_the_screen_of_a_laptop_beside_a_lesson", () => {
    const firewall = Object.values(MOMENTS).find(({ topology: one }) =>
      one.places.some(({ id }) => id === "screen_queue"),
    );
    // A window of 1,366 x 768 px: the transport is above the picture, and the text of the lesson beside it.
    expect(firewall).toBeDefined();
    if (firewall === undefined) return;
    expect(machineLayout(firewall.topology, 582, COMPACT_FONT_SIZES).height).toBeLessThan(720);
  });
});
