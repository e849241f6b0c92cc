// The keys of a lecture.
import { LECTURE_KEYS, WINDOW_KEYS } from "../../store/lecture/lecture-keys";
import { Dialog } from "../../ui/dialog";

export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog title="Keys of the lecture" open={open} onClose={onClose}>
      <dl className="lecture-keys">
        {[...LECTURE_KEYS, ...WINDOW_KEYS].map(({ keyLabel, description }) => (
          <div key={keyLabel}>
            <dt className="mono">{keyLabel}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
