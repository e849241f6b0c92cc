// Nothing flashes: at most three visible changes a second, whatever the machine does.
import { describe, expect, it } from "vitest";
import {
  nextIndicator,
  newIndicator,
  newHeldLabel,
  nextHeldLabel,
  type HeldLabel,
  type Indicator,
} from "./flash-limit";

/** The times at which the brightness changes by at least a tenth, at 60 updates a second. */
function visibleChanges(raw: (t: number) => number, seconds: number, share: number): number[] {
  let indicator: Indicator = newIndicator(raw(0), 0);
  const changes: number[] = [];
  for (let update = 1; update < seconds * 60; update += 1) {
    const now = update / 60;
    const before = indicator.brightness;
    indicator = nextIndicator(indicator, raw(now), share, now);
    if (Math.abs(indicator.brightness - before) >= 0.1) changes.push(now);
  }
  return changes;
}

function mostInOneSecond(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((t) => times.filter((other) => other >= t && other < t + 1).length),
  );
}

describe("an indicator", () => {
  it.each([1, 2, 5, 12, 24, 60])(
    "that_blinks_%d_times_a_second_changes_at_most_3_times",
    (hertz) => {
      const changes = visibleChanges((t) => Math.floor(t * 2 * hertz) % 2, 6, 0.5);
      expect(mostInOneSecond(changes)).toBeLessThanOrEqual(3);
    },
  );

  it("that_changes_in_bursts_changes_at_most_3_times_a_second", () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const values = Array.from({ length: 2000 }, () => (random() < 0.5 ? 1 : 0));
    const changes = visibleChanges((t) => values[Math.floor(t * 60 * 0.7)] ?? 0, 20, 0.5);
    expect(mostInOneSecond(changes)).toBeLessThanOrEqual(3);
  });

  it("that_changes_rarely_shows_each_change", () => {
    const changes = visibleChanges((t) => (t > 2 ? 1 : 0), 5, 0.5);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toBeCloseTo(2 + 1 / 60, 1);
  });

  it("that_blinks_fast_shows_its_share_of_time", () => {
    let indicator = newIndicator(0, 0);
    for (let update = 1; update < 300; update += 1)
      indicator = nextIndicator(indicator, update % 2, 0.8, update / 60);
    expect(indicator.isSteady).toBe(true);
    expect(indicator.brightness).toBeCloseTo(0.8, 2);
  });
});

describe("a held label", () => {
  const play = (values: (update: number) => number, updates: number) => {
    let words: HeldLabel = newHeldLabel(values(0), 0);
    const shown: { now: number; value: number }[] = [];
    for (let update = 1; update < updates; update += 1) {
      const before = words.shown;
      words = nextHeldLabel(words, values(update), update / 60);
      if (words.shown !== before) shown.push({ now: update / 60, value: words.shown });
    }
    return { words, shown };
  };

  it("changes_at_most_3_times_a_second", () => {
    const { shown } = play((update) => update % 7, 600);
    expect(mostInOneSecond(shown.map((one) => one.now))).toBeLessThanOrEqual(3);
  });

  it("shows_the_most_frequent_value", () => {
    const { words } = play((update) => (update % 4 === 0 ? 2 : 5), 600);
    expect(words.shown).toBe(5);
    expect(words.isTooFast).toBe(true);
  });

  it("shows_a_single_change_at_once", () => {
    const { shown, words } = play((update) => (update < 100 ? 1 : 9), 200);
    expect(shown).toHaveLength(1);
    expect(words.isTooFast).toBe(false);
  });
});
