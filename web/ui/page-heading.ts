// The heading of the page that is shown: who comes to the page arrives there, and who has lost the focus
// finds it again there. It is not reached by Tab. The window is called by the page, then by the lab.
import { useEffect } from "react";

const SITE = "Livelock Lab";

/** What makes a heading the page's own. */
export const PAGE_HEADING_PROPS = { tabIndex: -1, "data-page-heading": true } as const;

export function findPageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main [data-page-heading]");
}

/** Who has the focus when nothing nearer is left. */
export const PAGE_FOCUS_TARGET = {
  get current(): HTMLElement | null {
    return findPageHeading() ?? document.getElementById("main");
  },
};

/** Gives the focus to the page's heading, or to the page while it has none. */
export function focusPage(): void {
  PAGE_FOCUS_TARGET.current?.focus({ preventScroll: true });
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    const own = title === "" ? SITE : `${title} - ${SITE}`;
    document.title = own;
    return () => {
      // What it is part of may have named the window meanwhile.
      if (document.title === own) document.title = SITE;
    };
  }, [title]);
}
