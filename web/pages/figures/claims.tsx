// All claims as a table: what is stated, what was measured when the claims were last run, and the verdict.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
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
          tr("Basis"),
          tr("Verdict"),
          tr("Stated"),
          tr("Holds if"),
          tr("Measured"),
          tr("Note"),
        ]}
        rows={claims
          .map(localizeClaim)
          .map((claim) => [
            claim.id,
            claim.where,
            groupDigits(claim.says),
            claimRole(claim),
            claim.basis === "paper" ? tr("paper") : tr("derived by us"),
            tr(VERDICT_TEXT[claim.verdict]),
            formatWithUnit(claim.stated, claim),
            claim.holds_if === claim.stated ? tr("as stated") : groupDigits(claim.holds_if),
            claim.measured === null ? "" : formatWithUnit(claim.measured, claim),
            groupDigits([claim.note, claim.choice].filter((words) => words !== null).join("; ")),
          ])}
      />
    </div>
  );
}
