// The machine for a screen reader: names of targets, their order, and the gates.
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ContextState } from "../../frame/frame";
import { staticFrameSource } from "../../frame/frame-source";
import { buildFrame } from "../../gallery/build-frame";
import { machineScene, MOMENTS } from "../../gallery/scenes";
import { oneInterface } from "../../gallery/synthetic-topologies";
import { describeStations } from "../../pictures/machine/station-descriptions";
import { describeWastedWork } from "../../pictures/machine/draw/wasted-work";
import { activityTexts, stationTitle } from "../../pictures/machine/draw/stations";
import type { MachineScene } from "../../pictures/machine/draw/scene";
import {
  describeSelection,
  describeGates,
  placeRows,
  describeItem,
} from "../../pictures/machine/descriptions";
import { machineTargets } from "../../pictures/machine/target-order";
import { MachineTargets } from "./targets";

const sceneOf = (id: string) => machineScene(MOMENTS[id] as (typeof MOMENTS)[string], 678);
const drawn = (scene: MachineScene, selection: MachineScene["selection"] = null) =>
  renderToStaticMarkup(
    <MachineTargets
      base={scene}
      scene={() => scene}
      frames={staticFrameSource(scene.frame)}
      selection={selection}
      onSelect={() => undefined}
    />,
  );

describe.each(Object.keys(MOMENTS))("in %s", (id) => {
  const scene = sceneOf(id);
  const words = describeStations(scene);

  it("a_station_name_begins_with_its_title_and_is_unique", () => {
    const names = words.map(({ name }) => name);
    scene.layout.stations.forEach((box, index) => {
      expect(names[index]?.startsWith(stationTitle(scene, box)), names[index]).toBe(true);
    });
    expect(new Set(names).size).toBe(names.length);
    expect(words.filter(({ description }) => description === "")).toEqual([]);
  });

  it("every_place_has_a_value_after_its_name", () => {
    const said = scene.topology.places.map((_, place) =>
      describeItem(scene, { kind: "place", place }),
    );
    expect(said.filter((sentence) => /:\s*$/.test(sentence))).toEqual([]);
  });

  it("the_gates_are_a_list_with_their_states", () => {
    const items = drawn(scene).match(/<li>/g) ?? [];
    expect(items).toHaveLength(scene.topology.gates.length);
  });

  it("places_and_stations_of_a_lane_are_in_the_order_of_the_path", () => {
    const keys = machineTargets(scene).map(({ key }) => key);
    scene.layout.stations.forEach(({ edges, context }, station) => {
      const own = edges.filter((edge) => {
        const from = scene.topology.edges[edge]?.from ?? -1;
        return scene.topology.places[from]?.context === context;
      });
      for (const edge of own) {
        const { from = -1 } = scene.topology.edges[edge] ?? {};
        expect(keys.indexOf(`station ${station}`)).toBeGreaterThan(keys.indexOf(`place ${from}`));
      }
    });
  });
});

it("a_station_is_between_the_queues_that_it_works_between", () => {
  const names = machineTargets(sceneOf("collapsed")).map(({ key, name }) =>
    key.startsWith("station") ? "box" : name,
  );
  const from = names.indexOf("IP input queue");
  expect(names.slice(from, from + 4)).toEqual(["IP input queue", "box", "output queue", "box"]);
});

it("a_process_that_hangs_does_not_wait_for_work", () => {
  const { topology } = sceneOf("screend");
  const process = topology.contexts.findIndex(({ id }) => id === "screend");
  const hangs = { state: ContextState.hung };
  const contexts = topology.contexts.map((_, index) => (index === process ? hangs : {}));
  const frame = buildFrame(topology, { t: 1, contexts });
  const scene = machineScene({ topology, frame, motionSpan: 0 }, 678);
  const said = [
    describeItem(scene, { kind: "context", context: process }),
    ...scene.layout.stations.flatMap((box, index) =>
      box.context === process ? activityTexts(scene, box, index)[0] : [],
    ),
  ];
  expect(said.length).toBeGreaterThan(1);
  expect(said.filter((text) => !text?.includes("hangs: takes no packet"))).toEqual([]);
});

it("a_station_is_named_by_its_title_and_its_lane", () => {
  const names = describeStations(sceneOf("collapsed")).map(({ name }) => name);
  expect(names).toContain("ipintr, kernel network thread");
  expect(names).toContain("compute-bound, user process");
});

it("the_title_of_a_station_follows_the_packets_of_the_window", () => {
  const scene = sceneOf("cured");
  const titles = (display: MachineScene["display"]) =>
    scene.layout.stations.map((box) => stationTitle({ ...scene, display }, box));
  // Before polling was switched on, many packets went through the IP input queue.
  const from = scene.topology.places.findIndex(({ id }) => id === "ipintrq");
  const traffic = scene.topology.edges.map((edge) => (edge.from === from ? 1e6 : 0));
  expect(titles({ ...scene.display, traffic })).toEqual(titles(scene.display));
});

it("a_station_that_carries_a_packet_says_packet", () => {
  const said = ["three-packets", "healthy", "collapsed"].flatMap((id) =>
    describeStations(sceneOf(id)).map(({ description }) => description),
  );
  expect(said.some((words) => /^\S+, packet [\d,]+\. With every packet: /.test(words))).toBe(true);
  expect(said.filter((words) => /^\S+: [\d,]+\./.test(words))).toEqual([]);
});

it("before_any_time_has_passed_every_text_is_a_sentence", () => {
  const scene = machineScene(
    { topology: oneInterface, frame: buildFrame(oneInterface, {}), motionSpan: 0 },
    678,
  );
  expect(describeItem(scene, { kind: "place", place: 0 })).toBe("Wire in: nothing counted yet");
  expect(placeRows(scene).map(({ lost }) => lost)).toContain("not counted yet");
  expect(describeWastedWork(scene)).toContain(
    "CPU time thrown away: nothing counted yet; since the",
  );
  expect(describeGates(scene)).toEqual(["Input: off, open."]);
});

it("a_gate_has_its_share_of_the_window", () => {
  const frame = buildFrame(oneInterface, {
    t: 15_000_000,
    gates: [{ on: true, share: 0.25 }],
  });
  const scene = machineScene({ topology: oneInterface, frame, motionSpan: 0 }, 678);
  expect(describeGates(scene)).toEqual(["Input: on, inhibited; on 25 % of the last 100 ms."]);
});

it("a_selected_item_is_announced_with_its_numbers_and_has_a_details_button", () => {
  const scene = sceneOf("collapsed");
  const place = scene.topology.places.findIndex(({ name }) => name === "IP input queue");
  const item = { kind: "place", place } as const;
  const said = (selection: MachineScene["selection"]) =>
    describeSelection(scene.topology, scene, scene.frame, selection);
  expect(said(item)).toMatch(/^Selected: IP input queue.*: 50 of 50/);
  expect(said({ kind: "packet", packet: scene.frame.selected })).toMatch(
    /^Selected: Packet [\d,]+\. Thrown away/,
  );
  expect(said({ kind: "packet", packet: scene.frame.selected + 1 })).toBeNull();
  expect(drawn(scene)).not.toContain("Details of");
  expect(drawn(scene, item).match(/>Details of IP input queue</g)).toHaveLength(1);
  expect(drawn(scene, { kind: "context", context: 3 }).match(/>Details of/g)).toHaveLength(1);
});

it("the_item_of_a_spotlight_has_details_only_after_it_was_selected", () => {
  const scene = sceneOf("collapsed");
  const spotlit = drawn(scene, { kind: "context", context: 3, isSpotlight: true });
  expect(spotlit.match(/aria-current="true"/g)).toHaveLength(1);
  expect(spotlit.replace(' aria-current="true"', "")).toBe(drawn(scene));
});
