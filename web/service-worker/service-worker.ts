// The service worker: stores a complete copy of the pages and answers their requests from it. A new version is stored
// beside the old one and waits. Open pages keep the copy that they were loaded from, so that a running machine or a lesson
// can still load its later parts.
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import type { CopyFacts } from "../desk/offline/offline-state";

/** Written by `tools/build/service-worker.mjs`: every file of the copy, and what the page may say about it. */
declare const PRECACHE: { entries: { url: string; revision: string | null }[]; facts: CopyFacts };
/** The build replaces the name PRECACHE with the whole list, so the code uses the name only once. */
const { entries, facts } = PRECACHE;

/** The parts of ServiceWorkerGlobalScope that are used: TypeScript's library for it excludes that of pages. */
interface WorkerScope {
  registration: { scope: string };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean }): Promise<readonly { url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}

type WorkerEvent = Event & {
  waitUntil(done: Promise<unknown>): void;
  request?: Request;
  data?: { type?: string };
  ports?: readonly MessagePort[];
};

const worker = self as unknown as WorkerScope;
const { scope } = worker.registration;
/** Another copy of the lab may be on the same host, in another folder. */
const ownPrefix = `livelock-lab ${scope} `;
const cacheName = ownPrefix + facts.version;

const precache = new PrecacheController({ cacheName });
precache.addToCacheList(entries);

worker.addEventListener("install", (event) =>
  event.waitUntil(takeFromOlderCopies().then(() => precache.install(event as never))),
);

worker.addEventListener("activate", (event) =>
  event.waitUntil(
    Promise.all([
      deleteOlderCopiesIfUnused(),
      // The first copy serves the page that made it at once. (A later one already has all pages.)
      worker.clients.claim(),
    ]),
  ),
);

worker.addEventListener("message", (event) => {
  // The types are those that workbox-window sends.
  if (event.data?.type === "SKIP_WAITING") void worker.skipWaiting();
  if (event.data?.type === "FACTS") event.ports?.[0]?.postMessage(facts);
});

// A page that is opened while no other page of the lab is open gets the newest copy: nobody needs the older ones.
worker.addEventListener("fetch", (event) => {
  if (event.request?.mode === "navigate") event.waitUntil(deleteOlderCopiesIfUnused());
});

registerRoute(
  new PrecacheRoute(precache, { directoryIndex: "index.html", ignoreURLParametersMatching: [/./] }),
);

// A page of an older version asks for a part that only its own copy has.
registerRoute(
  ({ url }) => url.href.startsWith(`${scope}assets/`),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);

/** Copies the files that have not changed, so that an update loads only the others. */
async function takeFromOlderCopies(): Promise<void> {
  const target = await caches.open(cacheName);
  for (const name of await olderCopies()) {
    const older = await caches.open(name);
    for (const url of precache.getURLsToCacheKeys().values()) {
      if ((await target.match(url)) !== undefined) continue;
      const response = await older.match(url);
      if (response !== undefined) await target.put(url, response);
    }
  }
}

async function deleteOlderCopiesIfUnused(): Promise<void> {
  const clients = await worker.clients.matchAll({ includeUncontrolled: true });
  if (clients.some(({ url }) => url.startsWith(scope))) return;
  await Promise.all((await olderCopies()).map((name) => caches.delete(name)));
}

/** The names of the copies that other versions have made. */
async function olderCopies(): Promise<string[]> {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(ownPrefix) && name !== cacheName);
}
