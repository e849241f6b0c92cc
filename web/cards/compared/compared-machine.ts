// The two machines of a comparison as the page shows them: A is first, B is second.
import { useMemo } from "react";
import { readOutcomes } from "../../model/measures/outcomes";
import type { AppServices } from "../../desk/app-services";
import { MACHINE_LETTERS, type MachineLetter } from "../../model/machine-letters";
import { isTraffic } from "../../model/shared-traffic";
import { settingDifferences, type SettingDifference } from "../../model/scenario/setting-text";
import { catalogueForMachine } from "../../model/scenario/settings";
import { useStore } from "../../lib/store";
import { useKnobValues } from "../knobs";

export interface ComparedMachine {
  letter: MachineLetter;
  /** The app's services with this machine as the lab. */
  services: AppServices;
}

export type ComparedMachines = readonly [ComparedMachine, ComparedMachine];

/** The knobs that differ, with both values. Both machines share the knobs of the traffic. */
export function useDifferences([first, second]: ComparedMachines): readonly SettingDifference[] {
  const catalogue = useStore(first.services.lab.state, (state) => state.catalogue);
  const [a, b] = [useKnobValues(first.services.lab), useKnobValues(second.services.lab)];
  return useMemo(
    () =>
      catalogue === null
        ? []
        : settingDifferences(catalogueForMachine(catalogue, a), a, b).filter(
            ({ path }) => !isTraffic(path),
          ),
    [catalogue, a, b],
  );
}

/** A column's heading names at most this many settings. The card of the differences lists all. */
const OWN_SETTINGS_MAX = 2;

/** "Polling: on". Without this line two columns of one scenario have the same name. */
export function describeOwn(
  differences: readonly SettingDifference[],
  side: "first" | "second",
): string {
  const shown = differences.slice(0, OWN_SETTINGS_MAX).map((one) => `${one.label}: ${one[side]}`);
  return [...shown, ...(differences.length > OWN_SETTINGS_MAX ? ["…"] : [])].join(" · ");
}

/** What the machine did in the shown window, as of its diagnosis; null before the first frame. */
export function useOutcomes({ services: { lab } }: ComparedMachine) {
  const frame = useStore(lab.tick, (tick) => tick.frame);
  const topology = useStore(lab.state, (state) => state.topology);
  return useMemo(
    () => (frame === null || topology === null ? null : readOutcomes(frame, topology)),
    [frame, topology],
  );
}

/** The machines in the order in which the page shows them; null until both are open. */
export function useComparedMachines(services: AppServices): ComparedMachines | null {
  const { phase, machines } = useStore(services.comparison.state, (state) => state);
  return useMemo(() => {
    const [first, second] = machines;
    if (phase !== "ready" || first === undefined || second === undefined) return null;
    const [a, b] = MACHINE_LETTERS;
    return [
      { letter: a, services: { ...services, lab: first } },
      { letter: b, services: { ...services, lab: second } },
    ];
  }, [services, phase, machines]);
}
