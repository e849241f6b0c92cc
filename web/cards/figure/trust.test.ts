// How far a verdict can be trusted, in words; the addresses of claims; the links that try an input.
import { expect, test } from "vitest";
import catalogue from "../../generated/catalogue.json" with { type: "json" };
import influences from "../../generated/influences.json" with { type: "json" };
import type { Catalogue } from "../../generated/model";
import { findParameter } from "../../model/scenario/settings";
import { hashWithInput } from "./input-link";
import { CLAIMS, type Claim, type Influence, type Trust } from "./record";
import {
  claimHash,
  claimOfHash,
  countKinds,
  describeInfluence,
  describeTrust,
  KIND_NAMES,
} from "./trust";

const known = catalogue as unknown as Catalogue;

function claimWith(trust: Trust | null): Claim {
  const [claim] = CLAIMS;
  if (claim === undefined) throw new Error("there are claims");
  return { ...claim, unit: "packets/s", trust };
}

const UNDECIDED: Trust = {
  kind: "undecided",
  share: 73,
  variations: 64,
  inputs: [],
  turned_by: [],
  proof: [],
};

const LNREAD: Influence = {
  id: "costs.lnread",
  label: "lnread: copies the packet into an mbuf",
  level: "-10 %",
  turns: false,
  measured: "4812.3",
};

test("a_kind_comes_with_its_share_of_the_variations", () => {
  expect(describeTrust(UNDECIDED)).toBe("undecided: its verdict stays in 73 % of 64 variations");
  expect(describeTrust({ ...UNDECIDED, kind: "holds", share: 100, variations: 0 })).toBe(
    "holds: no input that a paper leaves open concerns it",
  );
});

test("an_input_says_what_it_does_and_a_long_measurement_is_left_out", () => {
  const claim = claimWith(UNDECIDED);
  const words = (change: Partial<Influence>) => describeInfluence({ ...LNREAD, ...change }, claim);
  expect(words({})).toBe(
    "lnread: copies the packet into an mbuf, −10 %: moves it to 4,812 packets/s",
  );
  expect(words({ turns: true })).toContain("the verdict turns (4,812 packets/s)");
  expect(words({ turns: true, measured: "-" })).toMatch(/−10 %: the verdict turns$/);
  expect(words({ measured: "ORIGINAL 64 bytes 60 %, ".repeat(8) })).toMatch(
    /−10 %: moves what is measured$/,
  );
});

test("predictions_are_counted_by_kind", () => {
  const claims = [...KIND_NAMES, "holds" as const].map((kind) => claimWith({ ...UNDECIDED, kind }));
  expect(countKinds([...claims, claimWith(null)])).toEqual({
    ...{ holds: 2, fails: 1, undecided: 1, contradicted: 1 },
    missing: 1,
  });
});

test("each_claim_has_an_address", () => {
  for (const { id } of CLAIMS) expect(claimOfHash(claimHash(id))).toBe(id);
  for (const hash of ["#/figures", "#/figures/", "#/lab/M6.2-peak"])
    expect(claimOfHash(hash)).toBeNull();
  expect(claimOfHash("#/figures/%E0%A4%A")).toBe("%E0%A4%A");
});

test("a_link_to_the_lab_sets_the_input_to_its_level", () => {
  const link = (id: string, level: string) =>
    hashWithInput(known, "M6.2-peak", { id, level, label: "" });
  const cost = Number(findParameter(known, "costs.lnread")?.default);
  expect(link("costs.lnread", "+10 %")).toBe(
    `#/lab?scenario=figure-6-1&set=costs.lnread:${Math.round(cost * 1.1)}`,
  );
  expect(link("traffic.start_ms", "32 ms later")).toMatch(/&set=traffic\.start_ms:32$/);
  expect(link("machine.variation", "3 %")).toMatch(/&set=machine\.variation:3$/);
  expect(link("seeds", "other seeds")).toBeNull();
  const ofNoFigure = { id: "costs.lnread", level: "+10 %", label: "" };
  expect(hashWithInput(known, "W-jumbo", ofNoFigure)).toBeNull();
});

test("what_the_knobs_say_of_claims_is_what_the_claims_say_of_inputs", () => {
  const said = Object.values(influences as Record<string, Record<string, string[]>>)
    .flatMap((of) => Object.entries(of).flatMap(([path, ids]) => ids.map((id) => `${path} ${id}`)))
    .sort();
  const wanted = CLAIMS.flatMap(({ id, trust }) =>
    [...(trust?.inputs ?? []), ...(trust?.turned_by ?? [])].map((input) => `${input.id} ${id}`),
  );
  expect(said).toEqual([...new Set(wanted)].sort());
});
