// The list of lessons with the learner's progress, the progress file, and the author's card. A lesson that was restarted
// can be restored until the page is left.
import { useState } from "react";
import { shownLanguage, tr } from "../../i18n/i18n";
import { ENGLISH } from "../../i18n/languages";
import { rich } from "../../i18n/rich";
import type { Lesson } from "../../lesson/lesson";
import { NO_LESSON_PROGRESS, countDoneSteps } from "../../lesson/progress";
import { isOfLesson, type SavedMachine } from "../../desk/lesson/saved-machines";
import type { LessonBackup } from "../../desk/lesson/progress-store";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { firstMatch, useFocusFallback } from "../../ui/use-focus-fallback";
import { GlossaryText } from "../../cards/prose/term";
import { LectureList } from "../lecture/lecture-list";
import { AuthorCard } from "./author/author";
import type { LessonContext } from "../../desk/lesson-context";
import { HandInButton, ReportCard } from "./hand-in/hand-in";
import { ProgressCard } from "./hand-in/progress-file";
import { Prose } from "../../cards/prose/prose";
import { EnglishNote, ProseLanguageProvider } from "../../cards/prose/prose-language";
import { GUIDE_HASH, stepHash } from "../../shell/lesson-address";

export function LessonList({ context }: { context: LessonContext }) {
  const drafts = useStore(context.drafts.store, ({ list }) => list);
  return (
    <>
      <ol className="lesson-list">
        {[...context.lessons, ...drafts].map((lesson) => (
          <LessonCard
            key={lesson.id}
            context={context}
            lesson={lesson}
            draft={drafts.includes(lesson)}
          />
        ))}
      </ol>
      <p>
        {rich(
          `For teachers: the <link>teacher’s guide</link> has the aims of each lesson, what
            students believe beforehand, questions to discuss, and three schedules.`,
          { link: <a href={GUIDE_HASH} /> },
        )}
      </p>
      <section aria-labelledby="lectures">
        <h3 id="lectures">{tr("Lectures")}</h3>
        <p>{tr("Slides with live machines, for a projector, by keyboard or clicker.")}</p>
        <LectureList />
      </section>
      <div className="page-pair">
        <ProgressCard context={context} />
        <ReportCard context={context} />
        <AuthorCard context={context} />
      </div>
    </>
  );
}

const TITLE = firstMatch(".page-title");

interface LessonCardProps {
  context: LessonContext;
  lesson: Lesson;
  draft: boolean;
}

function LessonCard({ context, lesson, draft }: LessonCardProps) {
  const { progressStore } = context;
  const remove = useFocusFallback(TITLE);
  const progress = useStore(
    progressStore.store,
    ({ lessons }) => lessons[lesson.id] ?? NO_LESSON_PROGRESS,
  );
  const { done, all } = countDoneSteps(lesson, progress);
  const hasBegun = progress.seen.length > 0;
  const last = lesson.steps.find(({ id }) => id === progress.step) ?? lesson.steps[0];
  const [first] = lesson.steps;
  if (last === undefined || first === undefined) return null;
  const finished = done === all;
  const to = finished ? first : last;
  const action = finished ? tr("Read it again") : hasBegun ? tr("Continue") : tr("Begin");
  return (
    <li className="card lesson-card" value={lesson.number}>
      <div className="lesson-head">
        <span className="lesson-number mono" aria-hidden="true">
          {lesson.number}
        </span>
        <h3 className="heading lesson-title">
          <a href={stepHash(lesson, to)}>
            {rich("<span>Lesson {number}: </span>{title}", {
              number: lesson.number,
              title: lesson.title,
              span: <span className="visually-hidden" />,
            })}
          </a>
        </h3>
      </div>
      <LessonFacts {...{ context, lesson, draft, all }} />
      <ProseLanguageProvider value={lesson.language ?? ENGLISH.id}>
        <EnglishNote language={lesson.language} />
        <Prose blocks={lesson.summary} context={context} />
      </ProseLanguageProvider>
      <div className="lesson-progress">
        <progress
          max={all}
          value={done}
          aria-label={tr("Steps done in {title}", { title: lesson.title })}
        >
          {tr("{done} of {all}", { done, all })}
        </progress>
        <span className="mono">{tr("{done} of {all}", { done, all })}</span>
      </div>
      <div className="task-actions">
        <a
          className={`button ${finished ? "button-plain" : "button-primary"}`}
          href={stepHash(lesson, to)}
          aria-label={`${action}: ${lesson.title}`}
        >
          {action}
        </a>
        {hasBegun && !draft && <HandInButton context={context} lesson={lesson} variant="quiet" />}
        <RestartButton context={context} lesson={lesson} begun={hasBegun} />
        {draft && (
          <Button
            ref={remove}
            variant="quiet"
            aria-label={tr("Remove: {title}", { title: lesson.title })}
            onClick={() => context.drafts.remove(lesson)}
          >
            {tr("Remove")}
          </Button>
        )}
      </div>
    </li>
  );
}

function LessonFacts({ context, lesson, draft, all }: LessonCardProps & { all: number }) {
  return (
    <div className="note">
      {draft && (
        <b>
          {tr("Your draft{dropped}.", {
            dropped: formatDropTime(context.drafts.savedDraft(lesson)?.dropped),
          })}{" "}
        </b>
      )}
      {rich("{all} steps · about {minutes} minutes · <source/>", {
        all,
        minutes: lesson.minutes,
        source: (
          <span className="mono">
            <GlossaryText text={lesson.source} />
          </span>
        ),
      })}
    </div>
  );
}

/** When a draft was dropped; empty for a draft that is not saved. */
function formatDropTime(time: number | undefined): string {
  if (time === undefined) return "";
  const when = new Date(time).toLocaleString(
    shownLanguage().locale === ENGLISH.locale ? "en-GB" : shownLanguage().locale,
    { dateStyle: "medium", timeStyle: "short" },
  );
  return tr(", dropped {when}", { when });
}

interface RestartButtonProps {
  context: LessonContext;
  lesson: Lesson;
  begun: boolean;
}

interface RestartBackup {
  progress: LessonBackup;
  machines: readonly SavedMachine[];
}

/** One button that restarts a lesson and then restores it. It stays in place, and so does the focus. */
function RestartButton({
  context: { progressStore, savedMachines },
  lesson,
  begun: hasBegun,
}: RestartButtonProps) {
  const [backup, setBackup] = useState<RestartBackup | null>(null);
  const press = () => {
    if (backup === null) {
      return setBackup({
        progress: progressStore.resetLesson(lesson),
        machines: savedMachines.remove((one) => isOfLesson(one, lesson.id)),
      });
    }
    progressStore.restoreLesson(lesson, backup.progress);
    savedMachines.restore(backup.machines);
    setBackup(null);
  };
  const label = backup === null ? tr("Start over") : tr("Restore your answers");
  return (
    <>
      {(hasBegun || backup !== null) && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={`${label}: ${lesson.title}`}
          onClick={press}
        >
          {label}
        </button>
      )}
      <span role="status" className="muted">
        {backup !== null &&
          tr("The lesson starts over. Until you leave this page you can restore your answers.")}
      </span>
    </>
  );
}
