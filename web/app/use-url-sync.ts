// Keeps the URL and the lab in step. A link that is opened or pasted changes the lab. What a person does in the lab is
// written into the URL's hash, at most once a second, so that a reload restores it.
import { useEffect, useRef } from "react";
import { parseLink } from "../desk/link/link";
import { fieldsOfHash } from "../desk/link/link-repair";
import { watchLink } from "../desk/lab/link-watch";
import type { Lab } from "../desk/lab/lab";
import { replaceHash, subscribeHash } from "../shell/location-hash";

const WRITE_MILLISECONDS = 1_000;
/** After a pause the URL is written soon, because the person may copy it. By then the last frame has arrived. */
const WRITE_AFTER_PAUSE_MILLISECONDS = 150;

/** `shown`: the lab is the page that is shown. */
export function useUrlSync(lab: Lab, shown: boolean): void {
  const writtenHash = useRef("");
  const handledHash = useRef(location.hash);

  useEffect(() => {
    const onHash = () => {
      const { hash } = location;
      handledHash.current = hash;
      if (fieldsOfHash(hash, "lab") === null) return;
      // The browser's Back button leads from a lesson to the lab as the person left it.
      if (hash === writtenHash.current) lab.restoreSession();
      else lab.openLink(hash);
    };
    return subscribeHash(onHash);
  }, [lab]);

  useEffect(() => {
    if (!shown) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    // Somebody who leaves the page to ask for a damaged link again finds it in the address afterwards.
    const keepsDamagedLink = () => document.hidden && isDamaged(location.hash, lab);
    const write = () => {
      timer = null;
      // A pasted link whose event has not been handled yet must not be overwritten.
      if (location.hash !== handledHash.current) return;
      const link = lab.link();
      if (!replaceHash(link)) return void writeSoon();
      writtenHash.current = link;
      handledHash.current = location.hash;
    };
    const writeSoon = () => (timer ??= setTimeout(write, WRITE_MILLISECONDS));
    const stop = watchLink(lab, writeSoon, {
      isAddressEmpty: fieldsOfHash(location.hash, "lab") === null,
      ignoresChanges: keepsDamagedLink,
    });
    let { playing } = lab.state.get();
    const stopPausing = lab.state.subscribe(() => {
      const pauses = playing && !lab.state.get().playing;
      ({ playing } = lab.state.get());
      if (!pauses || keepsDamagedLink()) return;
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(write, WRITE_AFTER_PAUSE_MILLISECONDS);
    });
    return () => {
      stop();
      stopPausing();
      if (timer !== null) clearTimeout(timer);
    };
  }, [lab, shown]);
}

/** Whether the link in the address was refused. */
function isDamaged(hash: string, { state }: Lab): boolean {
  const { catalogue } = state.get();
  if (catalogue === null) return false;
  try {
    parseLink(hash, catalogue);
    return false;
  } catch {
    return true;
  }
}
