// The challenge of the open program, and the buttons that judge it. What happens is announced politely, load by load.
import { tr } from "../../../i18n/i18n";
import type { Challenges, JudgeRun } from "../../../desk/challenges/challenges";
import type { Workshop } from "../../../desk/workshop/workshop";
import type { ChallengeRow } from "../../../generated/model";
import { medalName } from "../../../cards/challenge/texts";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { Reading } from "./challenge-list";
import { VERDICT_ID } from "./verdict-id";

interface JudgeBarProps {
  challenges: Challenges;
  workshop: Workshop;
  challenge: ChallengeRow;
}

export function JudgeBar({ challenges, workshop, challenge }: JudgeBarProps) {
  const run = useStore(challenges.state, (state) => state.run);
  const checked = useStore(workshop.state, (state) => state.checked);
  const own = run?.challenge === challenge ? run : null;
  const isRunning = own?.phase === "running";
  const isReady = checked === "right" || checked === "failed";
  return (
    <section className="judge-bar" aria-label={tr("Challenge of this program")}>
      <p>
        <strong>
          {challenge.number}. {tr(challenge.title)}.
        </strong>{" "}
        {tr(challenge.task)}{" "}
        <span className="muted">
          <Reading challenge={challenge} />
        </span>
      </p>
      <div className="judge-actions">
        {isRunning ? (
          <Button onClick={challenges.cancel}>{tr("Cancel judging")}</Button>
        ) : (
          <>
            <Button
              variant="primary"
              disabled={!isReady}
              title={tr("With packets that nobody has seen before. The verdict is kept.")}
              onClick={() => void challenges.judge(challenge, "judge")}
            >
              {tr("Judge it")}
            </Button>
            <Button
              disabled={!isReady}
              title={tr("With the same packets every time. Nothing is kept.")}
              onClick={() => void challenges.judge(challenge, "practice")}
            >
              {tr("Practice")}
            </Button>
          </>
        )}
        <p role="status">{own === null ? "" : describeRun(own)}</p>
        {own !== null && (
          <Button variant="quiet" onClick={showVerdict}>
            {tr("Show the verdict")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Goes to the verdict. Beside the machine only the program's column scrolls, not the page. */
function showVerdict(): void {
  const verdict = document.getElementById(VERDICT_ID);
  if (verdict === null) return;
  const column = verdict.closest<HTMLElement>(".workshop-beside > .workshop-program");
  const { top } = verdict.getBoundingClientRect();
  if (column === null) verdict.scrollIntoView({ block: "start" });
  else column.scrollTop += top - column.getBoundingClientRect().top;
  verdict.focus({ preventScroll: true });
}

function describeRun({ phase, loads, verdict, crashes, failure, kind }: JudgeRun): string {
  const all = loads.length;
  const done = loads.filter((load) => load !== null);
  const met = done.filter((load) => load.met).length;
  const values = { done: done.length, all, met };
  const crashed = crashes === 0 ? "" : ` ${tr("A worker has crashed; its load is begun again.")}`;
  if (phase === "failed") return failure;
  if (phase === "cancelled") return tr("Cancelled: {done} of {all} loads were judged.", values);
  if (verdict === null) return tr("{done} of {all} loads are judged, {met} met.", values) + crashed;
  const medal = { ...values, medal: medalName(verdict.medal) };
  return kind === "judge"
    ? tr("Judged: {medal}. {met} of {all} loads are met.", medal)
    : tr("Practice: {medal}. {met} of {all} loads are met.", medal);
}
