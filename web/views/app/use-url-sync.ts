// The address and the lab follow each other: a link that is opened or pasted moves the lab, and what a
// person does is written into the hash (at most once a second), so that a reload stands where it stood.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { watchLink } from "../../store/link/link-watch";
import type { Lab } from "../../store/lab/lab";
import { findRoute, type Route } from "./routes";

const WRITE_MILLISECONDS = 1_000;
/** Who pauses may want to copy the address: the frame that is stood at is there by then. */
const PAUSED_MILLISECONDS = 150;

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribeHash, () => location.hash);
  return findRoute(hash);
}

export function useUrlSync(lab: Lab, shown: boolean): void {
  const written = useRef("");
  const heard = useRef(location.hash);

  useEffect(() => {
    const onHash = () => {
      const { hash } = location;
      heard.current = hash;
      if (!hash.startsWith("#/lab?")) return;
      // Back from a lesson by the browser's button: the lab as it was left.
      if (hash === written.current) lab.restoreSession();
      else lab.openLink(hash);
    };
    return subscribeHash(onHash);
  }, [lab]);

  useEffect(() => {
    if (!shown) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const write = () => {
      timer = null;
      // A link was pasted, of which a busy page has not heard yet: it must not be lost.
      if (location.hash !== heard.current) return;
      written.current = lab.link();
      history.replaceState(null, "", written.current);
      heard.current = location.hash;
    };
    const soon = () => (timer ??= setTimeout(write, WRITE_MILLISECONDS));
    const stop = watchLink(lab, soon, !location.hash.startsWith("#/lab?"));
    let { playing } = lab.state.get();
    const stopPausing = lab.state.subscribe(() => {
      const pauses = playing && !lab.state.get().playing;
      ({ playing } = lab.state.get());
      if (!pauses) return;
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(write, PAUSED_MILLISECONDS);
    });
    return () => {
      stop();
      stopPausing();
      if (timer !== null) clearTimeout(timer);
    };
  }, [lab, shown]);
}

export function subscribeHash(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}
