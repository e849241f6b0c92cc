// The label of the window from which a card's numbers come: its length and its end. All cards have the same window: while
// the machine plays, the worker counts anew with each diagnosis (engine/session-server.ts).
import { tr } from "../../i18n/i18n";
import { formatMoment, formatNumber } from "../../lib/format/numbers";
import { startsAtChange, type Frame } from "../../frame/frame";
import { LiveNumber } from "../../ui/live-number";

/** The shortest time between two rows of counters, at which a window begins and ends. */
const ROW_SECONDS = 1e-4;

export function WindowLabel({ frame, hertz }: { frame: Frame; hertz: number }) {
  const milliseconds = (frame.window.elapsedCycles / hertz) * 1e3;
  const isAtChange = startsAtChange(frame, hertz);
  // Right after a change there is nothing to count yet.
  if (isAtChange && milliseconds < ROW_SECONDS * 1e3) return tr("from the last change on");
  const span = formatNumber(milliseconds, milliseconds < 10 ? 1 : 0);
  const end = formatMoment(frame.windowTo, hertz, ROW_SECONDS);
  return (
    <>
      {isAtChange
        ? tr("the {span} ms from the last change to", { span })
        : tr("the {span} ms before", { span })}{" "}
      <LiveNumber text={end} />
    </>
  );
}
