// One clock for two machines. The leader moves the shared time; the follower shows the same moment, in cycles of its own
// clock. While the follower cannot keep up, or is being rebuilt, the leader waits for it.
import type { Coupling } from "../lab/lab-state";
import type { Lab } from "../lab/lab";
import { splitChange } from "../../model/shared-traffic";

/** How far the leader may run ahead of the follower, in simulated seconds. This matters only at the speed "as fast as
 * possible": at every other speed both run to the same time in each animation frame. */
const AHEAD_SECONDS = 0.05;

/** `alsoShared`: the settings that both machines share in addition to the traffic. */
export function couple(leader: Lab, follower: Lab, alsoShared: () => readonly string[]): void {
  leader.pairing.couple(leaderCoupling(leader, follower, alsoShared));
  follower.pairing.couple(followerCoupling(leader, follower));
}

export function uncouple(leader: Lab, follower: Lab): void {
  leader.pairing.couple(null);
  follower.pairing.couple(null);
}

/** Cycles of `to` for one cycle of `from`. */
export function clockRatio(from: Lab, to: Lab): number {
  return to.pairing.clock.hertz / from.pairing.clock.hertz;
}

function leaderCoupling(leader: Lab, follower: Lab, alsoShared: () => readonly string[]): Coupling {
  const toLeader = () => clockRatio(follower, leader);
  return {
    shownTime: () => null,
    isWaiting: () => follower.state.get().replay !== null,
    runLimit() {
      const { head, ended, hertz } = follower.pairing.clock;
      return ended ? Infinity : Math.round((head + AHEAD_SECONDS * hertz) * toLeader());
    },
    otherRenderedAt: () => follower.pairing.clock.renderedAt,
    otherDiagnosedAt: () => follower.pairing.clock.diagnosedAt,
    async otherNeighbour(t, boundary, direction) {
      const found = await follower.pairing.neighbour(
        Math.round(t / toLeader()),
        boundary,
        direction,
      );
      if (found === null) return null;
      // Rounded away from t, so that a step never stays where it is.
      const exact = found * toLeader();
      return direction === 1 ? Math.ceil(exact) : Math.floor(exact);
    },
    otherEffectFrom() {
      const { effectFrom } = follower.state.get();
      return effectFrom === null ? null : Math.round(effectFrom * toLeader());
    },
    afterOtherChanges: (run) => follower.pairing.afterChanges(run),
    changeTime(set) {
      if (Object.keys(splitChange(set, alsoShared()).shared).length === 0) return 0;
      const [a, b] = [leader.pairing.clock, follower.pairing.clock];
      return Math.max(
        a.drivenUntil,
        a.head,
        Math.ceil(Math.max(b.drivenUntil, b.head) * toLeader()),
      );
    },
  };
}

function followerCoupling(leader: Lab, follower: Lab): Coupling {
  return {
    shownTime() {
      const { t, head } = leader.pairing.clock;
      return (Number.isFinite(t) ? t : head) * clockRatio(leader, follower);
    },
    isWaiting: () => leader.state.get().replay !== null,
    runLimit: () => Infinity,
    otherRenderedAt: () => leader.pairing.clock.renderedAt,
    otherDiagnosedAt: () => leader.pairing.clock.diagnosedAt,
    otherNeighbour: () => Promise.resolve(null),
    otherEffectFrom: () => null,
    afterOtherChanges: (run) => run(),
    changeTime: () => 0,
  };
}
