// Facts about the colours of lanes.
import { expect, test } from "vitest";
import { FROZEN_FRAMES, type FrozenFrame } from "../../../gallery/frozen";
import { contextColor } from "./scene";

test("a_process_that_handles_no_packets_has_another_colour_than_one_that_does", () => {
  const { topology } = FROZEN_FRAMES["screend"] as FrozenFrame;
  const colorOf = (id: string) =>
    contextColor(
      topology,
      topology.contexts.findIndex((context) => context.id === id),
    );
  expect([colorOf("screend"), colorOf("user")]).toEqual(["contextProcess", "contextOther"]);
});
