// All claims as a table: what is stated, what was measured when the claims were last run, and the verdict.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { describeInfluence, summarizeTrust, claimHash } from "../../cards/figure/trust";
import { KindMark } from "../../cards/figure/trust-parts";
import { DataTable } from "../../ui/data-table";
import {
  VERDICT_TEXT,
  groupDigits,
  claimRole,
  formatWithUnit,
  localizeClaim,
  type Claim,
} from "../../cards/figure/record";

/** `source`: the file that the verdicts are from; null for the recorded verdicts. */
export function ClaimsTable({
  claims,
  source,
}: {
  claims: readonly Claim[];
  source: string | null;
}) {
  return (
    <div className="figures-claims">
      <p className="muted">
        {rich(
          `This page does not compute the verdicts. <code>npm run reproduce</code> computes them
            again and writes a file. Open this file here, or drop it on the page.`,
          { code: <code /> },
        )}
      </p>
      <DataTable
        caption={
          source === null
            ? tr("All claims, with recorded verdicts")
            : tr("All claims, with the verdicts of “{name}”", { name: source })
        }
        columns={[
          tr("Claim"),
          tr("Where"),
          tr("States"),
          tr("Role"),
          tr("Verdict"),
          tr("Kind of verdict"),
          tr("What matters most"),
          tr("Stated"),
          tr("Holds if"),
          tr("Measured"),
          tr("Note"),
        ]}
        rows={claims
          .map(localizeClaim)
          .map((claim) => [
            <ClaimLink key={claim.id} claim={claim} />,
            claim.where,
            groupDigits(claim.says),
            claim.basis === "paper"
              ? claimRole(claim)
              : tr("{role}, derived by us", { role: claimRole(claim) }),
            tr(VERDICT_TEXT[claim.verdict]),
            <Kind key="kind" claim={claim} />,
            inputsText(claim),
            formatWithUnit(claim.stated, claim),
            claim.holds_if === claim.stated ? tr("as stated") : groupDigits(claim.holds_if),
            claim.measured === null ? "" : formatWithUnit(claim.measured, claim),
            groupDigits(notesOf(claim).join("; ")),
          ])}
      />
    </div>
  );
}

/** The predictions whose verdict is not simply that they hold, with the reason if there is a proof. */
export function OpenClaims({ claims }: { claims: readonly Claim[] }) {
  const open = claims.filter(
    ({ role, verdict, trust }) =>
      role === "validation" && (trust === null ? verdict === "fails" : trust.kind !== "holds"),
  );
  return (
    <div className="figures-claims figures-open">
      <DataTable
        caption={tr("Predictions that fail, are undecided, or are contradicted")}
        columns={[
          tr("Claim"),
          tr("States"),
          tr("Verdict"),
          tr("Kind of verdict"),
          tr("What matters most"),
          tr("Why"),
        ]}
        rows={open
          .map(localizeClaim)
          .map((claim) => [
            <ClaimLink key={claim.id} claim={claim} />,
            `${groupDigits(claim.says)} (${claim.where})`,
            tr(VERDICT_TEXT[claim.verdict]),
            <Kind key="kind" claim={claim} />,
            inputsText(claim),
            groupDigits(claim.trust?.proof.join(" ") ?? ""),
          ])}
      />
    </div>
  );
}

function ClaimLink({ claim: { id } }: { claim: Claim }) {
  return <a href={claimHash(id)}>{id}</a>;
}

function Kind({ claim: { trust } }: { claim: Claim }) {
  if (trust === null) return tr("not yet varied");
  return (
    <>
      <KindMark kind={trust.kind} /> {summarizeTrust(trust)}
    </>
  );
}

function inputsText(claim: Claim): string {
  const inputs = claim.trust?.inputs ?? [];
  return groupDigits(inputs.map((one) => describeInfluence(one, claim)).join("; "));
}

/** The proof that the paper contradicts the claim, what is noted about it, and the choice that was made knowing it. */
const notesOf = ({ trust, note, choice }: Claim): string[] =>
  [trust?.proof.join(" ") ?? "", note, choice].filter(
    (words) => words !== null && words !== "",
  ) as string[];
