// The copy of the pages on this device, as the page sees it: starts the service worker, writes the state of the copy into
// its store, and offers a new version. A new version waits until a person takes it or until no page of the lab is open: it
// never replaces a running page. The service worker itself is in `service-worker`.
import { Workbox } from "workbox-window";
import { tr } from "../../i18n/i18n";
import type { Notices } from "../../lib/notices";
import type { Store } from "../../lib/store";
import type { CopyFacts, CopyState, Offline } from "./offline-state";

export interface OfflineEnvironment {
  store: Store<Offline>;
  notices: Notices;
  /** Whether a notice may appear now: a lecture's screen shows none. Calls back when that may have changed. */
  mayNotify(): boolean;
  onMayNotify(run: () => void): void;
  /** Runs before a reload that takes a new version, to write what a reload restores. */
  beforeReload(): void;
}

/** Relative to the page, so that the lab works in any folder. */
const SCRIPT = "./service-worker.js";

/** While the page stays open, it asks for a new version at most this often. */
const CHECK_MILLISECONDS = 60 * 60 * 1000;

export async function startOfflineCopy(environment: OfflineEnvironment): Promise<void> {
  const setCopy = (copy: CopyState) => environment.store.set({ copy });
  // An embedded page belongs to the visit of the page around it, and may not even ask for a service worker.
  if (window !== window.top) return setCopy({ phase: "none", why: "embedded" });
  if (!window.isSecureContext || !("serviceWorker" in navigator)) {
    return setCopy({ phase: "none", why: "browser" });
  }
  if (!(await isOffered())) {
    return setCopy({ phase: "none", why: "server" });
  }
  try {
    await watch(new Workbox(SCRIPT), environment);
    // The worker of `npm start` ends by itself, at any moment: it may have controlled the page, and give no answer.
    const isUnknown = environment.store.get().copy.phase === "unknown";
    if (isUnknown && !(await isServed())) setCopy({ phase: "none", why: "server" });
  } catch {
    setCopy({ phase: "refused" });
  }
}

/** Vite's server has no service worker, and `npm start` answers 204: there the pages are always those of the server. */
async function isOffered(): Promise<boolean> {
  if (!import.meta.env.PROD) return false;
  return navigator.serviceWorker.controller !== null || (await isServed());
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch(SCRIPT, { method: "HEAD" })).status === 200;
  } catch {
    return false;
  }
}

async function watch(workbox: Workbox, environment: OfflineEnvironment): Promise<void> {
  const { store } = environment;
  let isTaken = false;
  let isUpdateReady = false;
  const showFacts = async () => {
    const { controller } = navigator.serviceWorker;
    if (controller === null) return;
    const facts = await askForFacts(controller);
    // If another worker has taken over meanwhile, its own answer counts.
    if (facts === undefined || controller !== navigator.serviceWorker.controller) return;
    const copy: CopyState =
      facts === null ? { phase: "none", why: "server" } : { phase: "stored", facts, isUpdateReady };
    store.set({ copy });
  };
  const reload = () => {
    environment.beforeReload();
    location.reload();
  };
  const take = () => {
    isTaken = true;
    workbox.messageSkipWaiting();
    // No version waits any more when another tab has taken it.
    void navigator.serviceWorker.getRegistration().then((found) => {
      if (!found?.waiting) reload();
    });
  };
  workbox.addEventListener("waiting", () => {
    isUpdateReady = true;
    void showFacts();
    offerUpdate(environment, take);
  });
  workbox.addEventListener("controlling", () => {
    if (isTaken) reload();
    else {
      // The worker of the first copy, or of a version that another tab has taken, controls this page now. A notice
      // about that version stays, because its reload also shows the new version.
      isUpdateReady = false;
      void showFacts();
    }
  });
  workbox.addEventListener("redundant", () => {
    if (navigator.serviceWorker.controller === null) store.set({ copy: { phase: "refused" } });
  });
  if (navigator.serviceWorker.controller === null) store.set({ copy: { phase: "storing" } });
  await workbox.register({ immediate: true });
  if (navigator.serviceWorker.controller !== null && store.get().copy.phase !== "stored") {
    await showFacts();
  }
  checkWhenShown(workbox);
}

function offerUpdate(environment: OfflineEnvironment, take: () => void): void {
  const { notices, mayNotify, onMayNotify } = environment;
  let isOffered = false;
  const offer = () => {
    if (isOffered || !mayNotify()) return;
    isOffered = true;
    notices.show({
      key: "update",
      tone: "news",
      title: tr("A new version of the lab is ready"),
      text: [
        tr(
          "It opens at your next visit. You can also take it now: the page reloads and keeps the machine and your progress.",
        ),
      ],
      actions: [{ label: tr("Reload now"), run: take }],
    });
  };
  offer();
  onMayNotify(offer);
}

/**
 * Returns null if the worker has deleted the copy: the one that `npm start` sends does. Returns undefined if it does not
 * answer.
 */
async function askForFacts(worker: ServiceWorker): Promise<CopyFacts | null | undefined> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<CopyFacts | null | undefined>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<CopyFacts | null>) => resolve(data);
    setTimeout(() => resolve(undefined), ANSWER_MILLISECONDS);
  });
  worker.postMessage({ type: "FACTS" }, [port2]);
  return answer;
}

const ANSWER_MILLISECONDS = 10_000;

/** A page that stays open for days would never hear of a new version by itself. */
function checkWhenShown(workbox: Workbox): void {
  let checked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - checked < CHECK_MILLISECONDS) return;
    checked = performance.now();
    // Without a network there is no newer version.
    workbox.update().catch(() => undefined);
  });
}
