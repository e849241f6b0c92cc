// What may change on screen, and how often: at most three times a second (WCAG 2.3.1). A signal that
// changes faster is shown by its steady share of time instead, and words stay for a third of a
// second. State is passed in and handed back; time is wall time in seconds.

const WINDOW_SECONDS = 1;
const MAX_CHANGES = 3;
/** Back to showing each change only after this long with at most one. */
const CALM_SECONDS = 1.2;
const EASE_SECONDS = 0.25;
export const LABEL_HOLD_SECONDS = 0.35;

export interface Indicator {
  /** The last value seen. */
  raw: number;
  /** When it changed lately. */
  changes: readonly number[];
  /** Shown as a share because it changes too fast to follow. */
  isSteady: boolean;
  /** What to show: 0 dark to 1 lit. */
  brightness: number;
  seenAt: number;
}

export function newIndicator(raw: number, now: number): Indicator {
  return { raw, changes: [], isSteady: false, brightness: raw, seenAt: now };
}

/** The lamp after a look at the machine: `raw` is on or off now, `share` how much of the time on. */
export function nextIndicator(
  indicator: Indicator,
  raw: number,
  share: number,
  now: number,
): Indicator {
  const kept = indicator.changes.filter((when) => when > now - CALM_SECONDS);
  const changes = raw === indicator.raw ? kept : [...kept, now].slice(-MAX_CHANGES - 1);
  const recent = changes.filter((when) => when > now - WINDOW_SECONDS).length;
  const steady = indicator.isSteady ? changes.length > 1 : recent > MAX_CHANGES - 1;
  const light = steady ? easeToward(indicator.brightness, share, now - indicator.seenAt) : raw;
  return { raw, changes, isSteady: steady, brightness: light, seenAt: now };
}

function easeToward(from: number, to: number, seconds: number): number {
  const kept = Math.exp(-Math.max(0, seconds) / EASE_SECONDS);
  const value = to + (from - to) * kept;
  return Math.abs(value - to) < 0.004 ? to : value;
}

/** Words that name something fast-changing: held, and replaced by what was seen most meanwhile. */
export interface HeldLabel {
  /** An index into whatever is named; negative = nothing. */
  shown: number;
  since: number;
  last: number;
  switches: number;
  /** How often each value was seen since the words last changed. */
  counts: ReadonlyMap<number, number>;
  /** Changes too fast to follow: what is shown is the usual value, not the present one. */
  isTooFast: boolean;
}

const NOTHING_SEEN: ReadonlyMap<number, number> = new Map();

export function newHeldLabel(value: number, now: number): HeldLabel {
  const since = now - LABEL_HOLD_SECONDS;
  return { shown: value, since, last: value, switches: 0, counts: NOTHING_SEEN, isTooFast: false };
}

/** A first change shows at once; then the words stay, and follow what was seen most meanwhile. */
export function nextHeldLabel(held: HeldLabel, value: number, now: number): HeldLabel {
  const counts = new Map(held.counts).set(value, (held.counts.get(value) ?? 0) + 1);
  const switches = held.switches + (value === held.last ? 0 : 1);
  if (now - held.since < LABEL_HOLD_SECONDS - 1e-9)
    return { ...held, counts, switches, last: value };
  const often = switches > 2;
  const shown = often ? mostFrequent(counts, held.shown) : value;
  const since = shown !== held.shown || often ? now : held.since;
  return { shown, since, last: value, switches: 0, counts: NOTHING_SEEN, isTooFast: often };
}

/** The value seen most; the shown one stays unless another was seen clearly more often. */
function mostFrequent(counts: ReadonlyMap<number, number>, shown: number): number {
  let best = shown;
  let most = (counts.get(shown) ?? 0) * 1.2;
  for (const [value, count] of counts) {
    if (value >= 0 && (count > most || best < 0)) {
      best = value;
      most = count;
    }
  }
  return best;
}
