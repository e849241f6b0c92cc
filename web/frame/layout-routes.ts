// Finds the ways between places and stations: level and upright pieces that keep clear of boxes and
// of the words above and below the bars. A way enters a bar at its left end, or from above or below
// where no words stand; it leaves at the right end or likewise.
import type { Box, PlaceBox, StationBox } from "./layout-types";
import { roundedPath, type Path, type Point } from "./path";

const MARGIN = 10;
const STEP = 4;
const HIT_COST = 1000;
const NEAR_COST = 60;

/** What ways keep clear of, and the uprights laid so far. */
export interface Ground {
  obstacles: Box[];
  uprights: { x: number; y0: number; y1: number }[];
  /** Pieces already laid, by their two ends: edges that share a station share them. */
  laid: Map<string, Point[]>;
}

export function wayThroughStation(
  from: PlaceBox,
  station: StationBox,
  to: PlaceBox,
  ground: Ground,
): Path {
  const track = [
    { x: station.track.x0, y: station.track.y },
    { x: station.track.x1, y: station.track.y },
  ];
  const arrival = once(ground, `${from.place} ${corner(station)}`, () =>
    cheapest(exitChoices(from, station), [from, station], ground),
  );
  const departure = once(ground, `${corner(station)} ${to.place}`, () =>
    cheapest(entryChoices(station, to), [station, to], ground),
  );
  return roundedPath([...arrival, ...track, ...departure]);
}

function corner(station: StationBox): string {
  return `(${station.x},${station.y})`;
}

function once(ground: Ground, ends: string, find: () => Point[]): Point[] {
  const found = ground.laid.get(ends) ?? find();
  ground.laid.set(ends, found);
  return found;
}

/** Hardware's own way: bar to bar. */
export function wayDirect(from: PlaceBox, to: PlaceBox): Path {
  const start = { x: right(from.bar), y: middle(from.bar) };
  const end = { x: to.bar.x, y: middle(to.bar) };
  if (Math.abs(start.y - end.y) < 1) return roundedPath([start, { x: end.x, y: start.y }]);
  const x = end.x > start.x + 2 * MARGIN ? end.x - MARGIN : start.x + MARGIN;
  return roundedPath([start, { x, y: start.y }, { x, y: end.y }, end]);
}

function exitChoices(from: PlaceBox, station: StationBox): Point[][] {
  const { x: goal, y: level } = { x: station.x, y: station.track.y };
  const bar = from.bar;
  const barMiddle = middle(bar);
  const choices: Point[][] = [];
  if (Math.abs(barMiddle - level) < 1 && right(bar) <= goal) {
    return [
      [
        { x: right(bar), y: level },
        { x: goal, y: level },
      ],
    ];
  }
  for (let x = right(bar) + MARGIN - 2; x <= goal - 6; x += STEP) {
    choices.push([
      { x: right(bar), y: barMiddle },
      { x, y: barMiddle },
      { x, y: level },
      { x: goal, y: level },
    ]);
  }
  const down = level > barMiddle;
  const words = down ? from.noteWidth : from.nameWidth;
  const start = down ? bar.y + bar.h : bar.y;
  for (let x = bar.x + words + 8; x <= Math.min(right(bar) - 6, goal - 6); x += STEP) {
    choices.push([
      { x, y: start },
      { x, y: level },
      { x: goal, y: level },
    ]);
  }
  return choices.length > 0 ? choices.reverse() : [plainExit(from, station)];
}

function plainExit(from: PlaceBox, station: StationBox): Point[] {
  const x = Math.min(right(from.bar) - 6, station.x - 6);
  return [
    { x, y: from.bar.y + from.bar.h },
    { x, y: station.track.y },
    { x: station.x, y: station.track.y },
  ];
}

function entryChoices(station: StationBox, to: PlaceBox): Point[][] {
  const start = { x: right(station), y: station.track.y };
  const bar = to.bar;
  const barMiddle = middle(bar);
  if (Math.abs(barMiddle - start.y) < 1 && start.x <= bar.x) {
    return [[start, { x: bar.x, y: start.y }]];
  }
  const choices: Point[][] = [];
  for (let x = start.x + 8; x <= bar.x - 8; x += STEP) {
    choices.push([start, { x, y: start.y }, { x, y: barMiddle }, { x: bar.x, y: barMiddle }]);
  }
  // Back to the beginning of the next row, like a line of text.
  const back = to.y - 7;
  if (bar.x < start.x && back > station.y + station.h) {
    for (let x = start.x + 8; x <= start.x + 24; x += STEP) {
      choices.push([
        start,
        { x, y: start.y },
        { x, y: back },
        { x: bar.x - 10, y: back },
        { x: bar.x - 10, y: barMiddle },
        { x: bar.x, y: barMiddle },
      ]);
    }
    return choices;
  }
  const up = barMiddle < start.y;
  const words = up ? to.noteWidth : to.nameWidth;
  const end = up ? bar.y + bar.h : bar.y;
  const low = Math.max(start.x + 8, bar.x + words + 8);
  for (let x = low; x <= right(bar) - 6; x += STEP) {
    choices.push([start, { x, y: start.y }, { x, y: end }]);
  }
  // Upwards the upright comes late, downwards early: the lane of the work stays free for words.
  if (up) choices.reverse();
  return choices.length > 0 ? choices : [plainEntry(start, to)];
}

function plainEntry(start: Point, to: PlaceBox): Point[] {
  const up = middle(to.bar) < start.y;
  const x = Math.max(start.x + 8, to.bar.x + 6);
  return [start, { x, y: start.y }, { x, y: up ? to.bar.y + to.bar.h : to.bar.y }];
}

function cheapest(choices: Point[][], own: readonly Box[], ground: Ground): Point[] {
  let best = choices[0] as Point[];
  let bestCost = Infinity;
  choices.forEach((choice, order) => {
    const cost = costOf(choice, own, ground) + order;
    if (cost < bestCost) {
      best = choice;
      bestCost = cost;
    }
  });
  remember(best, ground);
  return best;
}

function costOf(corners: readonly Point[], own: readonly Box[], ground: Ground): number {
  let cost = 0;
  for (let index = 1; index < corners.length; index += 1) {
    const a = corners[index - 1] as Point;
    const b = corners[index] as Point;
    for (const box of ground.obstacles) {
      if (!own.includes(box) && crosses(a, b, box)) cost += HIT_COST;
    }
    if (Math.abs(a.x - b.x) < 1) cost += nearUprights(a, b, ground);
  }
  return cost;
}

function crosses(a: Point, b: Point, box: Box): boolean {
  const clear = 4;
  return (
    Math.max(a.x, b.x) > box.x - clear &&
    Math.min(a.x, b.x) < box.x + box.w + clear &&
    Math.max(a.y, b.y) > box.y - clear &&
    Math.min(a.y, b.y) < box.y + box.h + clear
  );
}

function nearUprights(a: Point, b: Point, ground: Ground): number {
  const y0 = Math.min(a.y, b.y);
  const y1 = Math.max(a.y, b.y);
  const near = ground.uprights.filter(
    (upright) => Math.abs(upright.x - a.x) < 7 && upright.y0 < y1 && upright.y1 > y0,
  );
  return near.length * NEAR_COST;
}

function remember(corners: readonly Point[], ground: Ground) {
  for (let index = 1; index < corners.length; index += 1) {
    const a = corners[index - 1] as Point;
    const b = corners[index] as Point;
    if (Math.abs(a.x - b.x) < 1) {
      ground.uprights.push({ x: a.x, y0: Math.min(a.y, b.y), y1: Math.max(a.y, b.y) });
    }
  }
}

function right(box: Box): number {
  return box.x + box.w;
}

function middle(box: Box): number {
  return box.y + box.h / 2;
}
