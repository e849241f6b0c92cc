// `npm run fix`: lets the formatters decide the layout and the linters mend what they can, and writes
// anew what the page has from Rust: types, catalogue, the figures' record.

import { run } from "./command.mjs";
import { printFailure } from "./failure.mjs";
import { inProject } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { installRustChecks } from "./rust.mjs";
import { step } from "./step.mjs";
import { expectNone } from "./words.mjs";

const remedy = "mend by hand what the output above names, then run the command again";

/**
 * @param {string} command words separated by spaces
 * @param {string} [folder]
 * @param {Record<string, string>} [env]
 */
async function mend(command, folder = ".", env = {}) {
  const [program = "", ...arguments_] = command.split(" ");
  await run(program, arguments_, { cwd: inProject(folder), env, remedy });
}

/** @type {[string, () => Promise<void>][]} */
const mendings = [
  ["rustfmt core", () => mend("cargo fmt --all", "core")],
  ["rustfmt core/bindgen", () => mend("cargo fmt --all", "core/bindgen")],
  [
    "what is written from Rust",
    () => mend("cargo test --package livelock_wasm", "core", { UPDATE_TYPES: "1" }),
  ],
  ["eslint", () => mend("eslint . --fix")],
  ["prettier", () => mend("prettier --write --log-level warn .")],
];

try {
  expectNone(process.argv.slice(2), "npm run fix");
  await prepare({ wasm: false });
  await step("rustfmt and clippy", installRustChecks);
  for (const [title, work] of mendings) {
    // One that fails leaves the others their turn.
    await step(title, work).catch((error) => {
      printFailure(error);
      process.exitCode = 1;
    });
  }
} catch (error) {
  printFailure(error);
  process.exit(1);
}
