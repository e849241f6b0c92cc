// "Hand in": the button of a lesson, and the card that looks into a saved report. The dialogs are loaded when they open.
import { lazy, Suspense, useEffect, useState } from "react";
import { tr } from "../../../i18n/i18n";
import { rich } from "../../../i18n/rich";
import type { Catalogue } from "../../../generated/model";
import { UnreadableError } from "../../../lib/unreadable";
import { readTextFile } from "../../../lib/format/text-file";
import type { LessonReport } from "../../../lesson/report/lesson-report";
import type { Lesson } from "../../../lesson/lesson";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { FileButton } from "../../../ui/file-button";
import type { LessonContext } from "../../../desk/lesson-context";

const HandInDialog = lazy(async () => ({
  default: (await import("./report-dialogs")).HandInDialog,
}));
const ReportDialog = lazy(async () => ({
  default: (await import("./report-dialogs")).ReportDialog,
}));

interface HandInButtonProps {
  context: LessonContext;
  lesson: Lesson;
  variant?: "plain" | "quiet";
}

export function HandInButton({ context, lesson, variant = "plain" }: HandInButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        aria-label={tr("Hand in: {title}", { title: lesson.title })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {tr("Hand in")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <HandInDialog context={context} lesson={lesson} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface OpenReport {
  report: LessonReport;
  lesson: Lesson;
  fileName: string;
}

export function ReportCard({ context }: { context: LessonContext }) {
  const [opened, setOpened] = useState<OpenReport | null>(null);
  const [refusal, setRefusal] = useState("");
  const { droppedFiles, lab } = context.services;
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const dropped = useStore(droppedFiles, ({ report }) => report);
  const { lessons } = context;

  const read = async (file: File, known: Catalogue) => {
    const found = await readReport(file, lessons, known);
    setRefusal("problem" in found ? found.problem : "");
    setOpened("problem" in found ? null : found);
  };
  useEffect(() => {
    if (dropped === null || catalogue === null) return;
    droppedFiles.set({ report: null });
    void readReport(dropped, lessons, catalogue).then((found) => {
      setRefusal("problem" in found ? found.problem : "");
      setOpened("problem" in found ? null : found);
    });
  }, [dropped, catalogue, droppedFiles, lessons]);
  return (
    <Card title={tr("Reports")} className="progress-card">
      <p>
        {rich(
          `If a teacher asks for your work, choose <b>Hand in</b> at the end of a lesson or in the
            list above. It saves a report: a file with your answers, predictions and goals. You see
            what it contains before you save it, and nothing is sent anywhere.`,
          { b: <b /> },
        )}
      </p>
      <div className="task-actions">
        <FileButton
          label={tr("Open a report")}
          fieldLabel={tr("Report file")}
          accept=".json,.html,application/json,text/html"
          disabled={catalogue === null}
          onFiles={([file]) => {
            if (catalogue !== null) void read(file, catalogue);
          }}
        />
      </div>
      <p role="status" className="file-status">
        {refusal}
      </p>
      {opened !== null && catalogue !== null && (
        <Suspense fallback={null}>
          <ReportDialog {...opened} catalogue={catalogue} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Card>
  );
}

/** Reads a report of a lesson of this page. */
async function readReport(
  file: File,
  lessons: readonly Lesson[],
  catalogue: Catalogue,
): Promise<OpenReport | { problem: string }> {
  const { lessonOfReport, parseReport, REPORT_BYTES_MAX } =
    await import("../../../lesson/report/lesson-report");
  try {
    if (file.size > REPORT_BYTES_MAX) {
      throw new UnreadableError(
        "the file",
        "it is larger than 3 MB",
        "choose a file that “Hand in” saved",
      );
    }
    const report = parseReport(await readTextFile(file));
    return { report, lesson: lessonOfReport(report, lessons, catalogue), fileName: file.name };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { field, message, remedy } = error;
    return {
      problem: tr("“{name}” was refused. Field “{field}”: {message}. Remedy: {remedy}.", {
        name: file.name,
        field,
        message,
        remedy,
      }),
    };
  }
}
