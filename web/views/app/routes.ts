// The pages of the site, by hash: "#/lab?...". A page that does not exist has no entry and no link. A
// page other than the lab arrives by a dynamic import, so that the lab does not pay for it.
import { lazy, type ComponentType } from "react";
import type { AppServices } from "../../store/app-services";
import { LabView } from "../lab";

export interface Route {
  path: string;
  /** In the navigation. */
  label: string;
  /** Given the services; `lazy(() => import("../lessons"))` for a page that arrives later. */
  component: ComponentType<{ services: AppServices }>;
}

export const ROUTES: readonly Route[] = [
  { path: "lab", label: "Lab", component: LabView },
  { path: "lessons", label: "Lessons", component: lazy(() => import("../lessons")) },
  { path: "figures", label: "Figures", component: lazy(() => import("../figures")) },
  { path: "glossary", label: "Glossary", component: lazy(() => import("../glossary")) },
];

/** What is one page to a person: "lab", "lessons", "lessons/receive-livelock", whatever step of it. */
export function pageKeyOf(hash: string): string {
  const { path } = findRoute(hash);
  return /^#\/(lessons\/[\w-]+)/.exec(hash)?.[1] ?? path;
}

/** "#/lab?v=1" -> "lab"; what is unknown is the first page. */
export function findRoute(hash: string): Route {
  const path = /^#\/([\w-]+)/.exec(hash)?.[1];
  return ROUTES.find((route) => route.path === path) ?? (ROUTES[0] as Route);
}
