// For a person who has asked the system for less motion, no page starts a machine by itself: each begins when Play is pressed.
// For the others each page's machine plays. The system's setting is the only difference.
import { expect, test } from "./fixtures";

const POLLING = "scenario=lab&set=polling.enabled:true";

/** Pages whose machine plays by itself. */
const PAGES = {
  "the lab": "#/lab",
  "a link of the lab": "#/lab?scenario=figure-6-1&set=traffic.rate:3000",
  Compare: `#/compare?v=1&a=scenario=lab&b=${encodeURIComponent(POLLING)}`,
  "Write a kernel": "#/workshop",
  "a lesson": "#/lessons/receive-livelock/pull-it-until-it-breaks",
  "an embedded lab": "embed.html#/embed?scenario=lab",
  "a lecture's window of the speaker": "#/lecture/karp-50-minutes/speaker",
};

for (const [name, hash] of Object.entries(PAGES)) {
  test(`${name} plays by itself, unless a person has asked for less motion`, async ({
    page,
    lab,
  }) => {
    const button = (label: string) => page.getByRole("button", { name: label, exact: true });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(`${lab}${hash}`);
    await expect(button("Pause")).toBeVisible();
    await page.goto("about:blank");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${lab}${hash}`);
    await expect(button("Play")).toBeVisible();
    await button("Play").click();
    await expect(button("Pause")).toBeVisible();
  });
}
