// The pictures of a figure: charts, timelines of calls, and tables. Pictures that are not computed yet already have their
// final size, so that nothing moves when they appear.
import { tr } from "../../i18n/i18n";
import type { Catalogue, Mark } from "../../generated/model";
import { publishedMarks } from "../../desk/curve/published-marks";
import type { Figure, FigureState } from "../../desk/figures/figure-run";
import type { FigureResult } from "../../desk/figures/measure-figure";
import { valuesAtStart } from "../../model/scenario/settings";
import { DataTable } from "../../ui/data-table";
import { useElementWidth } from "../canvas/canvas-hooks";
import { CallsTimeline } from "./calls";
import { LineChart } from "./chart";
import "./figures.css";
import "./print.css";
import { figureName } from "./record";

interface PicturesProps {
  figure: Figure;
  state: FigureState;
  catalogue: Catalogue;
}

export function FigurePictures({ figure, state, catalogue }: PicturesProps) {
  const [room, width] = useElementWidth();
  const name = figureName(figure);
  const drawn = placeholdersOf(figure).map((one, index) => state.results[index] ?? one);
  return (
    <div ref={room} className="figure-pictures" data-picture="">
      {width > 0 &&
        drawn.map((one, index) => (
          <DrawnView
            key={index}
            name={name}
            drawn={one}
            several={drawn.filter(({ kind }) => kind === "lines").length > 1}
            width={width}
            marks={paperMarksFor(figure, catalogue)}
            isPending={state.results[index] === undefined}
            complete={state.phase === "done"}
          />
        ))}
    </div>
  );
}

interface DrawnProps {
  name: string;
  several: boolean;
  drawn: FigureResult;
  width: number;
  marks: readonly Mark[];
  isPending: boolean;
  complete: boolean;
}

function DrawnView(props: DrawnProps) {
  const { name, several, drawn, width, marks, isPending, complete } = props;
  switch (drawn.kind) {
    case "lines": {
      const shown = drawn.picture.kind === "delivered" ? marks : [];
      return <LineChart {...drawn} {...{ name, several, width, complete }} marks={shown} />;
    }
    case "calls":
      return <CallsTimeline {...drawn} {...{ name, width, isPending }} />;
    case "table":
      return (
        <DataTable
          caption={tr("{name}: one trial each", { name })}
          columns={drawn.columns}
          rows={drawn.rows}
        />
      );
  }
}

/** Returns the pictures before anything is measured: the same axes and legends, without lines. */
function placeholdersOf(figure: Figure): FigureResult[] {
  return figure.pictures.flatMap((picture): FigureResult[] => {
    if (picture.kind === "calls")
      return figure.names.map((title) => ({ kind: "calls", title, contexts: [], bars: [] }));
    if (picture.kind === "outcome")
      return [
        { kind: "table", columns: [tr("Scenario")], rows: figure.names.map((title) => [title]) },
      ];
    const labels =
      picture.kind === "first_packet"
        ? [64, 128, 256, 512, 1518].map((bytes) => tr("{bytes} bytes", { bytes }))
        : figure.names;
    return [
      { kind: "lines", picture, lines: labels.map((label) => ({ label, wires: 1, points: [] })) },
    ];
  });
}

/** Returns the papers' numbers that belong to one of the figure's experiments. */
function paperMarksFor(figure: Figure, catalogue: Catalogue): Mark[] {
  const stated = catalogue.scenarios
    .filter(({ id }) => figure.scenarios.includes(id))
    .flatMap((scenario) => publishedMarks(catalogue, valuesAtStart(catalogue, scenario)));
  return catalogue.marks.filter(
    (mark) => figure.claims.includes(mark.claim) && stated.includes(mark),
  );
}
