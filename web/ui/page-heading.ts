// The heading of the page that is shown, and the window's title. The heading gets the focus when a page is opened and
// when an element that had the focus is gone. Tab does not reach it.
import { useEffect } from "react";

const SITE = "Livelock Lab";

/** Props that mark a heading as the page's own. */
export const PAGE_HEADING_PROPS = { tabIndex: -1, "data-page-heading": true } as const;

/** Returns the heading of the page that is shown, or null while the page is loading. */
export function findPageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main [data-page-heading]");
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
