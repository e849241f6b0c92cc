// Checks every visible text of a page for what makes it hard to read: type that is too small, text that is cut off or
// covered by other text, a page that is wider than the window. Of a machine's picture, which is a canvas, it asks only the size of
// the smallest text; the rest is checked by its draw list.
import type { Page } from "@playwright/test";

export async function textFindings(
  page: Page,
  smallest: number,
  smallestInPictures = smallest,
): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(
    ([least, leastInPictures]) => {
      interface Piece {
        text: string;
        box: DOMRect;
        element: Element;
        fixed: boolean;
        /** The bar at a lower edge that the text is on. */
        bar: Element | null;
      }
      const findings: string[] = [];
      const pieces: Piece[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim() ?? "";
        if (element === null || text === "" || !isVisible(element)) continue;
        const size = parseFloat(getComputedStyle(element).fontSize);
        if (size < least) findings.push(`${size} px: “${text}”`);
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          if (box.width < 1 || box.height < 1 || isOutOfSight(element, box)) continue;
          const fixed = hasPosition(element, ["fixed"]);
          pieces.push({ text, box, element, fixed, bar: barAtLowerEdge(element) });
          const holder = clippingParent(element);
          if (holder !== null) {
            const frame = holder.getBoundingClientRect();
            if (box.right > frame.right + 1 || box.left < frame.left - 1) {
              findings.push(`cut off: “${text}”`);
            }
          }
          const card = element.closest(".card")?.getBoundingClientRect();
          if (!fixed && card !== undefined && (box.right > card.right || box.left < card.left)) {
            findings.push(`beyond its card: “${text}”`);
          }
          if (box.right > innerWidth + 1) findings.push(`beyond the window: “${text}”`);
        }
      }
      for (const canvas of document.querySelectorAll<HTMLElement>("canvas[data-font-size]")) {
        const size = Number(canvas.dataset.fontSize);
        if (canvas.checkVisibility() && size < leastInPictures)
          findings.push(`${size} px: the picture of the machine`);
      }
      for (const [index, a] of pieces.entries()) {
        for (const b of pieces.slice(index + 1)) {
          if (a.element === b.element || a.fixed !== b.fixed || a.bar !== b.bar) continue;
          if (a.element.contains(b.element) || b.element.contains(a.element)) {
            if (a.box.top === b.box.top) continue;
          }
          const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          // Line boxes are higher than their letters: an overlap of a third of a line counts.
          const least = Math.min(a.box.height, b.box.height) / 3;
          if (width > 2 && height > least) findings.push(`overlap: “${a.text}” and “${b.text}”`);
        }
      }
      if (document.documentElement.scrollWidth > innerWidth + 1) {
        findings.push(`the page is ${document.documentElement.scrollWidth} px wide`);
      }
      return [...new Set(findings)];

      function isVisible(element: Element): boolean {
        if (element.closest(".visually-hidden, canvas, title, select, option, noscript") !== null)
          return false;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          return false;
        // The targets over a canvas have names that only screen readers get.
        if (getComputedStyle(element).color === "rgba(0, 0, 0, 0)") return false;
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.height > 1 && box.bottom > -scrollY;
      }

      /** A bar that sticks to the lower edge of what scrolls, and whose background covers what scrolls under it. */
      function barAtLowerEdge(element: Element): Element | null {
        for (let one: Element | null = element; one !== null; one = one.parentElement) {
          const { position, bottom, backgroundColor } = getComputedStyle(one);
          if (position === "sticky" && bottom !== "auto" && /^rgb\(/.test(backgroundColor))
            return one;
        }
        return null;
      }

      function hasPosition(element: Element, positions: string[]): boolean {
        for (let one: Element | null = element; one !== null; one = one.parentElement) {
          if (positions.includes(getComputedStyle(one).position)) return true;
        }
        return false;
      }

      /** Scrolled out of sight in an element that scrolls, or completely outside of one that clips. */
      function isOutOfSight(element: Element, box: DOMRect): boolean {
        for (let one: Element | null = element; one !== null; one = one.parentElement) {
          const { overflowY } = getComputedStyle(one);
          if (one === document.body) continue;
          const frame = one.getBoundingClientRect();
          const scrolls = ["auto", "scroll"].includes(overflowY);
          if (scrolls && (box.bottom > frame.bottom + 1 || box.top < frame.top - 1)) return true;
          const cuts = ["hidden", "clip"].includes(overflowY);
          if (cuts && (box.top > frame.bottom || box.bottom < frame.top)) return true;
        }
        return false;
      }

      /** Returns the nearest ancestor that clips wide content, unless it scrolls. */
      function clippingParent(element: Element): Element | null {
        for (let one: Element | null = element; one !== null; one = one.parentElement) {
          const { overflowX } = getComputedStyle(one);
          if (["auto", "scroll"].includes(overflowX)) return null;
          if (["hidden", "clip"].includes(overflowX)) return one;
        }
        return null;
      }
    },
    [smallest, smallestInPictures] as const,
  );
}
