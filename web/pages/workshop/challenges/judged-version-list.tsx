// The versions that were judged: the newest first. Each can be opened again as a program of its own.
import { tr } from "../../../i18n/i18n";
import { findChallenge } from "../../../desk/challenges/challenge-table";
import type { Challenges } from "../../../desk/challenges/challenges";
import { VERSIONS_MAX, type JudgedVersion } from "../../../desk/challenges/judged-versions";
import { MedalBadge } from "../../../cards/challenge/medal";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { Disclosure } from "../../../ui/disclosure";

interface JudgedVersionListProps {
  challenges: Challenges;
  /** In a lesson: the versions of the task's challenge, and what opens one as the task's program. */
  task?: { challenge: string; openVersion(version: JudgedVersion): void } | undefined;
}

export function JudgedVersionList({ challenges, task }: JudgedVersionListProps) {
  const stored = useStore(challenges.judged.store, ({ versions }) => versions);
  const versions = stored.filter(
    ({ challenge }) => task === undefined || challenge === task.challenge,
  );
  if (versions.length === 0) return null;
  return (
    <Disclosure
      label={tr("Judged versions")}
      heading={3}
      className="workshop-judged"
      summary={String(versions.length)}
    >
      <p className="muted">
        {tr(
          `This browser keeps the newest {count} versions that were judged. The best of each challenge is never
          removed; of the others, those without a medal go first.`,
          { count: VERSIONS_MAX },
        )}
      </p>
      <ul className="judged-versions">
        {versions.toReversed().map((version) => (
          <li key={version.id}>
            <Version version={version} onOpen={() => (task ?? challenges).openVersion(version)} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function Version({ version, onOpen }: { version: JudgedVersion; onOpen(): void }) {
  const { challenge, file, text, digest, medal, loads, lines, seeds, at } = version;
  const row = findChallenge(challenge);
  const time = new Date(at).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const met = loads.filter((load) => load.met).length;
  return (
    <>
      <p>
        <MedalBadge medal={medal} />{" "}
        {row === undefined ? challenge : `${row.number}. ${tr(row.title)}`}
        {", "}
        <span translate="no">{file}</span>
      </p>
      <p className="muted">
        {time}
        {". "}
        {tr("{met} of {all} loads met, {lines} lines. Fingerprint {digest}, seeds’ key {key}.", {
          ...{ met, all: loads.length, lines, digest, key: seeds.key },
        })}
      </p>
      {text !== null && (
        <Button aria-label={tr("Open {file} of {time}", { file, time })} onClick={onOpen}>
          {tr("Open it again")}
        </Button>
      )}
    </>
  );
}
