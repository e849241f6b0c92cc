// `npm run build`: dist/, a folder of static files that works from any sub-path of any file server.

import { printFailure } from "./failure.mjs";
import { prepare } from "./prepare.mjs";
import { buildSite } from "./site.mjs";
import { step } from "./step.mjs";
import { buildWasm } from "./wasm.mjs";

try {
  await prepare();
  await step("core, packed for the browser", buildWasm);
  await step("pages", buildSite);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
