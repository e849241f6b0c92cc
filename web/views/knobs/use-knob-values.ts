// What every knob stands at, at the shown time. Changes when a knob is turned, or when the shown time
// crosses a moment at which one was; not with every tick.
import { useMemo } from "react";
import type { Lab } from "../../store/lab/lab";
import { isLive } from "../../store/lab/playback";
import { useStore } from "../../store/react";
import { valuesAt, type SettingValues } from "../../store/scenario/settings";

export function useKnobValues(lab: Lab): SettingValues {
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const scenario = useStore(lab.state, (state) => state.scenario);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const draft = useStore(lab.state, (state) => state.pendingValues);
  // At the live edge every change counts, also one that no frame has shown yet.
  const passed = useStore(lab.tick, ({ t, head }) => {
    if (isLive(t, head, hertz)) return Infinity;
    return scenario?.interventions.findLast((one) => one.at <= t)?.at ?? 0;
  });
  return useMemo(() => {
    if (catalogue === null || scenario === null) return draft;
    return { ...valuesAt(catalogue, scenario, passed), ...draft };
  }, [catalogue, scenario, draft, passed]);
}
