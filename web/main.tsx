// Starts the page: loads fonts and styles, creates the app's services with the browser's functions, runs the
// animation loop, and renders the React tree.
import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource/source-code-pro/latin-400.css";
import "@fontsource/source-code-pro/latin-600.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/buttons.css";
import "./ui/slider.css";
import "./ui/surfaces.css";
import { createRoot } from "react-dom/client";
import { chooseLanguage } from "./i18n/languages";
import { loadLanguage } from "./i18n/load-language";
import { copyAndNotify } from "./store/announcements/notices";
import { browserStorage } from "./store/persistence/persistent-store";
import type { InstallPrompt } from "./store/offline/offline-state";
import { isBareAddress } from "./store/lab/initial-view";
import { packagedLesson } from "./store/scorm/packaged-lesson";
import { createAppServices } from "./store/app-services";
import { saveFile } from "./ui/save-file";
import { preloadParts } from "./ui/lazy-part";
import { applyAppearance, watchSystemTheme } from "./ui/appearance";
import { App } from "./views/app";
import { isTyping } from "./views/app/use-shortcuts";
import { offscreenRenderer } from "./views/offscreen";

const SOON_MILLISECONDS = 2_000;

const packaged = packagedLesson();
if (packaged !== null && location.hash === "") location.replace(`#/lessons/${packaged}`);

const storage = browserStorage();
/** Soon the address holds the state of the lab. */
const isFirstAddressBare = isBareAddress(location.hash);

const services = createAppServices({
  storage,
  query: location.search,
  cores: navigator.hardwareConcurrency || 2,
  memoryGigabytes: (navigator as { deviceMemory?: number }).deviceMemory ?? 0,
  now: () => performance.now(),
  schedule: (run, milliseconds) => void setTimeout(run, milliseconds),
  isTyping,
  save: (name, text) => saveFile(name, text),
  copy: (text) =>
    void copyAndNotify(text, async (link) => navigator.clipboard.writeText(link), services.notices),
  reload: () => location.reload(),
  reducesMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
});

const { lab, preferences } = services;
const language = chooseLanguage({
  query: location.search,
  preference: preferences.get().language,
  browser: navigator.languages,
});
document.documentElement.lang = language.id;
document.documentElement.dir = language.direction;
offscreenRenderer();
const updateAppearance = () =>
  applyAppearance({ ...preferences.get(), layout: lab.state.get().layout });
updateAppearance();
preferences.subscribe(updateAppearance);
// Subscribes before the views, because they draw their pictures with the new font size.
let { layout } = lab.state.get();
lab.state.subscribe(() => {
  if (lab.state.get().layout === layout) return;
  ({ layout } = lab.state.get());
  updateAppearance();
});
watchSystemTheme(updateAppearance);

function animate(now: number): void {
  services.animate(now);
  requestAnimationFrame(animate);
}
requestAnimationFrame(animate);

// Pauses while the page is hidden. Resumes when it is visible again, but only if hiding it was what paused it.
let pausedByHiding = false;
document.addEventListener("visibilitychange", () => {
  if (document.hidden && lab.state.get().playing) {
    pausedByHiding = true;
    lab.pause();
  } else if (!document.hidden && pausedByHiding) {
    pausedByHiding = false;
    lab.play();
  }
});

// After the first picture.
const stopWaiting = lab.state.subscribe(() => {
  if (lab.state.get().phase !== "ready") return;
  stopWaiting();
  const startOthers = () =>
    void preloadParts()
      .then(() => import("./deferred"))
      .then(({ startDeferred }) => startDeferred(services, storage, isFirstAddressBare))
      // A part that cannot be loaded is missed and reported when it is shown.
      .catch(() => undefined);
  // A busy page has no idle moment. Safari has no idle callback.
  const timeout = SOON_MILLISECONDS;
  if ("requestIdleCallback" in window) requestIdleCallback(startOthers, { timeout });
  else setTimeout(startOthers, timeout);
});

// The browser would ask by itself whether to install the lab. The help has a button instead.
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  services.offline.set({ installPrompt: event as InstallPrompt });
});

void loadLanguage(language).then(() => {
  void lab.start(location.hash);
  const page = document.getElementById("page");
  if (page !== null) createRoot(page).render(<App services={services} />);
});
