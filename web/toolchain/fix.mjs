// `npm run fix`: lets the formatters decide the layout and the linters mend what they can, and writes
// the TypeScript types anew from the Rust ones.

import { run } from "./command.mjs";
import { printFailure } from "./failure.mjs";
import { inProject } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { installRustChecks } from "./rust.mjs";
import { step } from "./step.mjs";

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

try {
  await prepare({ wasm: false });
  await step("rustfmt and clippy", installRustChecks);
  await step("rustfmt core", () => mend("cargo fmt --all", "core"));
  await step("rustfmt core/bindgen", () => mend("cargo fmt --all", "core/bindgen"));
  await step("types from Rust", () =>
    mend("cargo test --package livelock_wasm --test types", "core", { UPDATE_TYPES: "1" }),
  );
  await step("eslint", () => mend("eslint . --fix"));
  await step("prettier", () => mend("prettier --write --log-level warn ."));
} catch (error) {
  printFailure(error);
  process.exit(1);
}
