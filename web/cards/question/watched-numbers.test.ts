// The names of the numbers that a question shows: a person compares them before and after an action.
import { expect, it } from "vitest";
import { readOutcomes } from "../../model/measures/outcomes";
import { buildFrame } from "../../gallery/build-frame";
import { twoInterfaces } from "../../gallery/synthetic-topologies";
import { readWatchedNumber } from "./watched-numbers";

it("a_place_has_one_name_whether_packets_are_lost_there_or_not", () => {
  const lossy = twoInterfaces.places.filter(({ drop }) => drop !== "");
  const namesWith = (drops: number) => {
    const places = twoInterfaces.places.map(({ drop, kind }) => ({
      drops: drop === "" ? 0 : drops,
      wasted: drop === "" || kind === "receive_ring" ? 0 : drops * 1_000,
    }));
    const window = {
      elapsedCycles: twoInterfaces.clock_hz / 10,
      arrived: 1_000,
      dropped: drops * lossy.length,
    };
    const outcomes = readOutcomes(buildFrame(twoInterfaces, { window, places }), twoInterfaces);
    return lossy.map(({ id }) => readWatchedNumber(outcomes, `lost ${id}`)?.name);
  };
  expect(namesWith(0)).toEqual(namesWith(5));
  expect(namesWith(0).join()).toMatch(/dropped at .*refused at |refused at .*dropped at /);
});
