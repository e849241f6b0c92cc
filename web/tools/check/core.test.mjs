// The rules for the core. Each has a bad example, and a good example that looks similar.

import { describe, expect, test } from "vitest";
import { coreForbiddenWords, coreImportOrder, deadRustFiles } from "./core.mjs";
import { Project } from "./project.mjs";

/**
 * @param {import("./check.mjs").Rule} rule
 * @param {Record<string, string>} files
 */
const find = (rule, files) => rule.check(new Project(files));

describe("the core", () => {
  const designs = "core/src/families/routers/designs";
  const others = {
    [`${designs}/bsd.rs`]: "",
    "core/src/families/routers/mod.rs": "",
    "core/src/families/routers/kernel.rs": "",
  };

  test.each([
    ["a later module", "core/src/hardware/nic.rs", "use crate::kernel::Queue;"],
    [
      "a later module in a group",
      "core/src/cpu/mod.rs",
      "use crate::{units::Cycles, machine::Machine};",
    ],
    ["a later module by super", "core/src/cpu/line.rs", "use super::super::hardware::Nic;"],
    [
      "another design",
      `${designs}/polling.rs`,
      "use crate::families::routers::designs::bsd::path;",
    ],
    [
      "another design in a group",
      `${designs}/polling.rs`,
      "use crate::families::routers::designs::{polling::a, bsd};",
    ],
    ["another design by super", `${designs}/polling.rs`, "use super::bsd::path;"],
    [
      "another design from a file of a design",
      `${designs}/polling/a.rs`,
      "use super::super::bsd::b;",
    ],
    ["another family", "core/src/families/srp/a.rs", "use crate::families::routers::classes;"],
    ["another family by super", "core/src/families/srp/a.rs", "use super::super::routers::a;"],
    ["a module without a place", "core/src/extras.rs", ""],
  ])("the order finds %s", (_what, file, text) => {
    expect(find(coreImportOrder, { ...others, [file]: text })).toHaveLength(1);
  });

  test.each([
    [`${designs}/polling.rs`, "use super::{polling::drain, Design};\nuse super::super::Kernel;"],
    ["core/src/families/srp/a.rs", "use crate::families::srp::b;"],
    [
      "core/src/hardware/nic.rs",
      "//! See crate::machine.\nuse crate::{cpu::Work, units::Cycles};\nuse super::ring::Ring;\n" +
        "#[cfg(test)]\nmod tests {\n    use crate::machine::Machine;\n}",
    ],
  ])("the order allows earlier modules, comments and tests in %s", (file, text) => {
    expect(find(coreImportOrder, { ...others, [file]: text })).toEqual([]);
  });

  test.each([
    "use std::time::Instant;",
    "let a: HashMap<u8, u8>;",
    "fn share() -> f64 {",
    "use std::thread;",
    "use wasm_bindgen::prelude::*;",
  ])("a forbidden word of the core is found: %s", (text) => {
    expect(find(coreForbiddenWords, { "core/src/kernel/queue.rs": text })).toHaveLength(1);
  });

  test.each([
    "let text = std::fs::read_to_string(path)?;",
    "let text = String::from_utf8_lossy(&bytes);",
    "std::fs::write(path, text)?;",
    "std::fs::rename(&temporary, path)?;",
    "let file = File::create(path)?;",
  ])("a forbidden word of the command is found: %s", (text) => {
    expect(find(coreForbiddenWords, { "core/cli/src/grade/rubric.rs": text })).toHaveLength(1);
    const own = { "core/cli/src/text_file.rs": text, "core/cli/src/output_file.rs": text };
    expect(find(coreForbiddenWords, own)).toHaveLength(1);
  });

  test("forbidden words are allowed in comments, in strings and in the listed modules", () => {
    const files = {
      "core/src/kernel/queue.rs": `// no HashMap, no 'f64' here\nconst WHY: &str = "f64";`,
      "core/src/probes/rate.rs": "pub fn rate() -> f64 {",
    };
    expect(find(coreForbiddenWords, files)).toEqual([]);
  });

  test("a Rust file that no mod names is found", () => {
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
      "core/packager/Cargo.toml": `path = "src/tool.rs"`,
      "core/packager/src/tool.rs": "",
    };
    expect(find(deadRustFiles, files)).toEqual([
      "core/src/dead.rs belongs to no crate: no mod names it",
    ]);
  });
});
