// `npm start`: installs what is missing, builds, serves the lab on loopback and prints the address.
// The wanted port may follow: `npm start -- 5000`.

import { printFailure } from "./failure.mjs";
import { prepare } from "./prepare.mjs";
import { servePage } from "./serve-page.mjs";
import { buildSite } from "./site.mjs";
import { seconds, step } from "./step.mjs";
import { buildWasm } from "./wasm.mjs";
import { readPort } from "./words.mjs";

const begin = performance.now();

try {
  const port = readPort(process.argv.slice(2), 4173, "npm start");
  console.log("Livelock Lab");
  await prepare();
  await step("core, packed for the browser", buildWasm);
  await step("pages", buildSite);
  const address = await servePage("", port);
  console.log(`\nThe lab is at ${address} (ready after ${seconds(performance.now() - begin)}).`);
  console.log("Ctrl+C stops it.");
} catch (error) {
  printFailure(error);
  process.exit(1);
}
