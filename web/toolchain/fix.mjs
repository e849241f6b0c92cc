// `npm run fix`: lets the formatters decide the layout and the linters mend what they can.

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
 */
async function mend(command, folder = ".") {
  const [program = "", ...arguments_] = command.split(" ");
  await run(program, arguments_, { cwd: inProject(folder), remedy });
}

try {
  await prepare({ wasm: false });
  await step("rustfmt and clippy", installRustChecks);
  await step("rustfmt core", () => mend("cargo fmt --all", "core"));
  await step("rustfmt core/bindgen", () => mend("cargo fmt --all", "core/bindgen"));
  await step("eslint", () => mend("eslint . --fix"));
  await step("prettier", () => mend("prettier --write --log-level warn ."));
} catch (error) {
  printFailure(error);
  process.exit(1);
}
