// The lab and a comparison on paper: one sheet takes the place of the page. The machine of a lesson's step is a sheet behind its text. A canvas would print empty or in the colours
// of the screen, and the columns of the screen do not fit on paper, so the pictures are drawn again as SVG. The other pages
// have their print styles in their style sheets.
import { useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { tr } from "../../i18n/i18n";
import type { AppServices } from "../../desk/app-services";
import { renderFoldedTables } from "../../ui/folded-tables";
import { SvgDrawing } from "../../ui/svg-drawing";
import {
  nameOf,
  sheetOf,
  type PrintedMachine,
  type PrintedPage,
  type PrintedPicture,
  type PrintedTable,
  type Sheet,
} from "./sheet";
import "./print.css";

interface PrintSheetProps {
  services: AppServices;
  page: PrintedPage;
}

export function PrintSheet({ services, page }: PrintSheetProps) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  useEffect(
    () => whilePrinting((isPrinting) => setSheet(isPrinting ? read(services, page) : null)),
    [services, page],
  );
  useLayoutEffect(() => {
    if (sheet === null) return;
    // print.css shows the sheet instead of the page, or behind the text of a lesson.
    document.body.dataset.printed = page === "lesson" ? "lesson" : "sheet";
    return () => {
      delete document.body.dataset.printed;
    };
  }, [sheet, page]);
  return sheet === null ? null : <SheetView sheet={sheet} />;
}

/** Calls back before and after the browser prints, and when tools switch the page to print media without printing. */
function whilePrinting(change: (isPrinting: boolean) => void): () => void {
  const media = window.matchMedia("print");
  let isPrinting = false;
  const set = (next: boolean) => {
    if (next === isPrinting) return;
    isPrinting = next;
    // The browser prints what is there when the event ends.
    flushSync(() => change(next));
  };
  const before = () => set(true);
  const after = () => set(false);
  const changed = () => set(media.matches);
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  media.addEventListener("change", changed);
  // The media may have changed before this file was loaded. React is still rendering now.
  queueMicrotask(changed);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
    media.removeEventListener("change", changed);
  };
}

/** Reads the page in the light theme. */
function read(services: AppServices, page: PrintedPage): Sheet | null {
  const root = document.documentElement;
  const { theme } = root.dataset;
  const endTables = renderFoldedTables();
  root.dataset.theme = "light";
  try {
    return sheetOf(services, page);
  } finally {
    if (theme !== undefined) root.dataset.theme = theme;
    endTables();
  }
}

function SheetView({ sheet }: { sheet: Sheet }) {
  const { machines, pictures, tables, citation } = sheet;
  const [first] = machines;
  const isOfLesson = sheet.page === "lesson";
  const [paired, single] = [pictures.filter(isPaired), pictures.filter((one) => !isPaired(one))];
  return (
    <article className="print-sheet" aria-label={tr("Printed page")}>
      {machines.length === 1 && first !== undefined ? (
        <MachineView machine={first} level={isOfLesson ? "h2" : "h1"} isOfLesson={isOfLesson} />
      ) : (
        <>
          <h1>{tr("Two machines compared")}</h1>
          <div className="print-machines">
            {machines.map((machine) => (
              <MachineView key={machine.letter} machine={machine} level="h2" />
            ))}
          </div>
        </>
      )}
      <p className="print-citation">{citation.replaceAll("\n\n", "\n")}</p>
      {paired.length > 0 && (
        <div className="print-machines">
          {paired.map((picture) => (
            <PictureView key={picture.name} picture={picture} />
          ))}
        </div>
      )}
      <div className="print-wide">
        {single.filter(isWide).map((picture) => (
          <PictureView key={picture.name} picture={picture} />
        ))}
      </div>
      <div className="print-columns">
        {single
          .filter((picture) => !isWide(picture))
          .map((picture) => (
            <PictureView key={picture.name} picture={picture} />
          ))}
      </div>
      {tables.length > 0 && (
        <div className="print-columns">
          {tables.map((table) => (
            <TableView key={table.name} table={table} />
          ))}
        </div>
      )}
    </article>
  );
}

interface MachineViewProps {
  machine: PrintedMachine;
  level: "h1" | "h2";
  isOfLesson?: boolean;
}

function MachineView({ machine, level: Heading, isOfLesson = false }: MachineViewProps) {
  const { source, moment, text, settings, headline, sentence } = machine;
  return (
    <section className="print-machine">
      <Heading>{nameOf(machine)}</Heading>
      <p className="print-source">
        {source === ""
          ? tr("at {moment}", { moment })
          : `${source}, ${tr("at {moment}", { moment })}`}
      </p>
      <p>{text}</p>
      {headline !== "" && (
        <p className="print-diagnosis">
          <strong>{headline}</strong> {sentence}
        </p>
      )}
      {settings.length === 0 ? (
        // The text of a lesson says what its machine is.
        !isOfLesson && <p>{tr("All settings are those of the scenario.")}</p>
      ) : (
        <>
          <p>{tr("Settings that differ from the scenario:")}</p>
          <ul className="print-settings">
            {settings.map(({ path, label, first, second }) => (
              <li key={path}>
                {tr("{label}: {second} (scenario: {first})", { label, second, first })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** A picture that is wider on the screen than half of a sheet has the whole width of the paper. */
const HALF_SHEET_PIXELS = 480;
const isWide = ({ width }: PrintedPicture) => width > HALF_SHEET_PIXELS;
const isPaired = (picture: PrintedPicture) => picture.isPaired;

function PictureView({ picture }: { picture: PrintedPicture }) {
  const { name, description, hasTitle, width, svg } = picture;
  return (
    <figure>
      {!hasTitle && <figcaption>{name}</figcaption>}
      <SvgDrawing svg={svg} name={description === "" ? name : description} widthMax={width} />
    </figure>
  );
}

/** A table with more rows may go on in the next column. */
const WHOLE_TABLE_ROWS_MAX = 14;

function TableView({ table: { name, rows } }: { table: PrintedTable }) {
  return (
    <table className={rows.length > WHOLE_TABLE_ROWS_MAX ? undefined : "print-whole"}>
      <caption>{name}</caption>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map(({ text, isHeader, columns }, column) =>
              isHeader ? (
                <th key={column} colSpan={columns}>
                  {text}
                </th>
              ) : (
                <td key={column} colSpan={columns}>
                  {text}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
