// The cards of the page Explore, as a grid of cards of equal height. A card's link is its title and covers the whole card;
// text and source are its description.
import { memo, useId } from "react";
import { tr } from "../../i18n/i18n";
import type { Entry } from "../../explore/scenario-entry";
import sparklines from "../../explore/sparklines.json";
import type { Sparklines } from "../../explore/sparkline";
import { SourceText } from "../../cards/prose/term";
import { keepOpenedCard } from "./opened-card";
import { SparklinePicture } from "./sparkline";

const PICTURES = sparklines as unknown as Sparklines;

interface CardGridProps {
  entries: readonly Entry[];
  /** Key of the entry that the lab shows. */
  current: string;
}

/** Memoized, because the page renders its shelves in turn. */
export const CardGrid = memo(function CardGrid({ entries, current }: CardGridProps) {
  return (
    <ul className="explore-grid">
      {entries.map((entry) => (
        <EntryCard key={entry.key} entry={entry} isCurrent={entry.key === current} />
      ))}
    </ul>
  );
});

function EntryCard({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  const { key, kind, title, text, source, hash } = entry;
  const picture = PICTURES[key];
  const id = useId();
  return (
    <li className={`explore-card explore-card-${kind}`}>
      <div className="explore-card-head">
        <h4 className="explore-card-title">
          <a
            href={hash}
            onClick={() => keepOpenedCard(hash)}
            aria-current={isCurrent ? "true" : undefined}
            aria-describedby={`${id}-text ${id}-source`}
          >
            {title}
          </a>
        </h4>
        {isCurrent && <span className="explore-card-current">{tr("shown now")}</span>}
      </div>
      {picture !== undefined && <SparklinePicture sparkline={picture} />}
      <p id={`${id}-text`} className="explore-card-text">
        {text}
      </p>
      <p id={`${id}-source`} className="explore-card-source mono">
        {kind === "question" && <span className="explore-card-kind">{tr("Question ·")} </span>}
        <SourceText text={source} />
      </p>
    </li>
  );
}
