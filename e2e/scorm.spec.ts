// A lesson inside a learning platform: the package that `npm run lesson -- export` makes, in an iframe of a page that plays
// the platform with a real run-time environment (scorm-again). It keeps the learner's place, and gets score and completion. What
// else a platform may give back: web/desk/scorm/scorm-state.test.ts.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test as base, type FrameLocator, type Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { inProject } from "../web/tools/lib/paths.mjs";
import type { SCORM_VERSIONS } from "../web/tools/build/scorm.mjs";
import { packageFiles, zip } from "../web/tools/build/scorm.mjs";
import { serve } from "../web/tools/build/server.mjs";
import { siteFolder } from "../web/tools/build/site.mjs";
import { guardPage } from "./fixtures/guard";

const LESSON = { id: "polling-with-quotas", title: "Polling with quotas" };

type Version = (typeof SCORM_VERSIONS)[number];

const RUNTIMES = {
  "1.2": { file: "scorm12", object: "API", type: "Scorm12API" },
  "2004": { file: "scorm2004", object: "API_1484_11", type: "Scorm2004API" },
} as const;

/**
 * The platform's page. It keeps what the lesson stores in the address's origin, as a server would; what it keeps at the end of a
 * visit is there at the next one. As SCORM 2004 says, only an attempt that was suspended goes on: after any other exit the next
 * visit has no data. `mode` is that of the visit.
 */
function platformPage(version: Version): string {
  const { file, object, type } = RUNTIMES[version];
  return `<!doctype html><title>A course</title>
<script src="${file}.js"></script>
<script>
  window.${object} = new ${type}({ autocommit: false, logLevel: 5 });
  const stored = localStorage.getItem("cmi");
  const values = stored === null ? {} : JSON.parse(stored);
  const mode = localStorage.getItem("mode");
  if (mode !== null) ${version === "1.2" ? "values.core = { ...values.core, lesson_mode: mode }" : "values.mode = mode"};
  if (stored !== null || mode !== null) window.${object}.loadFromJSON(values, "cmi");
  const keep = () => localStorage.setItem("cmi", JSON.stringify(window.${object}.cmi.toJSON()));
  for (const event of ["LMSCommit", "Commit"]) window.${object}.on(event, keep);
  for (const event of ["LMSFinish", "Terminate"]) window.${object}.on(event, () => {
    const { exit } = window.${object}.cmi.toJSON();
    if ("${version}" === "2004" && exit !== "suspend") localStorage.removeItem("cmi");
    else keep();
  });
</script>
<iframe title="Lesson" src="package/lesson.html" width="1200" height="900"></iframe>`;
}

const test = base.extend<{ course: (version: Version) => Promise<string> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the pattern
  course: async ({}, provide) => {
    const folder = mkdtempSync(path.join(tmpdir(), "livelock-course-"));
    const server = await serve(folder, {});
    await provide(async (version) => {
      // Through the zip file: a platform unpacks it too.
      const files = unzipSync(zip(packageFiles(siteFolder, LESSON, version)));
      for (const [name, bytes] of Object.entries(files)) {
        const file = path.join(folder, "package", name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, bytes);
      }
      const { file } = RUNTIMES[version];
      const runtime = readFileSync(inProject(`node_modules/scorm-again/dist/${file}.min.js`));
      writeFileSync(path.join(folder, `${file}.js`), runtime);
      writeFileSync(path.join(folder, "index.html"), platformPage(version));
      return Promise.resolve(server.address);
    });
    await server.close();
    rmSync(folder, { recursive: true });
  },
});

/** What the platform has stored, by the element's name. */
async function stored(page: Page, version: Version, ...names: string[]): Promise<string[]> {
  const { object } = RUNTIMES[version];
  const get = version === "1.2" ? "LMSGetValue" : "GetValue";
  return page.evaluate(
    ([from, call, list]) => {
      const api = (window as unknown as Record<string, Record<string, (name: string) => string>>)[
        from
      ];
      return list.map((name) => api?.[call]?.(name) ?? "");
    },
    [object, get, names] as const,
  );
}

async function isReady(lesson: FrameLocator): Promise<void> {
  await lesson.locator("[data-machine]:not([data-machine=''])").waitFor({ state: "attached" });
}

test("a package keeps the learner's place, and reports score and completion", async ({
  page,
  course,
}) => {
  const address = await course("1.2");
  const guard = await guardPage(page, new URL(address).origin);
  await page.goto(address);
  const lesson = page.frameLocator("iframe");
  await isReady(lesson);
  await expect(lesson.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  const task = lesson.locator('[data-task="surplus"]');
  await task.getByText("At the receive ring, before any work").click();
  await task.getByRole("button", { name: "Check" }).click();
  await expect(task).toContainText("Right.");
  await lesson.getByRole("link", { name: /^Next/ }).click();
  const title = lesson.getByRole("heading", { level: 2, name: "Switch it on" });
  await expect(title).toBeVisible();
  const elements = ["cmi.core.lesson_location", "cmi.core.lesson_status"] as const;
  await expect.poll(() => stored(page, "1.2", ...elements)).toEqual(["switch-it-on", "incomplete"]);
  const [score = "", suspended = ""] = await stored(
    page,
    "1.2",
    "cmi.core.score.raw",
    "cmi.suspend_data",
  );
  expect(Number(score)).toBeGreaterThan(0);
  expect(Number(score)).toBeLessThan(50);
  expect(suspended.length).toBeGreaterThan(20);
  expect(suspended.length).toBeLessThanOrEqual(4096);

  await page.reload();
  await isReady(lesson);
  await expect(title).toBeVisible();
  await expect(lesson.getByRole("link", { name: /^Step 1: .*, done$/ })).toBeVisible();

  // A figure of the papers is computed in the package too, and leads to no page that a package does not show.
  await lesson.getByRole("link", { name: /^Step 4/ }).click();
  await isReady(lesson);
  const prediction = lesson.locator('[data-task="no-quota"]');
  await prediction.getByRole("button", { name: "Type numbers instead of drawing" }).click();
  for (const field of await prediction.getByRole("textbox").all()) await field.fill("4000");
  await prediction.getByRole("button", { name: "Compare with the machine" }).click();
  const figure = lesson.getByRole("figure");
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toContainText("All four kernels at every rate.");
  await expect(figure).toContainText("Computed in this browser.");
  await expect(figure.getByRole("link")).toHaveCount(0);
  expect(guard.complaints()).toEqual([]);
});

test("a package of SCORM 2004 finds its platform, and one without a platform says so", async ({
  page,
  course,
}) => {
  const address = await course("2004");
  await page.goto(address);
  const lesson = page.frameLocator("iframe");
  await isReady(lesson);
  // Opening stores nothing.
  const elements = ["cmi.location", "cmi.completion_status"];
  expect(await stored(page, "2004", ...elements)).toEqual(["", "unknown"]);
  await lesson.getByRole("link", { name: /^Next/ }).click();
  await expect
    .poll(() => stored(page, "2004", ...elements))
    .toEqual(["switch-it-on", "incomplete"]);
  await page.goto(`${address}package/lesson.html`);
  await expect(page.getByText("No learning platform was found")).toBeVisible();
});

/** What the platform has kept: read and changed while no lesson is open. */
async function kept(page: Page, address: string) {
  // The visit ends.
  await page.goto(`${address}package/imsmanifest.xml`);
  const read = () => page.evaluate(() => JSON.parse(localStorage.getItem("cmi") ?? "null") as Cmi);
  const change = (values: object, mode?: string) =>
    page.evaluate(
      ([next, its]) => {
        localStorage.setItem("cmi", JSON.stringify(next));
        if (its !== undefined) localStorage.setItem("mode", its);
      },
      [values, mode] as const,
    );
  return { read, change };
}

interface Cmi {
  suspend_data: string;
  /** Of SCORM 1.2. */
  core: { lesson_status: string; score: { raw: string } };
  /** Of SCORM 2004. */
  completion_status: string;
  score: { raw: string };
}

/** A completed lesson with these answers. */
const completed = (cmi: Cmi, status: string, suspendData: string): Cmi => ({
  ...cmi,
  suspend_data: suspendData,
  core: { ...cmi.core, lesson_status: status, score: { ...cmi.core?.score, raw: "100" } },
  completion_status: "completed",
  score: { ...cmi.score, raw: "100" },
});

for (const version of ["1.2", "2004"] as const) {
  test(`SCORM ${version}: a completed lesson keeps its result and its text when it is opened again`, async ({
    page,
    course,
  }) => {
    test.slow();
    const address = await course(version);
    const visit = async () => {
      await page.goto(address);
      const lesson = page.frameLocator("iframe");
      await isReady(lesson);
      return lesson;
    };
    /** Longer than the page collects changes. */
    const wait = async () => {
      const begin = await page.evaluate(() => performance.now());
      await page.waitForFunction((from) => performance.now() > from + 2_500, begin);
    };
    const status = version === "1.2" ? "passed" : "completed";
    const resultOf = ({ core, completion_status, score, suspend_data }: Cmi) =>
      version === "1.2"
        ? [core.lesson_status, core.score.raw, suspend_data]
        : [completion_status, score.raw, suspend_data];

    const first = await visit();
    await first.getByRole("link", { name: /^Next/ }).click();
    await wait();
    const { read, change } = await kept(page, address);
    const cmi = await read();
    expect(cmi.suspend_data).toMatch(/^livelock1:/);
    for (const text of [cmi.suspend_data, cmi.suspend_data.slice(0, -9)]) {
      const before = completed(cmi, status, text);
      await change(before);
      const lesson = await visit();
      const isUnreadable = text !== cmi.suspend_data;
      const alert = lesson.getByRole("alert");
      await expect(alert).toHaveCount(isUnreadable ? 1 : 0);
      await wait();
      await kept(page, address);
      expect(resultOf(await read()), `opened, ${text}`).toEqual([status, "100", text]);

      // An answer does not make it worse, and replaces only what can be read.
      const again = await visit();
      await again
        .getByRole("link", { name: /^(Next|Back)/ })
        .first()
        .click();
      await wait();
      await kept(page, address);
      const [after, points, stored] = resultOf(await read());
      expect([after, points], `answered, ${text}`).toEqual([status, "100"]);
      expect(stored === text, `kept, ${text}`).toBe(isUnreadable);
      if (isUnreadable) {
        const third = await visit();
        await third.getByRole("button", { name: "Replace the stored text" }).click();
        await wait();
        await kept(page, address);
        expect(resultOf(await read())).toEqual([
          status,
          "100",
          expect.stringMatching(/^livelock1:/),
        ]);
      }
    }

    const before = completed(cmi, status, cmi.suspend_data);
    await change(before, "review");
    const review = await visit();
    await expect(review.getByText("Nothing is stored on this visit")).toBeVisible();
    await review
      .getByRole("link", { name: /^(Next|Back)/ })
      .first()
      .click();
    await wait();
    await kept(page, address);
    expect(resultOf(await read())).toEqual([status, "100", cmi.suspend_data]);
  });
}
