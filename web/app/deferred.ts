// Starts the parts of the page that must not delay its first picture: storing the pages on the device, and the tour of a
// first visit. main.tsx loads this file.
import { startOfflineCopy } from "../desk/offline/offline-copy";
import type { TextStorage } from "../lib/persistence/persistent-store";
import { takeFirstVisit, TOUR_KEY } from "../desk/tour/tour";
import type { AppServices } from "../desk/app-services";
import { packagedLesson } from "../desk/scorm/packaged-lesson";
import { replaceHash, subscribeHash } from "../shell/location-hash";
import { findPage, LECTURE } from "../shell/pages";

/** Whether this browser has something of an earlier visit: preferences, progress of a lesson. */
function hasStored(): boolean {
  return Object.keys(localStorage).some(
    (key) => key.startsWith("livelock-lab.") && key !== TOUR_KEY,
  );
}

/** `isBareAddress`: the page was opened without a link to a state. */
export function startDeferred(
  services: AppServices,
  storage: TextStorage | null,
  isBareAddress: boolean,
): void {
  // The package of a lesson is a part of its platform.
  if (packagedLesson() !== null) return;
  const { lab, notices, offline, tour } = services;
  const isInLab =
    findPage(location.hash).path === "lab" && lab.state.get().history.past.length === 0;
  if (window === window.top && isBareAddress && isInLab && takeFirstVisit(storage, hasStored())) {
    tour.start();
  }
  void startOfflineCopy({
    store: offline,
    notices,
    mayNotify: () => findPage(location.hash) !== LECTURE,
    onMayNotify: (run) => void subscribeHash(run),
    beforeReload() {
      // The address is up to a second older than the machine.
      if (findPage(location.hash).path === "lab") replaceHash(lab.link());
    },
  });
}
