// The claim that the address names ("#/figures/M6.2-peak"): what the paper states, what was measured, how far the verdict can be
// trusted, and links to the lab with the inputs that matter most.
import { useEffect, useRef } from "react";
import { tr } from "../../i18n/i18n";
import type { Catalogue } from "../../generated/model";
import {
  FIGURES,
  VERDICT_TEXT,
  claimRole,
  figureName,
  formatWithUnit,
  groupDigits,
  localizeClaim,
  localizeFigure,
  type Claim,
  type Influence,
} from "../../cards/figure/record";
import { describeInfluence, describeInput, describeTrust } from "../../cards/figure/trust";
import { KindMark } from "../../cards/figure/trust-parts";
import { hashWithInput } from "../../cards/figure/input-link";
import { FIRST_HEADING_PROPS } from "../../ui/page-heading";

interface ClaimCardProps {
  /** The id in the address. */
  id: string;
  claims: readonly Claim[];
  catalogue: Catalogue | null;
}

export function ClaimCard({ id, claims, catalogue }: ClaimCardProps) {
  const heading = useHeadingFocus(id);
  const found = claims.find((claim) => claim.id === id);
  return (
    <section className="card claim-card" aria-labelledby="claim-heading">
      <h3 id="claim-heading" ref={heading} className="heading" {...FIRST_HEADING_PROPS}>
        {tr("Claim {id}", { id })}
      </h3>
      {found === undefined ? (
        <p>{tr("No claim has this name. All claims are in the table at the end of the page.")}</p>
      ) : (
        <ClaimDetails claim={localizeClaim(found)} catalogue={catalogue} />
      )}
      <p>
        <a href="#/figures">{tr("Close the claim")}</a>
      </p>
    </section>
  );
}

/** Focuses the heading when another claim is opened on the open page. A new page gives it the focus itself. */
function useHeadingFocus(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<string | null>(null);
  useEffect(() => {
    const isOther = before.current !== null && before.current !== id;
    before.current = id;
    if (isOther || document.activeElement?.closest(".figures-page") instanceof Element) {
      heading.current?.focus();
      heading.current?.scrollIntoView({ block: "nearest" });
    }
  }, [id]);
  return heading;
}

function ClaimDetails({ claim, catalogue }: { claim: Claim; catalogue: Catalogue | null }) {
  const { trust, measured } = claim;
  const figures = FIGURES.filter((figure) => figure.claims.includes(claim.id)).map(localizeFigure);
  const rows: [string, React.ReactNode][] = [
    [tr("States"), `${groupDigits(claim.says)} (${claim.where})`],
    [tr("Role"), claimRole(claim)],
    [tr("Holds if"), groupDigits(claim.holds_if)],
    [tr("Measured"), measured === null ? "" : formatWithUnit(measured, claim)],
    [tr("Verdict"), tr(VERDICT_TEXT[claim.verdict])],
    [tr("When inputs are varied"), trust === null ? tr("Not yet varied.") : <Kind claim={claim} />],
    [tr("What matters most"), <Influences key="inputs" claim={claim} catalogue={catalogue} />],
    [tr("Also turned by"), otherInputs(claim)],
    [tr("Why"), groupDigits((trust?.proof ?? []).join(" "))],
    [tr("Note"), groupDigits([claim.note, claim.choice].filter((one) => one !== null).join("; "))],
    [tr("Figures"), figures.map(figureName).join(", ")],
  ];
  return (
    <dl className="claim-details">
      {rows
        .filter(([, words]) => words !== "")
        .map(([term, words]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The inputs that turn the verdict besides the two that matter most. */
function otherInputs({ trust }: Claim): string {
  const most = trust?.inputs.map(({ id }) => id) ?? [];
  const others = trust?.turned_by.filter(({ id }) => !most.includes(id)) ?? [];
  return others.map(describeInput).join("; ");
}

function Kind({ claim: { trust } }: { claim: Claim }) {
  return (
    trust && (
      <>
        <KindMark kind={trust.kind} /> {describeTrust(trust)}
      </>
    )
  );
}

function Influences({ claim, catalogue }: { claim: Claim; catalogue: Catalogue | null }) {
  const inputs = claim.trust?.inputs ?? [];
  if (inputs.length === 0) return tr("no input");
  return (
    <ul className="claim-inputs">
      {inputs.map((one) => (
        <li key={one.id}>
          {describeInfluence(one, claim)}. <InputLink one={one} claim={claim} {...{ catalogue }} />
        </li>
      ))}
    </ul>
  );
}

interface InputLinkProps {
  one: Influence;
  claim: Claim;
  catalogue: Catalogue | null;
}

/** Opens the lab with the claim's scenario and the input at this level. */
function InputLink({ one, claim, catalogue }: InputLinkProps) {
  const hash = catalogue && hashWithInput(catalogue, claim.id, one);
  return hash === null ? null : (
    <a href={hash}>
      {tr("Try it in the lab")}
      <span className="visually-hidden">{`: ${one.label}, ${one.level}`}</span>
    </a>
  );
}
