// The lecture on paper: one page a slide, with the notes if wanted. A live machine has no page: its scenario is named.
import { findMachineStep, type Lesson, type Step } from "../../lesson/model";
import { formatSettings } from "../../lesson/settings";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import type { LessonContext } from "../lessons/lesson-context";
import { usePausedLab } from "../lessons/machine-hooks";
import { Prose } from "../lessons/prose";
import { lectureHash, nameOfLecture } from "./lecture-hooks";

interface PrintProps {
  context: LessonContext;
  lecture: Lesson;
  withNotes: boolean;
}

export function LecturePrint({ context, lecture, withNotes }: PrintProps) {
  usePageTitle(`${lecture.title}, for printing`);
  usePausedLab(context.services.lab);
  const name = nameOfLecture(lecture);
  return (
    <div className="lecture-print">
      <div className="lecture-print-tools">
        <h1 {...PAGE_HEADING_PROPS}>{lecture.title}</h1>
        <Button variant="primary" onClick={() => window.print()}>
          Print
        </Button>
        <a className="button button-plain" href={lectureHash(name, withNotes ? "print" : "notes")}>
          {withNotes ? "Without notes" : "With notes"}
        </a>
        <a className="button button-plain" href={lectureHash(name, "slides")}>
          Back to the slides
        </a>
      </div>
      {lecture.steps.map((step, at) => (
        <section key={step.id} className="printed-slide" aria-label={`Slide ${at + 1}`}>
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

function describeMachine(lecture: Lesson, at: number, { shown, cues }: Step): string {
  const { spec } = findMachineStep(lecture, at);
  const settings = formatSettings(spec.set);
  const changes = cues.map(({ label }) => label).join("; ");
  return [
    `Live: ${shown.join(", ")} of the scenario ${spec.scenario}${settings === "" ? "" : `, ${settings}`}.`,
    changes === "" ? "" : `Cues: ${changes}.`,
  ].join(" ");
}
