// The header of every page: name, navigation, undo and redo, and the buttons of the dialogs.
import { Button } from "../../ui/button";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import type { DialogName } from "./shortcuts";
import { packagedLesson } from "../../store/scorm/packaged-lesson";
import { ROUTES, type Route } from "./routes";

interface HeaderProps {
  services: AppServices;
  route: Route;
  onOpen(dialog: DialogName): void;
}

/** Undo and redo of the machine that was changed last: of two, if the page compares two. */
function useUndo({ lab, comparison }: AppServices) {
  const follower = useStore(comparison.state, (state) => state.follower);
  // Renders again when one of the histories changes.
  useStore(lab.state, ({ history }) => history);
  useStore((follower ?? lab).state, ({ history }) => history);
  return { undo: comparison.undoTarget(), redo: comparison.redoTarget() };
}

export function Header({ services, route, onOpen }: HeaderProps) {
  const { undo, redo } = useUndo(services);
  return (
    <header className="header">
      <h1 className="brand">Livelock Lab</h1>
      {/* The package of a lesson shows nothing else. */}
      {packagedLesson() === null && (
        <nav aria-label="Pages" className="nav">
          {ROUTES.map(({ path, label }) => (
            <a
              key={path}
              href={`#/${path}`}
              aria-current={path === route.path ? "page" : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      )}
      <div className="header-tools">
        <Button
          variant="quiet"
          icon="undo"
          aria-disabled={undo === null}
          title={undo === null ? "Nothing to undo" : `Undo: ${undo.label} (Ctrl+Z)`}
          onClick={undo === null ? undefined : undo.lab.undo}
        >
          <span className="tool-label">Undo</span>
        </Button>
        <Button
          variant="quiet"
          icon="redo"
          aria-disabled={redo === null}
          title={redo === null ? "Nothing to redo" : `Redo: ${redo.label} (Ctrl+Shift+Z)`}
          onClick={redo === null ? undefined : redo.lab.redo}
        >
          <span className="tool-label">Redo</span>
        </Button>
        <Button variant="quiet" onClick={() => onOpen("share")}>
          Share
        </Button>
        <Button variant="quiet" onClick={() => onOpen("appearance")}>
          Appearance
        </Button>
        <Button variant="quiet" aria-label="Help" title="Help (?)" onClick={() => onOpen("help")}>
          ?
        </Button>
      </div>
    </header>
  );
}
