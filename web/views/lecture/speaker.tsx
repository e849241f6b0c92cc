// The speaker's window: notes, the next slide, the clock, and what the next cue will do. It runs the same commands as the
// slides. Its own machine is paused, because it is not shown.
import { useEffect, useState } from "react";
import type { Lesson, Step } from "../../lesson/model";
import { formatSettings } from "../../lesson/settings";
import { formatClock, slideAt, type Command } from "../../store/lecture/lecture-state";
import type { LectureStore } from "../../store/lecture/lecture-store";
import { useStore } from "../../store/store";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import type { LessonContext } from "../lessons/lesson-context";
import { usePausedLab } from "../lessons/machine-hooks";
import { Prose } from "../lessons/prose";
import { KeysDialog } from "./keys-dialog";
import { nameOfLecture, openLectureWindow, useLectureKeys } from "./lecture-hooks";

interface SpeakerProps {
  context: LessonContext;
  lecture: Lesson;
  store: LectureStore;
}

export function Speaker({ context, lecture, store }: SpeakerProps) {
  const state = useStore(store.state, (one) => one);
  const [isHelpOpen, setHelpOpen] = useState(false);
  usePageTitle(`Speaker – ${lecture.title}`);
  usePausedLab(context.services.lab);
  const openSlides = () => openLectureWindow(nameOfLecture(lecture), "slides");
  useLectureKeys({ store, onOther: openSlides, onHelp: () => setHelpOpen(true) });
  const step = slideAt(lecture, state.slide);
  const next = lecture.steps[state.slide + 1];
  const button = (label: string, command: Command) => (
    <Button onClick={() => store.run(command)}>{label}</Button>
  );
  return (
    <div className="speaker">
      <header className="speaker-head">
        <p className="speaker-place">
          Slide {state.slide + 1} of {lecture.steps.length}
          {state.typed !== "" && ` · go to ${state.typed}`}
          {state.isBlack && " · the screen is black"}
        </p>
        <SpeakerClock startedAt={state.startedAt} minutes={lecture.minutes} />
      </header>
      <section className="speaker-notes" aria-label="This slide">
        <h1 className="speaker-title" {...PAGE_HEADING_PROPS}>
          {step.title}
        </h1>
        {step.notes.length > 0 ? (
          <Prose blocks={step.notes} context={context} />
        ) : (
          <p className="muted">This slide has no notes.</p>
        )}
      </section>
      <section className="speaker-cues" aria-label="Cues">
        <h2>Cues</h2>
        <CueList step={step} given={state.cues} />
      </section>
      <section className="speaker-next" aria-label="Next slide">
        <h2>Next: {next?.title ?? "the end"}</h2>
        {next?.body.map((item, at) =>
          item.kind === "task" ? null : <Prose key={at} blocks={item.blocks} context={context} />,
        )}
      </section>
      <div className="speaker-buttons" role="group" aria-label="Commands">
        {button("Back", { kind: "back" })}
        {button("Next", { kind: "next" })}
        {button("Cue", { kind: "cue" })}
        {button("Take the cue back", { kind: "take-back" })}
        {button(state.isBlack ? "Show the slide" : "Black-out", { kind: "black" })}
        {button(state.isPlaying ? "Pause" : "Play", { kind: "play" })}
        {button("Start the clock again", { kind: "restart-clock" })}
        <Button onClick={openSlides}>Open the slides</Button>
        <Button onClick={() => setHelpOpen(true)}>Keys</Button>
      </div>
      <KeysDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

function CueList({ step, given }: { step: Step; given: number }) {
  if (step.cues.length === 0) return <p className="muted">None on this slide.</p>;
  return (
    <ol className="speaker-cue-list">
      {step.cues.map(({ label, set, line }, at) => (
        <li key={line} aria-current={at === given ? "step" : undefined}>
          <b>{at < given ? "Given: " : at === given ? "Next: " : ""}</b>
          {label} <span className="mono muted">{formatSettings(set)}</span>
        </li>
      ))}
    </ol>
  );
}

const SECOND = 1_000;

/** The time since the first change of slides, the planned length, and the time of day. */
function SpeakerClock({ startedAt, minutes }: { startedAt: number; minutes: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  const spent = startedAt === 0 ? 0 : now - startedAt;
  const isOver = spent > minutes * 60 * SECOND;
  return (
    <p className="speaker-clock mono">
      <b data-over={isOver}>{formatClock(spent)}</b> of {minutes}:00
      {isOver && " · over time"}
      <span className="muted">
        {" "}
        · {new Date(now).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}
      </span>
    </p>
  );
}
