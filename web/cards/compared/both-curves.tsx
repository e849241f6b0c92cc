// The curves of both machines in one chart. The chart has the axes and the pinned curves of the lab's machine.
import { tr } from "../../i18n/i18n";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { CurveCard } from "../curve";
import type { ComparedMachines } from "./compared-machine";

interface BothCurvesProps {
  /** The app's services, with the leader as the lab. */
  services: AppServices;
  machines: ComparedMachines;
}

export function BothCurves({ services, machines }: BothCurvesProps) {
  const sweep = useStore(services.trials, ({ followerSweep }) => followerSweep);
  const [leader, follower] =
    machines[0].services.lab === services.lab ? machines : [machines[1], machines[0]];
  if (sweep === null) return null;
  const { letter } = follower;
  return (
    <CurveCard
      services={services}
      second={{
        sweep,
        name: tr("machine {letter}", { letter }),
        tag: letter,
        ownTag: leader.letter,
      }}
    />
  );
}
