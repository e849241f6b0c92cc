// The keys of a lecture.
import { tr } from "../../i18n/i18n";
import { LECTURE_KEYS, WINDOW_KEYS } from "../../desk/lecture/lecture-keys";
import { Dialog } from "../../ui/dialog";

export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog title={tr("Keys of the lecture")} open={open} onClose={onClose}>
      <dl className="lecture-keys">
        {[...LECTURE_KEYS, ...WINDOW_KEYS].map(({ keyLabel, description }) => (
          <div key={keyLabel}>
            <dt className="mono">{tr(keyLabel)}</dt>
            <dd>{tr(description)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
