// What the page says about the open program in one line: whether the machine runs this text, what is wrong, or where the last run
// was stopped; and the button that runs it. It is announced politely.
import { useEffect } from "react";
import { tr } from "../../i18n/i18n";
import type { Place } from "../../i18n/model-texts";
import type { AppServices } from "../../desk/app-services";
import type { Workshop } from "../../desk/workshop/workshop";
import type { WorkshopState } from "../../desk/workshop/workshop-core";
import { formatMoment } from "../../lib/format/numbers";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";

interface RunStatusProps {
  workshop: Workshop;
  onGoTo(place: Place): void;
}

interface ToldProps extends RunStatusProps {
  services: AppServices;
}

export function RunStatus({ services, ...props }: ToldProps) {
  const { programStatus } = services;
  const { workshop, onGoTo } = props;
  const state = useStore(workshop.state, (one) => one);
  const other = useStore(workshop.programs.store, () =>
    state.ran?.program === state.open ? null : workshop.programs.find(state.ran?.program ?? ""),
  );
  const playing = useStore(services.lab.state, (machine) => machine.playing);
  const { stop, told } = state;
  const problem = stop?.problem ?? "";
  useEffect(() => {
    programStatus.set({ stop: problem });
    return () => programStatus.set({ stop: "" });
  }, [programStatus, problem]);
  return (
    <div className={`workshop-status workshop-status-${toneOf(state)}`}>
      <div>
        <div role="status" aria-busy={!isSettled(state)}>
          <p>{describeRun(state, other?.file ?? null)}</p>
          {told.length > 0 && <ToldList {...{ services, ...props }} />}
        </div>
        {/* Play and Pause have an announcement of their own. */}
        {runsThisText(state) && !playing && <p>{tr("The machine is paused.")}</p>}
      </div>
      {stop !== null && stop.line > 0 && stop.text === state.text && (
        <Button onClick={() => onGoTo({ line: stop.line, column: 1 })}>
          {tr("Go to line {line}", { line: stop.line })}
        </Button>
      )}
      <Button
        variant="primary"
        icon="play"
        title={tr("Run the program from the start (Ctrl+Enter in the editor)")}
        onClick={() => runOrShowProblem(workshop, onGoTo)}
      >
        {tr("Run it")}
      </Button>
    </div>
  );
}

/** Runs the text. If it has a problem, goes there instead. */
export function runOrShowProblem(workshop: Workshop, goTo: (place: Place) => void): void {
  const { checked, problems } = workshop.state.get();
  const [first] = problems;
  if (checked === "wrong" && first !== undefined) goTo(first.from);
  else workshop.run();
}

/** While a text is checked and its run begins, nothing is heard: what follows in a moment is. */
function isSettled({ checked, stop, ran, text }: WorkshopState): boolean {
  return checked !== "checking" && (checked !== "right" || stop !== null || ran?.text === text);
}

/** The rules about time that the run has broken, each with its line and its moment. */
function ToldList({ services: { lab, playbackAnnouncer }, workshop, onGoTo }: ToldProps) {
  const { told, ran, text } = useStore(workshop.state, (one) => one);
  const show = (at: number) => {
    lab.clock.pause();
    playbackAnnouncer.goTo(at);
  };
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  return (
    <ul className="workshop-told" aria-label={tr("Rules that the program breaks")}>
      {told.map(({ line, problem, at }, index) => (
        <li key={index}>
          {line > 0 && ran?.text === text && (
            <>
              <button
                type="button"
                className="link-button"
                onClick={() => onGoTo({ line, column: 1 })}
              >
                {tr("Line {line}", { line })}
              </button>{" "}
            </>
          )}
          {problem}{" "}
          <button type="button" className="link-button" onClick={() => show(at)}>
            {tr("Show it, at {at}", { at: formatMoment(at, hertz) })}
          </button>
        </li>
      ))}
    </ul>
  );
}

const runsThisText = ({ checked, stop, ran, text }: WorkshopState) =>
  checked === "right" && stop === null && ran?.text === text;

function toneOf({ checked, stop, told }: WorkshopState): "good" | "bad" | "plain" {
  if (stop !== null || told.length > 0 || checked === "wrong" || checked === "failed") return "bad";
  return checked === "right" ? "good" : "plain";
}

type Ran = NonNullable<WorkshopState["ran"]>;

/** `other`: the file of another program that the machine runs; null: it runs the open one. */
function describeRun(state: WorkshopState, other: string | null): string {
  const { checked, problems, stop, ran, text, told } = state;
  if (checked === "wrong") {
    const wrong = tr(
      "{count, plural, one {# problem, in line {line},} other {# problems, the first in line {line},}} listed below.",
      { count: problems.length, line: problems[0]?.from.line ?? 0 },
    );
    // A machine that has stopped runs nothing.
    return ran === null || stop !== null ? wrong : `${wrong} ${describeEarlier(ran, other)}`;
  }
  if (stop !== null) {
    const where =
      stop.line === 0
        ? tr("The last run was stopped.")
        : tr("The last run was stopped at line {line}.", { line: stop.line });
    return [where, stop.problem, tr("Press “Run it” to start it again.")]
      .filter((sentence) => sentence !== "")
      .join(" ");
  }
  switch (checked) {
    case "checking":
      return tr("Checking …");
    case "failed":
      return tr("The machine does not run this program: a message says why.");
    case "right":
      if (ran?.text === text)
        return told.length === 0
          ? tr("No mistake found. The machine runs this text.")
          : tr("The machine runs this text and goes on, but the program breaks a rule.");
      return ran === null ? tr("No mistake found. It starts …") : describeEarlier(ran, other);
  }
}

function describeEarlier({ at }: Ran, other: string | null): string {
  if (other !== null) return tr("The machine still runs “{file}”.", { file: other });
  const time = new Date(at).toLocaleTimeString(document.documentElement.lang, {
    timeStyle: "short",
  });
  return tr("The machine runs the version of {time}.", { time });
}
