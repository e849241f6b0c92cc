// The speaker's window: notes, the next slide, the clock, and what the next cue will do. It runs the same commands as the
// slides. Its own machine is paused, because it is not shown.
import { useEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { Lesson, Step } from "../../lesson/lesson";
import { formatSettings } from "../../lesson/settings";
import { formatClock, slideAt, type Command } from "../../desk/lecture/lecture-state";
import type { LectureStore } from "../../desk/lecture/lecture-store";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import type { LessonContext } from "../../desk/lesson-context";
import { useHiddenLab } from "../../shell/machine-hooks";
import { Prose } from "../../cards/prose/prose";
import { KeysDialog } from "./keys-dialog";
import { openLectureWindow, useLectureKeys, useLectureWindowName } from "./lecture-hooks";

interface SpeakerProps {
  context: LessonContext;
  lecture: Lesson;
  store: LectureStore;
}

export function Speaker({ context, lecture, store }: SpeakerProps) {
  const state = useStore(store.state, (one) => one);
  const [isHelpOpen, setHelpOpen] = useState(false);
  usePageTitle(tr("Speaker – {title}", { title: lecture.title }));
  useLectureWindowName("speaker");
  useHiddenLab(context.services);
  const { notices } = context.services;
  const openSlides = () => openLectureWindow(notices, lecture, "slides", state.slide);
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
          {tr("Slide {slide} of {length}", {
            slide: state.slide + 1,
            length: lecture.steps.length,
          })}
          {state.typed !== "" && tr(" · go to {typed}", { typed: state.typed })}
          {state.isBlack && tr(" · the screen is black")}
        </p>
        <SpeakerClock startedAt={state.startedAt} minutes={lecture.minutes} />
      </header>
      <section className="speaker-notes" aria-label={tr("This slide")}>
        <h1 className="speaker-title" {...PAGE_HEADING_PROPS}>
          {step.title}
        </h1>
        {step.notes.length > 0 ? (
          <Prose blocks={step.notes} context={context} />
        ) : (
          <p className="muted">{tr("This slide has no notes.")}</p>
        )}
      </section>
      <section className="speaker-cues" aria-label={tr("Cues")}>
        <h2>{tr("Cues")}</h2>
        <CueList step={step} given={state.cues} />
      </section>
      <section className="speaker-next" aria-label={tr("Next slide")}>
        <h2>{tr("Next: {title}", { title: next?.title ?? tr("the end") })}</h2>
        {next?.body.map((item, at) =>
          item.kind === "task" ? null : <Prose key={at} blocks={item.blocks} context={context} />,
        )}
      </section>
      <div className="speaker-buttons" role="group" aria-label={tr("Commands")}>
        {button(tr("Back"), { kind: "back" })}
        {button(tr("Next"), { kind: "next" })}
        {button(tr("Cue"), { kind: "cue" })}
        {button(tr("Take the cue back"), { kind: "take-back" })}
        {button(state.isBlack ? tr("Show the slide") : tr("Black-out"), { kind: "black" })}
        {button(state.isPlaying ? tr("Pause") : tr("Play"), { kind: "play" })}
        {button(tr("Start the clock again"), { kind: "restart-clock" })}
        <Button onClick={openSlides}>{tr("Open the slides")}</Button>
        <Button onClick={() => setHelpOpen(true)}>{tr("Keys")}</Button>
      </div>
      <KeysDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

function CueList({ step, given }: { step: Step; given: number }) {
  if (step.cues.length === 0) return <p className="muted">{tr("None on this slide.")}</p>;
  return (
    <ol className="speaker-cue-list">
      {step.cues.map(({ label, set, line }, at) => (
        <li key={line} aria-current={at === given ? "step" : undefined}>
          <b>{at < given ? tr("Given: ") : at === given ? tr("Next: ") : ""}</b>
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
      {rich("<b>{spent}</b> of {minutes}:00", {
        spent: formatClock(spent),
        minutes,
        b: <b data-over={isOver} />,
      })}
      {isOver && tr(" · over time")}
      <span className="muted">
        {" "}
        · {new Date(now).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}
      </span>
    </p>
  );
}
