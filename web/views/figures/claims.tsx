// All claims as a table: what is stated, what was measured when the claims were last run, and the verdict.
import { DataTable } from "../../ui/data-table";
import { VERDICTS, grouped, roleOf, withUnit, type Claim } from "./record";

export function ClaimsTable({ claims }: { claims: readonly Claim[] }) {
  return (
    <div className="figures-claims">
      <p className="figure-quiet-words">
        Verdicts are recorded, not run here: <code>npm run reproduce</code> runs them.
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
          grouped(claim.says),
          roleOf(claim),
          claim.basis === "paper" ? "paper" : "derived by us",
          VERDICTS[claim.verdict],
          withUnit(claim.stated, claim),
          claim.holds_if === claim.stated ? "as stated" : grouped(claim.holds_if),
          claim.measured === null ? "" : withUnit(claim.measured, claim),
          grouped([claim.note, claim.choice].filter((words) => words !== null).join("; ")),
        ])}
      />
    </div>
  );
}
