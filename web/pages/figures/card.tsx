// One figure: its pictures, the progress of its computation, and what the paper states.
import { memo, useEffect, useRef } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { Catalogue } from "../../generated/model";
import type { Figure, FigureRun } from "../../desk/figures/figure-run";
import { useStore } from "../../lib/store";
import { SaveButton } from "../../ui/save-button";
import { FigurePictures } from "../../cards/figure/figure-pictures";
import { Progress, useRunInView } from "../../cards/figure/progress";
import {
  VERDICT_TEXT,
  groupDigits,
  figureName,
  claimRole,
  formatWithUnit,
  localizeClaim,
  type Claim,
} from "../../cards/figure/record";
import { claimHash } from "../../cards/figure/trust";
import { TrustWords } from "../../cards/figure/trust-parts";
import { announceFigure } from "./announcements";

interface CardProps {
  figure: Figure;
  run: FigureRun;
  /** All claims, with the verdicts that the page shows. */
  claims: readonly Claim[];
  catalogue: Catalogue;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

/** Memoized, because the page renders its cards in turn. */
export const FigureCard = memo(function FigureCard({
  figure,
  run,
  claims,
  catalogue,
  announce,
}: CardProps) {
  const state = useStore(run.store, (value) => value);
  const card = useRunInView(run);
  const wasRequested = useRef(false);
  const name = figureName(figure);
  useEffect(() => {
    const hasFocus = () => card.current?.contains(document.activeElement) ?? false;
    return announceFigure(name, run, () => wasRequested.current || hasFocus(), announce);
  }, [name, run, announce, card]);
  const request = () => {
    wasRequested.current = true;
    // The figure may already be running, because it came into view.
    if (run.store.get().phase === "running") announce(tr("{name} is being computed.", { name }));
    else run.start();
  };
  const stated = claims.filter(({ id }) => figure.claims.includes(id)).map(localizeClaim);
  return (
    <section
      ref={card}
      className={`card figure-card figure-${state.phase}`}
      aria-labelledby={`h-${figure.id}`}
    >
      <h4 id={`h-${figure.id}`} className="heading figure-title">
        <span className="muted">{figure.key}</span> {figure.title}
      </h4>
      <div className="card-corner">
        <SaveButton name={name} />
      </div>
      <Progress name={name} state={state} onRequest={request} />
      <FigurePictures figure={figure} state={state} catalogue={catalogue} />
      <div className="figure-paper">
        <h5 className="subheading">{tr("What the paper states")}</h5>
        <PaperClaims claims={stated} />
      </div>
    </section>
  );
});

function PaperClaims({ claims }: { claims: readonly Claim[] }) {
  if (claims.length === 0)
    return <p className="muted">{tr("The paper states nothing that we check.")}</p>;
  return (
    <ul className="figure-stated">
      {claims.map((claim) => (
        <li key={claim.id}>
          {groupDigits(claim.says)} <span className="muted">({claim.where})</span>
          <br />
          {rich("<span>{verdict}</span>, {claimRole}; holds if: {groupDigits}", {
            verdict: tr(VERDICT_TEXT[claim.verdict]),
            claimRole: claimRole(claim),
            groupDigits: groupDigits(claim.holds_if),
            span: <span className={`figure-verdict figure-verdict-${claim.verdict}`} />,
          })}
          {claim.measured !== null &&
            tr("; measured: {measured}", { measured: formatWithUnit(claim.measured, claim) })}
          <br />
          <TrustWords claim={claim} />{" "}
          <a href={claimHash(claim.id)}>
            {tr("Details")}
            <span className="visually-hidden">{`: ${claim.id}`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
