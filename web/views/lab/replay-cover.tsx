// While a machine is rebuilt by running its scenario again: how far it is, and a way to give up. Short
// replays end before this is seen (it appears after 150 ms). Only what is being done is spoken, once.
import type { Lab } from "../../store/lab/lab";
import { useStore } from "../../store/react";
import { Button } from "../../ui/button";
import { PAGE_HEIR } from "../../ui/page-heading";
import { useHeir } from "../../ui/use-heir";

export function ReplayCover({ lab }: { lab: Lab }) {
  const replay = useStore(lab.state, (state) => state.replay);
  const giveUp = useHeir(PAGE_HEIR);
  const percent = Math.round((replay?.done ?? 0) * 100);
  return (
    <>
      <p className="aloud" role="status">
        {replay === null ? "" : `${replay.label} …`}
      </p>
      {replay !== null && (
        <div className="replay-cover">
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
