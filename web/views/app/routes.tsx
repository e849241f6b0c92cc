// The pages of the site by URL hash: "#/lab?...". Every page is loaded by a dynamic import, so that opening one does not
// load the others. The lab is loaded also when the browser is idle: most links lead to it.
import { lazy, type ComponentType } from "react";
import { msg } from "../../i18n/i18n";
import { loadExploreTexts, loadFigureTexts } from "../../i18n/load-page-texts";
import type { AppServices } from "../../store/app-services";
import { readableHash } from "../../store/link/link-repair";
import { lazyPart, loadScript } from "../../ui/lazy-part";
import { NotFoundPage } from "./error-pages";
import { Introduction } from "./introduction";

export interface Route {
  path: string;
  /** Shown in the navigation. */
  label: string;
  /** `lazyPage(() => import("../lessons"))` for a page that is loaded when it is first opened. */
  component: Page;
}

type Page = ComponentType<{ services: AppServices }>;

const lazyPage = (load: () => Promise<{ default: Page }>) => lazy(async () => loadScript(load));

/** Explore and Figures have texts of their own in the language of the page. */
const loadExplore = async () => {
  const [page] = await Promise.all([import("../explore"), loadExploreTexts()]);
  return page;
};
const loadFigures = async () => {
  const [page] = await Promise.all([import("../figures"), loadFigureTexts()]);
  return page;
};

const LabPage = lazyPart(
  async () => (await import("../lab")).LabView,
  () => <Introduction />,
);

export const ROUTES: readonly Route[] = [
  { path: "lab", label: msg("Lab"), component: LabPage },
  { path: "compare", label: msg("Compare"), component: lazyPage(() => import("../compare")) },
  { path: "explore", label: msg("Explore"), component: lazyPage(loadExplore) },
  { path: "lessons", label: msg("Lessons"), component: lazyPage(() => import("../lessons")) },
  { path: "figures", label: msg("Figures"), component: lazyPage(loadFigures) },
  { path: "glossary", label: msg("Glossary"), component: lazyPage(() => import("../glossary")) },
];

/** One lecture. The navigation leaves lectures out. */
export const LECTURE: Route = {
  path: "lecture",
  label: msg("Lecture"),
  component: lazyPage(() => import("../lecture")),
};

/** The list of lectures is a page like the others: a lecture has keys and a screen of its own. */
export const LECTURES: Route = { ...LECTURE, label: msg("Lectures") };

/** Identifies the page of a hash as a person sees it: "lab", "lessons", or "lessons/receive-livelock" for every step of
 * that lesson, "lessons/receive-livelock/print". */
export function pageKeyOf(hash: string): string {
  const { path } = findRoute(hash);
  return /^#\/(lessons\/[\w-]+(?:\/print$)?)/.exec(hash)?.[1] ?? path;
}

/** Whether a page begins with text, and shows no machine when it is opened. */
export function beginsWithText(hash: string): boolean {
  return /^#\/(explore|figures|glossary|lessons(\/teachers-guide)?\/?(\?|$))/.test(hash);
}

/** The page for an address that names no page. It is not in the navigation. */
export const NOT_FOUND: Route = {
  path: "not-found",
  label: msg("No such page"),
  component: NotFoundPage,
};

/** Finds the route of a hash: "#/lab?v=1" is the lab, and so is an address without a hash. */
export function findRoute(hash: string): Route {
  if (/^#?\/?$/.test(hash)) return ROUTES[0] as Route;
  const path = /^#\/([\w-]+)/.exec(readableHash(hash))?.[1];
  if (path === LECTURE.path) return /^#\/lecture\/[\w-]/.test(hash) ? LECTURE : LECTURES;
  return ROUTES.find((route) => route.path === path) ?? NOT_FOUND;
}
