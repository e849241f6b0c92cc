// All claims as a table: what is stated, what was measured when the claims were last run, and the verdict.
import { DataTable } from "../../ui/data-table";
import { VERDICT_TEXT, groupDigits, claimRole, formatWithUnit, type Claim } from "./record";

export function ClaimsTable({ claims }: { claims: readonly Claim[] }) {
  return (
    <div className="figures-claims">
      <p className="figure-muted">
        The verdicts are recorded; this page does not compute them. <code>npm run reproduce</code>{" "}
        computes them again.
      </p>
      <DataTable
        caption="All claims, with recorded verdicts"
        columns={[
          "Claim",
          "Where",
          "States",
          "Role",
          "Basis",
          "Verdict",
          "Stated",
          "Holds if",
          "Measured",
          "Note",
        ]}
        rows={claims.map((claim) => [
          claim.id,
          claim.where,
          groupDigits(claim.says),
          claimRole(claim),
          claim.basis === "paper" ? "paper" : "derived by us",
          VERDICT_TEXT[claim.verdict],
          formatWithUnit(claim.stated, claim),
          claim.holds_if === claim.stated ? "as stated" : groupDigits(claim.holds_if),
          claim.measured === null ? "" : formatWithUnit(claim.measured, claim),
          groupDigits([claim.note, claim.choice].filter((words) => words !== null).join("; ")),
        ])}
      />
    </div>
  );
}
