// `npm run build`: dist/, a folder of static files that works from any sub-path of any file server.

import { printFailure } from "./failure.mjs";
import { prepare } from "./prepare.mjs";
import { buildSite } from "./site.mjs";
import { step } from "./step.mjs";
import { buildWasm } from "./wasm.mjs";
import { expectNone } from "./words.mjs";

try {
  expectNone(process.argv.slice(2), "npm run build");
  await prepare();
  await step("core, packed for the browser", buildWasm);
  await step("pages", buildSite);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
