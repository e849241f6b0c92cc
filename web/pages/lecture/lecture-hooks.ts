// The hooks of both windows of a lecture: its state, its keys, and the addresses of its pages.
import { lectures as course } from "virtual:lectures";
import { useEffect, useLayoutEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Lesson } from "../../lesson/lesson";
import { copyAndNotify, type Notices } from "../../lib/notices";
import { commandOf } from "../../desk/lecture/lecture-keys";
import { createLectureStore, type LectureStore } from "../../desk/lecture/lecture-store";
import { browserStorage } from "../../lib/persistence/persistent-store";
import { useHash } from "../../shell/location-hash";
import { isTyping } from "../../shell/use-shortcuts";
import { pressedKey, withoutShift } from "../../ui/pressed-key";

export type LecturePage = "slides" | "speaker" | "print" | "notes";

export interface LectureRoute {
  /** The name of the lecture's file; empty: the list. */
  name: string;
  page: LecturePage;
}

export function parseLectureRoute(hash: string): LectureRoute {
  const [, name = "", page] =
    /^#\/lecture(?:\/([\w-]+)(?:\/(speaker|print|notes))?)?/.exec(hash) ?? [];
  return { name, page: (page ?? "slides") as LecturePage };
}

export function lectureHash(name: string, page: LecturePage): string {
  return page === "slides" ? `#/lecture/${name}` : `#/lecture/${name}/${page}`;
}

export function useLectureRoute(): LectureRoute {
  return parseLectureRoute(useHash());
}

export const lectures: readonly Lesson[] = course;

/** "lecture-guest" -> "guest". */
export function nameOfLecture({ id }: Lesson): string {
  return id.replace(/^lecture-/, "");
}

export function findLecture(name: string): Lesson | undefined {
  return lectures.find((one) => nameOfLecture(one) === name);
}

/** The state of the lecture, shared with the other window. */
export function useLectureStore(lecture: Lesson): LectureStore {
  const [store] = useState(() =>
    createLectureStore(lecture, {
      storage: browserStorage(),
      channel:
        typeof BroadcastChannel === "undefined"
          ? null
          : (new BroadcastChannel(`livelock-lab.${lecture.id}`) as never),
      now: () => Date.now(),
      // Unlike `crypto.randomUUID`, this exists on pages that were not served over HTTPS.
      windowName: crypto.getRandomValues(new Uint32Array(2)).join("-"),
    }),
  );
  return store;
}

interface LectureKeysOptions {
  store: LectureStore;
  /** Opens the other window. */
  onOther(): void;
  onHelp(): void;
}

const PRESSABLE = "button, a, summary, [role=switch], input";

/** Runs the commands of the keys. Space and Enter belong to a focused button or link, unless Enter completes a number. */
export function useLectureKeys({ store, onOther, onHelp }: LectureKeysOptions): void {
  // As soon as the slide is seen (shell/use-shortcuts.ts).
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping()) return;
      if (document.querySelector("dialog:modal") !== null) return;
      const { typed } = store.state.get();
      const key = pressedKey(event);
      const isOnControl = event.target instanceof Element && event.target.matches(PRESSABLE);
      if (isOnControl && (key === " " || (key === "Enter" && typed === ""))) return;
      const run = windowCommand(withoutShift(key), onOther, onHelp);
      const command = commandOf(key, typed) ?? commandOf(withoutShift(key), typed);
      if (run === null && command === null) return;
      event.preventDefault();
      if (event.repeat) return;
      if (run !== null) run();
      else if (command !== null) store.run(command);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [store, onOther, onHelp]);
}

function windowCommand(key: string, onOther: () => void, onHelp: () => void) {
  switch (key) {
    case "n":
      return onOther;
    case "?":
      return onHelp;
    case "f":
    case "F5":
      return toggleFullScreen;
    default:
      return null;
  }
}

function toggleFullScreen(): void {
  const done =
    document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen();
  // A browser may refuse: the slides then stay in the window.
  done.catch(() => undefined);
}

const windowNameOf = (page: LecturePage) => `livelock-lab-${page}`;

/** Opens the other page of the lecture in a window of its own, or brings that window to the front. A browser may refuse: then a
 * notice says so, with the address. */
export function openLectureWindow(notices: Notices, name: string, page: LecturePage): void {
  const address = `${location.href.split("#")[0] ?? ""}${lectureHash(name, page)}`;
  const opened = window.open(address, windowNameOf(page), "popup,width=1000,height=760");
  const key = "lecture window";
  if (opened !== null) {
    opened.focus();
    return notices.dismiss(key);
  }
  const copy = async (text: string) => navigator.clipboard.writeText(text);
  notices.show({
    key,
    tone: "bad",
    title: tr("The browser did not open the second window"),
    text: [
      tr(`It blocks pop-up windows. Allow them for this page and press N again. Or open this address in a
        second window:`),
      address,
    ],
    actions: [
      {
        label: tr("Copy the address"),
        run: () => void copyAndNotify(address, copy, notices),
        stays: true,
      },
    ],
  });
}

/** Names this window, so that the other one finds it instead of opening the page once more. */
export function useLectureWindowName(page: LecturePage): void {
  useEffect(() => {
    window.name = windowNameOf(page);
    return () => void (window.name = "");
  }, [page]);
}
