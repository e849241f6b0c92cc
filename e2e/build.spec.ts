// The page that `npm start` serves before every simulator is built: the lab works, and a machine whose simulator
// is missing opens as soon as that simulator is built.
import { readdirSync } from "node:fs";
import path from "node:path";
import { serve } from "../web/toolchain/server.mjs";
import { siteFolder } from "../web/toolchain/site.mjs";
import { expect, test } from "./fixtures";
import { LabPage } from "./pages/lab-page";

const NOTICE = "This machine's simulator is still being built";

function unfinishedSimulators(): Map<string, "building" | "failed"> {
  const assets = readdirSync(path.join(siteFolder, "assets"));
  const others = assets.filter((file) => /^(others|linux|linux_receive|srp|today)-/.test(file));
  return new Map(others.map((file) => [`assets/${file}`, "building"]));
}

test("a machine whose simulator is still being built opens when it is ready", async ({
  page,
  guard,
}) => {
  const unfinished = unfinishedSimulators();
  const server = await serve(siteFolder, { unfinished });
  guard.allowOrigin(new URL(server.address).origin);
  const lab = new LabPage(page);
  await lab.open(server.address, "");
  await expect(page.getByText(NOTICE)).toBeHidden();
  await lab.paste("#/lab?scenario=spanos-figure-5&t=60000000&play=0");
  await expect(page.getByText(NOTICE)).toBeVisible();
  unfinished.clear();
  await expect(page.getByText(NOTICE)).toBeHidden();
  await expect.poll(() => lab.diagnosis()).toBe("livelock_at_queue");
  await server.close();
});
