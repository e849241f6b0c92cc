// Packets from a capture file that is opened from the disk: they come as the file says; files that are
// none are told; a link asks for the capture that it needs.
import { expect, test } from "./fixtures";
import { pcap } from "./fixtures/pcap";
import { LabPage } from "./pages/lab-page";

const mimeType = "application/vnd.tcpdump.pcap";

test("packets of an opened capture come, and a link asks for it", async ({
  page,
  lab,
  context,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1");
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
  // The dot stands at the capture's mean rate, and what the machine delivers there is measured; in words
  // when nothing moves any more.
  await view.button("Pause").click();
  await expect(view.dot).toHaveAttribute(
    "aria-valuetext",
    /4,000 .*offered, (3,9|4,0)\d\d delivered/,
  );

  await view.button("Share").click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(/capture=an%20evening\.pcap~12000~[0-9a-f]{16}/);
  await expect(page.getByText("whoever opens the link is asked for that file")).toBeVisible();

  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole("status").filter({ hasText: "This link needs" })).toContainText(
    name,
  );
  const wanted = other.getByLabel("Capture file", { exact: true });
  await wanted.setInputFiles({ name, mimeType, buffer: pcap(12_000, 251) });
  await expect(other.getByRole("alert").filter({ hasText: "not those" })).toBeVisible();
  await wanted.setInputFiles({ name, mimeType, buffer });
  await expect(other.getByRole("dialog")).toBeHidden();
  await expect.poll(() => other.url()).toContain("capture=an%20evening.pcap~12000~");
  await expect(new LabPage(other).button("Play")).toBeVisible();
});
