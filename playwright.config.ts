// End-to-end tests: the built pages in a real Chromium (which one: web/tools/browsers/chromium.mjs). Needs dist/
// (npm run build); each worker serves it by itself (e2e/fixtures). No retries: a test that passes at times is
// a failing test. A failure leaves a picture and the page's tree; `--trace on` records all, and takes half as
// long again.
import { defineConfig } from "@playwright/test";
import { findTestChromium, testArguments } from "./web/tools/browsers/chromium.mjs";

const executablePath = findTestChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/browser",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One more than the two cores of a small machine: two pages, which wait for each other's workers, answers and
  // frames, leave a tenth of them idle. A third takes no more CPU time (117 s for 32 tests with either number).
  workers: 3,
  timeout: 180_000,
  // What is awaited may be some thirty trials of the simulator, on a machine that does other work too.
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      args: [
        ...testArguments(executablePath),
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      ],
    },
  },
});
