// The transport: play, pause, step by one step or one packet in either direction; find and loop; the two named speeds and a slider for
// all others; and the time slider, whose right end is the live edge.
import type { ReactNode } from "react";
import { msg, tr } from "../../i18n/i18n";
import type { Machine } from "../../desk/lab/machine";
import type { AppServices } from "../../desk/app-services";
import {
  positionOfSpeed,
  formatSpeed,
  SPEED_POSITIONS,
  speedAtPosition,
  WATCH_PACKETS,
  WATCH_RATES,
} from "../../model/playback";
import { useStore } from "../../lib/store";
import { IconButton } from "../../ui/button";
import { Segmented } from "../../ui/segmented";
import { Find } from "./find";
import { ScrubBar } from "./scrub-bar";
import "./transport.css";

const NAMED_SPEEDS = [
  {
    id: "packets",
    label: msg("watch packets"),
    title: msg("2 ms of simulated time per second (W)"),
  },
  { id: "rates", label: msg("watch rates"), title: msg("Real time (W)") },
] as const;

interface TransportProps {
  services: AppServices;
  children?: ReactNode;
  /** Whether the page shows the diagnosis, unless a lesson hides it. */
  hasSentence?: boolean;
}

export function Transport({ services, children, hasSentence = true }: TransportProps) {
  const { lab, playbackAnnouncer } = services;
  return (
    <div className="transport" role="group" aria-label={tr("Time")}>
      <div className="transport-buttons">
        <IconButton
          icon="packetBack"
          label={tr("Previous packet")}
          shortcut="Shift ,"
          onClick={() => playbackAnnouncer.step("packet", -1)}
        />
        <IconButton
          icon="stepBack"
          label={tr("Step back")}
          shortcut=","
          onClick={() => playbackAnnouncer.step("step", -1)}
        />
        <PlayButton services={services} />
        <IconButton
          icon="stepForward"
          label={tr("Step forward")}
          shortcut="."
          onClick={() => playbackAnnouncer.step("step", 1)}
        />
        <IconButton
          icon="packetForward"
          label={tr("Next packet")}
          shortcut="Shift ."
          onClick={() => playbackAnnouncer.step("packet", 1)}
        />
      </div>
      {children}
      <Find services={services} />
      <SpeedControl lab={lab} />
      <ScrubBar {...{ services, hasSentence }} />
    </div>
  );
}

export function PlayButton({ services: { lab, playbackAnnouncer } }: { services: AppServices }) {
  const playing = useStore(lab.state, (state) => state.playing);
  return (
    <IconButton
      primary
      icon={playing ? "pause" : "play"}
      label={playing ? tr("Pause") : tr("Play")}
      shortcut="Space"
      onClick={playbackAnnouncer.togglePlaying}
    />
  );
}

function SpeedControl({ lab }: { lab: Machine }) {
  const speed = useStore(lab.state, (state) => state.speed);
  const skipping = useStore(lab.state, (state) => state.skip !== null);
  const named = speed === WATCH_PACKETS ? "packets" : speed === WATCH_RATES ? "rates" : null;
  const position = positionOfSpeed(speed);
  return (
    <div className="speed">
      <Segmented
        label={tr("Speed")}
        options={NAMED_SPEEDS.map(({ id, label, title }) => ({
          id,
          label: tr(label),
          title: tr(title),
        }))}
        value={named}
        onChange={(id) => lab.clock.setSpeed(id === "packets" ? WATCH_PACKETS : WATCH_RATES)}
      />
      <label className="speed-slider">
        <span className="visually-hidden">{tr("Any speed")}</span>
        <input
          className="range"
          type="range"
          min={0}
          max={SPEED_POSITIONS}
          step={1}
          value={position}
          aria-valuetext={formatSpeed(speed)}
          title={tr("From 1 µs per second to as fast as possible (+ and −)")}
          style={{ "--fill": `${(100 * position) / SPEED_POSITIONS}%` } as React.CSSProperties}
          onChange={(event) => lab.clock.setSpeed(speedAtPosition(Number(event.target.value)))}
        />
        <span className="speed-value mono">
          {skipping ? tr("50 ms ahead") : formatSpeed(speed)}
        </span>
      </label>
    </div>
  );
}
