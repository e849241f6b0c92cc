// Facts about the machine for whoever does not see it: what is called what, in which order, and the switches.
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { staticFrameSource } from "../../frame/frame-source";
import { buildFrame } from "../../gallery/build-frame";
import { machineScene, MOMENTS } from "../../gallery/scenes";
import { oneInterface } from "../../gallery/synthetic-topologies";
import { describeStations } from "./station-descriptions";
import { describeWastedWork } from "./draw/wasted-work";
import { stationTitle } from "./draw/stations";
import type { MachineScene } from "./scene";
import { describeSelection, describeGates, placeRows, describeItem } from "./descriptions";
import { machineTargets } from "./target-order";
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

  it("a_box_is_called_what_stands_in_it_and_no_other_is_called_so", () => {
    const names = words.map(({ name }) => name);
    scene.layout.stations.forEach((box, index) => {
      expect(names[index]?.startsWith(stationTitle(scene, box)), names[index]).toBe(true);
    });
    expect(new Set(names).size).toBe(names.length);
    expect(words.filter(({ description }) => description === "")).toEqual([]);
  });

  it("every_thing_has_a_value_behind_its_name", () => {
    const said = scene.topology.places.map((_, place) =>
      describeItem(scene, { kind: "place", place }),
    );
    expect(said.filter((sentence) => /:\s*$/.test(sentence))).toEqual([]);
  });

  it("the_switches_are_a_list_with_their_states", () => {
    const items = drawn(scene).match(/<li>/g) ?? [];
    expect(items).toHaveLength(scene.topology.gates.length);
  });

  it("places_and_boxes_of_a_lane_follow_the_packet", () => {
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

it("a_lanes_box_stands_between_the_queues_that_it_works_between", () => {
  const names = machineTargets(sceneOf("collapsed")).map(({ key, name }) =>
    key.startsWith("station") ? "box" : name,
  );
  const from = names.indexOf("IP input queue");
  expect(names.slice(from, from + 4)).toEqual(["IP input queue", "box", "output queue", "box"]);
});

it("a_box_is_named_by_its_words_then_by_its_lane", () => {
  const names = describeStations(sceneOf("collapsed")).map(({ name }) => name);
  expect(names).toContain("ipintr, kernel network thread");
  expect(names).toContain("compute-bound, user process");
});

it("a_box_with_a_packet_in_hand_says_that_it_is_a_packet", () => {
  const said = ["three-packets", "healthy", "collapsed"].flatMap((id) =>
    describeStations(sceneOf(id)).map(({ description }) => description),
  );
  expect(said.some((words) => /^\S+, packet [\d,]+\. With every packet: /.test(words))).toBe(true);
  expect(said.filter((words) => /^\S+: [\d,]+\./.test(words))).toEqual([]);
});

it("before_any_time_has_passed_everything_is_said_in_sentences", () => {
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

it("a_switch_tells_its_share_of_the_window", () => {
  const frame = buildFrame(oneInterface, {
    t: 15_000_000,
    gates: [{ value: 1, share: 0.25 }],
  });
  const scene = machineScene({ topology: oneInterface, frame, motionSpan: 0 }, 678);
  expect(describeGates(scene)).toEqual(["Input: on, inhibited; on 25 % of the last 100 ms."]);
});

it("what_is_selected_is_said_with_its_numbers_and_has_a_way_to_its_details", () => {
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
