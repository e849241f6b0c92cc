// `npm run gallery`: every view over frozen frames, served on loopback.

import { printFailure } from "./failure.mjs";
import { prepare } from "./prepare.mjs";
import { servePage } from "./serve-page.mjs";
import { buildSite } from "./site.mjs";
import { step } from "./step.mjs";
import { buildWasm } from "./wasm.mjs";
import { readPort } from "./words.mjs";

try {
  const port = readPort(process.argv.slice(2), 4174, "npm run gallery");
  await prepare();
  await step("core, packed for the browser", buildWasm);
  await step("pages", buildSite);
  console.log(`\nThe gallery is at ${await servePage("gallery/", port)}. Ctrl+C stops it.`);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
