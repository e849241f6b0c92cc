// The heading of the page that is shown, and the window's title. The heading gets the focus when a page is opened and
// when an element that had the focus is gone. Tab does not reach it.
import { useEffect } from "react";

const SITE = "Livelock Lab";

/** Props that mark a heading as the page's own. */
export const PAGE_HEADING_PROPS = { tabIndex: -1, "data-page-heading": true } as const;

/** Props of a heading that comes before the page's own: what the person has opened on that page. */
export const FIRST_HEADING_PROPS = { tabIndex: -1, "data-page-heading": "first" } as const;

/** Returns the heading of the page that is shown, or null while the page is loading: React then hides the page before it. */
export function findPageHeading(): HTMLElement | null {
  const find = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find((one) =>
      one.checkVisibility(),
    );
  return find('[data-page-heading="first"]') ?? find("[data-page-heading]") ?? null;
}

/** The focus target of last resort: the page's heading, or the page. */
export const PAGE_FOCUS_TARGET = {
  get current(): HTMLElement | null {
    return findPageHeading() ?? document.getElementById("main");
  },
};

/** Moves the focus to the page's heading, or to the page while it has no heading. */
export function focusPage(): void {
  PAGE_FOCUS_TARGET.current?.focus({ preventScroll: true });
}

/** Sets the window's title to "TITLE - Livelock Lab" while the component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const own = title === "" ? SITE : `${title} - ${SITE}`;
    document.title = own;
    return () => {
      // Another component may have set a title meanwhile.
      if (document.title === own) document.title = SITE;
    };
  }, [title]);
}
