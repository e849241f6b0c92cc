// The numbers of a chart and what the paper states for the same axes, in a section that is folded at first.
import { tr } from "../../i18n/i18n";
import { formatRate } from "../../lib/format/numbers";
import type { Mark } from "../../generated/model";
import type { FigureLine, Picture } from "../../desk/figures/measure-figure";
import { DataTable } from "../../ui/data-table";
import { Disclosure } from "../../ui/disclosure";
import { tabulate } from "./tabulate";

interface NumbersTableProps {
  /** Name of the figure, which distinguishes its tables from those of other figures: "M figure 6-3". */
  name: string;
  picture: Picture;
  lines: readonly FigureLine[];
  marks: readonly Mark[];
  complete: boolean;
  /** Names the picture, where a figure has several. */
  detail: string;
}

export function NumbersTable(props: NumbersTableProps) {
  const { name, picture, lines, marks, complete, detail } = props;
  return (
    <Disclosure
      hasTables
      label={tr("The numbers")}
      labelSuffix={tr("of {name}{value}", { name, value: detail === "" ? "" : `: ${detail}` })}
    >
      {tabulate(name, picture, lines, complete).map((numbers) => (
        <DataTable key={numbers.caption} {...numbers} />
      ))}
      {marks.length > 0 && <PaperTable name={name} marks={marks} />}
    </Disclosure>
  );
}

export function PaperTable({ name, marks }: { name: string; marks: readonly Mark[] }) {
  const format = (value: number | null) => (value === null ? tr("not stated") : formatRate(value));
  return (
    <>
      <p className="subheading figure-stated-title">{tr("What the paper states")}</p>
      <DataTable
        caption={tr("{name}: what the paper states", { name })}
        columns={[tr("Stated"), tr("Offered"), tr("Delivered"), tr("Source")]}
        rows={marks.map(({ label, x, y, source }) => [label, format(x), format(y), source])}
      />
    </>
  );
}
