// Every command of package.json answers `--help` with its usage, and the usage of `npm test` names what can be chosen.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../lib/paths.mjs";
import { tryRun } from "../lib/programs.mjs";
import { stages } from "./stages.mjs";
import { asksForHelp, commandNames, usageOf } from "./usage.mjs";

const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));

test("every command of package.json has a usage", () => {
  expect([...commandNames].sort()).toEqual(Object.keys(scripts).sort());
});

test.each(commandNames)("%s: the usage shows the command and fits into 100 columns", (name) => {
  const lines = usageOf(name).split("\n");
  expect(lines.join("\n")).toMatch(new RegExp(`^  npm (run )?${name}\\b`, "m"));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});

test("the usage of npm test names every group and every stage, in their order", () => {
  const words = usageOf("test").replace(/\s+/g, " ");
  expect(words).toContain(`groups ${[...new Set(stages.flatMap(groupsOf))].join(", ")}`);
  expect(words).toContain(`stages ${stages.map(({ name }) => name).join(", ")}`);
});

/** @param {import("./stages.mjs").Stage} stage */
function groupsOf({ groups }) {
  return groups;
}

test("help is asked for among any other words", () => {
  expect([["--help"], ["-h"], ["new", "--help"]].map(asksForHelp)).toEqual([true, true, true]);
  expect([[], ["help"], ["rust"]].map(asksForHelp)).toEqual([false, false, false]);
});

test("a command prints its usage, does nothing else, and succeeds", async () => {
  const bootstrap = inProject("web/tools/commands/bootstrap.mjs");
  const { code, output } = await tryRun("node", [bootstrap, "start", "--help"]);
  expect({ code, output: output.trim() }).toEqual({ code: 0, output: usageOf("start") });
});
