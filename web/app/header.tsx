// The header of every page: name, navigation, the newest toast, undo and redo, and the buttons of the dialogs.
import type { ReactNode } from "react";
import { tr } from "../i18n/i18n";
import { Button } from "../ui/button";
import { useStore } from "../lib/store";
import type { AppServices } from "../desk/app-services";
import { CompareBeforeButton } from "../cards/compared/start-comparison";
import type { DialogName } from "../shell/shortcuts";
import { packagedLesson } from "../desk/scorm/packaged-lesson";
import { PAGES, type Page } from "../shell/pages";

interface HeaderProps {
  /** The strip between the pages' names and the tools. */
  children: ReactNode;
  services: AppServices;
  shown: Page;
  onOpen(dialog: DialogName): void;
}

/** Undo and redo of the machine that was changed last. If the page compares two machines, it may be either. */
function useUndo({ lab, comparison }: AppServices) {
  const [first = lab, second = lab] = useStore(comparison.state, ({ machines }) => machines);
  // Renders again when one of the histories changes.
  useStore(first.state, ({ history }) => history);
  useStore(second.state, ({ history }) => history);
  return { undo: comparison.undoTarget(), redo: comparison.redoTarget() };
}

export function Header({ services, shown, onOpen, children }: HeaderProps) {
  const { undo, redo } = useUndo(services);
  return (
    <header className="header">
      <h1 className="brand">{tr("Livelock Lab")}</h1>
      {/* The package of a lesson shows nothing else. */}
      {packagedLesson() === null && (
        <nav aria-label={tr("Pages")} className="nav">
          {PAGES.map(({ path, label }) => (
            <a
              key={path}
              href={`#/${path}`}
              aria-current={path === shown.path ? "page" : undefined}
            >
              {tr(label)}
            </a>
          ))}
        </nav>
      )}
      {children}
      <div className="header-tools">
        {shown.path === "lab" && <CompareBeforeButton services={services} place="header" />}
        <Button
          variant="quiet"
          icon="undo"
          aria-disabled={undo === null}
          title={
            undo === null
              ? tr("Nothing to undo")
              : tr("Undo: {label} (Ctrl+Z)", { label: undo.label })
          }
          onClick={undo === null ? undefined : undo.lab.undo}
        >
          <span className="tool-label">{tr("Undo")}</span>
        </Button>
        <Button
          variant="quiet"
          icon="redo"
          aria-disabled={redo === null}
          title={
            redo === null
              ? tr("Nothing to redo")
              : tr("Redo: {label} (Ctrl+Shift+Z)", { label: redo.label })
          }
          onClick={redo === null ? undefined : redo.lab.redo}
        >
          <span className="tool-label">{tr("Redo")}</span>
        </Button>
        <Button variant="quiet" onClick={() => onOpen("share")}>
          {tr("Share")}
        </Button>
        <Button variant="quiet" title={tr("Save and cite (S)")} onClick={() => onOpen("save")}>
          {tr("Save")}
        </Button>
        <Button variant="quiet" onClick={() => onOpen("appearance")}>
          {tr("Appearance")}
        </Button>
        <Button
          variant="quiet"
          aria-label={tr("Help")}
          title={tr("Help (?)")}
          onClick={() => onOpen("help")}
        >
          ?
        </Button>
      </div>
    </header>
  );
}
