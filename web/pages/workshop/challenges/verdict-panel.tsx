// Below the editor: the verdict, the sweep of the window, and the versions that were judged.
import { useRef, type ComponentProps } from "react";
import { tr } from "../../../i18n/i18n";
import { challengesOf } from "../../../desk/challenges-context";
import type { Challenges } from "../../../desk/challenges/challenges";
import type { JudgeRun, SweepRun } from "../../../desk/challenges/judging";
import type { WorkshopContext } from "../../../desk/workshop-context";
import { LoadResultView } from "../../../cards/challenge/load-result";
import { describeSweep } from "../../../cards/challenge/texts";
import { VerdictView } from "../../../cards/challenge/verdict";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { JudgedVersionList } from "./judged-version-list";
import { VERDICT_ID } from "./verdict-id";

interface VerdictPanelProps {
  context: Pick<WorkshopContext, "services" | "workshop">;
  onGoTo(place: { line: number; column: number }): void;
  task?: ComponentProps<typeof JudgedVersionList>["task"];
}

export function VerdictPanel({ context, onGoTo, task }: VerdictPanelProps) {
  const challenges = challengesOf(context);
  const { run, sweep } = useStore(challenges.state, (state) => state);
  const { text, open } = useStore(context.workshop.state, (state) => state);
  const own = useStore(challenges.judged.store, () => challenges.judged.challengeOf(open));
  // The verdict of another challenge is in the list of versions.
  const isOfThis = run !== null && (own === undefined || own === run.challenge.id);
  const goTo = (line: number) => onGoTo({ line, column: 1 });
  // The lines of another text are elsewhere.
  const goToIn = (judged: string) => (judged === text ? goTo : undefined);
  return (
    <>
      {isOfThis && (
        <Judged
          {...{ run, challenges }}
          isOld={run.program.text !== text}
          onGoTo={goToIn(run.program.text)}
        />
      )}
      <Window
        {...{ context, challenges, sweep }}
        onGoTo={sweep === null ? undefined : goToIn(sweep.program.text)}
      />
      <JudgedVersionList {...{ challenges, task }} />
    </>
  );
}

interface PartProps {
  challenges: Challenges;
  onGoTo: ((line: number) => void) | undefined;
}

function Judged({ run, isOld, challenges, onGoTo }: PartProps & { run: JudgeRun; isOld: boolean }) {
  const { challenge, loads, verdict, phase, program, kind, seeds } = run;
  const name = tr("{number}. {title}", {
    number: challenge.number,
    title: tr(challenge.title),
  });
  return (
    <section
      className="workshop-verdict"
      id={VERDICT_ID}
      tabIndex={-1}
      aria-label={tr("Verdict on “{file}”", { file: program.file })}
    >
      <h3>{tr("Verdict: {name}", { name })}</h3>
      <p className="muted">
        {kind === "practice"
          ? tr(
              "“{file}”, with the practice seeds. A bound has the worst of five seeds; “yours” and “our solution” are the middle ones. Gold compares seed by seed.",
              {
                file: program.file,
              },
            )
          : tr(
              "“{file}”, with fresh seeds (key {key}). A bound has the worst of five seeds; “yours” and “our solution” are the middle ones. Gold compares seed by seed.",
              {
                file: program.file,
                key: seeds.key,
              },
            )}
      </p>
      {isOld && <p>{tr("The text has changed since.")}</p>}
      <VerdictView
        {...{ challenge, loads, verdict, onGoTo }}
        isRunning={phase === "running"}
        onOpenRun={(scenario, from) => void challenges.openRun(scenario, from)}
        onOpenPoint={(sweep, point) => void challenges.openPoint(sweep, point)}
      />
    </section>
  );
}

function Window({
  context: { workshop, services },
  challenges,
  sweep,
  onGoTo,
}: PartProps & Pick<VerdictPanelProps, "context"> & { sweep: SweepRun | null }) {
  const checked = useStore(workshop.state, (state) => state.checked);
  const hasMachine = useStore(services.lab.state, ({ scenario }) => scenario !== null);
  const region = useRef<HTMLElement>(null);
  const text = useStore(workshop.state, (state) => state.text);
  const isRunning = sweep?.phase === "running";
  const isOld = sweep !== null && sweep.program.text !== text;
  const found = sweep?.result?.sweep;
  return (
    <section
      className="workshop-window"
      ref={region}
      aria-label={tr("The window before the sleep")}
    >
      <div className="judge-actions">
        <Button
          disabled={checked !== "right" || !hasMachine}
          onClick={() => (isRunning ? challenges.cancel() : void challenges.sweep())}
        >
          {isRunning
            ? tr("Cancel the tries")
            : tr("Try every cycle between the last look and the sleep")}
        </Button>
        <p role="status">
          {sweep === null ? "" : describeSweepRun(sweep)}
          {isOld && ` ${tr("The text has changed since.")}`}
          {/* Heard, and seen below. */}
          {found !== undefined && <span className="visually-hidden"> {describeSweep(found)}</span>}
        </p>
      </div>
      {sweep !== null && sweep.result !== null && (
        <LoadResultView
          result={{ ...sweep.result, bounds: [], numbers: [] }}
          onGoTo={onGoTo}
          onOpenRun={(scenario, from) => void challenges.openRun(scenario, from)}
          onOpenPoint={(found, point) => void challenges.openPoint(found, point)}
        />
      )}
    </section>
  );
}

function describeSweepRun({ phase, failure, program }: SweepRun): string {
  switch (phase) {
    case "running":
      return tr("A packet is tried at each cycle …");
    case "cancelled":
      return tr("Cancelled.");
    case "failed":
      return failure;
    case "finished":
      return tr("Tried with “{file}”:", { file: program.file });
  }
}
