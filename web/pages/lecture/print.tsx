// The lecture on paper: one page for each slide, with or without its notes. In place of a live machine, the page has pictures
// of it: at first, and after the slide's last cue.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { findMachineStep, type Lesson, type Step } from "../../lesson/lesson";
import { formatSettings } from "../../lesson/settings";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import type { LessonContext } from "../../desk/lesson-context";
import { useHiddenLab } from "../../shell/machine-hooks";
import { Prose } from "../../cards/prose/prose";
import "./print.css";
import { lectureHash, nameOfLecture } from "./lecture-hooks";
import { PrintedMachine } from "./printed-machine";
import { progressText, useSlidePictures } from "./slide-pictures";

interface PrintProps {
  context: LessonContext;
  lecture: Lesson;
  withNotes: boolean;
}

export function LecturePrint({ context, lecture, withNotes }: PrintProps) {
  usePageTitle(tr("{title}, for printing", { title: lecture.title }));
  useHiddenLab(context.services);
  const pictures = useSlidePictures(context.services, lecture);
  const name = nameOfLecture(lecture);
  return (
    <div className="lecture-print" data-theme="light">
      <div className="lecture-print-tools">
        <h1 {...PAGE_HEADING_PROPS}>{lecture.title}</h1>
        <Button variant="primary" onClick={() => window.print()}>
          {tr("Print")}
        </Button>
        {rich("<link>{value}</link><link2>Back to the slides</link2>", {
          value: withNotes ? tr("Without notes") : tr("With notes"),
          link: (
            <a
              className="button button-plain"
              href={lectureHash(name, withNotes ? "print" : "notes")}
            />
          ),
          link2: <a className="button button-plain" href={lectureHash(name, "slides")} />,
        })}
        <p className="muted" role="status">
          {progressText(pictures, lecture.steps.length)}
        </p>
      </div>
      {lecture.steps.map((step, at) => (
        <section
          key={step.id}
          className="printed-slide"
          aria-label={tr("Slide {at}", { at: at + 1 })}
        >
          <h2>
            {at + 1}. {step.title}
          </h2>
          {step.body.map((item, index) => (
            <Prose
              key={index}
              blocks={item.kind === "task" ? item.task.prose : item.blocks}
              context={context}
            />
          ))}
          {pictures.slides.get(at)?.map((picture) => (
            <PrintedMachine key={picture.label} picture={picture} />
          ))}
          {step.shown.length > 0 && <p className="muted">{describeMachine(lecture, at, step)}</p>}
          {withNotes && step.notes.length > 0 && (
            <aside className="printed-notes">
              <Prose blocks={step.notes} context={context} />
            </aside>
          )}
        </section>
      ))}
    </div>
  );
}

/** Says which machine it is, so that it can be opened again. */
function describeMachine(lecture: Lesson, at: number, { cues }: Step): string {
  const { spec } = findMachineStep(lecture, at);
  const settings = formatSettings(spec.set);
  const changes = cues.map(({ label }) => label).join("; ");
  return [
    tr("Scenario {scenario}{value}.", {
      scenario: spec.scenario,
      value: settings === "" ? "" : `, ${settings}`,
    }),
    changes === "" ? "" : tr("Cues: {changes}.", { changes }),
  ].join(" ");
}
