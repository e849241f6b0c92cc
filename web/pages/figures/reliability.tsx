// How reliable the figures are: in three sentences what was fitted, what was predicted and what fails; then what the verdicts
// mean, where the costs come from, what the lines join, and what the model leaves out.
import { msg, tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { Claim } from "../../cards/figure/record";
import { countKinds, KIND_NAMES, KINDS } from "../../cards/figure/trust";
import { KindMark } from "../../cards/figure/trust-parts";
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
    msg("verdict"),
    msg(`A tolerance or a test was written down before the run. The claim holds if the measured
      number is within this tolerance, or passes this test. The column “Holds if” in the table of all claims
      shows the tolerance or the test. It also shows the numbers that we use for words like
      “slightly” and “much”.`),
  ],
];

/** Follows the terms, because it is about the verdict. */
const VARIATIONS =
  msg(`We varied each fitted cost and each number that we chose by 10 %, one at a time
  and all together. We also varied the seeds, the beginning of the traffic, and by 1 to 5 % how much
  the runs of a step differ. In each variation the claim was checked again. So the verdict is of one
  of four kinds.`);

/** What was fitted, what was predicted, and what fails. */
export function Opening({ claims }: { claims: readonly Claim[] }) {
  const ofRole = (role: Claim["role"]) => claims.filter((claim) => claim.role === role);
  const [fitted, predicted] = [ofRole("calibration"), ofRole("validation")];
  const count = (of: readonly Claim[], verdict: Claim["verdict"]) =>
    of.filter((claim) => claim.verdict === verdict).length;
  const kinds = countKinds(predicted);
  return (
    <p className="figures-opening">
      {tr(
        `The costs of the steps were fitted to {count} statements of the papers, the calibrations:
          {holding} of them hold.`,
        { count: fitted.length, holding: count(fitted, "holds") },
      )}{" "}
      {tr(
        `Nothing was fitted to the other {count} statements, the predictions: {holding} of them hold
          in our model, and {failing} do not.`,
        {
          count: predicted.length,
          holding: count(predicted, "holds"),
          failing: count(predicted, "fails"),
        },
      )}{" "}
      {kinds.missing < predicted.length &&
        tr(
          `When the inputs that no paper states are varied, the predictions are of four kinds: holds
            ({holds}), fails ({fails}), undecided ({undecided}), and contradicted by the paper’s own
            numbers ({contradicted}).`,
          kinds,
        )}{" "}
      {kinds.missing > 0 && tr("{missing} predictions are not yet varied.", kinds)}
    </p>
  );
}

export function Reliability({ claims }: { claims: readonly Claim[] }) {
  const dependent = claims.filter(({ independent }) => !independent).length;
  return (
    <Disclosure label={tr("How reliable are the figures?")} className="figures-reliability">
      <dl>
        {TERMS.map(([term, meaning]) => (
          <div key={term}>
            <dt>{tr(term)}</dt>
            <dd>{tr(meaning)}</dd>
          </div>
        ))}
        <div>
          <dt>{tr("kind of verdict")}</dt>
          <dd>
            {tr(VARIATIONS)}
            <ul className="figures-kinds">
              {KIND_NAMES.map((kind) => (
                <li key={kind}>
                  <KindMark kind={kind} /> <b>{tr(KINDS[kind].word)}</b>: {tr(KINDS[kind].meaning)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
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
          `<b>Counted</b> are all claims, also the {dependent} that follow from another claim.`,
          { dependent, b: <b /> },
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
