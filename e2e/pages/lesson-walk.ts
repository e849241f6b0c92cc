// Walks a lesson with the keys that a learner has: Tab, arrows, Space, Enter and typing. Contains no mouse and moves no
// focus by itself.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import catalogue from "../../web/generated/catalogue.json" with { type: "json" };
import { inputScale } from "../../web/lesson/metric";
import type {
  Goal,
  Lesson,
  Prediction,
  ProgramTask,
  Question,
  Step,
  Task,
} from "../../web/lesson/lesson";
import { parseLesson } from "../../web/lesson/parse/parse";
import { lessonOfSeed } from "../../web/lesson/variants";
import { inProject } from "../../web/tools/lib/paths.mjs";
import { readCourse } from "../../web/tools/vite/lessons.mjs";
import { LessonPage } from "./lesson-page";

/** The progress of a learner, in the browser's storage. */
const STORED = "livelock-lab.lessons";
/** More Tab stops than any step has. */
const MOST_TABS = 400;

export function readLesson(folder: string): Lesson {
  const files = readCourse(inProject("lessons")).folders.find((one) => one.folder === folder);
  const { lesson, problems } = parseLesson(files ?? { folder, files: {} });
  if (lesson === null) throw new Error(`${folder}: ${JSON.stringify(problems)}`);
  return lesson;
}

/** Our own program for a challenge. */
export function solutionOf(challenge: string): string {
  const folder = "core/challenges";
  const found = readdirSync(folder).find((name) => name.endsWith(`-${challenge}`)) ?? "";
  return readFileSync(path.join(folder, found, "reference.c"), "utf8");
}

export class LessonWalk {
  private readonly view: LessonPage;

  constructor(
    private readonly page: Page,
    private readonly lesson: Lesson,
  ) {
    this.view = new LessonPage(page);
  }

  /** Opens the lesson, and returns it with the numbers of this learner. */
  async open(lab: string): Promise<Lesson> {
    await this.view.open(lab, this.lesson.id);
    let seed: string | undefined;
    await expect
      .poll(async () => {
        const stored = await this.page.evaluate((key) => localStorage.getItem(key), STORED);
        return (seed = /"seed":(\d+)/.exec(stored ?? "")?.[1]);
      })
      .toBeDefined();
    return lessonOfSeed(this.lesson, Number(seed));
  }

  /** Waits until the step and its machine are shown. */
  async isAt(step: Step): Promise<void> {
    await expect(this.view.title(new RegExp(`^${escaped(step.title)}`))).toBeVisible();
    await this.view.machineIsReady();
  }

  /** The step's entry in the list of steps. */
  mark(step: Step): Locator {
    const steps = this.page.getByRole("navigation", { name: "Steps of this lesson" });
    return steps.getByRole("link").nth(this.lesson.steps.findIndex(({ id }) => id === step.id));
  }

  async solve(task: Task): Promise<void> {
    switch (task.kind) {
      case "prediction":
        return this.predict(task);
      case "goal":
        return this.reach(task);
      case "program":
        return this.write(task);
      default:
        return this.answer(task);
    }
  }

  async next(): Promise<void> {
    await this.tabTo(this.view.link(/^(Next: |All lessons$)/));
    await this.page.keyboard.press("Enter");
  }

  private async answer(task: Question): Promise<void> {
    const { keyboard } = this.page;
    const field = this.view.task(task.id);
    if (task.kind === "choice") {
      await this.tabTo(field.getByRole("radio").first());
      await keyboard.press("Space");
      const right = task.options.findIndex((option) => option.right);
      for (let at = 0; at < right; at++) await keyboard.press("ArrowDown");
    } else {
      await this.tabTo(field.getByRole("textbox"));
      await keyboard.type(task.kind === "number" ? String(task.answer) : "Because.");
    }
    await this.tabTo(field.getByRole("button", { name: /^(Check|Save)/ }));
    await keyboard.press("Enter");
    const right = task.kind === "text" ? "Your answer is saved" : "Right.";
    await expect(field).toContainText(right);
  }

  private async predict(task: Prediction): Promise<void> {
    const { keyboard } = this.page;
    const field = this.view.task(task.id);
    await this.tabTo(field.getByRole("button", { name: "Type numbers instead of drawing" }));
    await keyboard.press("Enter");
    const middle = Math.round(task.max / inputScale(task.metric) / 2);
    await this.tabTo(field.getByRole("textbox").first());
    for (const at of task.values.keys()) {
      if (at > 0) await keyboard.press("Tab");
      await keyboard.type(String(middle));
    }
    await this.tabTo(field.getByRole("button", { name: "Compare with the machine" }));
    await keyboard.press("Enter");
    await expect(field).toContainText("Furthest at");
  }

  private async reach(task: Goal): Promise<void> {
    const field = this.view.task(task.id);
    const judge = async (verdict: string) => {
      await this.view.machineIsReady();
      await this.tabTo(field.getByRole("button", { name: "Let the simulator judge" }));
      await this.page.keyboard.press("Enter");
      await expect(field).toContainText(verdict);
    };
    if (task.scores.length > 0) {
      // Where nothing gets through, the table has its longest words.
      await judge("Not yet.");
      const cut = (table: Element) => table.scrollWidth - table.clientWidth;
      expect(await field.locator(".table-scroll").evaluate(cut)).toBe(0);
    }
    const settings = Object.entries(task.solutions[0]?.set ?? {});
    for (const [setting, value] of settings) await this.turn(setting, value);
    // A load that the learner looks at is not a part of the machine that is judged.
    const shown = task.loads.at(-1);
    if (shown !== undefined) {
      const show = field.getByRole("button", { name: `Show me: ${shown.name}` });
      await this.tabTo(show);
      await this.page.keyboard.press("Enter");
      await expect(show).toHaveAttribute("aria-pressed", "true");
    }
    await judge("Reached.");
  }

  /** Replaces the program in the editor by our solution, and has it judged. */
  private async write({ id, challenge }: ProgramTask): Promise<void> {
    const { keyboard } = this.page;
    const field = this.view.task(id);
    await this.tabTo(field.getByRole("button", { name: "Run it" }));
    await keyboard.press("Tab");
    await expect(field.getByRole("textbox", { name: /in kernel C/ })).toBeFocused();
    await keyboard.press("Control+a");
    await keyboard.insertText(solutionOf(challenge));
    await expect(field).toContainText("The machine runs this text.");
    await this.tabTo(field.getByRole("button", { name: "Judge it" }));
    await keyboard.press("Enter");
    await expect(field).toContainText("done", { timeout: 60_000 });
  }

  /** Sets a knob of the step. */
  private async turn(setting: string, value: string | number | boolean): Promise<void> {
    const { keyboard } = this.page;
    const parameter = catalogue.parameters.find((one) => one.path === setting);
    if (parameter === undefined) throw new Error(`there is no parameter ${setting}`);
    const { label, kind } = parameter;
    const knobs = this.page.getByRole("region", { name: "Knobs of this step" });
    const name = new RegExp(`^${escaped(label)}`);
    if (kind.type === "switch") {
      const knob = knobs.getByRole("switch", { name });
      await this.tabTo(knob);
      const isOn = (await knob.getAttribute("aria-checked")) === "true";
      if (isOn !== value) await keyboard.press("Space");
      await expect(knob).toHaveAttribute("aria-checked", String(value));
    } else if (kind.type === "choice") {
      const knob = knobs.getByRole("combobox", { name });
      await this.tabTo(knob);
      // Typing a label would depend on the time: a list forgets the first letters when the next one comes late.
      const steps = await knob.evaluate((list: HTMLSelectElement, wanted) => {
        const offered = [...list.options].filter((option) => !option.disabled);
        const indexOf = (text: string) => offered.findIndex((option) => option.value === text);
        return indexOf(wanted) - indexOf(list.value);
      }, String(value));
      const key = steps < 0 ? "ArrowUp" : "ArrowDown";
      for (let step = 0; step < Math.abs(steps); step++) await keyboard.press(key);
      await expect(knob).toHaveValue(String(value));
    } else {
      const number = new RegExp(`^${escaped(label)}, number`);
      await this.tabTo(knobs.getByRole("textbox", { name: number }));
      await keyboard.press("Control+a");
      await keyboard.type(value === "infinity" ? "no limit" : String(value));
      await keyboard.press("Enter");
    }
  }

  /** Presses Tab, or Shift+Tab when the target is before the focus, until the target has the focus. */
  private async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; presses < MOST_TABS;) {
      const { key, count } = await target.evaluate(wayTo, FOCUSABLE);
      if (count === 0) return;
      for (let at = 0; at < count; at++) await this.page.keyboard.press(key);
      presses += count;
    }
    throw new Error(`Tab never came to ${String(target)}`);
  }
}

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

/**
 * The key that leads to the element, and how often to press it. The number is an estimate. It saves most calls to the page.
 * Hidden elements and groups of radio buttons may make it too high: then the next call returns the other key.
 */
function wayTo(element: Element, focusable: string): { key: string; count: number } {
  const now = document.activeElement;
  if (now === element) return { key: "", count: 0 };
  const all = [...document.querySelectorAll(focusable)].filter((one) => one.checkVisibility());
  const order = now?.compareDocumentPosition(element) ?? 0;
  const isBefore = (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const from = now === null ? -1 : all.indexOf(now);
  const distance = Math.abs(all.indexOf(element) - from);
  // From the heading of a step, which Tab does not reach, the distance is not known.
  const count = from < 0 ? 1 : Math.max(1, distance - 3);
  return { key: isBefore ? "Shift+Tab" : "Tab", count };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
