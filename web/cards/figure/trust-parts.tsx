// The kind of a verdict as a mark with its word, and what matters for a claim, as text with links.
import { tr } from "../../i18n/i18n";
import { groupDigits, type Claim, type VerdictKind } from "./record";
import "./claims.css";
import { describeInfluence, describeTrust, KINDS } from "./trust";

export function KindMark({ kind }: { kind: VerdictKind }) {
  return (
    <span className={`kind-mark kind-${kind}`} aria-hidden="true">
      {KINDS[kind].mark}
    </span>
  );
}

/** The kind, the share of variations in which the verdict stays, and the inputs that matter most. */
export function TrustWords({ claim }: { claim: Claim }) {
  const { trust } = claim;
  if (trust === null) return tr("Not yet varied.");
  return (
    <>
      <KindMark kind={trust.kind} /> {describeTrust(trust)}.{" "}
      {trust.inputs.length > 0 &&
        tr("What matters most: {inputs}.", {
          inputs: trust.inputs.map((one) => describeInfluence(one, claim)).join("; "),
        })}{" "}
      {groupDigits(trust.proof.join(" "))}
    </>
  );
}
