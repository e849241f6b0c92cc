// The initial view of a scenario.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Catalogue } from "../../generated/model";
import { initialSpeed, openingView, openingWidth, warmUpMilliseconds } from "./initial-view";
import { WATCH_PACKETS, WATCH_RATES } from "../../model/playback";

const catalogue = JSON.parse(
  readFileSync(new URL("../../generated/catalogue.json", import.meta.url), "utf8"),
) as Catalogue;

const scenarioOf = (id: string) => {
  const found = catalogue.scenarios.find((scenario) => scenario.id === id);
  if (found === undefined) throw new Error(`no scenario ${id}`);
  return found;
};
const warmOf = (id: string) => warmUpMilliseconds(catalogue, scenarioOf(id));
const speedAfter = (speed: number, id: string) =>
  initialSpeed(scenarioOf(id), { catalogue, speed });

describe("warmUpMilliseconds", () => {
  it("is_long_enough_for_meaningful_rates", () => {
    expect(warmOf("lab")).toBe(200);
    expect(warmOf("wu-table-2-bl0")).toBe(1200);
  });

  it("shows_a_single_burst_from_its_start", () => {
    for (const id of ["figure-7-4", "figure-4-2", "karp-idle-disk"]) expect(warmOf(id)).toBe(3);
  });
});

describe("initialSpeed", () => {
  it("is_slow_for_a_single_burst_and_normal_after_it", () => {
    const slow = speedAfter(WATCH_PACKETS, "figure-7-4");
    expect(slow).toBeLessThan(WATCH_PACKETS / 10);
    expect(speedAfter(slow, "lab")).toBe(WATCH_PACKETS);
  });

  it("keeps_the_chosen_speed_for_other_scenarios", () => {
    expect(speedAfter(WATCH_RATES, "lab")).toBe(WATCH_RATES);
    expect(speedAfter(Infinity, "figure-6-1")).toBe(Infinity);
  });
});

describe("the view of a lab that is opened without a state", () => {
  it.each(["", "#/", "#/lab"])("is_slow_enough_to_follow_a_packet: %j", (hash) => {
    expect(openingView(hash)).toEqual({ speed: WATCH_PACKETS / 4 });
    expect(openingWidth(hash)).toEqual({ viewWidth: 1_000_000 });
  });

  it.each(["#/lab?scenario=lab", "#/lessons", "#/compare"])(
    "leaves_other_addresses_alone: %s",
    (hash) => {
      expect(openingView(hash)).toEqual({});
      expect(openingWidth(hash)).toEqual({});
    },
  );
});
