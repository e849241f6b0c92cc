// The numbers that a question asks about, in its panel: they are those of the card "Where it went", which may be below the
// screen, and stay in view while the person presses the question's actions.
import { useMemo } from "react";
import { readOutcomes, type Outcomes } from "../../model/measures/outcomes";
import type { WatchedNumber } from "../../explore/question";
import { formatPercentFixed } from "../../lib/format/numbers";
import { tr } from "../../i18n/i18n";
import type { ShownMachine } from "../../desk/lab/machine";
import { useStore } from "../../lib/store";
import { LiveNumber } from "../../ui/live-number";
import { WindowLabel } from "../diagnosis/window-label";
import { formatRateOrCount, lossName } from "../outcomes/packet-outcomes";

export function WatchedNumbers({
  lab,
  numbers,
}: {
  lab: ShownMachine;
  numbers: readonly WatchedNumber[];
}) {
  const frame = useStore(lab.staggeredTicks[2], (tick) => tick.frame);
  const topology = useStore(lab.state, (state) => state.topology);
  const outcomes = useMemo(
    () => (frame === null || topology === null ? null : readOutcomes(frame, topology)),
    [frame, topology],
  );
  if (frame === null || topology === null || outcomes === null) return null;
  return (
    <div className="question-numbers">
      <dl>
        {numbers.map((watched) => {
          const found = readWatchedNumber(outcomes, watched);
          return (
            found !== null && (
              <div key={watched}>
                <dt>{found.name}</dt>{" "}
                <dd>
                  <LiveNumber text={found.text} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
      <p className="muted">
        <WindowLabel frame={frame} hertz={topology.clock_hz} />
      </p>
    </div>
  );
}

/** Returns the number with its name; null if the machine has no such place or context. */
export function readWatchedNumber(
  outcomes: Outcomes,
  watched: WatchedNumber,
): { name: string; text: string } | null {
  const [kind, id = ""] = watched.split(" ");
  const packets = (name: string, count: number) => ({
    name,
    text: formatRateOrCount(outcomes, count),
  });
  if (kind === "cpu") {
    const context = outcomes.cpu.findLast((one) => one.id.startsWith(id));
    return context === undefined
      ? null
      : { name: context.name, text: formatPercentFixed(context.share) };
  }
  if (kind === "lost") {
    const loss = outcomes.losses.find((one) => one.id === id);
    return loss === undefined ? null : packets(lossName(loss), loss.packets);
  }
  if (id === "") return packets(tr("delivered"), outcomes.delivered);
  const delivery = outcomes.deliveries.find((one) => one.id === id);
  return delivery === undefined
    ? null
    : packets(tr("delivered to {name}", { name: delivery.name }), delivery.packets);
}
