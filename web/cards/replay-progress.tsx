// The progress of a replay: the machine is rebuilt by running its scenario again. It appears after 150 ms, so that short
// replays show nothing, and it has a button that cancels. Only the beginning is announced.
import { tr } from "../i18n/i18n";
import type { ShownMachine } from "../desk/lab/machine";
import { useStore } from "../lib/store";
import { Button } from "../ui/button";
import { PAGE_FOCUS_TARGET } from "../ui/page-heading";
import { useFocusFallback } from "../ui/use-focus-fallback";

export function ReplayProgress({ lab }: { lab: ShownMachine }) {
  const replay = useStore(lab.state, (state) => state.replay);
  const cancelButton = useFocusFallback(PAGE_FOCUS_TARGET);
  const percent = Math.round((replay?.done ?? 0) * 100);
  return (
    <>
      <p className="visually-hidden" role="status">
        {replay === null ? "" : `${replay.label} …`}
      </p>
      {replay !== null && (
        <div className="replay-progress">
          <p aria-hidden="true">{replay.label} …</p>
          <span className="mono replay-percent" aria-hidden="true">
            {percent} %
          </span>
          <progress max={100} value={percent} aria-label={replay.label} />
          <Button ref={cancelButton} onClick={() => replay.cancel()}>
            {tr("Cancel")}
          </Button>
        </div>
      )}
    </>
  );
}
