// Where things stand along the path: a small system of "at least so far to the right of" rules,
// solved as a longest path, with the free gaps stretched until the last thing reaches the right end.

export interface ColumnConstraint {
  /** Variables by name; `from` null = the left edge. */
  from: string | null;
  to: string;
  /** CSS pixels that never stretch, and those that do. */
  fixed: number;
  stretchable: number;
}

export interface Column {
  name: string;
  width: number;
}

const MAX_STRETCH = 12;
const STRETCH_STEPS = 24;

/** Positions by variable, or null when even unstretched they do not fit into `width`. */
export function solveColumns(
  rules: readonly ColumnConstraint[],
  extents: readonly Column[],
  width: number,
): Map<string, number> | null {
  const tightest = longestPaths(rules, extents, 1);
  if (tightest === null || rightEnd(tightest, extents) > width) return null;
  let low = 1;
  let high = MAX_STRETCH;
  for (let step = 0; step < STRETCH_STEPS; step += 1) {
    const stretch = (low + high) / 2;
    const solved = longestPaths(rules, extents, stretch);
    if (solved !== null && rightEnd(solved, extents) <= width) low = stretch;
    else high = stretch;
  }
  return longestPaths(rules, extents, low);
}

/** Longest paths by repeated relaxation; null when the rules contradict each other. */
function longestPaths(
  rules: readonly ColumnConstraint[],
  extents: readonly Column[],
  stretch: number,
): Map<string, number> | null {
  const at = new Map<string, number>(extents.map((extent) => [extent.name, 0]));
  for (let round = 0; round <= extents.length; round += 1) {
    let changed = false;
    for (const rule of rules) {
      const start = rule.from === null ? 0 : (at.get(rule.from) ?? 0);
      const least = start + rule.fixed + rule.stretchable * stretch;
      if ((at.get(rule.to) ?? 0) < least - 1e-6) {
        at.set(rule.to, least);
        changed = true;
      }
    }
    if (!changed) return at;
  }
  return null;
}

function rightEnd(at: ReadonlyMap<string, number>, extents: readonly Column[]): number {
  return extents.reduce(
    (end, extent) => Math.max(end, (at.get(extent.name) ?? 0) + extent.width),
    0,
  );
}
