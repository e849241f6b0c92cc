// Share: the whole state as a link. Whoever opens it stands where you stand: same scenario, same knobs
// at the same cycles, same moment.
import { useState } from "react";
import type { Lab } from "../../store/lab/lab";
import { useStore } from "../../store/store";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";

interface ShareProps {
  open: boolean;
  onClose(): void;
  lab: Lab;
}

export function ShareDialog({ open, onClose, lab }: ShareProps) {
  return (
    <Dialog title="Share this moment" open={open} onClose={onClose}>
      {open && <ShareLink lab={lab} />}
    </Dialog>
  );
}

/**
 * While it plays, the moment of the press. Paused, the moment that is shown: the last frame before the
 * pause may still be on its way when the dialog opens.
 */
function useShareLink(lab: Lab): string {
  const [pressed] = useState(() => lab.link());
  const shown = useStore(lab.tick, () => (lab.state.get().playing ? null : lab.link()));
  return new URL(shown ?? pressed, location.href).href;
}

function ShareLink({ lab }: { lab: Lab }) {
  const link = useShareLink(lab);
  const capture = useStore(lab.state, (state) => state.scenario?.capture);
  const projector = useStore(lab.state, ({ layout }) => layout === "projector");
  const [copied, setCopied] = useState<"no" | "yes" | "refused">("no");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setCopied("yes");
    } catch {
      setCopied("refused");
    }
  }

  return (
    <div className="share">
      <p>
        The link holds the scenario, every knob you turned and when, the moment that is shown, the
        speed, the stretch of the timeline and the selected packet. Curves that you compare with are
        not in it. Nothing is stored anywhere else.
      </p>
      {projector && (
        <p>
          It opens in the projector’s layout, as a bookmark for the lecture hall should. What
          whoever opens it has chosen under Look is not changed.
        </p>
      )}
      {capture !== undefined && (
        <p>
          Only the packets of <strong>{capture.file}</strong> are not in it: whoever opens the link
          is asked for that file (fingerprint <span className="mono">{capture.digest}</span>).
        </p>
      )}
      <label className="share-field">
        <span>Link</span>
        <textarea readOnly rows={4} value={link} onFocus={(event) => event.target.select()} />
      </label>
      <div className="share-row">
        <Button variant="primary" onClick={() => void copy()}>
          Copy the link
        </Button>
        <span role="status">
          {copied === "yes" && "Copied."}
          {copied === "refused" && "The browser did not allow it: select the text and copy it."}
        </span>
      </div>
    </div>
  );
}
