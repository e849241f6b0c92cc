// What a press did to the time, in words, for whoever does not see it move: said when the moment that was asked
// for is shown, once, however fast the key was pressed.
import { describeMoment } from "../../frame/describe";
import { formatMoment } from "../../frame/words";
import type { Announcer } from "./announcer";
import type { Lab } from "../lab/lab";
import type { Tick } from "../lab/lab-state";
import { isConcealed } from "../lab/limits";
import { formatSpeed, WATCH_PACKETS, WATCH_RATES, type Speed } from "../lab/playback";

export interface PlaybackAnnouncer {
  togglePlaying(): void;
  step(boundary: "step" | "packet", direction: 1 | -1): void;
  setSpeed(speed: Speed): void;
  toLiveEdge(): void;
  follow(): void;
}

/** A key that is held down: only where it comes to rest is said. */
export const IDLE_MILLISECONDS = 150;

export function createPlaybackAnnouncer(
  lab: Lab,
  announcer: Announcer,
  later: (run: () => void, milliseconds: number) => void,
): PlaybackAnnouncer {
  let turn = 0;

  /** Says it if nothing else is asked for in the next moment. */
  function tell(say: () => string): void {
    const mine = ++turn;
    later(() => mine === turn && announcer.announce(say()), IDLE_MILLISECONDS);
  }

  /** The first tick from now on that is of this kind; given up when something else is asked for. */
  function whenShown(wanted: (tick: Tick) => boolean, say: (tick: Tick) => string): void {
    const mine = ++turn;
    const stop = lab.tick.subscribe(() => {
      if (mine !== turn) return stop();
      if (!wanted(lab.tick.get())) return;
      stop();
      tell(() => say(lab.tick.get()));
    });
  }

  /** The first tick at which it stands; given up when it is played on before that, which says itself where it comes. */
  function whenStanding(say: (tick: Tick) => string): void {
    whenShown(stands, say);
    const mine = turn;
    const stop = lab.state.subscribe(() => {
      if (stands()) return;
      stop();
      if (mine === turn) turn++;
    });
  }

  const at = (t: number) => formatMoment(t, lab.state.get().topology?.clock_hz ?? 1);
  const stands = () => !lab.state.get().playing;

  function describeShownMoment({ frame, t }: Tick): string {
    const { topology, limits } = lab.state.get();
    const hidden = isConcealed(limits, "machine") && isConcealed(limits, "timeline");
    return frame === null || topology === null || hidden
      ? `${at(t)}.`
      : describeMoment(frame, topology);
  }

  return {
    togglePlaying() {
      if (stands()) {
        lab.play();
        tell(() => `Playing, ${formatSpeed(lab.state.get().speed)}.`);
      } else {
        lab.pause();
        whenStanding((tick) => `Paused at ${describeShownMoment(tick)}`);
      }
    },
    step(boundary, direction) {
      const what = boundary === "step" ? "step of the CPU" : "packet";
      const mine = ++turn;
      void lab.step(boundary, direction).then((found) => {
        if (found === undefined || mine !== turn) return;
        if (found === null) {
          const where = direction === 1 ? "after" : "before";
          return tell(() => `No ${what} is kept ${where} this.`);
        }
        whenShown(({ frame }) => frame?.t === found, describeShownMoment);
      });
    },
    setSpeed(speed) {
      lab.setSpeed(speed);
      const name =
        speed === WATCH_PACKETS
          ? "Watch packets: "
          : speed === WATCH_RATES
            ? "Watch rates: "
            : "Speed: ";
      tell(() => `${name}${formatSpeed(speed)}.`);
    },
    toLiveEdge() {
      lab.seek(Infinity);
      whenStanding((tick) => `Live edge, paused: ${describeShownMoment(tick)}`);
    },
    follow() {
      lab.follow();
      tell(() => "The timeline follows the shown time.");
    },
  };
}
