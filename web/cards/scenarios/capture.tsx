// The dialog that opens a capture file: its packets become the traffic. It opens by itself for a dropped file, and for a
// link that needs a capture. Its content is loaded when it is first opened.
import { tr } from "../../i18n/i18n";
import type { DroppedFiles } from "../../model/dropped-files";
import type { Machine } from "../../desk/lab/machine";
import { useStore, type Store } from "../../lib/store";
import { Dialog } from "../../ui/dialog";
import { lazyPart } from "../../ui/lazy-part";

const CaptureForm = lazyPart(async () => (await import("./capture-form")).CaptureForm);

interface CaptureProps {
  lab: Machine;
  /** A capture that was dropped on the page is opened as if it had been chosen here. */
  dropped: Store<DroppedFiles>;
  open: boolean;
  onClose(): void;
  /** The packets of a file are the traffic now. Called before `onClose`. */
  onOpened?(): void;
}

export function CaptureDialog({ lab, dropped, open, onClose, onOpened }: CaptureProps) {
  const wanted = useStore(lab.state, (state) => state.pendingLink);
  const file = useStore(dropped, ({ capture }) => capture);
  const shown = open || wanted !== null || file !== null;
  const done = () => {
    dropped.set({ capture: null });
    onClose();
  };
  const close = () => {
    done();
    if (wanted !== null) lab.discardPendingLink();
  };
  return (
    <Dialog title={tr("Packets from a capture file")} open={shown} onClose={close}>
      {shown && (
        <CaptureForm
          lab={lab}
          dropped={file}
          onDone={() => {
            onOpened?.();
            done();
          }}
        />
      )}
    </Dialog>
  );
}
