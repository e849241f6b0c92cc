// Facts about the link of a comparison.
import { expect, it } from "vitest";
import { RefusedError } from "../../engine/problems";
import { formatCompareLink, parseCompareLink, type CompareLink } from "./compare-link";

const LINK: CompareLink = {
  links: [
    "#/lab?v=1&scenario=lab&set=limit:5,traffic.rate:12000&t=100&play=0",
    "#/lab?v=1&scenario=figure-6-1&capture=an%20evening.pcap~2~0123456789abcdef",
  ],
  isSwapped: true,
};

it("a_link_gives_both_machines_back", () => {
  expect(parseCompareLink(formatCompareLink(LINK))).toEqual(LINK);
  const plain = { ...LINK, isSwapped: false };
  expect(parseCompareLink(formatCompareLink(plain))).toEqual(plain);
});

it("an_address_without_a_comparison_is_no_link", () => {
  expect(parseCompareLink("#/compare")).toBeNull();
  expect(parseCompareLink("#/lab?scenario=lab")).toBeNull();
});

it("a_broken_link_names_its_field", () => {
  for (const [hash, field] of [
    ["#/compare?v=1&a=t=1", "b"],
    ["#/compare?v=2&a=x&b=y", "v"],
    ["#/compare?a=x&b=y&first=c", "first"],
  ] as const) {
    const parse = () => parseCompareLink(hash);
    expect(parse).toThrow(RefusedError);
    expect(parse).toThrow(new RegExp(field));
  }
});
