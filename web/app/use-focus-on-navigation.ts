// Moves the focus to the heading of the page when a person opens another page, because the link that was pressed may be
// gone. The page that is opened first keeps the focus where the browser has put it.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { focusPage, findPageHeading } from "../ui/page-heading";
import { pageKeyOf } from "../shell/pages";
import { subscribeHash } from "../shell/location-hash";

export function useFocusOnNavigation(): void {
  const page = useSyncExternalStore(subscribeHash, () => pageKeyOf(location.hash));
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    return focusHeading();
  }, [page]);
}

/** Focuses the page's heading. Waits for it while the page is loading, unless the focus moves elsewhere meanwhile. */
function focusHeading(): () => void {
  const focusedBefore = document.activeElement;
  const check = () => {
    const focused = document.activeElement;
    const hasMoved = focused !== focusedBefore && focused !== document.body;
    if (!hasMoved && findPageHeading() === null) return;
    observer.disconnect();
    if (!hasMoved) focusPage();
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true });
  check();
  return () => observer.disconnect();
}
