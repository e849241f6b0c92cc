// Announces what a key or button did to the time, for people who cannot see it move. It waits until the requested
// moment is shown, and announces once, however often the key was pressed.
import { msg, tr } from "../../i18n/i18n";
import type { Boundary, NamedBoundary } from "../../engine/protocol";
import { describeDropMoment, describeMoment, describeWork } from "../../frame/describe";
import type { TimeRange } from "../../frame/timescale";
import { formatMoment } from "../../lib/format/numbers";
import type { Announcer } from "../../lib/announcer";
import { describeWithLetter, type Comparison } from "../compare/comparison";
import type { Machine, ShownMachine } from "../lab/machine";
import type { Tick } from "../lab/lab-state";
import type { Notice, Notices } from "../../lib/notices";
import { concealsMachine, isConcealed } from "../../model/limits";
import { formatSpeed, WATCH_PACKETS, WATCH_RATES, type Speed } from "../../model/playback";

export interface PlaybackAnnouncer {
  togglePlaying(): void;
  /** Announces where the machine has stopped by itself, at a breakpoint. */
  stopped(): void;
  step(boundary: Boundary, direction: 1 | -1): void;
  setSpeed(speed: Speed): void;
  toLiveEdge(): void;
  follow(): void;
  /** Goes to a time. `why` is said before what is there. */
  goTo(t: number, why?: string): void;
  /** Marks the shown time as one end of a loop. */
  markLoop(end: "from" | "to"): void;
  setLoop(loop: TimeRange | null): void;
}

/** The names of the boundaries. */
export const BOUNDARY_NAMES: Record<NamedBoundary, string> = {
  step: msg("step of the CPU"),
  packet: msg("packet"),
  drop: msg("drop"),
  interrupt: msg("interrupt"),
  switch: msg("thread switch"),
  idle: msg("idle time"),
};

function boundaryName(boundary: Boundary): string {
  if (boundary.startsWith("break ")) return tr("stop at a breakpoint");
  if (boundary === "line" || boundary.startsWith("within ")) return tr("line of this program");
  return boundary in BOUNDARY_NAMES
    ? tr(BOUNDARY_NAMES[boundary as NamedBoundary])
    : tr("run of this line");
}

/** While a key repeats, nothing is announced. The announcement follows after this pause, in wall milliseconds. */
export const IDLE_MILLISECONDS = 150;

export function createPlaybackAnnouncer(
  lab: Machine,
  announcer: Announcer,
  notices: Pick<Notices, "show" | "dismiss">,
  schedule: (run: () => void, milliseconds: number) => void,
  shownMachines: Comparison["shownMachines"],
): PlaybackAnnouncer {
  const { announceSoon, whenShown, whenPaused, begin } = createRequests(lab, announcer, schedule);
  const { at, describeShownMoment, describeLoop } = describeTimeOf(lab, shownMachines);

  const announcePause = () =>
    whenPaused((tick) => tr("Paused at {shownMoment}", { shownMoment: describeShownMoment(tick) }));

  return {
    stopped: announcePause,
    togglePlaying() {
      if (!lab.state.get().playing) {
        lab.clock.play();
        announceSoon(() => {
          const { playing, speed } = lab.state.get();
          return playing ? tr("Playing, {speed}.", { speed: formatSpeed(speed) }) : null;
        });
      } else {
        lab.clock.pause();
        announcePause();
      }
    },
    step(boundary, direction) {
      const what = boundaryName(boundary);
      const isLatest = begin();
      void lab.time.step(boundary, direction).then((found) => {
        if (found === undefined || !isLatest()) return;
        if (found === null) return notices.show(nothingFound(what, direction));
        notices.dismiss("find");
        const tellsLosses = boundary === "drop" && !concealsMachine(lab.state.get().limits);
        const describe = tellsLosses ? describeDropMoment : describeMoment;
        whenShown(
          ({ frame }) => frame?.t === found,
          (tick) => describeShownMoment(tick, describe),
        );
      });
    },
    setSpeed(speed) {
      lab.clock.setSpeed(speed);
      const name =
        speed === WATCH_PACKETS
          ? tr("Watch packets: ")
          : speed === WATCH_RATES
            ? tr("Watch rates: ")
            : tr("Speed: ");
      announceSoon(() => `${name}${formatSpeed(speed)}.`);
    },
    toLiveEdge() {
      lab.time.seek(Infinity);
      whenPaused((tick) =>
        tr("Live edge, paused: {shownMoment}", { shownMoment: describeShownMoment(tick) }),
      );
    },
    follow() {
      lab.clock.follow();
      announceSoon(() => tr("The timeline follows the shown time."));
    },
    goTo(t, why = "") {
      lab.time.goTo(t);
      whenShown(
        (tick) => tick.t >= t || tick.atBound || t < tick.head,
        (tick) => `${why} ${describeShownMoment(tick)}`.trim(),
      );
    },
    markLoop(end) {
      const loop = lab.time.markLoop(end);
      announceSoon(() =>
        loop === null
          ? tr("One end of the loop is at {at}. Mark the other end at another time.", {
              at: at(lab.state.get().loopMark ?? 0),
            })
          : describeLoop(loop),
      );
    },
    setLoop(loop) {
      if (loop === null && lab.state.get().loop === null && lab.state.get().loopMark === null)
        return;
      lab.time.setLoop(loop);
      announceSoon(() => (loop === null ? tr("The loop has ended.") : describeLoop(loop)));
    },
  };
}

function nothingFound(what: string, direction: 1 | -1): Notice {
  return {
    key: "find",
    tone: "done",
    title:
      direction === 1
        ? tr("No {what} within the next 2 simulated seconds", { what })
        : tr("No earlier {what} is recorded", { what }),
    text: [],
    actions: [],
  };
}

/** Requests to announce something later. Only the latest one is announced. */
function createRequests(
  lab: ShownMachine,
  announcer: Announcer,
  schedule: (run: () => void, milliseconds: number) => void,
) {
  let latest = 0;
  const isPaused = () => !lab.state.get().playing;

  /** Starts a request. Returns whether no other one has started since. */
  function begin(): () => boolean {
    const ours = ++latest;
    return () => ours === latest;
  }

  /** Announces a text after a pause, unless there is another request meanwhile, or it is true no more: null. */
  function announceSoon(describe: () => string | null): void {
    const isLatest = begin();
    schedule(() => {
      const text = isLatest() ? describe() : null;
      if (text !== null) announcer.announce(text);
    }, IDLE_MILLISECONDS);
  }

  /** Waits for the first tick that passes the test, and announces it. A later request ends the wait. */
  function whenShown(wanted: (tick: Tick) => boolean, describe: (tick: Tick) => string): void {
    const isLatest = begin();
    const stop = lab.tick.subscribe(() => {
      if (!isLatest()) return stop();
      if (!wanted(lab.tick.get())) return;
      stop();
      announceSoon(() => describe(lab.tick.get()));
    });
  }

  /** Waits for the first tick while paused. If the machine plays on, the wait ends: playing has its
   * own announcement. */
  function whenPaused(describe: (tick: Tick) => string): void {
    whenShown(isPaused, describe);
    const ours = latest;
    const stop = lab.state.subscribe(() => {
      if (isPaused()) return;
      stop();
      if (ours === latest) latest++;
    });
  }

  return { announceSoon, whenShown, whenPaused, begin };
}

function describeTimeOf(lab: ShownMachine, shownMachines: Comparison["shownMachines"]) {
  const at = (t: number) => formatMoment(t, lab.state.get().topology?.clock_hz ?? 1);

  /** `describe`: one machine. Of two, only their work is said. */
  function describeShownMoment({ frame, t }: Tick, describe = describeMoment): string {
    const { topology, limits } = lab.state.get();
    const hidden = isConcealed(limits, "machine") && isConcealed(limits, "timeline");
    if (frame === null || topology === null || hidden) return `${at(t)}.`;
    const machines = shownMachines();
    if (machines.length === 1) return describe(frame, topology);
    const works = machines.map((one, index) => {
      const shown = { frame: one.tick.get().frame, topology: one.state.get().topology };
      if (shown.frame === null || shown.topology === null) return "";
      const text = describeWork(shown.frame, shown.topology);
      return describeWithLetter(index, text);
    });
    return `${at(frame.t)}. ${works.filter(Boolean).join(". ")}.`;
  }

  const describeLoop = ({ from, to }: TimeRange) =>
    tr("Loop: plays from {from} to {to}, round and round. Escape ends it.", {
      from: at(from),
      to: at(to),
    });

  return { at, describeShownMoment, describeLoop };
}
