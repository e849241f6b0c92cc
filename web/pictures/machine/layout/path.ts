// A path that packets move along: straight segments with rounded corners, flattened to points once, so that finding
// the point at a fraction of the path costs a binary search.

export interface Point {
  x: number;
  y: number;
}

export interface Path {
  /** x, y, x, y ...: the flattened points, with rounded corners. */
  readonly points: Float64Array;
  /** Length of the path up to each point, in CSS pixels. */
  readonly lengths: Float64Array;
  readonly length: number;
}

const STEPS_PER_CORNER = 5;

/** Straight segments between corners; each corner is rounded by at most `radius`. */
export function roundedPath(corners: readonly Point[], radius = 8): Path {
  const distinct = removeRepeats(corners);
  const xy: number[] = [];
  distinct.forEach((corner, index) => {
    const before = distinct[index - 1];
    const after = distinct[index + 1];
    if (before === undefined || after === undefined) {
      xy.push(corner.x, corner.y);
      return;
    }
    const room = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const start = moveTowards(corner, before, room);
    const end = moveTowards(corner, after, room);
    for (let step = 0; step <= STEPS_PER_CORNER; step += 1) {
      const u = step / STEPS_PER_CORNER;
      xy.push(quadratic(start.x, corner.x, end.x, u), quadratic(start.y, corner.y, end.y, u));
    }
  });
  return withLengths(xy);
}

/** A quadratic curve from `from` to `to`. */
export function curvedPath(from: Point, control: Point, to: Point, pieces = 24): Path {
  const xy: number[] = [];
  for (let step = 0; step <= pieces; step += 1) {
    const u = step / pieces;
    xy.push(quadratic(from.x, control.x, to.x, u), quadratic(from.y, control.y, to.y, u));
  }
  return withLengths(xy);
}

/** Joins paths end to end. */
export function joinPaths(...paths: readonly Path[]): Path {
  return withLengths(paths.flatMap((path) => [...path.points]));
}

/** The point at a fraction of the path; the fraction is clamped to 0..1. */
export function pointAt(path: Path, fraction: number): Point {
  const { points, lengths, length } = path;
  const last = lengths.length - 1;
  const wanted = Math.min(1, Math.max(0, fraction)) * length;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lengths[middle] as number) <= wanted) low = middle;
    else high = middle;
  }
  const begin = lengths[low] as number;
  const piece = (lengths[high] as number) - begin;
  const u = piece > 0 ? (wanted - begin) / piece : 0;
  const x0 = points[2 * low] as number;
  const y0 = points[2 * low + 1] as number;
  return {
    x: x0 + ((points[2 * high] as number) - x0) * u,
    y: y0 + ((points[2 * high + 1] as number) - y0) * u,
  };
}

/** Whether any segment of the path crosses a box. */
export function pathCrossesBox(
  { points }: Path,
  box: { x: number; y: number; w: number; h: number },
): boolean {
  for (let index = 2; index < points.length; index += 2) {
    const x0 = points[index - 2] as number;
    const y0 = points[index - 1] as number;
    const x1 = points[index] as number;
    const y1 = points[index + 1] as number;
    const within =
      Math.max(x0, x1) > box.x &&
      Math.min(x0, x1) < box.x + box.w &&
      Math.max(y0, y1) > box.y &&
      Math.min(y0, y1) < box.y + box.h;
    if (within) return true;
  }
  return false;
}

function withLengths(xy: number[]): Path {
  const points = Float64Array.from(xy);
  const count = points.length / 2;
  const lengths = new Float64Array(count);
  for (let index = 1; index < count; index += 1) {
    const dx = (points[2 * index] as number) - (points[2 * index - 2] as number);
    const dy = (points[2 * index + 1] as number) - (points[2 * index - 1] as number);
    lengths[index] = (lengths[index - 1] as number) + Math.hypot(dx, dy);
  }
  return { points, lengths, length: lengths[count - 1] ?? 0 };
}

function removeRepeats(corners: readonly Point[]): Point[] {
  return corners.filter((corner, index) => {
    const before = corners[index - 1];
    return before === undefined || distance(before, corner) > 0.01;
  });
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function moveTowards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return {
    x: from.x + ((to.x - from.x) * length) / whole,
    y: from.y + ((to.y - from.y) * length) / whole,
  };
}

function quadratic(a: number, b: number, c: number, u: number): number {
  const v = 1 - u;
  return v * v * a + 2 * v * u * b + u * u * c;
}
