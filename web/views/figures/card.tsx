// One figure: its pictures, how far they are, and what the paper states. What is not there yet takes the
// room that it will have, so that nothing moves when it comes.
import { useEffect, useRef } from "react";
import type { Catalogue, Mark } from "../../engine/model";
import type { Drawn, Figure, FigureRun, FigureState } from "../../store/figures";
import { useStore } from "../../store/react";
import { marksOf } from "../../store/marks";
import { valuesAtStart } from "../../store/settings";
import { Button } from "../../ui/button";
import { DataTable } from "../../ui/data-table";
import { useElementWidth } from "../canvas/use-element-width";
import { CallsPicture } from "./calls";
import { LinesChart } from "./chart";
import { CLAIMS, VERDICTS, roleOf, withUnit } from "./record";

interface CardProps {
  figure: Figure;
  run: FigureRun;
  catalogue: Catalogue;
}

export function FigureCard({ figure, run, catalogue }: CardProps) {
  const state = useStore(run.store, (value) => value);
  const card = useRef<HTMLElement>(null);
  const [room, width] = useElementWidth();
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
  const claims = CLAIMS.filter(({ id }) => figure.claims.includes(id));
  const awaited = awaitedOf(figure, catalogue);
  const drawn = awaited.map((one, index) => state.drawn[index] ?? one);
  return (
    <section
      ref={card}
      className="card figure-card"
      aria-labelledby={`h-${figure.id}`}
      aria-busy={state.phase === "running"}
    >
      <h4 id={`h-${figure.id}`} className="figure-title">
        <span className="figure-key">{figure.key}</span> {figure.title}
      </h4>
      <Progress state={state} run={run} />
      <div ref={room} className="figure-room">
        {width > 0 &&
          drawn.map((one, index) => (
            <DrawnView
              key={index}
              drawn={one}
              width={width}
              marks={statedFor(figure, catalogue)}
              awaited={state.drawn[index] === undefined}
              complete={state.phase === "done"}
            />
          ))}
      </div>
      <div className="figure-beside">
        <h5 className="figure-stated-title">What the paper states</h5>
        {claims.length === 0 ? (
          <p className="figure-quiet-words">Nothing that is checked.</p>
        ) : (
          <ul className="figure-stated">
            {claims.map((claim) => (
              <li key={claim.id}>
                {claim.says} <span className="figure-quiet-words">({claim.where})</span>
                <br />
                <span className={`figure-verdict figure-verdict-${claim.verdict}`}>
                  {VERDICTS[claim.verdict]}
                </span>
                , {roleOf(claim)}
                {claim.measured !== null && `; recorded: ${withUnit(claim.measured, claim)}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Progress({ state, run }: { state: FigureState; run: FigureRun }) {
  const { phase, share, failure } = state;
  return (
    <div className="figure-progress">
      {phase === "running" && (
        <>
          <progress value={share} max={1} aria-label="Computing" />
          <span className="mono">{Math.floor(share * 100)} %</span>
        </>
      )}
      {phase === "done" && <span>Computed in this browser.</span>}
      {phase === "waiting" && (
        <Button look="quiet" onClick={run.start}>
          Compute
        </Button>
      )}
      {phase === "failed" && (
        <>
          <span role="alert">It could not be computed: {failure}</span>
          <Button look="quiet" onClick={run.start}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}

interface DrawnProps {
  drawn: Drawn;
  width: number;
  marks: readonly Mark[];
  awaited: boolean;
  complete: boolean;
}

function DrawnView({ drawn, width, marks, awaited, complete }: DrawnProps) {
  switch (drawn.kind) {
    case "lines": {
      const shown = drawn.picture.kind === "delivered" ? marks : [];
      return <LinesChart {...drawn} marks={shown} width={width} complete={complete} />;
    }
    case "calls":
      return <CallsPicture {...drawn} width={width} awaited={awaited} />;
    case "table":
      return <DataTable caption="One trial each" columns={drawn.columns} rows={drawn.rows} />;
  }
}

/** The pictures while nothing is measured: same axes, same legends, no lines. */
function awaitedOf(figure: Figure, catalogue: Catalogue): Drawn[] {
  const titles = figure.scenarios.map(
    (id) => catalogue.scenarios.find((scenario) => scenario.id === id)?.title ?? id,
  );
  return figure.pictures.flatMap((picture): Drawn[] => {
    if (picture.kind === "calls")
      return titles.map((title) => ({ kind: "calls", title, contexts: [], bars: [] }));
    if (picture.kind === "outcome")
      return [{ kind: "table", columns: ["Scenario"], rows: titles.map((title) => [title]) }];
    const labels =
      picture.kind === "first_packet"
        ? [64, 128, 256, 512, 1518].map((bytes) => `${bytes} bytes`)
        : titles;
    return [{ kind: "lines", picture, lines: labels.map((label) => ({ label, spots: [] })) }];
  });
}

/** The papers' numbers for any of the figure's experiments. */
function statedFor(figure: Figure, catalogue: Catalogue): Mark[] {
  const stated = catalogue.scenarios
    .filter(({ id }) => figure.scenarios.includes(id))
    .flatMap((scenario) => marksOf(catalogue, valuesAtStart(catalogue, scenario)));
  return catalogue.marks.filter(
    (mark) => figure.claims.includes(mark.claim) && stated.includes(mark),
  );
}
