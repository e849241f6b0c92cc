// The challenge of the open program, and the buttons that judge it. What happens is announced politely, load by load.
import { tr } from "../../../i18n/i18n";
import type { Challenges } from "../../../desk/challenges/challenges";
import type { JudgeKind, JudgeRun } from "../../../desk/challenges/judging";
import type { Workshop } from "../../../desk/workshop/workshop";
import type { ChallengeRow } from "../../../generated/model";
import { medalName } from "../../../model/medals";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { Reading } from "./challenge-list";
import { VERDICT_ID } from "./verdict-id";

interface JudgeBarProps {
  challenges: Challenges;
  workshop: Workshop;
  challenge: ChallengeRow;
}

export function JudgeBar(props: JudgeBarProps) {
  const { challenges, challenge } = props;
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
      <JudgeActions {...props} onJudge={(kind) => void challenges.judge(challenge, kind)} />
    </section>
  );
}

interface JudgeActionsProps extends JudgeBarProps {
  onJudge(kind: JudgeKind): void;
}

export function JudgeActions({ challenges, workshop, challenge, onJudge }: JudgeActionsProps) {
  const run = useStore(challenges.state, (state) => state.run);
  const { checked, text } = useStore(workshop.state, (state) => state);
  const own = run?.challenge === challenge ? run : null;
  const isReady = checked === "right" || checked === "failed";
  const running = own?.phase === "running" ? own.kind : null;
  return (
    <div className="judge-actions">
      {(["judge", "practice"] as const)
        .filter((kind) => running === null || kind === running)
        .map((kind) => (
          <JudgeButton
            key={kind}
            {...{ kind, isReady }}
            isRunning={running !== null}
            onJudge={() => onJudge(kind)}
            onCancel={challenges.cancel}
          />
        ))}
      <p role="status">
        {own === null ? "" : describeRun(own)}
        {own !== null && own.program.text !== text && ` ${tr("The text has changed since.")}`}
      </p>
      {own !== null && (
        <Button variant="quiet" onClick={showVerdict}>
          {tr("Show the verdict")}
        </Button>
      )}
    </div>
  );
}

interface JudgeButtonProps {
  kind: JudgeKind;
  isReady: boolean;
  isRunning: boolean;
  onJudge(): void;
  onCancel(): void;
}

/** While it judges, the button that was pressed cancels. It is the same element, so it keeps the focus. */
function JudgeButton({ kind, isReady, isRunning, onJudge, onCancel }: JudgeButtonProps) {
  if (isRunning) return <Button onClick={onCancel}>{tr("Cancel judging")}</Button>;
  const isJudged = kind === "judge";
  return (
    <Button
      variant={isJudged ? "primary" : "plain"}
      disabled={!isReady}
      title={
        isJudged
          ? tr("With packets that nobody has seen before. The verdict is kept.")
          : tr("With the same packets every time. Nothing is kept.")
      }
      onClick={onJudge}
    >
      {isJudged ? tr("Judge it") : tr("Practice")}
    </Button>
  );
}

/** Goes to the verdict. Beside the machine only the program's column scrolls, not the page. */
function showVerdict(): void {
  const verdict = document.getElementById(VERDICT_ID);
  if (verdict === null) return;
  const column = verdict.closest<HTMLElement>(
    ".workshop-beside > .workshop-program, .lesson-column",
  );
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
