// While a machine is rebuilt by running its scenario again: how far it is, and a way to give up. Short
// replays end before this is seen (it appears after 150 ms).
import type { Lab } from "../../store/lab";
import { useStore } from "../../store/react";
import { Button } from "../../ui/button";

export function ReplayCover({ lab }: { lab: Lab }) {
  const replay = useStore(lab.state, (state) => state.replay);
  if (replay === null) return null;
  const percent = Math.round(replay.done * 100);
  return (
    <div className="replay-cover" role="status">
      <p>{replay.label} …</p>
      <span className="mono replay-percent">{percent} %</span>
      <progress max={100} value={percent} aria-label={replay.label}>
        {percent} %
      </progress>
      <Button onClick={() => replay.cancel()}>Give up</Button>
    </div>
  );
}
