// One machine of every family of kernels: it plays and packets move, timeline and outcomes are filled, axe finds nothing,
// a knob of the family works, and the diagnosis is right. Also: switching from one family to the next without a reload.
import { expect, test as testWithTrials, testWithoutTrials as test } from "./fixtures";
import { LabPage, numberIn } from "./pages/lab-page";
import { axeFindings } from "./pages/axe";
import { textFindings } from "./pages/text-check";

interface FamilyCase {
  scenario: string;
  hertz: number;
  /** A moment with activity, in milliseconds. */
  at: number;
  diagnosis: string;
  /** What the sentence must say about the machine. */
  says: RegExp;
  /** A group of knobs that only this family has, a knob in it, and its new value. */
  group: RegExp;
  knob: RegExp;
  value: string;
  /** A step among the costs that only this family has, and steps of other families. */
  cost: RegExp;
  foreign: RegExp;
}

const CASES: Record<string, FamilyCase> = {
  "M's routers": {
    scenario: "section-5-2-short",
    hertz: 150e6,
    at: 300,
    diagnosis: "keeping_up",
    says: /packets\/s come in and go out, each after/,
    group: /^Polling by the clock/,
    knob: /^Polling period, number/,
    value: "2000",
    cost: /^lnread: copies the packet/,
    foreign: /^fxp_intr:|^udp_rcv:|^driver/,
  },
  "S's forwarder": {
    scenario: "spanos-figure-5",
    hertz: 200e6,
    at: 300,
    diagnosis: "livelock_at_queue",
    says: /The softirq gets only the remaining CPU time, so the backlog overflows/,
    group: /^Linux driver/,
    knob: /^Backlog, number/,
    value: "100",
    cost: /^netif_rx:/,
    foreign: /^fxp_intr:|^udp_rcv:|^lnintr:/,
  },
  "W's receiver": {
    scenario: "wu-udp-200",
    hertz: 350e6,
    at: 300,
    diagnosis: "keeping_up",
    says: /packets\/s come in and reach the receiving process/,
    group: /^Receiving process/,
    knob: /^Nice value, number/,
    value: "10",
    cost: /^udp_rcv:/,
    foreign: /^fxp_intr:|^netif_rx:|^lnintr:|^tcp_v4_rcv:/,
  },
  "R's sockets": {
    scenario: "srp-figure-5-freebsd",
    hertz: 266e6,
    at: 300,
    diagnosis: "livelock_at_socket",
    says: /find the socket's receive queue full only after all their work/,
    group: /^Sockets and gateways/,
    knob: /^Socket buffer, number/,
    value: "100",
    cost: /^fxp_intr:/,
    foreign: /^netif_rx:|^udp_rcv:|^lnintr:/,
  },
};

const link = ({ scenario, hertz, at }: FamilyCase) =>
  `#/lab?scenario=${scenario}&t=${Math.round((hertz / 1000) * at)}&play=0`;

for (const [family, one] of Object.entries(CASES)) {
  testWithTrials(`${family}: it plays, fills the page and is readable`, async ({ page, lab }) => {
    test.slow();
    const view = new LabPage(page);
    await view.open(lab, link(one));
    await expect.poll(() => view.diagnosis(), { timeout: 20_000 }).toBe(one.diagnosis);
    await expect(view.sentence).toContainText(one.says);

    // The outcomes and the timeline are filled.
    await view.unfold("The numbers as tables");
    const outcomes = await view.table("Packets by outcome");
    expect(numberIn(outcomes.get("Arrived")?.[0])).toBeGreaterThan(50);
    const cpu = await view.table("CPU time by context");
    expect([...cpu.values()].filter((cells) => numberIn(cells.at(-1)) > 0).length).toBeGreaterThan(
      1,
    );
    await page.getByText("The timeline as a table").click();
    const spans = page.getByRole("region", { name: "The timeline as a table" }).getByRole("row");
    await expect.poll(() => spans.count()).toBeGreaterThan(5);

    // The knobs belong to this family, and one of them works.
    const knobs = page.getByRole("region", { name: "Knobs" });
    await knobs.getByRole("button", { name: /^Costs/ }).click();
    await knobs.getByRole("button", { name: /more for costs/ }).click();
    await expect(knobs.getByRole("textbox", { name: one.cost }).first()).toBeAttached();
    await expect(knobs.getByRole("textbox", { name: one.foreign })).toHaveCount(0);
    await knobs.getByRole("button", { name: /^Costs/ }).click();
    await knobs.getByRole("button", { name: one.group }).click();
    const knob = knobs.getByRole("textbox", { name: one.knob });
    await knob.fill(one.value);
    await knob.press("Enter");
    await expect(knobs.getByRole("button", { name: /changed from/ }).first()).toBeVisible();
    await expect.poll(() => page.url()).toMatch(/do=|set=/);

    expect(await textFindings(page, 12)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);

    // The machine plays on: time passes and packets move.
    const picture = page.locator("canvas.machine-live");
    const stood = Number(await picture.getAttribute("data-time"));
    const before = await view.shownMilliseconds();
    await view.button("Play").click();
    await expect(view.button("Pause")).toBeVisible();
    await expect.poll(() => view.shownMilliseconds()).toBeGreaterThan(before);
    await expect
      .poll(async () => Number(await picture.getAttribute("data-time")))
      .toBeGreaterThan(stood);
    await view.button("Pause").click();
    await expect(view.button("Play")).toBeVisible();
  });
}

test("from one family to the next and back, without a reload", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  const title = page.getByRole("heading", { level: 2 }).first();
  await view.open(lab, "#/lab?scenario=lab&t=45000000&play=0");
  await page.evaluate(() => ((globalThis as { stayed?: boolean }).stayed = true));
  for (const [card, name, id, diagnosis] of [
    ["NAPI under a flood", "NAPI under a flood", "spanos-figure-5-napi", "shedding"],
    ["A process pays for its packets", "A process that pays", "srp-figure-5", "refused_early"],
    ["UDP at 200 Mb/s, alone", "UDP at 200 Mb/s", "wu-udp-200", "keeping_up"],
  ] as const) {
    await title.getByRole("link").click();
    await page.getByRole("searchbox", { name: "Search" }).fill(card);
    await page.getByRole("link", { name: card, exact: true }).click();
    await expect(title).toContainText(name);
    await expect.poll(() => page.url()).toContain(`scenario=${id}`);
    await expect.poll(() => view.diagnosis(), { timeout: 30_000 }).toBe(diagnosis);
  }
  // Each undo leads to a machine of another family.
  for (const name of ["A process that pays", "NAPI under a flood", "A router under load"]) {
    await view.button(/^Undo/).first().click();
    await expect(title).toContainText(name);
  }
  await expect.poll(() => view.diagnosis(), { timeout: 20_000 }).toBe("keeping_up");
  expect(await page.evaluate(() => (globalThis as { stayed?: boolean }).stayed)).toBe(true);
});

for (const [story, scenario, hertz, at, diagnosis, cure] of [
  [
    "livelock at a socket",
    "srp-figure-5-freebsd",
    266e6,
    300,
    "livelock_at_socket",
    "Let the process run its own protocols",
  ],
  [
    "the wrong process is charged",
    "srp-section-2",
    266e6,
    200,
    "stranger_pays",
    "Let the process run its own protocols",
  ],
  [
    "chooses the process too early",
    "srp-section-4-1-lrp",
    266e6,
    150,
    "wrong_channel",
    "Choose the process at each stage",
  ],
  ["livelock at a backlog", "spanos-figure-5", 200e6, 200, "livelock_at_queue", "Use NAPI"],
  [
    "a monitor that loses work",
    "figure-8-4",
    150e6,
    300,
    "losing_work",
    "Check the queue after every packet",
  ],
] as const) {
  test(`${story} is diagnosed, and its button cures it`, async ({ page, lab }) => {
    const view = new LabPage(page);
    await view.open(
      lab,
      `#/lab?scenario=${scenario}&t=${Math.round((hertz / 1000) * at)}&play=0&speed=max`,
    );
    await expect.poll(() => view.diagnosis(), { timeout: 20_000 }).toBe(diagnosis);
    await view.button(cure).first().click();
    await page.keyboard.press("k");
    await expect(view.sentence.getByRole("img", { name: "Good" })).toBeVisible({ timeout: 30_000 });
    await expect(view.button(cure)).toHaveCount(0);
  });
}

test("a ring without memory is diagnosed, and has no button", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, `#/lab?scenario=wu-figure-9&t=${350e3 * 1900}&play=0`);
  await expect.poll(() => view.diagnosis(), { timeout: 60_000 }).toBe("memory_pressure");
  await expect(view.sentence).toContainText(
    /Descriptors of the receive ring have no buffer \d+\s% of the time/,
  );
  await expect(view.sentence.getByRole("button")).toHaveCount(0);
});
