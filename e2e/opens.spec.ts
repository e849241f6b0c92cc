// The first sight: the lab opens running and healthy, wherever its files are served from.
import { serve } from "../web/toolchain/server.mjs";
import { siteFolder } from "../web/toolchain/site.mjs";
import { expect, test } from "./fixtures";

test("the lab opens and says that the machine is healthy", async ({ page, lab }) => {
  await page.goto(lab);
  await expect(page.getByText(/healthy/i).first()).toBeVisible();
});

test("the lab opens from a server that does not know what wasm is", async ({ page, guard }) => {
  const server = await serve(siteFolder, { types: { ".wasm": "text/plain" } });
  guard.allowOrigin(new URL(server.address).origin);
  await page.goto(server.address);
  await expect(page.getByText(/healthy/i).first()).toBeVisible();
  await server.close();
});

test("the gallery opens", async ({ page, lab }) => {
  await page.goto(`${lab}gallery/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
