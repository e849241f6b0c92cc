// What axe finds on a page. Half of what it costs is its own 1.3 MB of script, so a page gets that once, not
// with every question; and it reads the same few colours thousands of times, so it is lent a memory for them.
import type { Page } from "@playwright/test";
import axe from "axe-core";
import type { Viewport } from "./viewports";

type Axe = typeof axe;

/** What reads a colour's text, as axe has it: sets its channels. */
interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Colour;
}

/**
 * What axe finds, one line for each element; of a width that was seen in another scheme, what it finds
 * about colours. The pages have no frames: all is done in the page.
 */
export async function axeFindings(page: Page, look?: Viewport): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(axe.source);
    await page.evaluate(rememberColours);
  }
  const only = look?.coloursOnly === true ? ["color-contrast", "link-in-text-block"] : undefined;
  return page.evaluate(findInPage, only);
}

/** Runs inside the page. Carrying out all that passed takes long; only violations are wanted. */
async function findInPage(rules: string[] | undefined): Promise<string[]> {
  const { axe: here } = globalThis as unknown as { axe: Axe };
  const { violations } = await here.run(document, {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}

/** Runs inside the page: a text that was read is not read again. One that cannot be read throws each time. */
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
