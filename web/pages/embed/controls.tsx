// The buttons for the time in the bar of an embedded lab: play or pause, and one step back or forward.
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { formatMoment } from "../../lib/format/numbers";
import { tr } from "../../i18n/i18n";
import { IconButton } from "../../ui/button";
import { LiveNumber } from "../../ui/live-number";
import { PlayButton } from "../../cards/transport";

export function Controls({ services }: { services: AppServices }) {
  const { lab, playbackAnnouncer } = services;
  const t = useStore(lab.tick, (tick) => tick.t);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  return (
    <div className="embed-controls" role="group" aria-label={tr("Time")}>
      <PlayButton services={services} />
      <IconButton
        icon="stepBack"
        label={tr("Step back")}
        shortcut=","
        onClick={() => playbackAnnouncer.step("step", -1)}
      />
      <IconButton
        icon="stepForward"
        label={tr("Step forward")}
        shortcut="."
        onClick={() => playbackAnnouncer.step("step", 1)}
      />
      <LiveNumber text={formatMoment(t, hertz)} />
    </div>
  );
}
