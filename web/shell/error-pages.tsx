// The pages that replace another page: after an error of a view, when the simulator cannot run, and for an address that
// names no page. The header and the notices stay usable, and the person can save a report of an error.
import type { ReactNode } from "react";
import { tr } from "../i18n/i18n";
import { rich } from "../i18n/rich";
import type { Machine } from "../desk/lab/machine";
import { useStore } from "../lib/store";
import { Button } from "../ui/button";
import { PAGE_HEADING_PROPS, usePageTitle } from "../ui/page-heading";
import { LOAD_REMEDY, LoadError, saveErrorReport } from "../ui/error-boundary";
import { saveFile } from "../lib/save-file";
import "./error-pages.css";
import { useHash } from "./location-hash";
import { PAGES, type Page } from "./pages";
import { cutText } from "../lib/format/cut-text";

/** Replaces a page that threw an error while rendering, or whose script could not be loaded. */
export function pageError(error: Error, retry: () => void): ReactNode {
  if (error instanceof LoadError) {
    return (
      <div className="error-page" role="alert">
        <h2>{tr("This page could not be loaded")}</h2>
        <p>{tr(LOAD_REMEDY)}</p>
        <div className="notice-actions">
          <Button variant="primary" onClick={() => location.reload()}>
            {tr("Reload the page")}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="error-page" role="alert">
      <h2>{tr("This page could not be shown")}</h2>
      <p>
        {tr(
          `This is an error in Livelock Lab. Your settings are saved, and the page’s address still
            contains what you did: reload the page to restore it. Technical detail: {message}`,
          { message: error.message },
        )}
      </p>
      <div className="notice-actions">
        <Button variant="primary" onClick={retry}>
          {tr("Try again")}
        </Button>
        <Button onClick={() => location.reload()}>{tr("Reload the page")}</Button>
        <Button onClick={() => saveErrorReport(error)}>{tr("Save a report")}</Button>
      </div>
    </div>
  );
}

/** Finds the page that a mistyped address probably means: its name begins with the same three letters. */
export function findSimilarPage(hash: string): Page | undefined {
  const typed = /^#?\/?(\w{3})/.exec(hash)?.[1]?.toLowerCase();
  return PAGES.find(({ path }) => typed !== undefined && path.startsWith(typed));
}

/** Shown for an address that names no page. */
export function NotFoundPage() {
  usePageTitle(tr("No such page"));
  const hash = useHash();
  const similar = findSimilarPage(hash);
  return (
    <div className="error-page">
      <h2 {...PAGE_HEADING_PROPS}>{tr("There is no such page")}</h2>
      <p>
        {rich(
          `The address ends with <code>{slice}</code>, which names no page of this site. It may
            have been cut off or mistyped.`,
          { slice: cutText(hash, LONGEST_SHOWN), code: <code className="mono" /> },
        )}
        {similar !== undefined &&
          ` ${tr("Did you mean the page {name}?", { name: tr(similar.label) })}`}{" "}
        {tr("Nothing is lost: the lab still has your machine.")}
      </p>
      <nav aria-label={tr("Pages that exist")}>
        <ul className="page-list">
          {PAGES.map(({ path, label, description }) => (
            <li key={path} className={path === similar?.path ? "page-list-similar" : ""}>
              <a href={`#/${path}`}>{tr(label)}</a>
              <span>{tr(description)}</span>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Characters of an unknown address that are shown. */
const LONGEST_SHOWN = 60;

/** Says why the lab cannot continue, what is saved, and what the person can do. */
export function FatalErrorPage({ lab }: { lab: Machine }) {
  const fatalError = useStore(lab.state, (state) => state.fatalError);
  const started = useStore(lab.state, (state) => state.topology !== null);
  if (fatalError === null) return null;
  const { title, text, report } = fatalError;
  return (
    <div className="error-page" role="alert">
      <h2>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <div className="notice-actions">
        {started && (
          <Button variant="primary" onClick={() => lab.openFirstScenario()}>
            {tr("Open the starting scenario")}
          </Button>
        )}
        <Button variant={started ? "plain" : "primary"} onClick={() => location.reload()}>
          {tr("Reload the page")}
        </Button>
        {report !== null && (
          <Button onClick={() => saveFile("livelock-lab-report.json", report)}>
            {tr("Save a report")}
          </Button>
        )}
      </div>
    </div>
  );
}
