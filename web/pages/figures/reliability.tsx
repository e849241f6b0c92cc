// How reliable the figures are: what the verdicts mean, where the costs come from, what the lines join, and what the
// model leaves out.
import { msg, tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { Disclosure } from "../../ui/disclosure";

const TERMS: readonly (readonly [string, string])[] = [
  [
    msg("calibration"),
    msg(`No paper gives all costs of its machine. We fitted the missing costs to these claims.
      Each machine has one table of costs for all its figures. So such a claim shows only that
      one table can reproduce all these claims.`),
  ],
  [
    msg("prediction"),
    msg(`No cost was fitted to this claim. It is run with the finished table of costs, and the
      result is reported even if the claim does not hold.`),
  ],
  [
    msg("informed choice"),
    msg(`A prediction, with one restriction. The paper does not describe the mechanism, so
      somebody had to choose how to model it. This person knew the claim.`),
  ],
  [
    msg("derived by us"),
    msg("The paper does not say this directly. We calculated it from what the paper says."),
  ],
  [
    msg("holds"),
    msg(`A tolerance or a test was written down before the run. The measured number is within
      this tolerance, or passes this test. The column “Holds if” in the table of all claims
      shows the tolerance or the test. It also shows the numbers that we use for words like
      “slightly” and “much”.`),
  ],
];

export function Reliability() {
  return (
    <Disclosure label={tr("How reliable are the figures?")} className="figures-reliability">
      <dl>
        {TERMS.map(([term, meaning]) => (
          <div key={term}>
            <dt>{tr(term)}</dt>
            <dd>{tr(meaning)}</dd>
          </div>
        ))}
      </dl>
      <p>
        {rich(
          `<b>Lines</b> join the rates that were run. A peak or a loss-free rate in the text beside
            a figure was searched for in smaller steps, so it may lie between two points of the
            line. Other seeds give other arrivals. In the lab, each point of the curve shows all its
            seeds, from the lowest to the highest.`,
          { b: <b /> },
        )}
      </p>
      <p>
        {rich(
          `<b>Left out</b>, because no claim depends on them: caches and memory contention as such,
            routes that differ by destination, ARP, fragments, the cost of checksums, the cost of a
            packet’s length (except on one machine), and priorities that decay.
            <code>core/MODEL.md</code> lists what is left out for every machine. It also has a
            paragraph about each claim that does not hold.`,
          { b: <b />, code: <code /> },
        )}
      </p>
    </Disclosure>
  );
}
