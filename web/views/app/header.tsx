// The header of every page: name, navigation, undo and redo, and the buttons of the dialogs.
import { Button } from "../../ui/button";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import type { DialogName } from "./shortcuts";
import { ROUTES, type Route } from "./routes";

interface HeaderProps {
  services: AppServices;
  route: Route;
  onOpen(dialog: DialogName): void;
}

export function Header({ services, route, onOpen }: HeaderProps) {
  const { lab } = services;
  const undoLabel = useStore(lab.state, ({ history }) => history.past.at(-1)?.label ?? null);
  const redoLabel = useStore(lab.state, ({ history }) => history.future.at(-1)?.label ?? null);
  return (
    <header className="header">
      <h1 className="brand">Livelock Lab</h1>
      <nav aria-label="Pages" className="nav">
        {ROUTES.map(({ path, label }) => (
          <a key={path} href={`#/${path}`} aria-current={path === route.path ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div className="header-tools">
        <Button
          variant="quiet"
          icon="undo"
          aria-disabled={undoLabel === null}
          title={undoLabel === null ? "Nothing to undo" : `Undo: ${undoLabel} (Ctrl+Z)`}
          onClick={undoLabel === null ? undefined : lab.undo}
        >
          <span className="tool-label">Undo</span>
        </Button>
        <Button
          variant="quiet"
          icon="redo"
          aria-disabled={redoLabel === null}
          title={redoLabel === null ? "Nothing to redo" : `Redo: ${redoLabel} (Ctrl+Shift+Z)`}
          onClick={redoLabel === null ? undefined : lab.redo}
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
