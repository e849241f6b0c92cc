// The first sight: the lab opens running and healthy, wherever its files are served from.
import type { Page } from "@playwright/test";
import { serve } from "../web/toolchain/server.mjs";
import { siteFolder } from "../web/toolchain/site.mjs";
import { expect, test } from "./fixtures";

/** The sentence on the page says that all is well. */
async function expectHealthy(page: Page) {
  const sentence = page.getByRole("region", { name: "What is happening" });
  await expect(sentence.getByRole("img", { name: "Good" })).toBeVisible();
  await expect(sentence.getByText("Every packet gets through.")).toBeVisible();
}

test("the lab opens and says that the machine is healthy", async ({ page, lab }) => {
  await page.goto(lab);
  await expectHealthy(page);
});

test("the lab opens from a server that does not know what wasm is", async ({ page, guard }) => {
  const server = await serve(siteFolder, { types: { ".wasm": "text/plain" } });
  guard.allowOrigin(new URL(server.address).origin);
  await page.goto(server.address);
  await expectHealthy(page);
  await server.close();
});

test("the gallery opens", async ({ page, lab }) => {
  await page.goto(`${lab}gallery/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
