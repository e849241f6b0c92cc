// Finding and looping: two arrows that go to the next or previous drop (or packet, interrupt, thread switch, idle time).
// The button between them opens a panel that chooses what they find, goes to a typed time, and loops a range. The arrows
// stay beside the machine, so that the panel covers the picture only while one chooses.
import { useId, useRef, useState, type FormEvent, type ToggleEvent } from "react";
import type { NamedBoundary } from "../../engine/protocol";
import { formatDuration, formatMoment } from "../../format/numbers";
import { parseMoment } from "../../format/parse-moment";
import { BOUNDARY_NAMES } from "../../store/announcements/playback-announcer";
import type { AppServices } from "../../store/app-services";
import { isConcealed } from "../../store/lab/limits";
import { useStore } from "../../store/store";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { placeNote } from "../../ui/popover";
import { useFocusFallback } from "../../ui/use-focus-fallback";

interface FindChoice {
  boundary: NamedBoundary;
  /** What the choice says about it. */
  text: string;
  key: string;
}

const CHOICES: readonly FindChoice[] = [
  { boundary: "drop", text: "a packet is refused or thrown away", key: "X" },
  { boundary: "packet", text: "a packet arrives, leaves or is dropped", key: "." },
  { boundary: "interrupt", text: "an interrupt handler begins", key: "I" },
  { boundary: "switch", text: "the CPU switches to another thread", key: "T" },
  { boundary: "idle", text: "the CPU has nothing more to do", key: "N" },
];

const PANEL_ID = "find-panel";
const TIME_FIELD_ID = "find-time";

/** Opens the panel and puts the focus on the field for a time. */
export function openTimeField(): void {
  const panel = document.getElementById(PANEL_ID);
  if (panel === null || panel.matches(":popover-open")) return;
  panel.dataset.focus = TIME_FIELD_ID;
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
  const name = BOUNDARY_NAMES[boundary];
  const key = boundary === "packet" ? ["Shift ,", "Shift ."] : keysOf(boundary);
  const onToggle = ({ newState, currentTarget: panel }: ToggleEvent<HTMLDivElement>) => {
    setOpen(newState === "open");
    if (newState !== "open" || button.current === null) return;
    const { current } = button;
    requestAnimationFrame(() => {
      placeNote(panel, current.getBoundingClientRect());
      const wanted = panel.dataset.focus;
      delete panel.dataset.focus;
      const field = wanted === undefined ? null : document.getElementById(wanted);
      (field ?? panel).focus({ preventScroll: true });
    });
  };
  return (
    <div className="find" role="group" aria-label="Find and loop">
      {canLook && (
        <IconButton
          icon="chevronLeft"
          label={`Previous ${name}`}
          shortcut={key[0]}
          onClick={() => playbackAnnouncer.step(boundary, -1)}
        />
      )}
      <button
        ref={button}
        type="button"
        className="button button-plain find-button"
        title="Choose what the arrows find; go to a time (G); loop a range (A, B)"
        aria-label={canLook ? `Find: ${name}. Go to a time, loop` : "Go to a time, loop"}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={PANEL_ID}
      >
        <span className="find-long">{canLook ? `Find ${SHORT_NAMES[boundary]}` : "Time"}</span>
        <span className="find-short">{canLook ? SHORT_NAMES[boundary] : "Time"}</span>
        <Icon name="chevron" size={12} />
      </button>
      {canLook && (
        <IconButton
          icon="chevronRight"
          label={`Next ${name}`}
          shortcut={key[1]}
          onClick={() => playbackAnnouncer.step(boundary, 1)}
        />
      )}
      <LoopChip services={services} fallback={button} />
      <div
        id={PANEL_ID}
        popover="auto"
        className="popover find-panel"
        role="dialog"
        aria-label="Find, go to a time, loop"
        tabIndex={-1}
        onToggle={onToggle}
      >
        {open && (
          <FindPanel
            services={services}
            chosen={canLook ? boundary : null}
            onChoose={setBoundary}
          />
        )}
      </div>
    </div>
  );
}

interface FindPanelProps {
  services: Pick<AppServices, "lab" | "playbackAnnouncer">;
  /** What the arrows find; null: there are no arrows. */
  chosen: NamedBoundary | null;
  onChoose(boundary: NamedBoundary): void;
}

/** The content of the panel. */
export function FindPanel({ services, chosen, onChoose }: FindPanelProps) {
  return (
    <>
      {chosen !== null && <FindChoices chosen={chosen} onChoose={onChoose} />}
      <TimeForm services={services} />
      <LoopControls services={services} />
    </>
  );
}

function keysOf(boundary: NamedBoundary): [string, string] {
  const key = CHOICES.find((choice) => choice.boundary === boundary)?.key ?? "";
  return [`Shift ${key}`, key];
}

/** The names on the button, which is narrow. */
const SHORT_NAMES: Record<NamedBoundary, string> = {
  step: "step",
  packet: "packet",
  drop: "drop",
  interrupt: "interrupt",
  switch: "switch",
  idle: "idle",
};

interface FindChoicesProps {
  chosen: NamedBoundary;
  onChoose(boundary: NamedBoundary): void;
}

function FindChoices({ chosen, onChoose }: FindChoicesProps) {
  const group = useId();
  return (
    <fieldset className="find-choices">
      <legend className="find-heading">The arrows find the next or previous</legend>
      {CHOICES.map(({ boundary, text, key }) => (
        <label key={boundary} className="find-choice">
          <input
            type="radio"
            name={group}
            checked={boundary === chosen}
            onChange={() => onChoose(boundary)}
          />
          <span>
            <b>{BOUNDARY_NAMES[boundary]}</b>: {text}
          </span>
          <kbd className="mono">{boundary === "packet" ? "Shift ." : key}</kbd>
        </label>
      ))}
      <p className="find-note">With Shift, the letter goes back.</p>
    </fieldset>
  );
}

/** A field for a typed time. */
function TimeForm({ services }: Pick<FindPanelProps, "services">) {
  const { lab, playbackAnnouncer } = services;
  const id = useId();
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const t = useStore(lab.tick, (tick) => tick.t);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseMoment(text, hertz);
    if ("problem" in parsed) return setProblem(parsed.problem);
    if (parsed.cycles > LONGEST_RUN_SECONDS * hertz)
      return setProblem(
        `A run ends after ${LONGEST_RUN_SECONDS} simulated seconds. Type an earlier time.`,
      );
    setProblem(null);
    playbackAnnouncer.goTo(parsed.cycles);
  };
  return (
    <form className="find-time" onSubmit={submit} noValidate>
      <label htmlFor={TIME_FIELD_ID} className="find-heading">
        Go to a time
      </label>
      <div className="find-row">
        <input
          id={TIME_FIELD_ID}
          className="entry-text"
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={formatMoment(t, hertz)}
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-text`}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">Go</Button>
      </div>
      <p
        id={`${id}-text`}
        role={problem === null ? undefined : "alert"}
        className={problem === null ? "find-note" : "find-problem"}
      >
        {problem ??
          "350 ms, 1.2 s, 80 us or cycles. The machine runs on if it has not been there yet."}
      </p>
    </form>
  );
}

/** A run ends here; the core has the same limit. */
const LONGEST_RUN_SECONDS = 600;

function LoopControls({ services }: Pick<FindPanelProps, "services">) {
  const { lab, playbackAnnouncer } = services;
  const loop = useStore(lab.state, (state) => state.loop);
  const mark = useStore(lab.state, (state) => state.loopMark);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const start = useRef<HTMLButtonElement>(null);
  const endButton = useFocusFallback(start);
  const at = (t: number) => formatMoment(t, hertz);
  const loopShown = () => {
    const { range, head } = lab.tick.get();
    const to = Math.min(range.to, head);
    const from = Math.max(0, range.from);
    if (to > from) playbackAnnouncer.setLoop({ from, to });
  };
  return (
    <div className="find-loop" role="group" aria-label="Loop a range">
      <p className="find-heading">Loop a range</p>
      <p className="find-note">
        {loop !== null
          ? `Plays ${at(loop.from)} to ${at(loop.to)}, round and round.`
          : mark !== null
            ? `One end is at ${at(mark)}. Go to another time and mark the other end.`
            : "Mark two times: the machine plays from one to the other, round and round."}
      </p>
      <div className="find-row">
        <Button ref={start} title="A" onClick={() => playbackAnnouncer.markLoop("from")}>
          Start here
        </Button>
        <Button title="B" onClick={() => playbackAnnouncer.markLoop("to")}>
          End here
        </Button>
        <Button onClick={loopShown}>Loop the timeline’s range</Button>
        {(loop !== null || mark !== null) && (
          <Button ref={endButton} title="Esc" onClick={() => playbackAnnouncer.setLoop(null)}>
            {loop === null ? "Remove the mark" : "End the loop"}
          </Button>
        )}
      </div>
    </div>
  );
}

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
      ? `Loop from ${formatMoment(mark ?? 0, hertz)} …`
      : `Loop ${formatDuration(loop.to - loop.from, hertz)}`;
  return (
    <button
      ref={chip}
      type="button"
      className="button button-quiet loop-chip"
      aria-label={`${text}: end it`}
      title="End the loop (Esc)"
      onClick={() => playbackAnnouncer.setLoop(null)}
    >
      <span className="mono">{text}</span>
      <Icon name="close" size={10} />
    </button>
  );
}
