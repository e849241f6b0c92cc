// The lab inside other pages: in a plain and in a sandboxed iframe of another origin, driven by messages, and in the example
// page with the custom element. The embedded page by itself: accessible in every width, and with a mistake in its address.
import type { Page } from "@playwright/test";
import { expect, testInNewPage as test } from "./fixtures";
import { serveHostPage } from "./fixtures/host-page";
import { axeFindings } from "./pages/axe";
import { inBothColorSchemes } from "./pages/viewports";

// Nothing but the page itself may write to its storage.
test.use({ isFirstVisit: true });

const MACHINE =
  "views=sentence,machine&knobs=traffic.rate&scenario=lab&set=traffic.rate:2000&play=0";
/** `livelock run lab --set traffic.rate=12000 --format json`. */
const DELIVERED_PPS = 797.3753284339642;

const TWO_MACHINES =
  "views=compare,compare-curve&knobs=traffic.rate,polling.quota&scenario=lab&set=traffic.rate:12000&play=0&with=polling.enabled:true";

/** A course page with two iframes, which keeps all messages, and `ask`, which sends one and waits for its answer. */
const coursePage = (lab: string, fields = MACHINE) => `<!doctype html><title>A course</title>
<iframe id="plain" width="700" height="500" title="plain" src="${lab}embed.html#/embed?${fields}"></iframe>
<iframe id="sandboxed" width="700" height="500" title="sandboxed" sandbox="allow-scripts" src="${lab}embed.html#/embed?${fields}"></iframe>
<script>
  var seen = { plain: [], sandboxed: [] };
  const waiting = new Map();
  addEventListener("message", ({ source, data }) => {
    for (const name in seen)
      if (source === document.getElementById(name).contentWindow) seen[name].push(data);
    waiting.get(data.id)?.(data);
  });
  let count = 0;
  function ask(name, message) {
    const id = "ask" + ++count;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      document.getElementById(name).contentWindow.postMessage({ livelock: 1, id, ...message }, "*");
    });
  }
</script>`;

interface Answer {
  type: string;
  height?: number;
  state?: {
    playing: boolean;
    milliseconds: number;
    settings: Record<string, unknown>;
    second: { settings: Record<string, unknown> } | null;
    link: string;
  };
  report?: { delivered_pps: number };
  problems?: { field: string; allowed: string }[];
}

interface LabElement {
  trial(): Promise<{ delivered_pps: number }>;
  set(settings: object): Promise<void>;
  seek(milliseconds: number): Promise<void>;
  state(): Promise<{ link: string; milliseconds: number }>;
}

interface CoursePage {
  seen: Record<string, Answer[]>;
  ask(name: string, message: object): Promise<Answer>;
}

/** Sends requests from the course page to the lab, and reads the messages that the course page has received. */
const conversation = (page: Page) => ({
  ask: (name: string, message: object) =>
    page.evaluate(([one, what]) => (globalThis as unknown as CoursePage).ask(one, what), [
      name,
      message,
    ] as const),
  seen: (name: string) =>
    page.evaluate((one) => (globalThis as unknown as CoursePage).seen[one] ?? [], name),
});

test("a page of another origin drives a plain and a sandboxed lab by messages, and nothing is stored", async ({
  page,
  lab,
  guard,
}) => {
  const host = await serveHostPage(coursePage(lab));
  guard.allowOrigin(new URL(host.address).origin);
  await page.goto(host.address);
  const { ask, seen } = conversation(page);
  for (const name of ["plain", "sandboxed"]) {
    await expect.poll(async () => (await seen(name)).map(({ type }) => type)).toContain("ready");
    await expect
      .poll(async () => (await seen(name)).findLast(({ height }) => height !== undefined)?.height)
      .toBeGreaterThan(500);

    expect((await ask(name, { type: "set", settings: { "traffic.rate": 12000 } })).type).toBe(
      "done",
    );
    const { state } = await ask(name, { type: "state" });
    expect(state?.settings["traffic.rate"]).toBe(12000);
    expect(state?.link).toContain(`${lab}#/lab?`);
    const knob = page.frameLocator(`#${name}`).getByRole("slider", { name: /^Offered rate/ });
    await expect(knob).toHaveAttribute("aria-valuetext", /12,000/);

    const trial = await ask(name, { type: "trial" });
    expect(trial.report).toMatchObject({
      delivered_pps: DELIVERED_PPS,
      dropped_pps: { ipintrq: expect.any(Number) },
      interrupts_per_second: { ln0_receive: expect.any(Number) },
      scenario: { settings: { "traffic.rate": 12000 } },
    });

    await ask(name, { type: "seek", milliseconds: 260 });
    await expect
      .poll(async () => (await ask(name, { type: "state" })).state?.milliseconds)
      .toBeCloseTo(260, 3);
    const wrong = await ask(name, { type: "set", settings: { "traffic.rate": 1e9, nope: 1 } });
    expect(wrong.problems?.map(({ field }) => field)).toEqual(["traffic.rate", "nope"]);
    expect(wrong.problems?.every(({ allowed }) => allowed !== "")).toBe(true);
    expect((await ask(name, { livelock: 99, type: "play" })).problems?.[0]?.allowed).toBe("1");
  }
  // Out of view, a machine that plays is paused, and goes on when it is seen again.
  await page.setViewportSize({ width: 720, height: 520 });
  await ask("sandboxed", { type: "play" });
  await page.evaluate(() => document.getElementById("plain")?.scrollIntoView());
  const frame = page.frameLocator("#sandboxed");
  await page.evaluate(() => document.body.style.setProperty("padding-bottom", "3000px"));
  await page.evaluate(() => scrollTo(0, 3000));
  await expect(frame.getByRole("button", { name: "Play" })).toBeAttached();
  expect((await ask("sandboxed", { type: "state" })).state?.playing).toBe(true);
  await page.evaluate(() => document.getElementById("sandboxed")?.scrollIntoView());
  await expect(frame.getByRole("button", { name: "Pause" })).toBeVisible();
  const plain = page.frame({ url: /embed\.html/ });
  expect(await plain?.evaluate(() => localStorage.length)).toBe(0);
  await host.close();
});

test("a comparison in a plain and in a sandboxed iframe shows both machines, and messages reach each of them", async ({
  page,
  lab,
  guard,
}) => {
  const host = await serveHostPage(coursePage(lab, TWO_MACHINES));
  guard.allowOrigin(new URL(host.address).origin);
  await page.goto(host.address);
  const { ask, seen } = conversation(page);
  let compareLink = "";
  for (const name of ["plain", "sandboxed"]) {
    await expect.poll(async () => (await seen(name)).map(({ type }) => type)).toContain("ready");
    const frame = page.frameLocator(`#${name}`);
    const second = frame.getByRole("region", { name: "Machine B", exact: true });
    await expect(second.getByText("Polling: on", { exact: true })).toBeVisible();
    await expect(second.getByTestId("headline")).toContainText("the ring refuses packets");
    await expect(frame.getByText("Polling: off in A, on in B")).toBeVisible();
    await expect(frame.locator('[data-row="delivered"]')).toContainText("better");
    await expect(frame.getByRole("region", { name: "Throughput" })).toBeVisible();

    // Without the name of a machine, the first one is meant; the traffic is that of both.
    await ask(name, { type: "set", settings: { "traffic.rate": 9000 } });
    await ask(name, { type: "set", settings: { "polling.quota": 7 }, machine: "b" });
    await expect
      .poll(async () => {
        const { state } = await ask(name, { type: "state" });
        return [state?.settings, state?.second?.settings].map((one) =>
          ["traffic.rate", "polling.enabled", "polling.quota"].map((path) => one?.[path]),
        );
      })
      .toEqual([
        [9000, false, 5],
        [9000, true, 7],
      ]);
    const { state } = await ask(name, { type: "state" });
    expect(state?.link).toContain(`${lab}#/compare?v=1&a=`);
    const pps = async (machine: string) =>
      (await ask(name, { type: "trial", settings: { "traffic.rate": 12000 }, machine })).report
        ?.delivered_pps;
    expect(await pps("a")).toBe(DELIVERED_PPS);
    expect(await pps("b")).toBeGreaterThan(4500);

    const open = (fields: string) => ask(name, { type: "open", address: `scenario=lab&${fields}` });
    const wrong = (await open("views=compare&with=polling.active:true")).problems;
    expect(wrong?.map(({ field }) => field)).toEqual(["with polling.active"]);
    expect(wrong?.[0]?.allowed).toContain("polling.enabled");
    await expect(frame.getByRole("alert")).toContainText("with polling.active is true");
    expect((await open("views=sentence&play=0")).type).toBe("done");
    const gone = await ask(name, { type: "set", settings: {}, machine: "b" });
    expect(gone.problems).toMatchObject([{ field: "machine", value: "b" }]);
    compareLink = state?.link ?? "";
  }
  await host.close();
  // Compare writes the code of an embedded comparison.
  await page.goto(compareLink);
  await expect(page.getByText("Polling: off in A, on in B")).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Embed in another page" }).click();
  const [, src = ""] = /src="([^"]*)"/.exec(await page.getByLabel("An iframe").inputValue()) ?? [];
  await page.goto(src.replaceAll("&amp;", "&"));
  await expect(page.getByText("Polling: off in A, on in B")).toBeVisible();
});

test("the example page drives the element, which follows its attributes and its height", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}embed/example.html`);
  const element = page.locator("livelock-lab#lab");
  const inside = page.frameLocator("livelock-lab#lab iframe");
  await element.scrollIntoViewIfNeeded();
  await expect(inside.getByTestId("headline")).toBeVisible();
  await page.getByRole("button", { name: "12,000 packets/s" }).click();
  await page.getByRole("button", { name: "Measure one trial" }).click();
  await expect(page.locator("#answer")).toHaveText("12001 packets/s offered, 797 delivered");
  await expect(page.locator("#said")).not.toBeEmpty();
  const height = () => element.locator("iframe").evaluate((iframe) => iframe.clientHeight);
  const content = () => inside.locator("#page").evaluate((one) => Math.ceil(one.clientHeight));
  await expect.poll(async () => (await height()) - (await content())).toBe(0);
  const before = await height();
  await element.evaluate((one) => {
    one.setAttribute("views", "sentence");
    one.setAttribute("theme", "dark");
  });
  await expect(inside.getByRole("region", { name: "Throughput" })).toHaveCount(0);
  await expect(inside.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(height).toBeLessThan(before - 200);
  const refused = await element.evaluate((one) =>
    (one as unknown as { set(settings: object): Promise<void> })
      .set({ "traffic.rate": -1 })
      .then(() => "accepted")
      .catch((error: Error) => error.message),
  );
  expect(refused).toMatch(/^traffic\.rate: out of range; allowed: /);
  expect(await axeFindings(page)).toEqual([]);
});

test("a call of an element that is removed or loads again is rejected, and later calls are answered", async ({
  page,
  lab,
  guard,
}) => {
  const host = await serveHostPage(`<!doctype html><title>A course</title>
    <script src="${lab}embed.js"></script>
    <livelock-lab scenario="lab" play="0" views="sentence"></livelock-lab>`);
  guard.allowOrigin(new URL(host.address).origin);
  await page.goto(host.address);
  const said = await page.locator("livelock-lab").evaluate(async (one) => {
    const element = one as unknown as LabElement;
    const outcome = (call: Promise<unknown>) =>
      call.then(() => "answered").catch((error: Error) => error.message);
    await element.state();
    const sent = outcome(element.trial());
    one.setAttribute("lang", "es");
    const early = outcome(element.trial());
    one.setAttribute("lang", "en");
    const all = [await sent, await early];
    const waiting = outcome(element.trial());
    one.remove();
    all.push(await waiting, await outcome(element.state()));
    document.body.append(one);
    return [...all, await outcome(element.state())];
  });
  expect(said).toEqual([
    "trial: the element loaded again before the lab answered",
    "answered",
    "trial: the element was removed from the page before the lab answered",
    "state: the element is not in a page; insert it first",
    "answered",
  ]);
  await host.close();
});

test("an element out of view answers its methods, and passes every field of a link to the lab", async ({
  page,
  lab,
  guard,
}) => {
  const host = await serveHostPage(`<!doctype html><title>A course</title>
    <script src="${lab}embed.js"></script><div style="height: 9000px"></div>
    <livelock-lab scenario="lab" set="traffic.rate:12000" t="75000000" play="0" views="machine"
      view="74000000-75000000" loop="74200000-74900000" select="800" code="1"></livelock-lab>`);
  guard.allowOrigin(new URL(host.address).origin);
  await page.goto(host.address);
  const answers = await page.locator("livelock-lab").evaluate(async (one) => {
    const element = one as unknown as LabElement;
    const { link } = await element.state();
    const { delivered_pps } = await element.trial();
    await element.set({ "traffic.rate": 2000 });
    await element.seek(500);
    return { delivered_pps, link };
  });
  expect(answers.delivered_pps).toBe(DELIVERED_PPS);
  expect(answers.link).toMatch(
    /&view=74000000-75000000&loop=74200000-74900000&select=800&play=0.*&code=1$/,
  );
  const shownTime = () =>
    page
      .locator("livelock-lab")
      .evaluate(async (one) => (await (one as unknown as LabElement).state()).milliseconds);
  await expect.poll(shownTime).toBeCloseTo(500, 3);
  await host.close();
});

test("the embedded page loads less, is accessible at 320 px, and names a mistake in its address", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 320, height: 600 });
  // The folder's address leads to the page.
  await page.goto(
    `${lab}#/embed?views=sentence,machine,outcomes&knobs=traffic.rate&title=A%20router&scenario=lab&play=0`,
  );
  await expect(page).toHaveURL(/embed\.html#\/embed/);
  await expect(page.getByRole("heading", { level: 1, name: "A router" })).toBeVisible();
  await expect(page.getByTestId("headline")).toBeVisible();
  await expect(page.getByRole("region", { name: "Where it went" })).toBeVisible();
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  expect(loaded.filter((name) => /assets\/(lab|curve|code|share)-[\w-]{8}\.js/.test(name))).toEqual(
    [],
  );
  await inBothColorSchemes(page, async (scheme) => {
    expect(await axeFindings(page), scheme).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
  await page.keyboard.press("Tab");
  for (let presses = 0; presses < 60; presses++) {
    if (
      await page
        .getByRole("button", { name: "Play" })
        .evaluate((one) => one === document.activeElement)
    )
      break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
  const link = page.getByRole("link", { name: "Open in the lab" });
  await link.focus();
  await expect(link).toHaveAttribute("href", /\/#\/lab\?v=1.*scenario=lab/);
  await page.evaluate(() => (location.hash = "#/embed?views=machine2,sentence&scenario=nope"));
  const alerts = page.getByRole("alert");
  await expect(
    alerts.filter({ hasText: "views is machine2: no such view. Allowed: sentence, machine" }),
  ).toBeVisible();
  await expect(alerts.filter({ hasText: "there is no such scenario" })).toBeVisible();
  await page.evaluate(
    () =>
      (location.hash =
        "#/embed?views=compare,compare-timeline&knobs=traffic.rate,polling.quota&scenario=lab&with=polling.enabled:true&play=0"),
  );
  await expect(page.getByRole("region", { name: "Machine B", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Timelines" })).toBeVisible();
  await inBothColorSchemes(page, async (scheme) => {
    expect(await axeFindings(page), scheme).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
