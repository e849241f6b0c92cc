// The pages of the site and their addresses: "#/lab?..." is the lab. What a page shows is in app/page-views.tsx.
import { msg } from "../i18n/i18n";
import { readableHash } from "../desk/link/link-repair";
import { useHash } from "./location-hash";

export interface Page {
  path: PagePath;
  /** Shown in the navigation. */
  label: string;
}

export type PagePath = NavigationPath | "lecture" | "not-found";
type NavigationPath =
  "lab" | "workshop" | "compare" | "explore" | "lessons" | "figures" | "glossary";

/** A page of the navigation. */
export interface NavigationPage extends Page {
  path: NavigationPath;
  /** What it is, for a person whose address names no page. */
  description: string;
}

export const PAGES: readonly NavigationPage[] = [
  {
    path: "lab",
    label: msg("Lab"),
    description: msg("one simulated machine that you can change while it runs"),
  },
  {
    path: "workshop",
    label: msg("Write a kernel"),
    description: msg("a kernel of your own in C, run by the machine while you write it"),
  },
  {
    path: "compare",
    label: msg("Compare"),
    description: msg("two machines with the same packets, side by side"),
  },
  {
    path: "explore",
    label: msg("Explore"),
    description: msg("questions and ready-made machines, with a search"),
  },
  { path: "lessons", label: msg("Lessons"), description: msg("a course in short steps") },
  {
    path: "figures",
    label: msg("Figures"),
    description: msg("the papers’ figures and claims, measured here"),
  },
  { path: "glossary", label: msg("Glossary"), description: msg("the terms") },
];

/** One lecture. The navigation leaves lectures out. */
export const LECTURE: Page = { path: "lecture", label: msg("Lecture") };

/** The list of lectures is a page like the others: a lecture has keys and a screen of its own. */
export const LECTURES: Page = { ...LECTURE, label: msg("Lectures") };

/** The page for an address that names no page. */
export const NOT_FOUND: Page = { path: "not-found", label: msg("No such page") };

/** Finds the page of a hash: "#/lab?v=1" is the lab, and so is an address without a hash. */
export function findPage(hash: string): Page {
  if (/^#?\/?$/.test(hash)) return PAGES[0] as Page;
  const path = /^#\/([\w-]+)/.exec(readableHash(hash))?.[1];
  if (path === LECTURE.path) return /^#\/lecture\/[\w-]/.test(hash) ? LECTURE : LECTURES;
  return PAGES.find((page) => page.path === path) ?? NOT_FOUND;
}

/** Returns the page of the present hash. */
export function usePage(): Page {
  return findPage(useHash());
}

/** Identifies the page of a hash as a person sees it: "lab", "lessons", or "lessons/receive-livelock" for every step of
 * that lesson, "lessons/receive-livelock/print". */
export function pageKeyOf(hash: string): string {
  const { path } = findPage(hash);
  return /^#\/(lessons\/[\w-]+(?:\/print$)?)/.exec(hash)?.[1] ?? path;
}

/** Whether a page begins with text, and shows no machine when it is opened. */
export function beginsWithText(hash: string): boolean {
  return /^#\/(explore|figures|glossary|lessons(\/teachers-guide)?\/?(\?|$))/.test(hash);
}
