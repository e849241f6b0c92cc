// Each rule has its bad example, and a good one that looks like it.

import { expect, test } from "vitest";
import { Project } from "./project.mjs";
import { coreForbiddenWords } from "./rules/core-forbidden-words.mjs";
import { coreImportOrder } from "./rules/core-import-order.mjs";
import { deadRustFiles } from "./rules/dead-rust-files.mjs";
import { deadWebFiles } from "./rules/dead-web-files.mjs";
import { designNames } from "./rules/design-names.mjs";
import { emptyNames } from "./rules/empty-names.mjs";
import { fileHeaders } from "./rules/file-headers.mjs";
import { fileLengths } from "./rules/file-lengths.mjs";
import { otherHosts } from "./rules/other-hosts.mjs";
import { roomCaptions } from "./rules/room-captions.mjs";
import { wasmImporter } from "./rules/wasm-importer.mjs";
import { webRoomImports } from "./rules/web-room-imports.mjs";

/**
 * The findings of a rule in a project of these files.
 * @param {import("./rules/index.mjs").Rule} rule
 * @param {Record<string, string>} files
 */
const find = (rule, files) => rule.check(new Project(files));

test.each([
  ["react in a pure room", "web/charts/a.ts", `import { useMemo } from "react";`],
  ["the store in a pure room", "web/frame/a.ts", `import { lab } from "../store/lab";`],
  [
    "a type of the store in a pure room",
    "web/frame/a.ts",
    `import type { Lab } from "../store/lab";`,
  ],
  [
    "code of a file that only gives types",
    "web/frame/a.ts",
    `import { read } from "../ui/palette";`,
  ],
  ["the page in a pure room", "web/motion/a.ts", `const width = document.body.clientWidth;`],
  ["the page as a type in a pure room", "web/motion/a.ts", `let a: HTMLElement | null = null;`],
  ["the clock in a pure room", "web/motion/a.ts", `const now = performance.now();`],
  [
    "the worker in a view",
    "web/views/lab/a.tsx",
    `const url = new URL("../../engine/worker.ts", import.meta.url);`,
  ],
  ["a view in the store", "web/store/a.ts", `const view = import("../views/lab/a");`],
])("a room's rule finds %s", (_what, file, text) => {
  const files = { [file]: text, "web/ui/palette.ts": "", "web/store/lab.ts": "" };
  expect(
    find(webRoomImports, { ...files, "web/engine/worker.ts": "", "web/views/lab/a.tsx": text }),
  ).toContainEqual(expect.stringContaining(`${file}:1`));
});

test("a room's rule leaves types, own names, properties and tests alone", () => {
  const text = `
    import type { Topology } from "../engine/model";
    import type { Palette } from "../ui/palette";
    export const end = (window: number, a: { document: number }) => window + a.document;`;
  expect(
    find(webRoomImports, {
      "web/engine/model.ts": "",
      "web/ui/palette.ts": "",
      "web/frame/a.ts": text,
      "web/frame/a.test.ts": `import { lab } from "../store/lab"; document.title = "";`,
    }),
  ).toEqual([]);
});

test("only the worker imports the wasm package; its address is free", () => {
  const files = {
    "web/engine/worker.ts": `import init from "./pkg/livelock_wasm.js";`,
    "web/engine/module.ts": `import address from "./pkg/livelock_wasm_bg.wasm?url";`,
    "web/engine/pool.ts": `import init from "./pkg/livelock_wasm.js";`,
  };
  expect(find(wasmImporter, files)).toEqual([
    "web/engine/pool.ts:1 imports ./pkg/livelock_wasm.js",
  ]);
});

test.each([
  ["a later room", "core/src/hardware/nic.rs", "use crate::kernel::Queue;"],
  [
    "a later room in a group",
    "core/src/cpu/mod.rs",
    "use crate::{units::Cycles, machine::Machine};",
  ],
  ["a later room by super", "core/src/cpu/line.rs", "use super::super::hardware::Nic;"],
  ["another design", "core/src/designs/polling.rs", "use crate::designs::bsd::path;"],
  [
    "another design in a group",
    "core/src/designs/polling.rs",
    "use crate::designs::{polling::a, bsd};",
  ],
  ["another design by super", "core/src/designs/polling.rs", "use super::bsd::path;"],
  ["a room without a place", "core/src/extras.rs", ""],
])("core's order finds %s", (_what, file, text) => {
  expect(find(coreImportOrder, { "core/src/designs/bsd.rs": "", [file]: text })).toHaveLength(1);
});

test("families of kernels do not use each other", () => {
  const text = "use crate::router::classes;";
  expect(find(coreImportOrder, { "core/src/linux/a.rs": text })).toHaveLength(1);
  expect(find(coreImportOrder, { "core/src/linux/a.rs": "use crate::linux::b;" })).toEqual([]);
});

test("a design may use what all designs share", () => {
  const text = "use crate::designs::{polling::drain, Design};";
  expect(find(coreImportOrder, { "core/src/designs/polling.rs": text })).toEqual([]);
});

test("core's order leaves earlier rooms, comments and tests alone", () => {
  const text = `//! See crate::machine.
use crate::{cpu::Work, units::Cycles};
use super::ring::Ring;
#[cfg(test)]
mod tests {
    use crate::machine::Machine;
}`;
  expect(find(coreImportOrder, { "core/src/hardware/nic.rs": text })).toEqual([]);
});

test.each([
  "use std::time::Instant;",
  "let a: HashMap<u8, u8>;",
  "fn share() -> f64 {",
  "use std::thread;",
])("core may not say %s", (text) => {
  expect(find(coreForbiddenWords, { "core/src/kernel/queue.rs": text })).toHaveLength(1);
});

test("core's forbidden words are free in comments, strings and the rooms excepted", () => {
  const files = {
    "core/src/kernel/queue.rs": `// no HashMap, no 'f64' here\nconst WHY: &str = "f64";`,
    "core/src/probes/rate.rs": "pub fn rate() -> f64 {",
  };
  expect(find(coreForbiddenWords, files)).toEqual([]);
});

/** The catalogue as far as the rule reads it. */
const catalogue = (/** @type {string[]} */ designs) => ({
  "web/engine/catalogue.json": JSON.stringify({
    designs: designs.map((id) => ({ id })),
    families: [{ id: "today" }],
    scenarios: [{ id: "srp-figure-5" }, { id: "srp-figure-5-again" }],
  }),
});
const designs = catalogue(["high_ipl", "srp"]);

test.each([
  ["a string", "web/views/a.tsx", `const design = "high_ipl";`],
  ["a name", "web/views/a.tsx", `const highIpl = 1;`],
  ["text on the page", "web/views/a.tsx", `const a = <p>High IPL</p>;`],
  ["a style", "web/views/a.css", `.high-ipl { color: red }`],
  ["hardware", "core/src/hardware/nic.rs", `fn high_ipl() {}`],
  ["another family", "web/views/a.tsx", `const design = "srp";`],
  ["a test", "web/views/a.test.ts", `const design = "srp";`],
  ["what begins like a scenario's id", "web/views/a.tsx", `const id = "srp-figure-6";`],
  ["a family's id", "web/views/a.tsx", `const isNew = family === "today";`],
])("a design's name is found in %s", (_what, file, text) => {
  expect(find(designNames, { ...designs, [file]: text })).toHaveLength(1);
});

test.each([
  ["comments and inside other words", `// as in high_ipl\nconst thigh_iplate = "isrpx";`],
  ["the id of a scenario", `const shown = "srp-figure-5-again srp-figure-5";`],
  [
    "an ordinary word that is a family's id too",
    `const said = "what today shows"; const today = 1;`,
  ],
])("a design's name is free in %s", (_what, text) => {
  expect(find(designNames, { ...designs, "web/views/a.tsx": text })).toEqual([]);
});

test("no designs at all is a finding, not a pass", () => {
  expect(find(designNames, {})).toHaveLength(1);
  expect(find(designNames, catalogue([]))).toHaveLength(1);
});

test.each([
  ["web/a.ts", "export {};"],
  ["web/a.css", "body {}"],
  ["core/src/a.rs", "// a comment, but not the module's\nuse b;"],
  ["web/index.html", "<!doctype html>\n<html></html>"],
  ["web/b.ts", "// 1\n// 2\n// 3\n// 4\n// 5\n// 6\nexport {};"],
])("a missing or endless header is found in %s", (file, text) => {
  expect(find(fileHeaders, { [file]: text })).toHaveLength(1);
});

test("headers of every language are seen, and a diagram may follow", () => {
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

test.each([
  ["web/frame/utils.ts", ""],
  ["web/frame/draw-helper.ts", ""],
  ["web/frame/a.ts", "class TraceManager {}"],
  ["core/src/a.rs", "struct QueueHelper;"],
])("an empty name is found in %s", (file, text) => {
  expect(find(emptyNames, { [file]: text })).toHaveLength(1);
});

test("a room without a caption is found; a README or an index with a header is one", () => {
  const files = {
    "web/frame/a.ts": "",
    "web/motion/a.ts": "",
    "web/motion/README.md": "# motion",
    "core/src/cpu/line.rs": "",
    "core/src/cpu/mod.rs": "//! The executor.",
    "core/src/lib.rs": "//! The map.",
  };
  expect(find(roomCaptions, files)).toEqual([expect.stringContaining("web/frame")]);
});

test("files that no page, command or end-to-end test reaches are dead", () => {
  const files = {
    "package.json": `{ "scripts": { "start": "node web/toolchain/start.mjs" } }`,
    "web/toolchain/start.mjs": `import "./step.mjs";`,
    "web/toolchain/step.mjs": "",
    "web/index.html": `<script type="module" src="./main.tsx"></script>`,
    "web/gallery/index.html": `<script type="module" src="/gallery/main.ts"></script>`,
    "web/gallery/main.ts": `const a = import("../lesson");`,
    "web/lesson/index.ts": "",
    "web/main.tsx": `import "./a.css"; const u = new URL("./worker.ts", import.meta.url);`,
    "web/a.css": `@import "./b.css";`,
    "web/b.css": "",
    "web/worker.ts": `export * from "./deep.js";`,
    "web/deep.js": "",
    "web/dead.ts": "",
    "web/dead.css": "",
    "web/dead.test.ts": `import "./dead"; import "./made.test-data";`,
    "web/made.test-data.ts": "",
    "e2e/opens.spec.ts": `import "./fixtures";`,
    "e2e/fixtures/index.ts": "",
  };
  expect(find(deadWebFiles, files).map((finding) => finding.split(" ")[0])).toEqual([
    "web/dead.css",
    "web/dead.ts",
  ]);
});

test("a command that package.json names has to exist", () => {
  const files = { "package.json": `{ "scripts": { "bench": "node web/toolchain/bench.mjs" } }` };
  expect(find(deadWebFiles, files)).toEqual([expect.stringContaining("web/toolchain/bench.mjs")]);
});

test("a Rust file in no mod is dead", () => {
  const files = {
    "core/src/lib.rs": `mod cpu;\n// mod dead;\n#[path = "odd/place.rs"]\nmod odd;`,
    "core/src/cpu/mod.rs": "mod line;",
    "core/src/cpu/line.rs": "#[cfg(test)]\nmod line_tests;",
    "core/src/cpu/line/line_tests.rs": "",
    "core/src/odd/place.rs": "",
    "core/src/dead.rs": "",
    "core/tests/figures.rs": "",
    "core/cli/src/main.rs": "mod list;",
    "core/cli/src/list.rs": "",
  };
  expect(find(deadRustFiles, files)).toEqual(["core/src/dead.rs is in no mod"]);
});

test("another host in shipped code is found; namespaces, comments and tests are free", () => {
  const files = {
    "web/a.ts": `// see https://example.org\nfetch("https://example.org/a");`,
    "web/a.tsx": `const svg = <svg xmlns="http://www.w3.org/2000/svg" />;`,
    "web/a.css": `body { background: url(https://example.org/b.png) }`,
    "web/a.test.ts": `fetch("https://example.org/c");`,
  };
  expect(find(otherHosts, files)).toEqual([
    "web/a.ts:2 names https://example.org/a",
    "web/a.css:1 names https://example.org/b.png",
  ]);
});
