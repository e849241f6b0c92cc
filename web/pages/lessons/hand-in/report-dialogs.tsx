// The dialogs that show a report: "Hand in", which saves one, and a report that was opened from a file. Both show everything
// that the file contains: the answers in words, and the file itself. A chunk of its own.
import { useId, useMemo, useState } from "react";
import { msg, tr } from "../../../i18n/i18n";
import { rich } from "../../../i18n/rich";
import type { Catalogue } from "../../../generated/model";
import {
  buildReport,
  formatReport,
  reportFileName,
  WHO_CHARACTERS_MAX,
  type LessonReport,
} from "../../../lesson/report/lesson-report";
import type { Lesson } from "../../../lesson/lesson";
import { NO_LESSON_PROGRESS } from "../../../lesson/progress";
import { formatReportPage } from "../../../lesson/report/report-html";
import { summaryOf, type SummaryRow, visibleText } from "../../../lesson/report/report-summary";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { DataTable } from "../../../ui/data-table";
import { Dialog } from "../../../ui/dialog";
import { Disclosure } from "../../../ui/disclosure";
import { describeSaved, downloadFile } from "../../../lib/save-file";
import type { LessonContext } from "../../../desk/lesson-context";
import "./report-dialogs.css";
import { cutText } from "../../../lib/format/cut-text";

interface HandInDialogProps {
  context: LessonContext;
  lesson: Lesson;
  onClose(): void;
}

export function HandInDialog({ context, lesson, onClose }: HandInDialogProps) {
  const { progressStore, services, learnerName } = context;
  const catalogue = useStore(services.lab.state, (state) => state.catalogue);
  const who = useStore(learnerName, ({ name }) => name);
  const { lessons, drafts } = useStore(progressStore.store, (stored) => stored);
  const progress = lessons[lesson.id] ?? NO_LESSON_PROGRESS;
  // The time is that of opening the dialog, so that the file is exactly what is shown.
  const [saved] = useState(() => new Date().toISOString());
  const report = useMemo(
    () => catalogue && buildReport({ lesson, catalogue, progress, who, saved }),
    [lesson, catalogue, progress, who, saved],
  );
  const [told, setTold] = useState("");
  const nameId = useId();
  if (report === null || catalogue === null) {
    return (
      <Dialog title={tr("Hand in: {title}", { title: lesson.title })} open onClose={onClose}>
        <p role="status">{tr("Starting the simulator …")}</p>
      </Dialog>
    );
  }
  const rows = summaryOf(report, lesson, catalogue, drafts[lesson.id]);
  const save = (ending: "json" | "html") => {
    const name = reportFileName(report, ending);
    if (ending === "json") downloadFile(name, formatReport(report));
    else downloadFile(name, formatReportPage(report, rows), "text/html");
    setTold(describeSaved(name));
  };
  return (
    <Dialog title={tr("Hand in: {title}", { title: lesson.title })} open onClose={onClose} wide>
      <div className="hand-in">
        <p>
          {tr(`Save the report and give the file to your teacher. It is saved only on this device;
              nothing is sent. Both files contain the same report.`)}
        </p>
        <div className="hand-in-who">
          <label htmlFor={nameId}>
            {tr("Your name or student number, if your teacher asks for it")}
          </label>
          <input
            id={nameId}
            className="text-entry"
            type="text"
            autoComplete="name"
            maxLength={WHO_CHARACTERS_MAX}
            value={who}
            onChange={(event) => {
              setTold("");
              learnerName.set({ name: event.target.value });
            }}
          />
        </div>
        <div className="task-actions">
          <Button variant="primary" onClick={() => save("json")}>
            {tr("Save the report")}
          </Button>
          <Button onClick={() => save("html")}>{tr("Save a page to print")}</Button>
        </div>
        <p className="muted hand-in-file">
          {rich("File: <span>{reportFileName}</span>", {
            reportFileName: reportFileName(report, "json"),
            span: <span className="mono" />,
          })}
        </p>
        <p role="status">{told}</p>
        <ReportContent report={report} rows={rows} />
      </div>
    </Dialog>
  );
}

interface ReportDialogProps {
  report: LessonReport;
  lesson: Lesson;
  catalogue: Catalogue;
  fileName: string;
  onClose(): void;
}

// A name has a direction of writing of its own.
const WITHOUT_NAME = msg("“<fileName/>” is a report without a name.");
const WITH_NAME = msg("“<fileName/>” is a report by <who/>.");

export function ReportDialog({ report, lesson, catalogue, fileName, onClose }: ReportDialogProps) {
  const rows = summaryOf(report, lesson, catalogue);
  return (
    <Dialog title={tr("Report: {title}", { title: lesson.title })} open onClose={onClose} wide>
      <div className="hand-in">
        <p>
          {rich(report.who === "" ? WITHOUT_NAME : WITH_NAME, {
            fileName: <bdi>{visibleText(fileName)}</bdi>,
            who: <bdi>{visibleText(report.who)}</bdi>,
          })}{" "}
          {tr(`It has not been changed since it was saved. Your own answers are not changed by
            it.`)}
        </p>
        <ReportContent report={report} rows={rows} />
      </div>
    </Dialog>
  );
}

function ReportContent({ report, rows }: { report: LessonReport; rows: readonly SummaryRow[] }) {
  const missing = rows.filter(({ state }) => state === "absent").length;
  const { steps, saved, model, seed } = report;
  return (
    <>
      <h3 className="heading">{tr("What it contains")}</h3>
      <p>
        {tr("{done} of {all} steps are done. {value}", {
          done: steps.done,
          all: steps.all,
          value:
            missing === 0
              ? tr("Every task has an answer.")
              : tr("{missing} of {length} tasks have no answer.", { missing, length: rows.length }),
        })}
      </p>
      <ol className="report-rows">
        {rows.map((row) => (
          <ReportRow key={row.id} row={row} />
        ))}
      </ol>
      <p className="muted">
        {tr(
          `Also: the time ({replace}), the version of the model ({model}) and of the tasks, the
            machine and its settings behind each prediction and goal`,
          { replace: saved.replace("T", " ").replace("Z", " UTC"), model },
        )}
        {seed !== null && tr(", the seed that chose your numbers")}
        {tr(", and a hash, with which your teacher’s program sees whether the file was changed.")}
      </p>
      <Disclosure label={tr("The file, word by word")}>
        <pre className="hand-in-text mono" tabIndex={0} aria-label={tr("The file, word by word")}>
          {formatReport(report)}
        </pre>
      </Disclosure>
    </>
  );
}

function ReportRow({ row }: { row: SummaryRow }) {
  const { step, question, answer, isProgram, verdict, state, table } = row;
  return (
    <li className="report-row" data-state={state}>
      <p className="report-step">{step}</p>
      <p>{question}</p>
      {answer !== "" &&
        (isProgram === true ? (
          <pre
            className="report-answer report-program mono"
            tabIndex={0}
            aria-label={tr("Program")}
          >
            {answer}
          </pre>
        ) : (
          <p className="report-answer" dir="auto">
            {answer}
          </p>
        ))}
      <p className="report-verdict">{verdict}</p>
      {table !== null && (
        <Disclosure
          label={tr("The numbers")}
          labelSuffix={tr("of “{slice}”", { slice: cutText(question, 60) })}
        >
          <DataTable {...table} />
        </Disclosure>
      )}
    </li>
  );
}
