// A page that the browser translates: every text is inside elements that React does not know. The page shows what an
// untranslated page shows, everywhere and while values change, and nothing breaks.
import type { Page } from "@playwright/test";
import { expect, test as sharedTest, testInNewPage as test } from "./fixtures";
import { holdTrials } from "./fixtures/trials";
import { translate } from "./fixtures/translator";
import { LabPage, moment, MOMENTS } from "./pages/lab-page";
import { readLesson, LessonWalk } from "./pages/lesson-walk";

const fieldsOf = (link: string) => encodeURIComponent(link.replace("#/lab?", ""));

/** Stops of a walk through the site, each with a text of its page. Between them values change, parts appear and disappear. */
const STOPS: readonly [hash: string, text: string][] = [
  [MOMENTS.healthy, "500.000 ms"],
  [moment("set=traffic.rate:12000", 600), "600.000 ms"],
  [moment("set=traffic.rate:3000", 5), "5.000 ms"],
  [MOMENTS.cured, "1,000.000 ms"],
  ["#/explore", "Explore"],
  ["#/lessons", "Read a progress file"],
  ["#/lessons/receive-livelock", "step 1 of"],
  ["#/lessons/teachers-guide", "guide"],
  ["#/figures", "figure 6-1"],
  ["#/glossary", "Glossary"],
  ["#/lecture", "Lectures"],
  ["#/nowhere", "There is no such page"],
  [`#/compare?v=1&a=${fieldsOf(MOMENTS.collapsed)}&b=${fieldsOf(MOMENTS.cured)}`, "Machine B"],
  [moment("set=traffic.rate:2000", 300), "300.000 ms"],
];

/** All words of the page, without the spaces between them. Beside a lesson's text its machine plays, so it is left out. */
const wordsOf = (page: Page) =>
  page
    .locator(".lesson-column, #main:not(:has(.lesson-column))")
    .evaluate((part) => (part.textContent ?? "").replace(/\s+/g, ""));

test("a translated page shows on every page what an untranslated one shows, also after values have changed", async ({
  page,
  lab,
  browser,
}) => {
  test.slow();
  const plain = await browser.newPage();
  // Their results come at another time in each page.
  await Promise.all([page, plain].map(holdTrials));
  await plain.addInitScript(() => localStorage.setItem("livelock-lab.tour", "shown"));
  // Both learners get the same variant of a lesson.
  const sameSeed = () => {
    crypto.getRandomValues = (numbers) => {
      (numbers as unknown as Uint32Array).fill(7);
      return numbers;
    };
  };
  await Promise.all([page, plain].map((one) => one.addInitScript(sameSeed)));
  await translate(page);
  const begin = `${lab}${moment("set=traffic.rate:9000", 100)}&speed=0.2`;
  await Promise.all([page.goto(begin), plain.goto(begin)]);
  const view = new LabPage(page);
  await view.headline.waitFor();
  await expect(page.locator("#main font").first()).toBeAttached();
  // Values change sixty times a second, in both directions.
  await view.button(/^Play/).click();
  await expect.poll(() => view.shownMilliseconds()).toBeGreaterThan(150);
  await view.button(/^Pause/).click();
  for (const [hash, text] of STOPS) {
    const go = (where: Page) => where.evaluate((to) => void (location.hash = to), hash);
    await Promise.all([go(page), go(plain)]);
    await expect(async () => {
      const [translated, expected] = await Promise.all([wordsOf(page), wordsOf(plain)]);
      expect(expected, hash).toContain(text.replace(/\s+/g, ""));
      expect(translated, hash).toBe(expected);
    }).toPass({ timeout: 20_000 });
    await expect(page.locator(".error-page[role=alert], .card-error")).toHaveCount(0);
  }
  await plain.close();
});

sharedTest(
  "lesson 3 is walked to its end while the browser translates it",
  async ({ page, lab }) => {
    sharedTest.slow();
    await translate(page);
    const walk = new LessonWalk(page, readLesson("03-receive-livelock"));
    const lesson = await walk.open(lab);
    await expect(page.locator("#main font").first()).toBeAttached();
    for (const step of lesson.steps) {
      await walk.isAt(step);
      for (const item of step.body) if (item.kind === "task") await walk.solve(item.task);
      await expect(page.locator("[role=alert], .card-error")).toHaveCount(0);
      await walk.next();
    }
    await expect(page.getByRole("heading", { level: 2, name: "Lessons" })).toBeFocused();
  },
);

test("every kind of translator may replace a text: React's next change reaches what is shown", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}#/glossary`);
  await expect(page.getByRole("heading", { level: 2, name: "Glossary" })).toBeVisible();
  const wrong = await page.evaluate(async () => {
    const font = (text: string) => {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text;
      outer.append(inner);
      return outer;
    };
    /** What translators do with a text node. */
    const translators: Record<string, (text: Text) => void> = {
      "replaces it": (text) => text.replaceWith(font("T")),
      "replaces it by a text": (text) => text.replaceWith("T"),
      "inserts before it and removes it": (text) => (text.before(font("T")), text.remove()),
      "inserts after it and removes it": (text) => (text.after(font("T")), text.remove()),
      "removes it and inserts": (text) => {
        const { parentNode, nextSibling } = text;
        text.remove();
        const [parent, made] = [parentNode as Element, font("T")];
        if (nextSibling === null) parent.append(made);
        else nextSibling.before(made);
      },
      "puts it into an element": (text) => {
        const made = font("");
        text.replaceWith(made);
        made.firstElementChild?.append(text);
      },
      "translates twice": (text) => {
        const made = font("once");
        text.replaceWith(made);
        queueMicrotask(() => made.replaceWith(font("T")));
      },
    };
    /** What React does with the text node "b" of "a<i></i>b<u></u>c", and what is shown then. */
    const changes: Record<string, [(parent: Node, text: Text) => void, string]> = {
      "writes it": [(_, text) => (text.nodeValue = "B"), "a-B-c"],
      "removes it": [(parent, text) => parent.removeChild(text), "a--c"],
      "writes and removes it": [
        (parent, text) => ((text.nodeValue = "B"), parent.removeChild(text)),
        "a--c",
      ],
      "inserts before it": [
        (parent, text) => parent.insertBefore(document.createElement("hr"), text),
        "a-|*-c",
      ],
      "moves it to the end": [(parent, text) => (parent as Element).append(text), "a--cb"],
      "moves it to the front": [
        (parent, text) => parent.insertBefore(text, parent.firstChild),
        "ba--c",
      ],
      "makes it the only text": [(parent) => (parent.textContent = "only"), "only"],
    };
    const task = () => new Promise((resolve) => setTimeout(resolve, 0));
    const shown = (parent: Element) =>
      [...parent.childNodes]
        .map((node) =>
          node.nodeName === "HR" ? "|" : /^[IU]$/.test(node.nodeName) ? "-" : node.textContent,
        )
        .join("");
    const wrong: string[] = [];
    for (const [how, translateText] of Object.entries(translators)) {
      for (const [what, [change, expected]] of Object.entries(changes)) {
        const parent = document.createElement("p");
        const text = document.createTextNode("b");
        parent.append("a", document.createElement("i"), text, document.createElement("u"), "c");
        document.body.append(parent);
        await task();
        translateText(text);
        await task();
        let got: string;
        try {
          change(parent, text);
          await task();
          got = shown(parent).replace(/[Tb]/, "*");
        } catch (error) {
          got = String(error);
        }
        if (got !== expected.replace("b", "*")) wrong.push(`${how}, React ${what}: ${got}`);
        parent.remove();
      }
      // The reader wants the original again.
      const parent = document.createElement("p");
      const text = document.createTextNode("b");
      parent.append("a", text);
      document.body.append(parent);
      await task();
      const made = font("T");
      text.replaceWith(made);
      await task();
      made.replaceWith(text);
      await task();
      text.nodeValue = "B";
      parent.removeChild(text);
      if (parent.textContent !== "a")
        wrong.push(`${how}, then the original: ${parent.textContent}`);
      parent.remove();
    }
    return wrong;
  });
  expect(wrong).toEqual([]);
});

test("if a part around the page fails, the page stays", async ({ page, lab, guard }) => {
  guard.expect(/no drop zone/);
  await page.addInitScript(() => {
    HTMLElement.prototype.togglePopover = () => {
      throw new Error("no drop zone");
    };
  });
  await page.goto(lab + MOMENTS.healthy);
  await expect(page.getByTestId("headline")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("no drop zone");
});
