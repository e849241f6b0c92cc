// One command at a time changes a checkout; a killed command keeps nobody out.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { birthOf, Lock } from "./lock.mjs";
import { inProject } from "./paths.mjs";

/** @type {string} */
let folder;
/** @type {string[]} */
let said;
const lock = () => new Lock(folder, (text) => said.push(text));
const file = () => path.join(folder, ".lock");
const holder = () => JSON.parse(readFileSync(file(), "utf8"));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lock-"));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {object} other */
function writeLock(other) {
  const own = { command: "npm start", pid: process.pid, birth: birthOf(process.pid) };
  writeFileSync(file(), JSON.stringify({ ...own, host: hostname(), ...other }));
}

/**
 * A process that takes the lock, appends "begin" and "end" to a file and ends, after `milliseconds`.
 * @param {number} milliseconds
 */
function worker(milliseconds) {
  const module = pathToFileURL(inProject("web/tools/lib/lock.mjs"));
  const code = `
    import { appendFileSync } from "node:fs";
    import { Lock } from ${JSON.stringify(module.href)};
    const lock = new Lock(${JSON.stringify(folder)}, () => undefined);
    await lock.hold("npm test");
    const note = (word) => appendFileSync(${JSON.stringify(path.join(folder, "log"))}, word + "\\n");
    note("begin");
    await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
    note("end");
    lock.release();`;
  const started = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: "ignore",
  });
  return { started, ended: once(started, "exit") };
}

test("the second command waits until the first gives the lock back, and says for whom", async () => {
  const first = lock();
  await first.hold("npm start");
  const second = lock();
  let isHeld = false;
  const waiting = second.hold("npm test").then(() => (isHeld = true));
  expect(said).toEqual([`  waits for \`npm start\` (process ${process.pid}) in this folder`]);
  expect(isHeld).toBe(false);
  first.release();
  await waiting;
  expect(holder().command).toBe("npm test");
  second.release();
  expect(existsSync(file())).toBe(false);
});

test("a command does not take the lock if the other one has made what it wanted", async () => {
  const first = lock();
  await first.hold("npm start");
  let isMade = false;
  const second = lock();
  const waiting = second.hold("npm start", () => isMade);
  isMade = true;
  expect(await waiting).toBe(false);
  second.release();
  expect(holder().command).toBe("npm start");
});

test("the lock of a killed command is taken over", async () => {
  const { started, ended } = worker(60_000);
  while (!existsSync(path.join(folder, "log"))) await new Promise((done) => setTimeout(done, 20));
  started.kill("SIGKILL");
  await ended;
  expect(holder().pid).toBe(started.pid);
  await lock().hold("npm start");
  expect(holder().pid).toBe(process.pid);
});

test("the lock of a dead process is taken over though its number is in use again", async () => {
  writeLock({ birth: "earlier" });
  expect(await lock().hold("npm start")).toBe(true);
  expect(holder().birth).toBe(birthOf(process.pid));
});

test("nobody can see whether a process of another computer is alive: the line says what to do", async () => {
  writeLock({ host: "elsewhere", birth: "1" });
  let polls = 0;
  expect(await lock().hold("npm test", () => ++polls > 1)).toBe(false);
  expect(said[0]).toContain(`on elsewhere) in this folder. If it does not run any more, delete`);
});

test("a lock that is not written yet is respected, but not for ever", async () => {
  writeFileSync(file(), "");
  let polls = 0;
  expect(await lock().hold("npm test", () => ++polls > 1)).toBe(false);
  utimesSync(file(), 1, 1);
  expect(await lock().hold("npm test")).toBe(true);
});

test("a lock that cannot be written is a failure with a remedy", async () => {
  const absent = new Lock(path.join(folder, "absent"), () => undefined);
  await expect(absent.hold("npm start")).rejects.toMatchObject({
    remedy: expect.stringContaining("make room on the disk"),
  });
});

test("of several commands that find a dead holder, one at a time works", async () => {
  writeLock({ birth: "earlier" });
  const workers = Array.from({ length: 5 }, () => worker(30));
  await Promise.all(workers.map(({ ended }) => ended));
  const words = readFileSync(path.join(folder, "log"), "utf8").trim().split("\n");
  expect(words).toEqual(Array.from({ length: 5 }, () => ["begin", "end"]).flat());
});
