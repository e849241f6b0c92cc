// A program in a link: it is read back as written, and a damaged one is refused. The fingerprint is that of the core.
import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { RefusedError } from "../../engine/problems";
import { keepProgram, startSimulator } from "../../engine/simulator.test-data";
import type { KernelProgram } from "../../generated/model";
import {
  fingerprint,
  fitsLink,
  formatProgram,
  needCompressor,
  parseProgram,
  PROGRAM_LINK_MAX,
} from "./program-field";

const text = 'KNOB(quota, 5, 1, 100, "á ~ & = +");\nvoid lnintr(int unit) { lnack(unit, 7); }\n';
const program: KernelProgram = {
  file: "my ~ kernel&.c",
  text,
  statement: 10,
  knobs: { quota: 7, level: -3 },
  digest: fingerprint(text),
};

beforeAll(() => needCompressor("program="));

function refusal(link: string): string {
  try {
    parseProgram(link);
  } catch (error) {
    if (error instanceof RefusedError) return error.problems[0]?.problem ?? "";
    throw error;
  }
  return "";
}

it("a_program_is_read_back_as_written", () => {
  const link = formatProgram(program);
  expect(link).toMatch(/^[\w%~.,:-]+$/);
  expect(parseProgram(link)).toEqual(program);
});

it("each_damaged_letter_is_noticed", () => {
  const link = formatProgram(program);
  const from = link.indexOf("~quota") + 1;
  for (let at = link.indexOf("~", from) + 1; at < link.length; at++) {
    const other = link[at] === "A" ? "B" : "A";
    const broken = link.slice(0, at) + other + link.slice(at + 1);
    const isSame = refusal(broken) === "" && parseProgram(broken).text === text;
    expect(refusal(broken) !== "" || isSame, broken).toBe(true);
  }
  expect(refusal(link.slice(0, -9))).toBe("the program in the link is damaged");
  expect(refusal("kernel.c")).toBe("this is no program");
});

it("a_program_that_is_too_long_is_named_and_its_file_is_asked_for", () => {
  const words = Array.from({ length: 9_000 }, (_, at) => (at * 7919 * 7919).toString(36));
  const long = { ...program, text: words.join(" ") };
  expect(fitsLink(long)).toBe(false);
  const link = formatProgram(long);
  expect(link.length).toBeLessThan(PROGRAM_LINK_MAX);
  expect(refusal(link)).toBe("the program is too long for a link");
});

it("the_fingerprint_is_that_of_the_core", () => {
  const read = (file: URL) => readFileSync(file);
  const { Session } = startSimulator(read);
  const scenario = (digest: string) =>
    JSON.stringify({ settings: {}, program: { ...program, knobs: {}, digest } });
  keepProgram(read, scenario(fingerprint(text)));
  const opened = new Session(scenario(fingerprint(text)), 1);
  expect(opened.topology()).toContain("lnack(unit, 7)");
  opened.free();
  expect(() => new Session(scenario("0".repeat(16)), 1)).toThrow("fingerprint");
});
