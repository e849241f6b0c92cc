// Facts about the steps: which stages run, which versions belong together, how programs end.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../lib/fingerprint.mjs";
import { inProject } from "../lib/paths.mjs";
import { run, tryRun } from "../lib/programs.mjs";
import { requireEqualBindgen } from "../build/rust.mjs";
import { coreInputs, runner, selectStages, stages } from "./stages.mjs";
import { Failure } from "../lib/step.mjs";
import { mayStart } from "./test.mjs";

test("no words select all stages", () => {
  expect(selectStages([])).toEqual(stages);
});

test("a chosen stage also chooses the stages that it needs, in order", () => {
  const names = selectStages(["browser"]).map(({ name }) => name);
  expect(names).toEqual(["wasm", "chromium", "firefox", "webkit", "pages", "browser"]);
});

test("a word that names no stage is a failure", () => {
  expect(() => selectStages(["webb"])).toThrow(Failure);
});

test("a stage needs only stages that are listed before it", () => {
  stages.forEach(({ after = [] }, index) => {
    const earlier = stages.slice(0, index).map(({ name }) => name);
    expect(earlier).toEqual(expect.arrayContaining(after));
  });
});

test("two stages run at the same time, unless one runs alone or both need one build folder", () => {
  const plain = { name: "plain", groups: [], run: () => Promise.reject() };
  const alone = { ...plain, runsAlone: true };
  const cargo = { ...plain, buildFolder: "core" };
  expect(mayStart(plain, [cargo], [])).toBe(true);
  expect(mayStart(plain, [cargo, plain], [])).toBe(false);
  expect(mayStart(cargo, [cargo], [])).toBe(false);
  expect(mayStart({ ...cargo, buildFolder: "core/packager" }, [cargo], [])).toBe(true);
  expect([mayStart(alone, [], []), mayStart(alone, [plain], [])]).toEqual([true, false]);
  expect(mayStart(plain, [alone], [])).toBe(false);
});

test("the report of a stage may lie in a folder whose name has a space", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "a checkout-"));
  const report = path.join(folder, "units.json");
  const write = "require('node:fs').writeFileSync(process.argv[1], '')";
  const result = await runner([process.execPath, "-e", write, report], { report }, () =>
    existsSync(report) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  );
  rmSync(folder, { recursive: true });
  expect(result).toMatchObject({ passed: 1, failed: 0 });
});

test("a stage starts when the stages that it comes after have ended", () => {
  const stage = { name: "pages", groups: [], after: ["wasm"], run: () => Promise.reject() };
  const ended = { name: "wasm", passed: 1, failed: 0, output: "", time: 1 };
  expect([mayStart(stage, [], []), mayStart(stage, [], [ended])]).toEqual([false, true]);
});

test("what the core reads outside of its folder is an input of its stages", () => {
  const sources = filesBelow(inProject("core"), new Set(["target", "packager"])).filter((file) =>
    file.endsWith(".rs"),
  );
  const paths = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"[^"\n]*\.\.\/([^"\n]+)"/g)].map(
      ([, last = ""]) => last,
    ),
  );
  const outside = new Set(paths.filter((path) => existsSync(inProject(path))));
  expect([...outside].sort()).toEqual(["README.md", "lessons/hand-ins.md", "web/generated"]);
  for (const path of outside) {
    expect(coreInputs.some((input) => path === input || path.startsWith(`${input}/`))).toBe(true);
  }
});

test("a module's crate has one type, because a second one turns link-time optimisation off", () => {
  for (const crate of ["wasm", "capture/browser"]) {
    const manifest = readFileSync(inProject("core", crate, "Cargo.toml"), "utf8");
    expect(manifest).toContain('crate-type = ["cdylib"]');
  }
});

const manifest =
  'version = "1.2.3"\n[dependencies]\nwasm-bindgen-cli-support = { version = "=1.2.3" }\n';
const lock = (/** @type {string} */ version) =>
  `[[package]]\nname = "wasm-bindgen"\nversion = "${version}"\n`;

test("equal versions of wasm-bindgen pass", () => {
  expect(() => requireEqualBindgen(lock("1.2.3"), manifest)).not.toThrow();
});

test("different versions of wasm-bindgen are named", () => {
  expect(() => requireEqualBindgen(lock("1.2.4"), manifest)).toThrow(/1\.2\.4.*1\.2\.3/);
  expect(() => requireEqualBindgen("", manifest)).toThrow("none");
});

test("a program that does not exist fails with 127 and the remedy", async () => {
  expect((await tryRun("no-such-program", [])).code).toBe(127);
  await expect(run("no-such-program", [], { remedy: "install it" })).rejects.toMatchObject({
    remedy: "install it",
  });
});

test("a program that exceeds its time limit is ended and has failed", async () => {
  const { code, output } = await tryRun("sleep", ["60"], { timeout: 50 });
  expect(code).not.toBe(0);
  expect(output).toContain("too long");
});
