// Connects a packaged lesson with the learning platform that shows it. Does nothing on the site.
import { tr } from "../../i18n/i18n";
import type { Lesson } from "../../lesson/lesson";
import type { Notices } from "../../lib/notices";
import type { ProgressStore } from "../lesson/progress-store";
import { packagedLesson } from "./packaged-lesson";
import { openScorm, type ScormApi } from "./scorm-api";
import { connectScorm } from "./scorm-session";
import { saveFile } from "../../lib/save-file";

/** Opens the session of the platform. Returns null on the site, and in a package that no platform shows. */
export function openPlatform(notices: Notices): ScormApi | null {
  if (packagedLesson() === null) return null;
  const api = openScorm(window);
  if (api === null) {
    notices.show({
      key: "no learning platform",
      tone: "news",
      title: tr("No learning platform was found"),
      text: [
        tr(`This lesson was made for a learning platform. Your answers stay in this browser, and no score is
          reported. If your course shows this lesson on a learning platform, open it there.`),
      ],
      actions: [],
    });
  }
  return api;
}

interface PlatformOptions {
  api: ScormApi;
  lessons: readonly Lesson[];
  progressStore: ProgressStore;
  notices: Notices;
  saveProgress(): void;
}

export function connectPlatform(options: PlatformOptions): void {
  const { api, lessons, progressStore, notices, saveProgress } = options;
  const lesson = lessons.find(({ id }) => id === packagedLesson());
  if (lesson === undefined) return;
  const session = connectScorm({
    ...{ api, lesson, progressStore, notices, saveProgress },
    now: () => performance.now(),
    schedule: (run, milliseconds) => void setTimeout(run, milliseconds),
    saveText: (text) => saveFile("suspend-data-unreadable.txt", text, "text/plain"),
  });
  document.addEventListener("visibilitychange", () => document.hidden && session.flush());
  window.addEventListener("pagehide", () => session.finish());
  // A page that the browser shows again has ended its session; it opens a new one.
  window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}
