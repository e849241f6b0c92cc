// Work is skipped only if it has been done before with the same files and the same words, such as a command.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { fingerprint, isMadeFrom, markMadeFrom, unlessUnchanged } from "./fingerprint.mjs";
import { inProject } from "./paths.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "checked-"));
const other = mkdtempSync(path.join(tmpdir(), "inputs-"));
const name = `test-${process.pid}`;
const inputs = [path.relative(inProject(), folder)];

afterAll(() => rmSync(inProject("node_modules/.cache/checked", name), { recursive: true }));

/**
 * Returns whether the check has run.
 * @param {{ words?: string[], failed?: number }} how
 */
async function isRun({ words = [], failed = 0 } = {}) {
  let runs = 0;
  const check = () => {
    runs += 1;
    return Promise.resolve({ passed: 7 - failed, failed, output: "" });
  };
  const result = await unlessUnchanged(name, check, { words, inputs, skip: ["skipped"] });
  expect([result.passed, result.failed]).toEqual([7 - failed, failed]);
  expect(result.output === "").toBe(runs > 0);
  return runs > 0;
}

test("a check that has passed runs again only if a file or a word has changed", async () => {
  writeFileSync(path.join(folder, "one"), "1");
  expect(await isRun()).toBe(true);
  expect(await isRun()).toBe(false);
  expect(await isRun({ words: ["eslint"] })).toBe(true);
  expect(await isRun({ words: ["eslint"] })).toBe(false);
  writeFileSync(path.join(folder, "one"), "2");
  expect(await isRun({ words: ["eslint"] })).toBe(true);
  writeFileSync(path.join(folder, "skipped"), "");
  expect(await isRun({ words: ["eslint"] })).toBe(false);
  writeFileSync(path.join(folder, "two"), "");
  expect(await isRun({ words: ["eslint"] })).toBe(true);
});

test("a check that has failed runs again", async () => {
  writeFileSync(path.join(folder, "one"), "3");
  expect(await isRun({ failed: 1 })).toBe(true);
  expect(await isRun({ failed: 1 })).toBe(true);
  expect(await isRun()).toBe(true);
  expect(await isRun()).toBe(false);
});

test("a fingerprint depends on contents, names and words, and not on skipped files", () => {
  const print = (/** @type {string[]} */ words = []) =>
    fingerprint([other], { words, skip: ["skipped"] });
  writeFileSync(path.join(other, "file"), "one");
  const first = print();
  writeFileSync(path.join(other, "skipped"), "anything");
  expect(print()).toBe(first);
  expect(print(["word"])).not.toBe(first);
  writeFileSync(path.join(other, "file"), "two");
  expect(print()).not.toBe(first);
});

test("a folder stores the fingerprint of its inputs", () => {
  expect(isMadeFrom(other, "print")).toBe(false);
  markMadeFrom(other, "print");
  expect(isMadeFrom(other, "print")).toBe(true);
  expect(isMadeFrom(other, "other")).toBe(false);
});
