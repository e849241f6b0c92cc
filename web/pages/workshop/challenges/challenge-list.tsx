// The twelve challenges in their order: what to write, what to read first, and the best medal so far.
import { tr } from "../../../i18n/i18n";
import { CHALLENGES } from "../../../desk/challenges/challenge-table";
import type { Challenges } from "../../../desk/challenges/challenges";
import type { JudgedVersion } from "../../../desk/challenges/judged-versions";
import type { ChallengeRow } from "../../../generated/model";
import { MedalBadge } from "../../../cards/challenge/medal";
import { describeMedals } from "../../../cards/challenge/verdict";
import { LESSONS_HASH } from "../../../shell/lesson-address";
import { Button } from "../../../ui/button";
import { firstMatch, useFocusFallback } from "../../../ui/use-focus-fallback";

interface ChallengeListProps {
  challenges: Challenges;
  /** The best judged version of each challenge. */
  best: ReadonlyMap<string, JudgedVersion>;
  /** The challenge of the open program. */
  current: ChallengeRow | undefined;
  /** The program of a challenge is open: the list makes room for it. */
  onChosen(): void;
}

/** The panel with the list. */
export const PANEL = ".workshop-challenges";
const PANEL_BUTTON = firstMatch(`${PANEL} .disclosure-button`);

export function ChallengeList({ challenges, best, current, onChosen }: ChallengeListProps) {
  const pressed = useFocusFallback(PANEL_BUTTON);
  return (
    <>
      <p>{describeMedals()}</p>
      <ol className="challenge-list">
        {CHALLENGES.map((challenge) => (
          <li key={challenge.id} aria-current={challenge === current ? "true" : undefined}>
            <h4>
              {challenge.number}. {tr(challenge.title)}
            </h4>
            <MedalBadge medal={best.get(challenge.id)?.medal ?? "none"} />
            <p>{tr(challenge.task)}</p>
            <p className="muted">
              <Reading challenge={challenge} />
            </p>
            <div className="challenge-actions">
              {challenges.begunFor(challenge) !== undefined && challenge !== current && (
                <Button
                  ref={pressed}
                  aria-label={tr("Go on with challenge {number}", { number: challenge.number })}
                  onClick={() => {
                    challenges.goOn(challenge);
                    onChosen();
                  }}
                >
                  {tr("Go on")}
                </Button>
              )}
              <Button
                ref={pressed}
                title={tr("Opens what you begin with as a new program. Your programs are kept.")}
                aria-label={tr("Begin challenge {number}", { number: challenge.number })}
                onClick={() => {
                  challenges.begin(challenge);
                  onChosen();
                }}
              >
                {tr("Begin")}
              </Button>
              {challenge !== current && (
                <Button
                  ref={pressed}
                  variant="quiet"
                  aria-label={tr("Use the open program for challenge {number}", {
                    number: challenge.number,
                  })}
                  onClick={() => {
                    challenges.choose(challenge);
                    onChosen();
                  }}
                >
                  {tr("Use the open program")}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** What to read first: a lesson, and a place in the first paper. */
export function Reading({ challenge: { lesson, read } }: { challenge: ChallengeRow }) {
  return (
    <>
      {tr("Read:")}{" "}
      <a href={`${LESSONS_HASH}/${lesson.replace(/^\d+-/, "")}`}>
        {tr("lesson {number}", { number: Number.parseInt(lesson, 10) })}
      </a>
      {", "}
      {tr("paper {place}", { place: read.replace(" to ", "–") })}
    </>
  );
}
