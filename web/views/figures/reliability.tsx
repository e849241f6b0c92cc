// How far the figures can be trusted, in the page's own words: what the verdicts mean, where the costs are from,
// what the pictures join, and what the model leaves out.
import { Disclosure } from "../../ui/disclosure";

const TERMS: readonly (readonly [string, string])[] = [
  [
    "calibration",
    "No paper gives all costs of its machine. What they leave open was fitted to these claims, with one table of costs for each machine and all its figures. That such a claim holds shows only that one table can do it.",
  ],
  [
    "prediction",
    "Never fitted to. It is run with the table as it stands and reported as it comes out: also when it does not hold.",
  ],
  [
    "choice in view",
    "A prediction, but where the paper leaves the mechanism open, somebody who knew the claim has chosen how it is modelled.",
  ],
  [
    "derived by us",
    "Not a sentence of the paper: it follows from what the paper says, by our arithmetic.",
  ],
  [
    "holds",
    "The measured number is within the tolerance, or passes the test, that was written down before it was run: column “Holds if” of the table of all claims. Words like “slightly” and “much” have their numbers there.",
  ],
];

export function Reliability() {
  return (
    <Disclosure label="How far can they be trusted?" className="figures-reliability">
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
        figure was searched for more finely, so it may lie between two points of the line. Other
        seeds give other arrivals: in the lab, each point of the curve shows all its seeds, from the
        least to the most.
      </p>
      <p>
        <b>Left out</b>, because no claim depends on it: caches and memory contention as such,
        routes that differ by destination, ARP, fragments, the cost of checksums and (but on one
        machine) of a packet’s length, priorities that decay. <code>core/MODEL.md</code> lists it
        for every machine, with the paragraph of each claim that does not hold.
      </p>
    </Disclosure>
  );
}
