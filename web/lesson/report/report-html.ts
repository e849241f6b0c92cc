// A report as a page of its own, to read and to print. It contains the report's JSON, so that `livelock grade` reads this
// file too. It needs no network and runs no code.
import { tr } from "../../i18n/i18n";
import type { LessonReport } from "./lesson-report";
import { visibleText, type SummaryRow } from "./report-summary";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; border-bottom: 1px solid #767676; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0; }
dt, caption, .verdict { color: #505050; }
dd { margin: 0; overflow-wrap: anywhere; }
.task { margin: 1rem 0; break-inside: avoid; }
.task p { margin: 0.25rem 0; white-space: pre-line; overflow-wrap: anywhere; }
.program { font: 0.8125rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; break-inside: auto; }
.answer { border-left: 3px solid #767676; padding-left: 0.75rem; }
table { border-collapse: collapse; margin: 0.5rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; }
th, td { border: 1px solid #b0b0b0; padding: 0.125rem 0.5rem; text-align: left; }
.hash { font: 0.75rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } @page { margin: 18mm; } }
`;

export function formatReportPage(report: LessonReport, rows: readonly SummaryRow[]): string {
  const { lesson, saved, model, steps, seed, sha256 } = report;
  const who = visibleText(report.who);
  const title = `${lesson.number} ${lesson.title}${who === "" ? "" : `: ${who}`}`;
  const facts: [string, string][] = [
    [tr("Name"), who === "" ? "(none)" : who],
    [tr("Saved"), saved.replace("T", " ").replace("Z", " UTC")],
    [tr("Steps done"), tr("{done} of {all}", { done: steps.done, all: steps.all })],
    [tr("Model"), model],
    [tr("Version of the tasks"), lesson.version],
    ...(seed === null ? [] : [[tr("Seed of the numbers"), String(seed)] as [string, string]]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(tr("Lesson {number}: {title}", { number: lesson.number, title: lesson.title }))}</h1>
<dl>
${facts.map(([name, value]) => `<dt>${escape(name)}</dt><dd><bdi>${escape(value)}</bdi></dd>`).join("\n")}
</dl>
${sections(rows)}
<p class="hash">SHA-256 ${escape(sha256)}</p>
</main>
<script type="application/json" id="report">
${JSON.stringify(report, null, 2).replaceAll("<", "\\u003c")}
</script>
</body>
</html>
`;
}

function sections(rows: readonly SummaryRow[]): string {
  return rows
    .map((row, at) => {
      const heading = row.step === rows[at - 1]?.step ? "" : `<h2>${escape(row.step)}</h2>\n`;
      return heading + task(row);
    })
    .join("\n");
}

function task({ question, answer, isProgram, verdict, table }: SummaryRow): string {
  const shown = isProgram
    ? `<pre class="answer program">${escape(answer)}</pre>\n`
    : `<p class="answer" dir="auto">${escape(answer)}</p>\n`;
  const given = answer === "" ? "" : shown;
  const cells = (tag: "th" | "td", row: readonly string[]) =>
    row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join("");
  const numbers =
    table === null
      ? ""
      : `<table><caption>${escape(table.caption)}</caption>
<thead><tr>${cells("th", table.columns)}</tr></thead>
<tbody>
${table.rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n")}
</tbody></table>
`;
  return `<div class="task">
<p>${escape(question)}</p>
${given}${numbers}<p class="verdict">${escape(verdict)}</p>
</div>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
