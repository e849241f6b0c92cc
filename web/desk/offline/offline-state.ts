// Whether the pages are stored on this device, as plain values, and the sentences that say so. `offline-copy.ts` stores
// them; the page loads that file after its first picture.

import { msg, tr } from "../../i18n/i18n";

/** The state of the copy, and the browser's offer to install the lab. */
export interface Offline {
  copy: CopyState;
  /** The browser's own question whether to install the lab; null when it offers none. */
  installPrompt: InstallPrompt | null;
}

/** The event "beforeinstallprompt", which TypeScript's library does not know. */
export type InstallPrompt = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

/** What the service worker says about the copy that it keeps. */
export interface CopyFacts {
  /** Identifies the content of the copy. */
  version: string;
  files: number;
  bytes: number;
}

export type CopyState =
  | { phase: "unknown" | "storing" }
  | { phase: "none"; why: "browser" | "server" | "embedded" }
  | { phase: "stored"; facts: CopyFacts; isUpdateReady: boolean }
  /** The browser blocks storage, has no room, or the server did not send every file. */
  | { phase: "refused" };

/** Says in sentences whether the lab opens without a network. */
export function describeCopy(copy: CopyState): string {
  switch (copy.phase) {
    case "unknown":
      return tr("The page has not yet asked the browser to store the lab on this device.");
    case "storing":
      return tr(
        "The browser is storing the lab on this device. Keep the page open until this is done.",
      );
    case "stored": {
      const { files, bytes, version } = copy.facts;
      const stored = tr(
        `The lab is stored on this device ({files} files, {megabytes} MB, copy {version}). It opens without a network, with
        lessons, lectures and figures.`,
        { files, megabytes: (bytes / 1e6).toFixed(1), version },
      );
      if (!copy.isUpdateReady) return stored;
      return `${stored} ${tr("A newer version is stored too. It opens at your next visit.")}`;
    }
    case "none":
      return tr(ABSENT[copy.why]);
    case "refused":
      return tr(
        `The lab is not stored on this device: the browser blocks storage or has no room, or the server did not send every
        file. Everything works while there is a network. The page tries again at your next visit.`,
      );
  }
}

const ABSENT = {
  browser: msg(
    "The lab is not stored on this device: the browser does that only for addresses that begin with https.",
  ),
  server: msg(
    "The lab is not stored on this device, because this server always sends the newest pages. (npm start does so.)",
  ),
  embedded: msg(
    "The lab is not stored on this device, because it is part of another page. Open it in a tab of its own to store it.",
  ),
} as const;
