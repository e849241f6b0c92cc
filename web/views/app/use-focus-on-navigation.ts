// Who goes to another page arrives at its heading, for the keyboard and for the ear: the link that was pressed
// may be gone. The page that is opened first leaves the focus where the browser has put it.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { focusPage, findPageHeading } from "../../ui/page-heading";
import { pageKeyOf } from "./routes";
import { subscribeHash } from "./use-url-sync";

export function useFocusOnNavigation(): void {
  const place = useSyncExternalStore(subscribeHash, () => pageKeyOf(location.hash));
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    return arrive();
  }, [place]);
}

/** Some pages are fetched first: their heading is waited for, unless the focus goes elsewhere meanwhile. */
function arrive(): () => void {
  const left = document.activeElement;
  const look = () => {
    const now = document.activeElement;
    const gone = now !== left && now !== document.body;
    if (!gone && findPageHeading() === null) return;
    watch.disconnect();
    if (!gone) focusPage();
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  look();
  return () => watch.disconnect();
}
