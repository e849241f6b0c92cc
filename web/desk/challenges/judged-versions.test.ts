// Facts about judged versions: they survive a reload, no medal is ever dropped, and whoever adds one too many is told which went.
import { describe, expect, it } from "vitest";
import type { Medal, Verdict } from "../../generated/model";
import type { TextStorage } from "../../lib/persistence/persistent-store";
import { UnreadableError } from "../../lib/unreadable";
import { formatProgressFile } from "../../lesson/progress";
import {
  bestVersions,
  createJudgedVersions,
  judgedInFile,
  limited,
  VERSIONS_MAX,
} from "./judged-versions";

function deviceOf() {
  const texts = new Map<string, string>();
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
  let count = 0;
  const problems: unknown[] = [];
  const open = () =>
    createJudgedVersions(storage, (problem) => problems.push(problem), {
      now: () => ++count,
      newId: () => `id ${++count}`,
    });
  return { open, problems };
}

const verdict = (challenge: string, medal: Medal): Verdict => ({
  ...{ challenge, medal, number: 1, title: "", lines: 20, reference_lines: 21 },
  loads: [
    {
      ...{ load: "slow", title: "", met: true, near: true, bounds: [] },
      numbers: [
        {
          ...{ metric: "free_cpu", median: 60, reference: null },
          ...{ values: [60], reference_values: [] },
        },
      ],
    },
  ],
});

const SEEDS = { key: "k", student: "" };

describe("judged versions", () => {
  it("are_there_after_a_reload_with_text_seeds_and_numbers", () => {
    const { open, problems } = deviceOf();
    const first = open();
    const program = { file: "a.c", text: "int a;\n" };
    const { kept } = first.keep(verdict("one", "silver"), program, SEEDS, "2026.7");
    first.begin("program 1", "one");
    const again = open();
    expect(again.store.get().versions).toEqual([kept]);
    expect(kept).toMatchObject({ medal: "silver", text: "int a;\n", seeds: SEEDS });
    expect(kept.loads[0]?.numbers).toEqual([["free_cpu", 60, null]]);
    expect(again.challengeOf("program 1")).toBe("one");
    expect(again.challengeOf(null)).toBeUndefined();
    expect(problems).toEqual([]);
  });

  it("travel_in_the_progress_file_and_none_comes_twice", () => {
    const [one, other] = [deviceOf().open(), deviceOf().open()];
    one.keep(verdict("one", "gold"), { file: "a.c", text: "int a;\n" }, SEEDS, "m");
    const { versions } = one.store.get();
    const file = formatProgressFile({}, { judged: versions });
    expect(other.merge(judgedInFile(file))).toEqual(versions);
    expect(other.merge(judgedInFile(file))).toEqual([]);
    expect(other.store.get().versions).toEqual(versions);
    expect(judgedInFile(formatProgressFile({}))).toEqual({ versions: [], begun: {} });
    expect(() => judgedInFile('{"judged": [{"medal": "tin"}]}')).toThrow(UnreadableError);
  });

  it("know_the_challenge_of_a_program_as_this_device_has_it", () => {
    const versions = deviceOf().open();
    versions.begin("here", "one");
    versions.merge({ versions: [], begun: { here: "two", there: "three" } });
    expect(["here", "there"].map(versions.challengeOf)).toEqual(["one", "three"]);
  });

  it("go_when_there_are_too_many_and_medals_never", () => {
    const versions = deviceOf().open();
    const keep = (challenge: string, medal: Medal, text: string) =>
      versions.keep(verdict(challenge, medal), { file: "a.c", text }, SEEDS, "m");
    keep("one", "gold", "the best");
    keep("two", "bronze", "another");
    for (let nth = 2; nth < VERSIONS_MAX; nth++)
      expect(keep("one", "none", "x").dropped).toEqual([]);
    const [second] = versions.store.get().versions.slice(2);
    expect(keep("one", "silver", "y").dropped).toEqual([second]);
    expect(keep("one", "none", "z").dropped).toHaveLength(1);
    const { versions: kept } = versions.store.get();
    expect(kept).toHaveLength(VERSIONS_MAX);
    expect(kept.map(({ medal }) => medal).filter((medal) => medal !== "none")).toEqual([
      ...["gold", "bronze", "silver"],
    ]);
    expect(bestVersions(kept).get("one")?.text).toBe("the best");
  });

  it("are_the_best_by_their_medal_and_then_by_their_age_and_the_new_one_never_goes", () => {
    const versions = deviceOf().open();
    const keep = (medal: Medal, text: string) =>
      versions.keep(verdict("one", medal), { file: "a.c", text }, SEEDS, "m");
    for (const [medal, text] of [
      ["gold", "first"],
      ["gold", "second"],
      ["silver", "third"],
    ] as const)
      keep(medal, text);
    expect(bestVersions(versions.store.get().versions).get("one")?.text).toBe("second");
    for (let nth = 3; nth < VERSIONS_MAX; nth++) keep("silver", "more");
    const { kept, dropped } = keep("none", "new");
    expect(dropped.map(({ text }) => text)).toEqual(["first"]);
    expect(versions.store.get().versions.at(-1)).toEqual(kept);
    expect(keep("silver", "later").dropped, "no medal goes before that").toEqual([kept]);
  });

  it("keep_their_medal_when_only_their_text_is_too_long", () => {
    const versions = deviceOf().open();
    const program = { file: "a.c", text: "/*" + "x".repeat(200_000) };
    for (const challenge of ["1", "2", "3", "4", "5", "6"])
      versions.keep(verdict(challenge, "gold"), program, SEEDS, "m");
    const { versions: kept } = versions.store.get();
    expect(kept.map(({ medal }) => medal)).toEqual(Array<Medal>(6).fill("gold"));
    expect(kept.filter(({ text }) => text === null)).toHaveLength(2);
    expect(JSON.stringify(kept).length).toBeLessThan(1_000_000);
    expect(limited(kept).gone).toEqual([]);
  });
});
