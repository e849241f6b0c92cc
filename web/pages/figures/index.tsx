// The page of figures. Each figure of the papers is computed in the browser when it comes into view, with what the paper
// states beside it. At the end: all claims with their verdicts, recorded or from a file of `livelock reproduce`.
import { useEffect, useMemo, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Catalogue } from "../../generated/model";
import type { Pool } from "../../engine/pool";
import { createFigureRun, type Figure, type FigureRun } from "../../desk/figures/figure-run";
import { tracer } from "../../desk/figures/tracer";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { Disclosure } from "../../ui/disclosure";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { useProgressiveRender } from "../../ui/use-progressive-render";
import { useHash } from "../../shell/location-hash";
import { useHiddenLab } from "../../shell/machine-hooks";
import { FigureCard } from "./card";
import { ClaimCard } from "./claim";
import { ClaimsTable, OpenClaims } from "./claims";
import { ComputeAll } from "./compute-all";
import "../../cards/figure/figures.css";
import "../../cards/figure/print.css";
import { CLAIMS, FIGURES, paperName, localizeFigure, type Claim } from "../../cards/figure/record";
import { claimOfHash } from "../../cards/figure/trust";
import { withResults, type Results } from "../../cards/figure/results-file";
import { Opening, Reliability } from "./reliability";
import { Verdicts } from "./verdicts";

export default function FiguresView({ services }: { services: AppServices }) {
  useHiddenLab(services);
  usePageTitle(tr("Figures of the papers"));
  const catalogue = useStore(services.lab.state, (state) => state.catalogue);
  const pool = useStore(services.trials, (trials) => trials.pool);
  const claim = claimOfHash(useHash());
  const [results, setResults] = useState<Results | null>(null);
  const claims = useMemo(
    () => (results === null ? CLAIMS : withResults(CLAIMS, results)),
    [results],
  );
  return (
    <div className="page figures-page">
      <h2 className="page-title" {...PAGE_HEADING_PROPS}>
        {tr("Figures of the papers")}
      </h2>
      <p>
        {tr(
          `Each figure is computed in this browser when it comes into view. Beside it you find what
            the paper states, and whether this holds.`,
        )}
      </p>
      {claim !== null && <ClaimCard id={claim} {...{ claims, catalogue }} />}
      <Opening claims={claims} />
      <div>
        <Disclosure label={tr("Which predictions do not simply hold?")}>
          <OpenClaims claims={claims} />
        </Disclosure>
        <Reliability claims={claims} />
      </div>
      <Verdicts
        results={results}
        model={catalogue?.model ?? null}
        onResults={setResults}
        droppedFiles={services.droppedFiles}
      />
      {catalogue === null || pool === null ? (
        <p className="loading">{tr("Loading …")}</p>
      ) : (
        <Figures
          claims={claims}
          source={results?.name ?? null}
          catalogue={catalogue}
          pool={pool}
          announce={services.announcer.announce}
        />
      )}
    </div>
  );
}

interface FiguresProps {
  claims: readonly Claim[];
  /** The file that the verdicts are from; null for the recorded ones. */
  source: string | null;
  catalogue: Catalogue;
  pool: Pool;
  announce(text: string): void;
}

function Figures({ claims, source, catalogue, pool, announce }: FiguresProps) {
  const [figures] = useState(() => sortByPaper(FIGURES).map(localizeFigure));
  const [runs] = useState(() =>
    figures.map((figure) => createFigureRun(figure, catalogue, pool, tracer)),
  );
  // Clears the last announcement when the page is left.
  useEffect(() => () => announce(""), [announce]);
  // The table of claims comes last.
  const shown = useProgressiveRender(figures.length + 1);
  const papers = papersOf(figures.slice(0, shown));
  return (
    <>
      <ComputeAll runs={runs} announce={announce} />
      {papers.map((paper) => (
        <section key={paper} aria-labelledby={`paper-${paper}`} className="figures-paper">
          <h3 id={`paper-${paper}`}>{paperName(paper)}</h3>
          {figures.map((figure, index) =>
            figure.paper === paper && index < shown ? (
              <FigureCard
                key={figure.id}
                figure={figure}
                run={runs[index] as FigureRun}
                claims={claims}
                catalogue={catalogue}
                announce={announce}
              />
            ) : null,
          )}
        </section>
      ))}
      {shown > figures.length && (
        <section aria-labelledby="all-claims" className="figures-paper">
          <h3 id="all-claims">{tr("All claims")}</h3>
          <ClaimsTable claims={claims} source={source} />
        </section>
      )}
    </>
  );
}

function papersOf(figures: readonly Figure[]): string[] {
  return [...new Set(figures.map(({ paper }) => paper))];
}

function sortByPaper(figures: readonly Figure[]): Figure[] {
  return papersOf(figures).flatMap((one) => figures.filter(({ paper }) => paper === one));
}
