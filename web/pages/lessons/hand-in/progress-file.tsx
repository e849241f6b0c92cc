// Progress as a file: the learner saves it before the browser clears its data, or reads it on another device. Also the
// note at the end of a lesson that says how to keep the progress.
import { useState } from "react";
import { tr } from "../../../i18n/i18n";
import { readTextFile } from "../../../lib/format/text-file";
import { rich } from "../../../i18n/rich";
import type { Lesson } from "../../../lesson/lesson";
import { UnreadableError } from "../../../lib/unreadable";
import {
  progressStoresOf,
  readProgressFile,
  saveProgressFile,
  type ReadProgress,
} from "../../../desk/progress-file";
import { packagedLesson } from "../../../desk/scorm/packaged-lesson";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { FileButton } from "../../../ui/file-button";
import { HandInButton } from "./hand-in";
import { PersistentStorage } from "./persistent-storage";
import type { LessonContext } from "../../../desk/lesson-context";
import { LESSONS_HASH } from "../../../shell/lesson-address";

/** A progress file is never larger, with all programs of a device. */
const BYTES_MAX = 8_000_000;

export function ProgressCard({ context }: { context: LessonContext }) {
  const [told, setTold] = useState("");
  const isSaved = useStore(context.progressStore.store.status, (status) => status.isSaved);
  const read = async (file: File) => {
    try {
      if (file.size > BYTES_MAX) throw new UnreadableError("the file", "it is too large");
      const text = await readTextFile(file);
      const stores = progressStoresOf(context.progressStore, context.services.notices);
      setTold(describeRead(readProgressFile(text, stores)));
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      setTold(
        tr(
          `“{name}” could not be read. Field “{field}”: {message}. Your progress here has not
          changed.`,
          { name: file.name, field: error.field, message: error.message },
        ),
      );
    }
  };
  return (
    <Card title={tr("Your progress")} className="progress-card">
      <p>
        {isSaved
          ? tr(`Your progress is stored in this browser, on this device; nobody else sees it. Save it as
            a file to use it elsewhere.`)
          : tr(
              "This browser stores nothing for this page: save your progress as a file before you leave.",
            )}
      </p>
      <div className="task-actions">
        <Button onClick={() => saveProgressFile(context.progressStore, context.services.notices)}>
          {tr("Save a progress file")}
        </Button>
        <FileButton
          label={tr("Read a progress file")}
          fieldLabel={tr("Progress file")}
          accept=".json,application/json"
          onFiles={([file]) => void read(file)}
        />
      </div>
      {isSaved && <PersistentStorage />}
      <p role="status" className="file-status">
        {told}
      </p>
    </Card>
  );
}

/** What came with a file: also a second version of a program that was here. */
function describeRead({ lessons: count, added, lacking, judged }: ReadProgress): string {
  const namesOf = (programs: ReadProgress["added"]) => programs.map(({ file }) => file).join(", ");
  const said = [
    tr(
      `Read {count} {count, plural, one {lesson} other {lessons}}. Your earlier progress is
      kept too.`,
      { count },
    ),
    added.length > 0 &&
      tr("New under “Your programs” on the page “Write a kernel”: {names}.", {
        names: namesOf(added),
      }),
    judged.length > 0 && tr("New judged versions: {count}.", { count: judged.length }),
    lacking.length > 0 &&
      tr("This browser has no room for: {names}. Keep the file.", { names: namesOf(lacking) }),
  ];
  return said.filter((one) => one !== false).join(" ");
}

interface LessonEndProps {
  context: LessonContext;
  lesson: Lesson;
  /** Whether the last step is done. */
  done: boolean;
}

/** The end of a lesson: how to hand it in, and how to keep the progress. An author's draft cannot be handed in. */
export function LessonEnd({ context, lesson, done }: LessonEndProps) {
  const isSaved = useStore(context.progressStore.store.status, (status) => status.isSaved);
  const isDraft = !context.lessons.some(({ id }) => id === lesson.id);
  const next = context.lessons.find(({ number }) => number === lesson.number + 1);
  if (!done) {
    return isDraft ? null : (
      <aside className="prose-note">
        <p>{tr("You can hand in what you have, and go on later.")}</p>
        <div className="task-actions">
          <HandInButton context={context} lesson={lesson} />
        </div>
      </aside>
    );
  }
  return (
    <aside className="prose-note">
      <p>
        {rich("<strong>That was “{title}”.</strong> {value}", {
          title: lesson.title,
          value: isSaved
            ? tr("Your answers are stored in this browser.")
            : tr(
                "This browser stores nothing for this page: save your progress as a file before you leave.",
              ),
          strong: <strong />,
        })}
      </p>
      <div className="task-actions">
        {!isDraft && <HandInButton context={context} lesson={lesson} />}
        <Button onClick={() => saveProgressFile(context.progressStore, context.services.notices)}>
          {tr("Save a progress file")}
        </Button>
      </div>
      {isSaved && <PersistentStorage />}
      {!isDraft && packagedLesson() === null && next !== undefined && (
        <p>
          {rich("Go on with <link>Lesson {number}: {title}</link>.", {
            number: next.number,
            title: next.title,
            link: <a href={`${LESSONS_HASH}/${next.id}`} />,
          })}
        </p>
      )}
    </aside>
  );
}
