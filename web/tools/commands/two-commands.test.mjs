// Two commands in one checkout, commands that are killed, and a full disk: from a state without node_modules. What is made is
// whole, and no program of one command runs beside a program of another.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Checkout, optimized } from "./two-commands.test-data.mjs";

// Each test runs two to six commands, which load Vite.
vi.setConfig({ testTimeout: 180_000 });

/** @type {Checkout} */
let checkout;
beforeEach(() => {
  checkout = new Checkout();
});
afterEach(() => checkout.remove());

function expectWhole() {
  expect(checkout.read("node_modules/last")?.toString()).toBe("all of it");
  expect(checkout.read("dist/last.js")?.toString()).toBe("all of it");
  for (const name of ["livelock_wasm_bg.wasm", "capture_bg.wasm"]) {
    expect(checkout.read("web/engine/pkg", name)?.equals(optimized), name).toBe(true);
  }
}

/** Which commands ran programs, in the order in which they did, without repetitions. */
function turns() {
  const names = checkout.log().map((line) => line.split(" ")[0] ?? "");
  return names.filter((name, index) => name !== names[index - 1]);
}

test("npm test beside npm start waits for it, and leaves what it serves", async () => {
  const start = checkout.run("start", ["start"]);
  await start.until("start begin wasm-opt");
  const testing = checkout.run("test", ["test", "wasm"]);
  expect(await testing.ended, testing.output).toBe(0);
  expect(testing.output).toContain("waits for `npm start` (process");
  expect(turns()).toEqual(["start", "test"]);
  expect(checkout.log()).toContain("test begin npm");
  expectWhole();
  const address = await start.served();
  expect((await fetch(`${address}last.js`)).status).toBe(200);
  expect(start.process.exitCode).toBe(null);
});

test("the second npm start serves what the first has made", async () => {
  const commands = ["one", "two"].map((name) => checkout.run(name, ["start"]));
  const addresses = await Promise.all(commands.map((command) => command.served()));
  expect(new Set(addresses).size).toBe(2);
  expect(turns()).toHaveLength(1);
  expectWhole();
  for (const address of addresses) expect((await fetch(address)).status).toBe(200);
});

test("a command that is killed at any moment leaves nothing half-made that the next one takes", async () => {
  for (const program of ["npm", "cargo", "wasm-pack", "wasm-opt", "vite"]) {
    const killed = checkout.run(program, ["start"]);
    await killed.until(`${program} begin ${program}`);
    killed.process.kill("SIGKILL");
    await killed.ended;
  }
  await checkout.run("last", ["start"]).served();
  expectWhole();
});

test("on a full disk a command fails, and the next one makes all of it again", async () => {
  const problems = {
    npm: "npm ci did not install everything",
    "wasm-opt": "is no complete module",
    vite: "vite build",
  };
  for (const [program, problem] of Object.entries(problems)) {
    const failing = checkout.run("full", ["start"], { FAIL: program });
    await failing.until(problem);
    expect(await failing.ended).toBe(1);
  }
  expect(checkout.read("dist/index.html")).toBe(null);
  await checkout.run("last", ["start"]).served();
  expectWhole();
});
