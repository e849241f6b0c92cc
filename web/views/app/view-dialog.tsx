// How the page looks: light, dark or as the system; the larger type of a lecture hall.
import type { Lab } from "../../store/lab/lab";
import { useStore, type Store } from "../../store/store";
import type { Preferences } from "../../store/persistence/preferences";
import { Dialog } from "../../ui/dialog";
import { Segmented } from "../../ui/segmented";

interface ViewDialogProps {
  open: boolean;
  onClose(): void;
  lab: Lab;
  preferences: Store<Preferences>;
}

const THEMES = [
  { id: "auto", label: "As the system" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
] as const;

const LAYOUTS = [
  { id: "auto", label: "By the window’s width" },
  { id: "projector", label: "Projector" },
] as const;

export function ViewDialog({ open, onClose, lab, preferences }: ViewDialogProps) {
  const theme = useStore(preferences, (one) => one.theme);
  const layout = useStore(lab.state, (state) => state.layout);
  return (
    <Dialog title="Look" open={open} onClose={onClose}>
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
            Projector: machine, curve and sentence, in type that the last row can read, the larger
            the more pixels the screen has; the rest is below them.
          </p>
        </div>
      </div>
    </Dialog>
  );
}
