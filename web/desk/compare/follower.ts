// The follower as its views see it. A call about what both machines share (the time, the timeline's range, the knobs of
// the traffic) goes to the leader; every other call goes to the follower.
import type { Lab } from "../lab/lab";
import { clockRatio } from "./lockstep";
import { splitChange } from "../../model/shared-traffic";

export function followerView(leader: Lab, follower: Lab): Lab {
  const view: Lab = {
    ...follower,
    play: leader.play,
    pause: leader.pause,
    setSpeed: leader.setSpeed,
    step: leader.step,
    seek: (t) => leader.seek(t * clockRatio(follower, leader)),
    goTo: (t) => leader.goTo(t * clockRatio(follower, leader)),
    setLoop(loop) {
      const ratio = clockRatio(follower, leader);
      leader.setLoop(loop && { from: loop.from * ratio, to: loop.to * ratio });
    },
    markLoop: leader.markLoop,
    skipToEffect: leader.skipToEffect,
    follow: leader.follow,
    setRange({ from, to }, aboutShown) {
      const ratio = clockRatio(follower, leader);
      leader.setRange({ from: from * ratio, to: to * ratio }, aboutShown);
    },
    change(set, label) {
      const { shared, own } = splitChange(set);
      if (Object.keys(shared).length > 0) leader.change(shared, label);
      if (Object.keys(own).length > 0) follower.change(own, label);
    },
    reset(path) {
      const value = follower.baseValue(path);
      if (value !== undefined) view.change({ [path]: value });
    },
  };
  return view;
}
