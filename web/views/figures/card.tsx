// One figure: its pictures, the progress of its computation, and what the paper states. Pictures that are not computed
// yet already have their final size, so that nothing moves when they appear.
import { useEffect, useRef } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { Catalogue, Mark } from "../../engine/model";
import type { FigureResult, Figure, FigureRun } from "../../store/figures/figure-run";
import { useStore } from "../../store/store";
import { publishedMarks } from "../../store/curve/published-marks";
import { valuesAtStart } from "../../store/scenario/settings";
import { DataTable } from "../../ui/data-table";
import { useElementWidth } from "../canvas/canvas-hooks";
import { CallsTimeline } from "./calls";
import { LineChart } from "./chart";
import { Progress } from "./progress";
import {
  CLAIMS,
  VERDICT_TEXT,
  groupDigits,
  figureName,
  claimRole,
  formatWithUnit,
  type Claim,
} from "./record";
import { announceFigure } from "./announcements";

interface CardProps {
  figure: Figure;
  run: FigureRun;
  catalogue: Catalogue;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

export function FigureCard({ figure, run, catalogue, announce }: CardProps) {
  const state = useStore(run.store, (value) => value);
  const card = useRef<HTMLElement>(null);
  const wasRequested = useRef(false);
  const name = figureName(figure);
  const [room, width] = useElementWidth();
  useEffect(() => {
    const hasFocus = () => card.current?.contains(document.activeElement) ?? false;
    return announceFigure(name, run, () => wasRequested.current || hasFocus(), announce);
  }, [name, run, announce]);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) run.start();
    });
    if (card.current !== null) watcher.observe(card.current);
    return () => {
      watcher.disconnect();
      run.cancel();
    };
  }, [run]);
  const request = () => {
    wasRequested.current = true;
    // The figure may already be running, because it came into view.
    if (run.store.get().phase === "running") announce(tr("{name} is being computed.", { name }));
    else run.start();
  };
  const claims = CLAIMS.filter(({ id }) => figure.claims.includes(id));
  const placeholders = placeholdersOf(figure);
  const drawn = placeholders.map((one, index) => state.results[index] ?? one);
  return (
    <section ref={card} className="card figure-card" aria-labelledby={`h-${figure.id}`}>
      <h4 id={`h-${figure.id}`} className="figure-title">
        <span className="figure-key">{figure.key}</span> {figure.title}
      </h4>
      <Progress name={name} state={state} onRequest={request} />
      <div ref={room} className="figure-pictures">
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
      <div className="figure-paper">
        <h5 className="figure-stated-title">{tr("What the paper states")}</h5>
        <PaperClaims claims={claims} />
      </div>
    </section>
  );
}

function PaperClaims({ claims }: { claims: readonly Claim[] }) {
  if (claims.length === 0)
    return <p className="figure-muted">{tr("The paper states nothing that we check.")}</p>;
  return (
    <ul className="figure-stated">
      {claims.map((claim) => (
        <li key={claim.id}>
          {groupDigits(claim.says)} <span className="figure-muted">({claim.where})</span>
          <br />
          {rich("<span>{verdict}</span>, {claimRole}; holds if: {groupDigits}", {
            verdict: tr(VERDICT_TEXT[claim.verdict]),
            claimRole: claimRole(claim),
            groupDigits: groupDigits(claim.holds_if),
            span: <span className={`figure-verdict figure-verdict-${claim.verdict}`} />,
          })}
          {claim.measured !== null &&
            tr("; measured: {measured}", { measured: formatWithUnit(claim.measured, claim) })}
        </li>
      ))}
    </ul>
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
