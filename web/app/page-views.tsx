// What each page of the site shows. Every page is loaded by a dynamic import, so that opening one does not load the others.
// The lab is loaded also when the browser is idle: most links lead to it.
import { lazy, type ComponentType } from "react";
import { loadExploreTexts, loadFigureTexts } from "../i18n/load/load-page-texts";
import type { AppServices } from "../desk/app-services";
import { Introduction } from "../pages/lab/introduction";
import { NotFoundPage } from "../shell/error-pages";
import type { PagePath } from "../shell/pages";
import { lazyPart, loadScript } from "../ui/lazy-part";

type PageView = ComponentType<{ services: AppServices }>;

const lazyPage = (load: () => Promise<{ default: PageView }>) => lazy(async () => loadScript(load));

/** Explore and Figures have texts of their own in the language of the page. */
const loadExplore = async () => {
  const [page] = await Promise.all([import("../pages/explore"), loadExploreTexts()]);
  return page;
};
const loadFigures = async () => {
  const [page] = await Promise.all([import("../pages/figures"), loadFigureTexts()]);
  return page;
};

export const PAGE_VIEWS: Readonly<Record<PagePath, PageView>> = {
  lab: lazyPart(
    async () => (await import("../pages/lab")).LabView,
    () => <Introduction />,
  ),
  workshop: lazyPage(() => import("../pages/workshop")),
  compare: lazyPage(() => import("../pages/compare")),
  explore: lazyPage(loadExplore),
  lessons: lazyPage(() => import("../pages/lessons")),
  figures: lazyPage(loadFigures),
  glossary: lazyPage(() => import("../pages/glossary")),
  lecture: lazyPage(() => import("../pages/lecture")),
  "not-found": NotFoundPage,
};
