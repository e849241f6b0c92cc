// Keeps the browser's address and the lab in step (url-sync.ts).
import { useEffect, useMemo } from "react";
import type { Machine } from "../desk/lab/machine";
import { replaceHash, subscribeHash } from "../shell/location-hash";
import { createUrlSync, type Address } from "./url-sync";

const ADDRESS_BAR: Address = {
  hash: () => location.hash,
  replace: replaceHash,
  isHidden: () => document.hidden,
  later(run, milliseconds) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** `shown`: the lab is the page that is shown. */
export function useUrlSync(lab: Machine, shown: boolean): void {
  const sync = useMemo(() => createUrlSync(lab, ADDRESS_BAR), [lab]);
  useEffect(() => subscribeHash(sync.hashChanged), [sync]);
  useEffect(() => (shown ? sync.watch() : undefined), [sync, shown]);
}
