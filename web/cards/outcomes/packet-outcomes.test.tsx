// Facts about the legend of the packets: the shares it gives, and the names of places that several interfaces have.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readOutcomes } from "../../model/measures/outcomes";
import type { Topology } from "../../generated/model";
import { buildFrame, type CounterFields } from "../../gallery/build-frame";
import { twoInterfaces } from "../../gallery/synthetic-topologies";
import { PacketOutcomes } from "./packet-outcomes";

const legendOf = (window: CounterFields, drops: Record<number, number>, topology: Topology) => {
  const places = topology.places.map((_, index) => ({ drops: drops[index] ?? 0 }));
  const outcomes = readOutcomes(buildFrame(topology, { window, places }), topology);
  const words = renderToStaticMarkup(<PacketOutcomes outcomes={outcomes} />)
    .replace(/<[^>]+>/g, "|")
    .replace(/\s/gu, " ");
  return words.replace(/\|+/g, "|");
};

/** The receive rings of the two interfaces. */
const [WEST, EAST] = [1, 11];
const elapsedCycles = twoInterfaces.clock_hz / 10;

it("shares_are_of_the_packets_that_have_left", () => {
  const window = {
    elapsedCycles,
    arrived: 200,
    insideAtStart: 33,
    delivered: 146,
    dropped: 54,
    inside: 33,
  };
  const legend = legendOf(window, { [WEST]: 54 }, twoInterfaces);
  expect(legend).toContain("delivered: |73 %, 1,460/s");
  expect(legend).toContain("refused at West ring: |27 %, 540/s");
  expect(legend).toContain("inside: |33");
});

it("places_with_one_name_are_told_apart_by_their_interfaces", () => {
  const ids = { [WEST]: "receive_ring_eth0", [EAST]: "receive_ring_eth1" } as Record<
    number,
    string
  >;
  const places = twoInterfaces.places.map((place, index) => {
    const id = ids[index];
    return id === undefined ? place : { ...place, id, name: "receive ring" };
  });
  const window = { elapsedCycles, arrived: 100, delivered: 50, dropped: 50, refused: 50 };
  const legend = legendOf(window, { [WEST]: 30, [EAST]: 20 }, { ...twoInterfaces, places });
  expect(legend).toContain("refused at receive ring eth0: |30 %");
  expect(legend).toContain("refused at receive ring eth1: |20 %");
});

it("the_delivered_packets_are_told_apart_by_the_places_where_they_leave", () => {
  const flows = twoInterfaces.edges.map(({ to }) =>
    twoInterfaces.places[to]?.kind === "wire_out" ? 30 : 0,
  );
  const window = { elapsedCycles, arrived: 60, delivered: 60 };
  const outcomes = readOutcomes(buildFrame(twoInterfaces, { window, flows }), twoInterfaces);
  const words = renderToStaticMarkup(<PacketOutcomes outcomes={outcomes} />)
    .replace(/<[^>]+>/g, "")
    .replace(/\s/gu, " ");
  expect(words).toMatch(/delivered to: East wire out 300\/s, West wire out 300\/s/);
});
