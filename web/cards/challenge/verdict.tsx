// The loads of a challenge as they are judged, one by one, and the verdict: a medal, the length of the program, and never one score.
import { tr } from "../../i18n/i18n";
import type { ChallengeRow, LoadResult, Verdict } from "../../generated/model";
import { LoadResultView, type LoadActions } from "./load-result";
import { MedalBadge } from "./medal";
import "./challenge.css";

interface VerdictProps extends LoadActions {
  challenge: ChallengeRow;
  /** By load; null: not judged yet. */
  loads: readonly (LoadResult | null)[];
  /** Null while it is judged. */
  verdict: Verdict | null;
  /** Whether loads are still being judged. */
  isRunning: boolean;
}

export function VerdictView({ challenge, loads, verdict, isRunning, ...actions }: VerdictProps) {
  const rows = challenge.loads.map(({ load }, index) => ({ load, result: loads[index] ?? null }));
  // While loads are judged, none changes its place.
  const shown = verdict === null ? rows : missedFirst(rows);
  return (
    <>
      {verdict !== null && <Award verdict={verdict} />}
      <ol className="judged-loads">
        {shown.map(({ load, result }) => (
          <li key={load.id} className={`judged-load judged-load-${stateOf(result)}`}>
            <h4>
              <span className="judged-sign" aria-hidden="true" />
              <span>
                {tr(load.title)}: <strong>{describeLoad(result, isRunning)}</strong>
              </span>
            </h4>
            {result !== null && <LoadResultView result={result} {...actions} />}
          </li>
        ))}
      </ol>
    </>
  );
}

function Award({ verdict: { medal, lines, reference_lines } }: { verdict: Verdict }) {
  const most = Math.max(lines, reference_lines, 1);
  const bars = [
    { name: "own", count: lines },
    { name: "reference", count: reference_lines },
  ];
  return (
    <div className="judged-award">
      <MedalBadge medal={medal} />
      <svg className="judged-lines" viewBox="0 0 100 16" aria-hidden="true" focusable="false">
        {bars.map(({ name, count }, row) => (
          <rect
            key={name}
            className={`judged-lines-${name}`}
            y={row * 9}
            height={6}
            width={(count / most) * 100}
          />
        ))}
      </svg>
      <p>
        {tr("{lines} lines of code; our solution has {reference}.", {
          lines,
          reference: reference_lines,
        })}
      </p>
    </div>
  );
}

/** What is wrong comes first: a verdict is longer than a screen. */
export function missedFirst<Row extends { result: LoadResult | null }>(
  rows: readonly Row[],
): Row[] {
  const isMissed = ({ result }: Row) => result?.met === false;
  return [...rows.filter(isMissed), ...rows.filter((row) => !isMissed(row))];
}

const stateOf = (result: LoadResult | null) =>
  result === null ? "open" : result.met ? "met" : "missed";

function describeLoad(result: LoadResult | null, isRunning: boolean): string {
  if (result === null) return isRunning ? tr("being judged …") : tr("not judged");
  return result.met ? tr("met") : tr("missed");
}

/** What the medal asks for, in a sentence. */
export function describeMedals(): string {
  return tr(
    `Bronze: the first three loads are met. Silver: all loads are met. Gold: with most seeds it is within 3 % of our
    solution where that is compared, and it is at most one and a half times as long.`,
  );
}
