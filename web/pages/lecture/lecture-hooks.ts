// The hooks of both windows of a lecture: its state, its keys, and the addresses of its pages.
import { lectures as course } from "virtual:lectures";
import { useEffect, useLayoutEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Lesson } from "../../lesson/lesson";
import { cutText } from "../../lib/format/cut-text";
import { copyAndNotify, type Notice, type Notices } from "../../lib/notices";
import { commandOf } from "../../desk/lecture/lecture-keys";
import type { Machine } from "../../desk/lab/machine";
import { slideAt } from "../../desk/lecture/lecture-state";
import { createLectureStore, type LectureStore } from "../../desk/lecture/lecture-store";
import { browserStorage } from "../../lib/persistence/persistent-store";
import { replaceHash, subscribeHash, useHash } from "../../shell/location-hash";
import { isTyping } from "../../shell/use-shortcuts";
import { pressedKey, withoutShift } from "../../ui/pressed-key";

/** Characters of an unknown slide that are shown. */
const LONGEST_SHOWN = 60;

const PAGES_OF_WINDOWS = ["speaker", "print", "notes"] as const;
export type LecturePage = "slides" | (typeof PAGES_OF_WINDOWS)[number];

export interface LectureRoute {
  /** The name of the lecture's file; empty: the list. */
  name: string;
  page: LecturePage;
  /** What the address names as the slide, a number from 1; empty: nothing. */
  slide: string;
}

export function parseLectureRoute(hash: string): LectureRoute {
  const [, name = "", rest = ""] = /^#\/lecture(?:\/([\w-]+)(?:\/([^/?]*))?)?/.exec(hash) ?? [];
  const page = PAGES_OF_WINDOWS.find((one) => one === rest);
  return page === undefined ? { name, page: "slides", slide: rest } : { name, page, slide: "" };
}

/** The address of a page. `slide`: an index; without one, the slides open as their stored state says. */
export function lectureHash(name: string, page: LecturePage, slide?: number): string {
  if (page !== "slides") return `#/lecture/${name}/${page}`;
  return slide === undefined ? `#/lecture/${name}` : `#/lecture/${name}/${slide + 1}`;
}

/** The index of the slide that an address names; null: it names none that exists. */
function slideIndex({ slide }: LectureRoute, { steps }: Lesson): number | null {
  const index = /^\d{1,3}$/.test(slide) ? Number(slide) - 1 : -1;
  return index in steps ? index : null;
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

/** The state of the lecture, shared with the other window. If the page has the slides, it opens at the slide of the address. */
export function useLectureStore(
  lecture: Lesson,
  route: LectureRoute,
  { clock }: Machine,
): LectureStore {
  const [store] = useState(() => {
    const created = createLectureStore(lecture, {
      storage: browserStorage(),
      channel:
        typeof BroadcastChannel === "undefined"
          ? null
          : (new BroadcastChannel(`livelock-lab.${lecture.id}`) as never),
      now: () => Date.now(),
      mayStart: () => clock.mayStart,
      // Unlike `crypto.randomUUID`, this exists on pages that were not served over HTTPS.
      windowName: crypto.getRandomValues(new Uint32Array(2)).join("-"),
    });
    if (route.page === "slides") created.run({ kind: "open", slide: slideIndex(route, lecture) });
    return created;
  });
  return store;
}

/**
 * Keeps the address and the slide in step. A slide replaces the address of the one before, so the browser's Back button leaves the
 * lecture: it has no other way out. An address that a person opens shows its slide.
 */
export function useSlideAddress(store: LectureStore, lecture: Lesson, notices: Notices): void {
  useEffect(() => {
    const name = nameOfLecture(lecture);
    const write = () => void replaceHash(lectureHash(name, "slides", store.state.get().slide));
    const read = () => {
      const route = parseLectureRoute(location.hash);
      if (route.name !== name || route.page !== "slides") return;
      const { slide } = store.state.get();
      const index = slideIndex(route, lecture);
      if (index === null && route.slide !== "") {
        notices.show(noSuchSlide(route.slide, lecture, slide));
      }
      if (index !== null && index !== slide) store.run({ kind: "go", slide: index });
      else write();
    };
    read();
    const dismiss = () => notices.dismiss("slide");
    const stops = [
      subscribeHash(read),
      store.state.subscribe(write),
      store.state.subscribe(dismiss),
      dismiss,
    ];
    return () => stops.forEach((stop) => stop());
  }, [store, lecture, notices]);
}

function noSuchSlide(asked: string, lecture: Lesson, shown: number): Notice {
  const { title } = slideAt(lecture, shown);
  const [slide, length] = [shown + 1, lecture.steps.length];
  return {
    key: "slide",
    tone: "bad",
    title: tr("This lecture has no slide “{asked}”", { asked: cutText(asked, LONGEST_SHOWN) }),
    text: [
      tr(
        `It has the slides 1 to {length}. The page shows slide {slide}, “{title}”. The address may
          have been cut off or mistyped.`,
        { length, slide, title },
      ),
    ],
    actions: [],
  };
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
export function openLectureWindow(
  notices: Notices,
  lecture: Lesson,
  page: LecturePage,
  slide: number,
): void {
  const hash = lectureHash(nameOfLecture(lecture), page, slide);
  const address = `${location.href.split("#")[0] ?? ""}${hash}`;
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
