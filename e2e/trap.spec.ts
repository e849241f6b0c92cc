// A wasm trap, injected on purpose: the worker is replaced, the run is restored to just before the trap, nothing of the
// person's work is lost, and a report is offered.
import { readFileSync } from "node:fs";
import { expect, testInNewPage as test } from "./fixtures";
import { LabPage } from "./pages/lab-page";

test("after a trap, knobs, undo and curve are there, and a report is offered", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await page.goto(`${lab}?trap=900#/lab?speed=0.1&play=1`);
  await view.headline.waitFor();
  await view.dot.focus();
  await page.keyboard.press("PageUp");
  await expect.poll(() => view.offeredRate()).toBe(3000);
  await page.getByRole("radio", { name: "watch rates" }).check();

  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The simulator crashed and was restarted", {
    timeout: 20_000,
  });
  await expect(view.button("Play")).toBeVisible();
  const shown = await view.shownMilliseconds();
  expect(shown).toBeGreaterThan(250);
  expect(shown).toBeLessThan(900);
  await expect.poll(() => view.offeredRate()).toBe(3000);
  await expect(view.button(/^Undo/).first()).toBeEnabled();
  await expect.poll(async () => (await view.curve()).points).toBeGreaterThan(5);

  const download = page.waitForEvent("download");
  await alert.getByRole("button", { name: "Save a report" }).click();
  const file = await (await download).path();
  const report = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  expect(report.what).toBe("wasm trap");
  expect(report.message).toMatch(/RuntimeError/);
  expect(JSON.stringify(report.scenario)).toContain("traffic.rate");

  await alert.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => view.shownMilliseconds(), { timeout: 20_000 }).toBeGreaterThan(950);
  await expect(alert).toHaveCount(0);
  await expect(view.headline).toHaveText("Every packet gets through.");
});

test("a simulator that cannot be loaded is reported, and a reload helps", async ({
  page,
  lab,
  guard,
}) => {
  guard.expect(/^console: Failed to load resource: .*404/);
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.goto(lab);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The simulator could not be started");
  await expect(alert).toContainText(/The server answered 404 .* Serve the whole dist folder\./);
  await page.unroute("**/*.wasm");
  await alert.getByRole("button", { name: "Reload the page" }).click();
  await expect(new LabPage(page).headline).toHaveText("Every packet gets through.");
});

test("another file in the place of the simulator is recognized", async ({ page, lab }) => {
  await page.route("**/*.wasm", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>hello</p>" }),
  );
  await page.goto(lab);
  await expect(page.getByRole("alert")).toContainText("did not send WebAssembly for the simulator");
});
