// The challenges on the page “Write a kernel”: the list of twelve and the judge's buttons above the editor, the verdict below it.
// Loaded with the texts of the challenges, after the editor's page.
import { useState } from "react";
import { tr } from "../../../i18n/i18n";
import { bestVersions } from "../../../desk/challenges/judged-versions";
import { CHALLENGES } from "../../../desk/challenges/challenge-table";
import { challengesOf } from "../../../desk/challenges-context";
import type { WorkshopContext } from "../../../desk/workshop-context";
import { useStore } from "../../../lib/store";
import { Disclosure } from "../../../ui/disclosure";
import { ChallengeList, PANEL } from "./challenge-list";
import { JudgeBar } from "./judge-bar";
import "./challenges.css";

export function ChallengePanel({ context }: { context: WorkshopContext }) {
  const challenges = challengesOf(context);
  const { workshop } = context;
  const { judged } = challenges;
  const versions = useStore(judged.store, (stored) => stored.versions);
  const begun = useStore(judged.store, (stored) => stored.begun);
  const open = useStore(workshop.state, (state) => state.open);
  const [isListed, setListed] = useState(false);
  const showProgram = () => {
    setListed(false);
    requestAnimationFrame(() =>
      document.querySelector(PANEL)?.scrollIntoView({ block: "nearest" }),
    );
  };
  const best = bestVersions(versions);
  const count = [...best.values()].filter(({ medal }) => medal !== "none").length;
  const current = CHALLENGES.find(({ id }) => id === begun[open ?? ""]);
  return (
    <>
      <Disclosure
        label={tr("Challenges")}
        heading={3}
        className="workshop-challenges"
        keepSummary
        open={isListed}
        onToggle={setListed}
        summary={tr("{count} of {all} have a medal", { count, all: CHALLENGES.length })}
      >
        <ChallengeList {...{ challenges, best, current }} onChosen={showProgram} />
      </Disclosure>
      {current !== undefined && <JudgeBar {...{ challenges, workshop }} challenge={current} />}
    </>
  );
}

export { JudgeActions } from "./judge-bar";
export { VerdictPanel } from "./verdict-panel";
