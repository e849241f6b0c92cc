// Runs axe on a page. Loading its 1.3 MB of script takes half of the time, so each page gets it once. axe parses the same
// few colours thousands of times, so it gets a cache for them.
import type { Page } from "@playwright/test";
import axe from "axe-core";
import type { Viewport } from "./viewports";

type Axe = typeof axe;

/** axe's parser of colours: sets the channels from a text. */
interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Colour;
}

/**
 * Returns the violations that axe finds, one line for each element. At a width that was checked in the other colour
 * scheme, only the rules about colours are run. The pages have no frames, so everything runs in the page.
 */
export async function axeFindings(page: Page, viewport?: Viewport): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(axe.source);
    await page.evaluate(rememberColours);
  }
  const rules =
    viewport?.coloursOnly === true ? ["color-contrast", "link-in-text-block"] : undefined;
  return page.evaluate(findInPage, { tags: TAGS, rules });
}

/** WCAG 2.2, levels A and AA, and what axe calls best practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Question {
  tags: string[];
  /** Only these rules, instead of all rules with the tags. */
  rules: string[] | undefined;
}

/** Runs inside the page. Asks only for violations, because it takes long to report all that passed. */
async function findInPage({ tags, rules }: Question): Promise<string[]> {
  const { axe: here } = globalThis as unknown as { axe: Axe };
  const { violations } = await here.run(
    document,
    rules === undefined
      ? {
          resultTypes: ["violations"],
          runOnly: { type: "tag", values: tags },
          // axe leaves this rule out unless it is asked for.
          rules: { "target-size": { enabled: true } },
        }
      : { resultTypes: ["violations"], runOnly: { type: "rule", values: rules } },
  );
  const findings: string[] = [];
  for (const { id, nodes } of violations) {
    for (const node of nodes) {
      if (id === "target-size" && (await isLargeInView(String(node.target[0])))) continue;
      findings.push(`${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`);
    }
  }
  return findings;

  /** Measures a target again in the middle of the view, because a bar that stays in view may have covered it. */
  async function isLargeInView(selector: string): Promise<boolean> {
    document.querySelector(selector)?.scrollIntoView({ block: "center", behavior: "instant" });
    const again = await here.run(selector, {
      resultTypes: ["violations"],
      runOnly: { type: "rule", values: ["target-size"] },
    });
    return again.violations.length === 0;
  }
}

/** Runs inside the page. Caches the parsed colours. A text that is not a colour is not cached. */
function rememberColours(): void {
  const { axe: here } = globalThis as unknown as {
    axe: { commons: { color: { Color: { prototype: Colour } } } };
  };
  const colour = here.commons.color.Color.prototype;
  const known = new Map<string, Colour>();
  const read = colour.parseString;
  colour.parseString = function parseString(this: Colour, text: string): Colour {
    const before = known.get(text);
    if (before === undefined) {
      read.call(this, text);
      const { r, g, b, alpha } = this;
      known.set(text, { r, g, b, alpha } as Colour);
      return this;
    }
    this.r = before.r;
    this.g = before.g;
    this.b = before.b;
    this.alpha = before.alpha;
    return this;
  };
}
