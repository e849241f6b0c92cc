// While a machine is rebuilt by running its scenario again: how far it is, and a way to give up. Short
// replays end before this is seen (it appears after 150 ms). Only what is being done is spoken, once.
import type { Lab } from "../../store/lab/lab";
import { useStore } from "../../store/store";
import { Button } from "../../ui/button";
import { PAGE_FOCUS_TARGET } from "../../ui/page-heading";
import { useFocusFallback } from "../../ui/use-focus-fallback";

export function ReplayProgress({ lab }: { lab: Lab }) {
  const replay = useStore(lab.state, (state) => state.replay);
  const giveUp = useFocusFallback(PAGE_FOCUS_TARGET);
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
          <Button ref={giveUp} onClick={() => replay.cancel()}>
            Give up
          </Button>
        </div>
      )}
    </>
  );
}
