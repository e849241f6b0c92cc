// A step whose machine takes long to start, or whose start is cancelled: no goal is judged on the machine of an earlier step.
import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures";
import { LessonPage } from "./pages/lesson-page";

test("a goal is judged only on the step's own machine", async ({ page, lab }) => {
  const readme = readFileSync(new URL("../lessons/README.md", import.meta.url), "utf8");
  const example = /~~~~markdown\n([\s\S]*?)\n~~~~/.exec(readme)?.[1] ?? "";
  const before = '::machine{scenario=lab set="traffic.rate=8000" speed=rates}';
  expect(example).toContain(before);
  // This machine takes seconds to build, and the worker begins with it only when the test presses Cancel: so it is not ready
  // before, however slow the page is.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage as (...message: unknown[]) => void;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const { kind } = message[0] as { kind?: string };
      const isBusy = kind === "open" && JSON.stringify(message[0]).includes("traffic.inputs");
      if (isBusy) return void held.push(() => post.apply(this, message));
      if (kind === "cancel") held.splice(0).forEach((send) => send());
      post.apply(this, message);
    };
  });
  const busy =
    '::machine{scenario=lab set="traffic.rate=14880 traffic.inputs=4" speed=rates run=590000}';
  const far = example.replace(before, busy);
  const lesson = new LessonPage(page);
  // The files are chosen before the simulator has loaded: they wait for it.
  let letIn = () => {};
  const given = new Promise<void>((resolve) => (letIn = resolve));
  await page.route("**/*.wasm", async (route) => {
    await given;
    await route.continue();
  });
  await page.goto(`${lab}#/lessons`);
  await page.getByLabel("Files of a lesson").setInputFiles({
    name: "lesson.md",
    mimeType: "text/markdown",
    buffer: Buffer.from(far),
  });
  await expect(page.getByText("Starting the simulator …")).toBeVisible();
  letIn();
  await lesson.link("Read “Interrupts or polling”").click();
  await lesson.machineIsReady();
  await lesson.link("Step 3: Make it so").click();
  const judge = lesson.task("mend").getByRole("button", { name: "Let the simulator judge" });
  await expect(lesson.button("Cancel")).toBeVisible();
  await expect(judge).toBeDisabled();
  await lesson.button("Cancel").click();
  await expect(lesson.button("Cancel")).toHaveCount(0);
  await expect(judge).toBeDisabled();
  await lesson.link("Back").click();
  await lesson.machineIsReady();
});

test("the machine of the step before is not opened in the lab in place of the step's", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "polling-with-quotas", "find-a-quota");
  const openInLab = lesson.button("Open this machine in the lab");
  await expect(openInLab).toBeEnabled();
  // The step is on the page before its machine is built.
  const isEnabled = await page.evaluate(async () => {
    location.hash = "#/lessons/how-a-packet-gets-in/one-packet";
    const isBuilding = () => document.querySelector('.lesson-lab[data-machine=""]') !== null;
    while (!isBuilding()) await new Promise((resolve) => setTimeout(resolve));
    const buttons = [...document.querySelectorAll<HTMLButtonElement>(".step-nav-machine button")];
    return buttons.map(({ disabled }) => !disabled);
  });
  expect(isEnabled).toEqual([true, false]);
  await openInLab.click();
  await expect(page).toHaveURL(/traffic\.start_ms:3/);
});
