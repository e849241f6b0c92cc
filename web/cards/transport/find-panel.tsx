// The content of the panel of finding and looping: what the arrows find, a field for a time, and the ends of a loop. It is
// loaded when the panel is first opened.
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { msg, tr } from "../../i18n/i18n";
import type { NamedBoundary } from "../../engine/protocol";
import { formatMoment } from "../../lib/format/numbers";
import { parseMoment } from "../../lib/format/parse-moment";
import { BOUNDARY_NAMES } from "../../desk/announcements/playback-announcer";
import type { AppServices } from "../../desk/app-services";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { useFocusFallback } from "../../ui/use-focus-fallback";

interface FindChoice {
  boundary: NamedBoundary;
  /** The moments that the arrows find, as the panel describes them. */
  text: string;
}

const CHOICES: readonly FindChoice[] = [
  { boundary: "drop", text: msg("a packet is refused or thrown away") },
  { boundary: "packet", text: msg("a packet arrives, leaves or is dropped") },
  { boundary: "interrupt", text: msg("an interrupt handler begins") },
  { boundary: "switch", text: msg("the CPU switches to another thread") },
  { boundary: "idle", text: msg("the CPU has nothing more to do") },
];

interface FindPanelProps {
  services: Pick<AppServices, "lab" | "playbackAnnouncer">;
  /** What the arrows find; null: there are no arrows. */
  chosen: NamedBoundary | null;
  /** The keys that find them. */
  keys: Record<NamedBoundary, string>;
  onChoose(boundary: NamedBoundary): void;
  /** Called when the content is on the page. */
  onShown?(): void;
}

export function FindPanel({ services, chosen, keys, onChoose, onShown }: FindPanelProps) {
  useEffect(() => onShown?.(), [onShown]);
  return (
    <>
      {chosen !== null && <FindChoices chosen={chosen} keys={keys} onChoose={onChoose} />}
      <TimeForm services={services} />
      <LoopControls services={services} />
    </>
  );
}

interface FindChoicesProps extends Pick<FindPanelProps, "keys" | "onChoose"> {
  chosen: NamedBoundary;
}

function FindChoices({ chosen, keys, onChoose }: FindChoicesProps) {
  const group = useId();
  return (
    <fieldset className="find-choices">
      <legend className="find-heading">{tr("The arrows find the next or previous")}</legend>
      {CHOICES.map(({ boundary, text }) => (
        <label key={boundary} className="find-choice">
          <input
            type="radio"
            name={group}
            checked={boundary === chosen}
            onChange={() => onChoose(boundary)}
          />
          <span>
            <b>{tr(BOUNDARY_NAMES[boundary])}</b>: {tr(text)}
          </span>
          <kbd className="mono">{keys[boundary]}</kbd>
        </label>
      ))}
      <p className="find-note">{tr("With Shift, the letter goes back.")}</p>
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
  // On a phone the panel covers the machine: its text says that the time has changed.
  const [wanted, setWanted] = useState<number | null>(null);
  const hasArrived = wanted !== null && Math.abs(t - wanted) < 1;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseMoment(text, hertz);
    if ("problem" in parsed) return setProblem(parsed.problem);
    if (parsed.cycles > LONGEST_RUN_SECONDS * hertz)
      return setProblem(
        tr("A run ends after {seconds} simulated seconds. Type an earlier time.", {
          seconds: LONGEST_RUN_SECONDS,
        }),
      );
    setProblem(null);
    setWanted(parsed.cycles);
    playbackAnnouncer.goTo(parsed.cycles);
  };
  return (
    <form className="find-time" onSubmit={submit} noValidate>
      <label htmlFor={`${id}-field`} className="find-heading">
        {tr("Go to a time")}
      </label>
      <div className="find-row">
        <input
          id={`${id}-field`}
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
        <Button type="submit">{tr("Go")}</Button>
      </div>
      <p
        id={`${id}-text`}
        role={problem === null ? undefined : "alert"}
        className={problem === null ? "find-note" : "find-problem"}
      >
        {problem ??
          (hasArrived
            ? tr("The page shows {at} now.", { at: formatMoment(t, hertz) })
            : tr(
                "350 ms, 1.2 s, 80 us or cycles. If the machine has not reached the time yet, it runs on to it.",
              ))}
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
    <div className="find-loop" role="group" aria-label={tr("Loop a range")}>
      <p className="find-heading">{tr("Loop a range")}</p>
      <p className="find-note">
        {loop !== null
          ? tr("Plays {from} to {to}, round and round.", { from: at(loop.from), to: at(loop.to) })
          : mark !== null
            ? tr("One end is at {mark}. Go to another time and mark the other end.", {
                mark: at(mark),
              })
            : tr("Mark two times: the machine plays from one to the other, round and round.")}
      </p>
      <div className="find-row">
        <Button ref={start} title="A" onClick={() => playbackAnnouncer.markLoop("from")}>
          {tr("Start here")}
        </Button>
        <Button title="B" onClick={() => playbackAnnouncer.markLoop("to")}>
          {tr("End here")}
        </Button>
        <Button onClick={loopShown}>{tr("Loop the timeline’s range")}</Button>
        {(loop !== null || mark !== null) && (
          <Button ref={endButton} title={tr("Esc")} onClick={() => playbackAnnouncer.setLoop(null)}>
            {loop === null ? tr("Remove the mark") : tr("End the loop")}
          </Button>
        )}
      </div>
    </div>
  );
}
