// Files that a person opens or drops on the page: captures, scenarios and lessons. A bad file is refused with the same
// message everywhere, and nothing that was there is lost. A link asks for the capture that it needs.
import catalogue from "../web/generated/catalogue.json" with { type: "json" };
import { expect, testWithoutTrials as test } from "./fixtures";
import { dragOver, drop, text } from "./pages/dropped-files";
import { LabPage, MOMENTS } from "./pages/lab-page";

const mimeType = "application/vnd.tcpdump.pcap";

test("the packets of an opened capture arrive, and a link asks for the file", async ({
  page,
  lab,
  context,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1&play=1");
  await page.getByTitle("Choose another scenario").click();
  await view.button("Packets from a capture file…").click();
  const file = page.getByLabel("Capture file", { exact: true });
  await file.setInputFiles({ name: "notes.pcap", mimeType, buffer: Buffer.from("schema = 1") });
  await expect(page.getByRole("alert").filter({ hasText: "not a capture" })).toBeVisible();

  // 4,000 packets a second for three seconds.
  const name = "an evening.pcap";
  const buffer = pcap(12_000, 250);
  await file.setInputFiles({ name, mimeType, buffer });
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(() => page.url()).toContain("traffic.pattern:capture");
  // The dot is at the capture's mean rate, with the measured delivered rate. The dot has a description only
  // while the machine is paused.
  await view.button("Pause").click();
  await expect(view.dot).toHaveAttribute(
    "aria-valuetext",
    /4,000 .*offered, (3,9|4,0)\d\d delivered/,
  );

  await view.button("Share").click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(/capture=an%20evening\.pcap~12000~[0-9a-f]{16}/);
  await expect(page.getByText("is asked for that file")).toBeVisible();

  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole("status").filter({ hasText: "This link needs" })).toContainText(
    name,
  );
  const wanted = other.getByLabel("Capture file", { exact: true });
  await wanted.setInputFiles({ name, mimeType, buffer: pcap(12_000, 251) });
  await expect(
    other.getByRole("alert").filter({ hasText: "made with other packets" }),
  ).toBeVisible();
  await wanted.setInputFiles({ name, mimeType, buffer });
  await expect(other.getByRole("dialog")).toBeHidden();
  await expect.poll(() => other.url()).toContain("capture=an%20evening.pcap~12000~");
  await expect(new LabPage(other).button("Play")).toBeVisible();
});

test("a capture whose packets have one time says that it has no rate", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1&play=1");
  const zeros = Buffer.concat([pcap(20, 250), Buffer.alloc(64)]);
  await drop(page, [{ name: "zeros.pcap", bytes: zeros }]);
  await expect(
    page.getByRole("alert").filter({ hasText: "cut it off after packet 20" }),
  ).toBeVisible();
  await drop(page, [{ name: "once.pcap", bytes: pcap(50, 0) }], "dialog[open]");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByTitle("Choose another scenario").click();
  await view.button("Packets from a capture file…").click();
  await expect(page.getByText("50 packets in 0.000 s", { exact: false })).toContainText(
    "So the capture has no rate, and no curve can be drawn with it.",
  );
});

test("a capture can be dropped anywhere on the lab, and a bad one changes nothing", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const overlay = page.getByText("A capture (pcap, pcapng) becomes the traffic", { exact: false });
  const before = await view.settledMilliseconds();
  const drag = await dragOver(page, [text("notes.pcap", "schema = 1")]);
  await expect(overlay).toBeVisible();
  await drag.leave();
  await expect(overlay).toBeHidden();

  await drop(page, [text("notes.pcap", "schema = 1")]);
  await expect(overlay).toBeHidden();
  await expect(page.getByRole("alert").filter({ hasText: "not a capture" })).toBeVisible();
  // A good file may be dropped while a dialog is open.
  await drop(page, [{ name: "evening.pcap", bytes: pcap(2_000, 250) }], "dialog[open]");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("New run with", { exact: false })).toBeVisible();
  await view.button("Undo").first().click();
  await expect.poll(() => view.shownMilliseconds()).toBe(before);
});

test("a dropped scenario is opened, or refused with the field that is wrong", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const title = page.getByTitle("Choose another scenario");
  const before = await title.textContent();
  const mine = {
    schema: 1,
    model: catalogue.model,
    id: "mine",
    title: "My own flood",
    source: "M 6.2",
    text: "",
    settings: { "traffic.rate": 9000 },
    seed: 7,
    interventions: [],
  };
  await drop(page, [text("mine.json", "[1]")]);
  const alert = page.getByRole("alert");
  await expect(alert.filter({ hasText: "not an object with fields" })).toBeVisible();
  const wrong = { ...mine, settings: { "traffic.rate": -5 } };
  await drop(page, [text("mine.json", JSON.stringify(wrong))]);
  await expect(alert.filter({ hasText: "Offered rate" })).toBeVisible();
  await expect(title).toHaveText(before ?? "");

  // as PowerShell saves it
  const utf16 = Buffer.from(`\u{feff}${JSON.stringify(mine)}\r\n`, "utf16le");
  await drop(page, [{ name: "mine.json", bytes: utf16 }]);
  await expect(title).toContainText("My own flood");
  await expect(view.dot).toHaveAttribute("aria-valuenow", "9000");
  await view.button("Undo").first().click();
  await expect(title).toHaveText(before ?? "");

  await drop(page, [text("a.json", "{}"), text("b.json", "{}")]);
  await expect(alert.filter({ hasText: "One file at a time" })).toBeVisible();
});

test("a lesson can be dropped on any page; a capture only on the lab", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await drop(page, [text("lesson.md", "# No lesson at all\n")]);
  await expect(page).toHaveURL(/#\/lessons$/);
  await expect(page.getByText(/The lesson: \d+ problems? to correct/)).toBeVisible();
  await drop(page, [{ name: "evening.pcap", bytes: pcap(10, 250) }], "main");
  await expect(
    page.getByRole("alert").filter({ hasText: "can only be opened in the lab" }),
  ).toBeVisible();
  await expect(page).toHaveURL(/#\/lessons$/);
});

/** Returns a pcap file of 60-byte packets. `gap`: microseconds between two packets. */
function pcap(packets: number, gap: number): Buffer {
  const file = Buffer.alloc(24 + packets * 36);
  file.writeUInt32LE(0xa1b2c3d4, 0);
  file.writeUInt16LE(2, 4);
  file.writeUInt16LE(4, 6);
  file.writeUInt32LE(65_535, 16);
  file.writeUInt32LE(1, 20);
  for (let k = 0; k < packets; k++) {
    const at = 24 + k * 36;
    const time = k * gap;
    file.writeUInt32LE(800_000_000 + Math.floor(time / 1e6), at);
    file.writeUInt32LE(time % 1e6, at + 4);
    file.writeUInt32LE(20, at + 8);
    file.writeUInt32LE(60, at + 12);
  }
  return file;
}

test("a scenario with a program in kernel C runs, and its program stops at a line", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1&play=1");
  const program = (code: string) => {
    const preset = catalogue.scenarios.find(({ id }) => id === "figure-6-1");
    const scenario = { ...preset, title: "My kernel", program: { file: "kernel.c", text: code } };
    return [text("kernel.json", JSON.stringify(scenario))];
  };
  const head = "void lnintr(int unit)\n{\n    struct packet *p = lnread(unit);\n";
  await drop(page, program(`${head}    m_freem(q);\n}\n`));
  await expect(
    page.getByRole("alert").filter({ hasText: "kernel.c:4:13: q is not declared." }),
  ).toBeVisible();

  await drop(page, program(`${head}    if (p != NULL)\n        m_freem(p);\n}\n`));
  await expect(page.getByText("My kernel").first()).toBeVisible();
  await page.keyboard.press("v");
  await expect(
    page.getByRole("button", { name: "struct packet *p = lnread(unit);" }),
  ).toBeVisible();

  await drop(page, program(`${head}    m_freem(p);\n    m_freem(p);\n}\n`));
  await expect(page.getByTestId("headline")).toHaveText("The kernel has stopped.");
  await expect(page.getByText("kernel.c:5: m_freem frees packet 1")).toBeVisible();
});
