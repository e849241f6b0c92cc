// What the page starts after its first picture, so that it does not delay it: storing the pages on the device, and the tour
// of a first visit. main.tsx loads this file.
import { startOfflineCopy } from "./store/offline/offline-copy";
import type { AppServices } from "./store/app-services";
import { packagedLesson } from "./store/scorm/packaged-lesson";
import { findRoute, LECTURE } from "./views/app/routes";

export function startDeferred(services: AppServices): void {
  // The package of a lesson is a part of its platform.
  if (packagedLesson() !== null) return;
  const { lab, notices, offline } = services;
  void startOfflineCopy({
    store: offline,
    notices,
    mayNotify: () => findRoute(location.hash) !== LECTURE,
    onMayNotify: (run) => window.addEventListener("hashchange", run),
    beforeReload() {
      // The address is up to a second older than the machine.
      if (findRoute(location.hash).path === "lab") history.replaceState(null, "", lab.link());
    },
  });
}
