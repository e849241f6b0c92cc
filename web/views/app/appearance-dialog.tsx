// The appearance dialog: theme (light, dark, or the system's) and layout (by the window's width, or for a projector).
import type { Lab } from "../../store/lab/lab";
import { useStore, type Store } from "../../store/store";
import type { Preferences } from "../../store/persistence/preferences";
import { Dialog } from "../../ui/dialog";
import { Segmented } from "../../ui/segmented";

interface AppearanceDialogProps {
  open: boolean;
  onClose(): void;
  lab: Lab;
  preferences: Store<Preferences>;
}

const THEMES = [
  { id: "auto", label: "Same as the system" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
] as const;

const LAYOUTS = [
  { id: "auto", label: "By the window’s width" },
  { id: "projector", label: "Projector" },
] as const;

export function AppearanceDialog({ open, onClose, lab, preferences }: AppearanceDialogProps) {
  const theme = useStore(preferences, (one) => one.theme);
  const layout = useStore(lab.state, (state) => state.layout);
  return (
    <Dialog title="Appearance" open={open} onClose={onClose}>
      <div className="display-options">
        <Segmented
          label="Theme"
          showLabel
          options={THEMES}
          value={theme}
          onChange={(chosen) => preferences.set({ theme: chosen })}
        />
        <div>
          <Segmented
            label="Layout"
            showLabel
            options={LAYOUTS}
            value={layout}
            onChange={(chosen) => {
              preferences.set({ layout: chosen });
              lab.setLayout(chosen);
            }}
          />
          <p className="muted">
            The projector layout shows the machine, the diagnosis and the curve on one screen, in
            type that the last row can read. Everything else is below them.
          </p>
        </div>
      </div>
    </Dialog>
  );
}
