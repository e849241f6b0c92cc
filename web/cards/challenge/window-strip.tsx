// The window sweep as a strip: a mark for each cycle at which a second packet was tried, low and green if it was served, high and
// red if it was left waiting. Arrow keys move over the cycles, Page Up and Page Down to the next change, Enter opens that run.
//
//   last look |▂▂▂▂███████▂▂▂▂▂▂▂▂▂| sleep
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from "react";
import { tr } from "../../i18n/i18n";
import type { Sweep, SweepPoint } from "../../generated/model";
import { Button } from "../../ui/button";
import { pressedKey } from "../../ui/pressed-key";
import { describePoint, describeSweep } from "./texts";

interface WindowStripProps {
  sweep: Sweep;
  onOpen(point: SweepPoint): void;
}

const HEIGHT = 24;
const SERVED_HEIGHT = 9;

export function WindowStrip({ sweep, onOpen }: WindowStripProps) {
  const { points } = sweep;
  const firstLeft = points.findIndex(({ stranded }) => stranded);
  const [chosen, setChosen] = useState(Math.max(0, firstLeft));
  const index = Math.min(chosen, points.length - 1);
  const point = points[index];
  if (point === undefined) return <p>{describeSweep(sweep)}</p>;
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === "Enter") onOpen(point);
    const next = key === "Enter" ? index : movedIndex(key, index, points);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setChosen(next);
  };
  return (
    <div className="window-strip">
      <p>{describeSweep(sweep)}</p>
      <div
        role="slider"
        tabIndex={0}
        className="window-cycles"
        aria-label={tr("Cycle at which the second packet arrives")}
        aria-valuemin={points[0]?.cycle}
        aria-valuemax={points.at(-1)?.cycle}
        aria-valuenow={point.cycle}
        aria-valuetext={describePoint(point)}
        onKeyDown={press}
        onPointerDown={(event) => setChosen(indexAt(event, points.length))}
        onPointerMove={(event) => event.buttons > 0 && setChosen(indexAt(event, points.length))}
      >
        <Cycles sweep={sweep} />
        <span
          className="window-chosen"
          style={{ insetInlineStart: `${((index + 0.5) / points.length) * 100}%` }}
        />
      </div>
      <div className="window-chosen-run">
        <p>{describePoint(point)}</p>
        <Button onClick={() => onOpen(point)}>{tr("Open the run of this cycle")}</Button>
      </div>
    </div>
  );
}

/** The marks, with the last look and the sleep as lines. Neighbours with the same fate are one rectangle. */
function Cycles({ sweep: { points, window } }: Pick<WindowStripProps, "sweep">) {
  const runs = useMemo(() => runsOf(points), [points]);
  const at = (cycle: number) => points.findIndex((one) => one.cycle >= cycle);
  const [look, sleep] = [at(0), at(window)];
  return (
    <svg
      viewBox={`0 0 ${points.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {runs.map(({ from, length, stranded }) => (
        <rect
          key={from}
          className={stranded ? "window-left" : "window-served"}
          x={from}
          width={length}
          y={stranded ? 0 : HEIGHT - SERVED_HEIGHT}
          height={stranded ? HEIGHT : SERVED_HEIGHT}
        />
      ))}
      {[look, sleep].map((x, number) =>
        x < 0 ? null : <line key={number} x1={x} x2={x} y1={0} y2={HEIGHT} />,
      )}
    </svg>
  );
}

interface Run {
  from: number;
  length: number;
  stranded: boolean;
}

function runsOf(points: readonly SweepPoint[]): readonly Run[] {
  const runs: Run[] = [];
  points.forEach(({ stranded }, from) => {
    const last = runs.at(-1);
    if (last?.stranded === stranded) last.length++;
    else runs.push({ from, length: 1, stranded });
  });
  return runs;
}

/** Where a key moves to; null: the key is no key of the strip. */
function movedIndex(key: string, index: number, points: readonly SweepPoint[]): number | null {
  const last = points.length - 1;
  const changes = runsOf(points).map(({ from }) => from);
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, index - 1);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(last, index + 1);
    case "PageUp":
      return changes.find((from) => from > index) ?? last;
    case "PageDown":
      return changes.findLast((from) => from < index) ?? 0;
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

function indexAt({ clientX, currentTarget }: PointerEvent, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width) * count)));
}
