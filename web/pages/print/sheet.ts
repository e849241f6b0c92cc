// What the printed page of the lab and of a comparison holds: which machine it is, how its knobs differ from the scenario,
// the diagnosis, every picture, every table, the citation. It is read from the page and the stores when it is printed.
import { formatMoment } from "../../lib/format/numbers";
import type { AppServices } from "../../desk/app-services";
import type { ShownMachine } from "../../desk/lab/machine";
import { isConcealed } from "../../model/limits";
import type { SettingDifference } from "../../model/scenario/setting-text";
import { svgElement } from "../../model/files/svg-document";
import { readPalette } from "../../ui/palette";
import { tr } from "../../i18n/i18n";
import { offscreenRenderer } from "../../pictures/painter";
import { pictureOf } from "../../save/picture";
import { picturesIn, tablesIn, textOf, type SavedTable } from "../../save/saved-parts";
import { citationFor, differencesFromScenario } from "../../save/shown-run";
import { MACHINE_LETTERS } from "../../model/machine-letters";

export interface PrintedMachine {
  /** "A" or "B" of a comparison; "" for the only machine. */
  letter: string;
  title: string;
  source: string;
  /** The shown time, with its unit. */
  moment: string;
  text: string;
  /** Knobs that differ from the scenario: its value first, then the shown one. */
  settings: readonly SettingDifference[];
  headline: string;
  sentence: string;
}

export interface PrintedPicture {
  name: string;
  description: string;
  /** A whole <svg> element, and its width in CSS pixels. */
  svg: string;
  width: number;
  /** Each of two compared machines has this picture: they are side by side. */
  isPaired: boolean;
  /** The picture contains its name, so it needs no caption. */
  hasTitle: boolean;
}

export interface PrintedCell {
  text: string;
  isHeader: boolean;
  columns: number;
}

export interface PrintedTable {
  name: string;
  rows: readonly (readonly PrintedCell[])[];
}

export interface Sheet {
  machines: readonly PrintedMachine[];
  pictures: readonly PrintedPicture[];
  tables: readonly PrintedTable[];
  citation: string;
  page: PrintedPage;
}

/** The pages with a machine. On paper, a lesson is its text and then the sheet of its machine; the others are the sheet alone. */
export type PrintedPage = "lab" | "compare" | "lesson";

/** Null before there is a machine. The colours of the pictures are those that the page has now. */
export function sheetOf(services: AppServices, page: PrintedPage): Sheet | null {
  const { lab, comparison } = services;
  const isCompared = page === "compare";
  const main = document.querySelector(page === "lesson" ? ".lesson-lab" : "#main");
  if (main === null || lab.state.get().topology === null) return null;
  const labs = isCompared ? comparison.shownMachines() : [lab];
  if (isCompared && labs.length === 1) return null;
  const machines = labs.map((one, at) =>
    machineOf(one, isCompared ? (MACHINE_LETTERS[at] ?? "") : ""),
  );
  const renderer = offscreenRenderer();
  return {
    machines: machines.filter((machine) => machine !== null),
    pictures: picturesIn(main, true).map(({ name, description, elements }) => {
      const picture = pictureOf(elements, (canvas) => renderer.drawingOf(canvas));
      return {
        ...{ name, description, width: picture.width },
        svg: svgElement(picture, readPalette()),
        isPaired: elements.some((element) => element.closest(".compare-column") !== null),
        hasTitle: elements.some((element) => element.querySelector("h3, h4") !== null),
      };
    }),
    tables: tablesIn(main, true)
      .filter(({ table }) => table.rows.length > 0 && !isTimeline(table))
      .map(printedTable),
    citation: citationFor(services, lab).text,
    page,
  };
}

/** The table of the timeline has a row for every procedure, which is too much for paper. */
function isTimeline(table: HTMLTableElement): boolean {
  return table.getAttribute("role") === "grid";
}

function machineOf(lab: ShownMachine, letter: string): PrintedMachine | null {
  const { scenario, topology, limits } = lab.state.get();
  const { frame, diagnosis } = lab.tick.get();
  if (scenario === null || topology === null) return null;
  const t = frame?.t ?? 0;
  const shown = isConcealed(limits, "sentence") ? null : diagnosis;
  return {
    letter,
    title: tr(scenario.title),
    source: tr(scenario.source),
    moment: formatMoment(t, topology.clock_hz, 1e-3),
    text: tr(scenario.text),
    settings: differencesFromScenario(lab),
    headline: shown?.headline ?? "",
    sentence: shown?.sentence ?? "",
  };
}

function printedTable({ name, table }: SavedTable): PrintedTable {
  return {
    name,
    rows: [...table.rows].map((row) =>
      [...row.cells].map((cell) => ({
        text: textOf(cell),
        isHeader: cell.tagName === "TH",
        columns: Math.max(1, cell.colSpan),
      })),
    ),
  };
}

/** The name of a machine on paper. */
export function nameOf({ letter, title }: PrintedMachine): string {
  return letter === "" ? title : tr("Machine {letter}: {title}", { letter, title });
}
