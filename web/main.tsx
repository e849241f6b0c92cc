// Starts the lab's page: what every page starts with (shell/page-services.ts), a pause while the page is hidden, everything that can
// wait until the first picture is shown, and the React tree.
import { createRoot } from "react-dom/client";
import {
  createPageServices,
  followAppearance,
  schedule,
  startAnimation,
  startLanguage,
} from "./shell/page-services";
import { browserStorage } from "./lib/persistence/persistent-store";
import type { InstallPrompt } from "./desk/offline/offline-state";
import { isBareAddress } from "./desk/lab/initial-view";
import { packagedLesson } from "./desk/scorm/packaged-lesson";
import { preloadParts } from "./ui/lazy-part";
import { RootBoundary } from "./shell/root-boundary";
import { App } from "./app";
import { beginsWithText } from "./shell/pages";
import { firstPaint } from "./ui/after-paint";
import { startPaintWorker } from "./pictures/painter/start-paint-worker";

const IDLE_TIMEOUT_MILLISECONDS = 2_000;

const packaged = packagedLesson();
if (packaged !== null && location.hash === "") location.replace(`#/lessons/${packaged}`);

const storage = browserStorage();
/** Read now, because the page later writes the state of the lab into the address. */
const isFirstAddressBare = isBareAddress(location.hash);

const services = createPageServices(storage);
const { lab, desks, preferences } = services;
const languageLoaded = startLanguage(preferences.get().language);
/** Resolves when a page is shown, whatever it shows. */
let onPageShown = (): void => undefined;
const pageShown = new Promise<void>((resolve) => (onPageShown = resolve));
const isText = beginsWithText(location.hash);
/** The beginning of a machine's page (index.html) is painted before anything takes its place. */
const beginningPainted = isText ? Promise.resolve() : firstPaint();
// The simulator is as large as all scripts together: a page of text loads it when the text is shown.
const machineNeeded = isText ? pageShown : beginningPainted;
void machineNeeded.then(startPaintWorker);
followAppearance(services);
startAnimation(services);

// Pauses while the page is hidden.
let stopHolding: (() => void) | null = null;
document.addEventListener("visibilitychange", () => {
  stopHolding?.();
  stopHolding = document.hidden ? desks.shown.get().desk.lab.clock.hold() : null;
});

// Starts the remaining parts after the first picture.
const stopWaiting = lab.state.subscribe(() => {
  if (lab.state.get().phase !== "ready") return;
  stopWaiting();
  const startOthers = () =>
    void preloadParts()
      .then(() => import("./app/deferred"))
      .then(({ startDeferred }) => startDeferred(services, storage, isFirstAddressBare))
      // A part that could not be loaded is reported when the page tries to show it.
      .catch(() => undefined);
  // A busy page has no idle moment. Safari has no idle callback.
  const timeout = IDLE_TIMEOUT_MILLISECONDS;
  if ("requestIdleCallback" in window) requestIdleCallback(startOthers, { timeout });
  else schedule(startOthers, timeout);
});

// The browser would ask by itself whether to install the lab. The help has a button instead.
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  services.offline.set({ installPrompt: event as InstallPrompt });
});

void Promise.all([languageLoaded, beginningPainted]).then(() => {
  void lab.start(location.hash, machineNeeded);
  const page = document.getElementById("page");
  if (page !== null) {
    createRoot(page).render(
      <RootBoundary>
        <App services={services} onPageShown={onPageShown} />
      </RootBoundary>,
    );
  }
});
