// Finding and looping: two arrows that go to the next or previous drop (or packet, interrupt, thread switch, idle time).
// The button between them opens a panel that chooses what they find, goes to a typed time, and loops a range. The arrows
// stay beside the machine, so that the panel covers the picture only while one chooses.
import { useCallback, useRef, useState, type ToggleEvent } from "react";
import { msg, tr } from "../../i18n/i18n";
import type { NamedBoundary } from "../../engine/protocol";
import { formatDuration, formatMoment } from "../../lib/format/numbers";
import { BOUNDARY_NAMES } from "../../desk/announcements/playback-announcer";
import type { AppServices } from "../../desk/app-services";
import { isConcealed } from "../../model/limits";
import { useStore } from "../../lib/store";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { lazyPart } from "../../ui/lazy-part";
import { placeNote } from "../../ui/popover";
import { useFocusFallback } from "../../ui/use-focus-fallback";

const FindPanel = lazyPart(async () => (await import("./find-panel")).FindPanel);

const PANEL_ID = "find-panel";

/** The key that goes to the next one; with Shift it goes back. */
export const FIND_KEYS: Record<NamedBoundary, string> = {
  step: ".",
  packet: "Shift .",
  drop: "X",
  interrupt: "I",
  switch: "T",
  idle: "N",
};

/** Opens the panel and puts the focus on the field for a time. */
export function openTimeField(): void {
  const panel = document.getElementById(PANEL_ID);
  if (panel === null || panel.matches(":popover-open")) return;
  panel.dataset.focus = "time";
  panel.showPopover();
}

export function Find({ services }: { services: AppServices }) {
  const { lab, playbackAnnouncer } = services;
  const [boundary, setBoundary] = useState<NamedBoundary>("drop");
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const canLook = useStore(
    lab.state,
    ({ limits }) => !isConcealed(limits, "machine") || !isConcealed(limits, "timeline"),
  );
  const name = tr(BOUNDARY_NAMES[boundary]);
  const [previousKey, nextKey] = keysOf(boundary);
  const panel = useRef<HTMLDivElement>(null);
  const onToggle = ({ newState }: ToggleEvent) => setOpen(newState === "open");
  // The size of the panel is known when its content is there.
  const placePanel = useCallback(() => {
    if (panel.current === null || button.current === null) return;
    placeNote(panel.current, button.current.getBoundingClientRect());
    focusIn(panel.current);
  }, []);
  return (
    <div className="find" role="group" aria-label={tr("Find and loop")}>
      {canLook && (
        <IconButton
          icon="chevronLeft"
          label={tr("Previous {name}", { name })}
          shortcut={previousKey}
          onClick={() => playbackAnnouncer.step(boundary, -1)}
        />
      )}
      <button
        ref={button}
        type="button"
        className="button button-plain find-button"
        title={tr("Choose what the arrows find; go to a time (G); loop a range (A, B)")}
        aria-label={
          canLook ? tr("Find: {name}. Go to a time, loop", { name }) : tr("Go to a time, loop")
        }
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={PANEL_ID}
      >
        <span className="find-long">
          {canLook ? tr("Find {name}", { name: tr(SHORT_NAMES[boundary]) }) : tr("Time")}
        </span>
        <span className="find-short">{canLook ? tr(SHORT_NAMES[boundary]) : tr("Time")}</span>
        <Icon name="chevron" size={12} />
      </button>
      {canLook && (
        <IconButton
          icon="chevronRight"
          label={tr("Next {name}", { name })}
          shortcut={nextKey}
          onClick={() => playbackAnnouncer.step(boundary, 1)}
        />
      )}
      <LoopChip services={services} fallback={button} />
      <div
        ref={panel}
        id={PANEL_ID}
        popover="auto"
        className="popover find-panel"
        role="dialog"
        aria-label={tr("Find, go to a time, loop")}
        tabIndex={-1}
        onToggle={onToggle}
      >
        {open && (
          <FindPanel
            services={services}
            chosen={canLook ? boundary : null}
            keys={FIND_KEYS}
            onChoose={setBoundary}
            onShown={placePanel}
          />
        )}
      </div>
    </div>
  );
}

/** The keys for the previous and the next moment. */
function keysOf(boundary: NamedBoundary): [string, string] {
  if (boundary === "packet") return ["Shift ,", "Shift ."];
  return [tr("Shift {key}", { key: FIND_KEYS[boundary] }), FIND_KEYS[boundary]];
}

/** Focuses the field of the time if the panel was opened for it, else the panel. */
function focusIn(panel: HTMLElement): void {
  const wantsTime = panel.dataset.focus === "time";
  delete panel.dataset.focus;
  const field = wantsTime ? panel.querySelector<HTMLElement>("input[type=text]") : null;
  (field ?? panel).focus({ preventScroll: true });
}

/** The names on the button, which is narrow. */
const SHORT_NAMES: Record<NamedBoundary, string> = {
  step: msg("step"),
  packet: msg("packet"),
  drop: msg("drop"),
  interrupt: msg("interrupt"),
  switch: msg("switch"),
  idle: msg("idle"),
};

/** Shows that a loop plays, and ends it. */
function LoopChip({
  services,
  fallback,
}: {
  services: AppServices;
  fallback: React.RefObject<HTMLButtonElement | null>;
}) {
  const { lab, playbackAnnouncer } = services;
  const loop = useStore(lab.state, (state) => state.loop);
  const mark = useStore(lab.state, (state) => state.loopMark);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const chip = useFocusFallback(fallback);
  if (loop === null && mark === null) return null;
  const text =
    loop === null
      ? tr("Loop from {moment} …", { moment: formatMoment(mark ?? 0, hertz) })
      : tr("Loop {duration}", { duration: formatDuration(loop.to - loop.from, hertz) });
  return (
    <button
      ref={chip}
      type="button"
      className="button button-quiet loop-chip"
      aria-label={tr("{text}: end it", { text })}
      title={tr("End the loop (Esc)")}
      onClick={() => playbackAnnouncer.setLoop(null)}
    >
      {/* The button's name has the time; beside the time slider there is room for a short text. */}
      <span className="mono">{loop === null ? tr("Loop from …") : text}</span>
      <Icon name="close" size={10} />
    </button>
  );
}
