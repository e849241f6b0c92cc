// The cards of the page Explore, as a grid of cards of equal height. A card's link is its title and covers the whole card;
// text and source are its description.
import { memo, useId } from "react";
import { tr } from "../../i18n/i18n";
import type { Entry } from "../../explore/scenario-entry";
import sparklines from "../../explore/sparklines.json";
import {
  curvePaths,
  describeSparkline,
  type Sparkline,
  type Sparklines,
} from "../../explore/sparkline";
import { SourceText } from "../../cards/prose/term";
import { keepOpenedCard } from "./opened-card";

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
      <p id={`${id}-source`} className="note explore-card-source mono">
        {kind === "question" && <span className="explore-card-kind">{tr("Question ·")} </span>}
        <SourceText text={source} />
      </p>
    </li>
  );
}

/** The size of a curve. */
const WIDTH = 200;
const HEIGHT = 44;

/** The picture of a card, with its numbers in words below it. The page says once how to read a curve. */
function SparklinePicture({ sparkline }: { sparkline: Sparkline }) {
  return (
    <div className="sparkline" data-picture="">
      {sparkline.kind === "curve" ? (
        <CurvePicture {...curvePaths(sparkline, WIDTH, HEIGHT)} />
      ) : (
        <div className="sparkline-shares" aria-hidden="true">
          {Object.entries(sparkline.shares).map(([kind, share]) => (
            <span key={kind} style={{ flexGrow: share, background: `var(--context-${kind})` }} />
          ))}
        </div>
      )}
      <p className="sparkline-words">{describeSparkline(sparkline)}</p>
    </div>
  );
}

function CurvePicture({ delivered, ideal, dot }: ReturnType<typeof curvePaths>) {
  return (
    <svg
      className="sparkline-curve"
      viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <line className="sparkline-axis" x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
      <path className="sparkline-ideal" d={ideal} />
      <path className="sparkline-delivered" d={delivered} />
      <circle className="sparkline-dot" cx={dot.x} cy={dot.y} r={3.5} />
    </svg>
  );
}
