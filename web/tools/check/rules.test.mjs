// Each rule has a bad example, and a good example that looks similar. Tests our own rules, and the
// configurations of ESLint and dependency-cruiser.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cruise } from "dependency-cruiser";
import { ESLint } from "eslint";
import { describe, expect, test } from "vitest";
import cruiserConfig from "../../../.dependency-cruiser.mjs";
import folderCircles from "./folder-circles.mjs";
import { inProject } from "../lib/paths.mjs";
import { tryRun } from "../lib/programs.mjs";
import {
  emptyFileNames,
  fileHeaders,
  fileLengths,
  folderCaptions,
  mergeMarks,
  plainWords,
} from "./files.mjs";
import { commentPaths, documentPaths } from "./paths.mjs";
import { Project } from "./project.mjs";

/**
 * The findings of a rule in a project of these files.
 * @param {import("./check.mjs").Rule} rule
 * @param {Record<string, string>} files
 */
const find = (rule, files) => rule.check(new Project(files));

describe("files", () => {
  test.each([
    ["web/a.ts", "export {};"],
    ["web/a.css", "body {}"],
    ["core/src/a.rs", "// a comment, but not the module's\nuse b;"],
    ["web/index.html", "<!doctype html>\n<html></html>"],
    ["web/b.ts", "// 1\n// 2\n// 3\n// 4\n// 5\n// 6\nexport {};"],
  ])("a missing or too long header is found in %s", (file, text) => {
    expect(find(fileHeaders, { [file]: text })).toHaveLength(1);
  });

  test("headers of every language are recognized, and a diagram may follow", () => {
    const files = {
      "web/a.ts": "// What it is.\nexport {};",
      "web/a.css": "/* What it is,\n   and why. */\nbody {}",
      "core/src/a.rs": `//! What it is.\n//!\n${"//! diagram\n".repeat(9)}`,
      "web/index.html": "<!doctype html>\n<!-- What it is. -->\n<html></html>",
    };
    expect(find(fileHeaders, files)).toEqual([]);
  });

  test("a file of 401 lines is too long, one of 400 is not", () => {
    const files = { "web/a.ts": "a\n".repeat(401), "web/b.ts": "a\n".repeat(400) };
    expect(find(fileLengths, files)).toEqual([expect.stringContaining("web/a.ts has 401")]);
  });

  test("a path that a document names and nobody has is found, from every folder that it may begin at", () => {
    const files = {
      "core/src/cpu/mod.rs": "",
      "web/desk/clock/loop.ts": "",
      "lessons/README.md":
        "[rules](../CONTRIBUTING.md) [web](https://a.example/b.md) `ref/b` `kernel/softirq.c`",
      "CONTRIBUTING.md":
        "`cpu/mod.rs` `web/desk/clock` `desk/clock/loop.ts` `web/*/clock/` `web/desk/TOPIC.json`",
      "CHANGELOG.md": "`web/desk/lab/loop.ts`",
    };
    expect(find(documentPaths, files)).toEqual([]);
    const moved = {
      ...files,
      "ARCHITECTURE.md": "`web/desk/lab/loop.ts` `cpu/line.rs` `web/app` [a](b.md)",
    };
    expect(find(documentPaths, moved)).toEqual(
      ["web/desk/lab/loop.ts", "cpu/line.rs", "web/app", "b.md"].map(
        (name) => `ARCHITECTURE.md names ${name}, which does not exist`,
      ),
    );
  });

  test("a file that a comment names and nobody has is found", () => {
    const files = {
      "web/a.ts": "// As core/src/b.rs says.\nexport const a = 'web/c.ts';",
      "core/src/b.rs": "//! web/a.ts reads it (web/d.ts writes it).",
    };
    expect(find(commentPaths, files)).toEqual([
      "core/src/b.rs names web/d.ts, which does not exist",
    ]);
  });

  test("the marks of an unfinished merge are found, and a heading in a text is none", () => {
    const files = { "a.md": "One\n<<<<<<< HEAD\ntwo\n", "b.md": "Title\n=======\n>>> three\n" };
    expect(find(mergeMarks, files)).toEqual([expect.stringContaining("a.md has lines")]);
  });

  test("a folder without a caption is found", () => {
    const files = {
      "web/frame/a.ts": "",
      "web/motion/a.ts": "",
      "web/motion/README.md": "# motion",
      "core/src/cpu/line.rs": "",
      "core/src/cpu/mod.rs": "//! The executor.",
      "core/src/lib.rs": "//! The map.",
    };
    expect(find(folderCaptions, files)).toEqual([expect.stringContaining("web/frame")]);
  });

  test.each([
    ["web/frame/utils.ts", ""],
    ["web/frame/draw-helper.ts", ""],
    ["core/src/a.rs", "struct QueueHelper;"],
    ["web/cards/studio/a.ts", ""],
  ])("a name that is too general is found in %s", (file, text) => {
    expect(find(emptyFileNames, { [file]: text })).toHaveLength(1);
  });

  test.each([
    ["web/a.css", ".high-ipl { color: red }"],
    ["web/a.css", "body { background: url(https://example.org/b.png) }"],
    ["core/src/hardware/nic.rs", "fn high_ipl() {}"],
  ])("a design or a host is found in %s: %s", (file, text) => {
    expect(find(plainWords, { [file]: text })).toHaveLength(1);
  });
});

describe("ESLint", () => {
  const eslint = new ESLint({ cwd: inProject() });

  /**
   * @param {string} file
   * @param {string} text
   */
  async function rulesBroken(file, text) {
    const [result] = await eslint.lintText(text, { filePath: inProject(file) });
    return (result?.messages ?? []).map(({ ruleId }) => ruleId);
  }

  test.each([
    ["a design in a string", "web/cards/a.tsx", `export const a = "high_ipl";`, "no-design-name"],
    ["a design in a name", "web/cards/a.tsx", `export const highIpl = 1;`, "no-design-name"],
    [
      "a design on the page",
      "web/cards/a.tsx",
      `export const a = <p>High IPL</p>;`,
      "no-design-name",
    ],
    ["a design in a test", "web/cards/a.test.ts", `export const a = "srp";`, "no-design-name"],
    [
      "a text that begins with the id of a scenario",
      "web/cards/a.ts",
      `export const a = "srp-figure-0";`,
      "no-design-name",
    ],
    ["a family", "web/cards/a.ts", `export const a = "routers";`, "no-family-id"],
    ["another host", "web/a.ts", `export const a = "https://example.org";`, "no-other-host"],
    [
      "the character of a key",
      "web/cards/a.ts",
      `export const isUndo = (event: KeyboardEvent) => event.key === "z";`,
      "no-key-character",
    ],
    [
      "the character of a key, in parts",
      "web/cards/a.ts",
      `export const isUndo = ({ key, ctrlKey }: KeyboardEvent) => ctrlKey && key === "z";`,
      "no-key-character",
    ],
    ["a metaphor", "web/cards/a.ts", `export const openStudio = 1;`, "no-metaphor"],
    ["a left side", "web/a.css", "a { margin-left: 1px }", "css/prefer-logical-properties"],
    [
      "a left side in a shorthand",
      "web/a.css",
      "a { padding: 1px 0 1px 2px }",
      "no-sided-shorthand",
    ],
    ["a manager", "web/frame/a.ts", `export class TraceManager {}`, "no-empty-name"],
    [
      "the page in a pure folder",
      "web/frame/a.ts",
      `export const a = document.title;`,
      "no-restricted-globals",
    ],
    [
      "a type of the page",
      "web/frame/a.ts",
      `export let a: HTMLElement | null;`,
      "@typescript-eslint/no-restricted-types",
    ],
    [
      "the clock in a pure folder",
      "web/lesson/a.ts",
      `export const a = Date.now();`,
      "no-restricted-globals",
    ],
    [
      "a worker of another folder",
      "web/pages/lab/a.ts",
      `export const a = new URL("../../engine/worker.ts", import.meta.url);`,
      "no-restricted-syntax",
    ],
    [
      "a file that is read without its encoding",
      "web/pages/lab/a.ts",
      `export const a = async (file: File) => await file.text();`,
      "no-restricted-syntax",
    ],
    [
      "an English word in a translated text",
      "web/pages/lab/a.ts",
      `export const a = (is: boolean) => tr("{n} {value}", { n: 1, value: is ? "are" : "is" });`,
      "no-restricted-syntax",
    ],
    [
      "a decoder of its own",
      "web/store/a.ts",
      `export const a = new TextDecoder();`,
      "no-restricted-syntax",
    ],
  ])("finds %s", async (_what, file, text, rule) => {
    const broken = await rulesBroken(file, text);
    expect(broken.map((id) => id?.replace("project/", ""))).toContain(rule);
  });

  test.each([
    ["web/cards/a.tsx", `// as in high_ipl\nexport const thigh_iplate = "isrpx";`],
    ["web/cards/a.ts", `export const a = "srp-figure-5-freebsd srp-figure-5-freebsd";`],
    ["web/lesson/a.ts", `export const a = "what today shows";\nexport const today = 1;`],
    ["web/a.ts", `export const theirDesktop = 1;`],
    ["web/a.tsx", `export const a = <svg xmlns="http://www.w3.org/2000/svg" />;`],
    ["web/a.ts", `export const theirDesktop = 1;`],
    ["web/a.test.ts", `export const a = "https://example.org/c";`],
    ["web/a.ts", `export const keyOf = ({ key }: { key: string }) => key;`],
    [
      "web/frame/a.ts",
      `export const end = (window: number, a: { document: number }) => window + a.document;`,
    ],
    ["web/frame/a.test.ts", `document.title = "";`],
  ])("allows %s: %s", async (file, text) => {
    expect(await rulesBroken(file, text)).toEqual([]);
  });
});

describe("oxlint", () => {
  test("finds an error that needs types, and asks the configuration of TypeScript", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "linted-"));
    const options = { strict: true, noUncheckedIndexedAccess: true, types: [] };
    const write = (/** @type {string} */ file, /** @type {string} */ text) =>
      writeFileSync(path.join(folder, file), text);
    write("tsconfig.json", JSON.stringify({ compilerOptions: options }));
    write("a.ts", "async function a() { await 1; }\na();\n");
    write("b.ts", "export const b = (list: string[]) => list[0]!.length;\n");
    const { code, output } = await tryRun("oxlint", ["-c", inProject(".oxlintrc.json"), folder]);
    rmSync(folder, { recursive: true });
    expect(code).toBe(1);
    expect(output).toContain("no-floating-promises");
    expect(output).not.toContain("b.ts");
  });
});

describe("dependency-cruiser", () => {
  /** @param {Record<string, string>} files */
  async function rulesBroken(files, config = cruiserConfig) {
    const baseDir = mkdtempSync(path.join(tmpdir(), "cruised-"));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.join(baseDir, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(baseDir, file), text);
    }
    const { forbidden, options = {} } = config;
    const { output } = await cruise(["web"], {
      ...options,
      baseDir,
      validate: true,
      ruleSet: { forbidden },
      exclude: options.exclude,
    });
    if (typeof output === "string") throw new Error(output);
    return output.summary.violations.map(({ from, rule }) => `${from} ${rule.name}`);
  }

  test("finds a circle of folders, and lets a test stand on anything", async () => {
    const files = {
      "web/desk/lab/lab.ts": `import "../link/link"; export type Lab = 1;`,
      "web/desk/lab/state.ts": "export type State = 1;",
      "web/desk/link/link.ts": `import type {} from "../lab/state";`,
      "web/model/limits.test.ts": `import "../desk/lab/state";`,
      "web/desk/lab/a.ts": `import "../../model/limits";`,
      "web/model/limits.ts": "export {};",
    };
    const broken = await rulesBroken(files, folderCircles);
    expect(broken.sort()).toEqual([
      "web/desk/lab no-circles-of-folders",
      "web/desk/link no-circles-of-folders",
    ]);
  });

  test("finds forbidden imports, and allows types and tests", async () => {
    const files = {
      "node_modules/react/package.json": `{ "name": "react", "main": "index.js" }`,
      "node_modules/react/index.js": "",
      "web/ui/palette.ts": "export type Palette = 1; export const read = 1;",
      "web/generated/model.ts": "export type Topology = 1;",
      "web/engine/worker.ts": `import "./pkg/livelock_wasm.js";`,
      "web/engine/pkg/livelock_wasm.js": "",
      "web/engine/pool.ts": `import "./pkg/livelock_wasm.js";`,
      "web/engine/a.ts": `import "../desk/lab";`,
      "web/desk/lab.ts": "export type Lab = 1;",
      "web/desk/a.ts": `export const view = import("../cards/a");`,
      "web/desk/b.ts": `import "react";`,
      "web/cards/a.ts": `import "../engine/worker";`,
      "web/cards/one.ts": `import "./two";`,
      "web/cards/two.ts": `import type {} from "./one"; export const two = 2;`,
      "web/pages/a.ts": `import "../desk/lab"; import "../cards/two";`,
      "web/pictures/charts/a.ts": `import "react";`,
      "web/pictures/charts/b.ts": `import type { Lab } from "../../desk/lab"; export const a: Lab = 1;`,
      "web/frame/b.ts": `import { read } from "../ui/palette"; export const b = read;`,
      "web/frame/c.ts": `import type { Palette } from "../ui/palette"; export const c: Palette = 1;`,
      "web/frame/c.test.ts": `import "../desk/lab"; import "react";`,
      "web/ui/a.ts": `import "../engine/pool";`,
      "web/desk/c.ts": `import "../ui/palette";`,
      "node_modules/d3-array/package.json": `{ "name": "d3-array", "main": "index.js" }`,
      "node_modules/d3-array/index.js": "",
      "web/lesson/a.ts": `import "d3-array";`,
      "web/shell/a.ts": `import "../main";`,
      "web/main.ts": "export {};",
    };
    const broken = await rulesBroken(files);
    expect(broken.sort()).toEqual([
      "web/cards/a.ts no-worker",
      "web/cards/one.ts no-circles",
      "web/desk/a.ts above-desk",
      "web/desk/b.ts no-react",
      "web/desk/c.ts no-ui",
      "web/engine/a.ts above-engine",
      "web/engine/pool.ts only-workers-import-the-core",
      "web/frame/b.ts pure-folders-types-only",
      "web/lesson/a.ts no-d3",
      "web/pictures/charts/a.ts pure-folders-packages",
      "web/pictures/charts/b.ts pure-folders",
      "web/shell/a.ts gallery-and-entries",
      "web/ui/a.ts ui",
    ]);
  });
});
