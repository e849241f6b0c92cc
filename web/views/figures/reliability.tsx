// How reliable the figures are: what the verdicts mean, where the costs come from, what the lines join, and what the
// model leaves out.
import { Disclosure } from "../../ui/disclosure";

const TERMS: readonly (readonly [string, string])[] = [
  [
    "calibration",
    "No paper gives all costs of its machine. We fitted the missing costs to these claims. Each machine has one table of costs for all its figures. So such a claim shows only that one table can reproduce all these claims.",
  ],
  [
    "prediction",
    "No cost was fitted to this claim. It is run with the finished table of costs, and the result is reported even if the claim does not hold.",
  ],
  [
    "informed choice",
    "A prediction, with one restriction. The paper does not describe the mechanism, so somebody had to choose how to model it. This person knew the claim.",
  ],
  [
    "derived by us",
    "The paper does not say this directly. We calculated it from what the paper says.",
  ],
  [
    "holds",
    "A tolerance or a test was written down before the run. The measured number is within this tolerance, or passes this test. The column “Holds if” in the table of all claims shows the tolerance or the test. It also shows the numbers that we use for words like “slightly” and “much”.",
  ],
];

export function Reliability() {
  return (
    <Disclosure label="How reliable are the figures?" className="figures-reliability">
      <dl>
        {TERMS.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        <b>Lines</b> join the rates that were run. A peak or a loss-free rate in the text beside a
        figure was searched for in smaller steps, so it may lie between two points of the line.
        Other seeds give other arrivals. In the lab, each point of the curve shows all its seeds,
        from the lowest to the highest.
      </p>
      <p>
        <b>Left out</b>, because no claim depends on them: caches and memory contention as such,
        routes that differ by destination, ARP, fragments, the cost of checksums, the cost of a
        packet’s length (except on one machine), and priorities that decay.{" "}
        <code>core/MODEL.md</code> lists what is left out for every machine. It also has a paragraph
        about each claim that does not hold.
      </p>
    </Disclosure>
  );
}
