// Limits visible changes to three a second (WCAG 2.3.1). A signal that changes faster is shown by its share of time,
// and a label stays for a third of a second. Pure: the old state gives the new one; time is wall time in seconds.

const WINDOW_SECONDS = 1;
const MAX_CHANGES = 3;
/** If at most one change happens in this time, the display shows each change again. */
const RECOVERY_SECONDS = 1.2;
const EASE_SECONDS = 0.25;
export const LABEL_HOLD_SECONDS = 0.35;

export interface Indicator {
  /** The last value. */
  raw: number;
  /** The times of recent changes. */
  changes: readonly number[];
  /** It changes too fast to follow, so its share of time is shown. */
  isSteady: boolean;
  /** 0 dark to 1 lit. */
  brightness: number;
  seenAt: number;
}

export function newIndicator(raw: number, now: number): Indicator {
  return { raw, changes: [], isSteady: false, brightness: raw, seenAt: now };
}

/** The next state: `raw` is 1 while the signal is on, `share` is the share of time in which it was on. */
export function nextIndicator(
  indicator: Indicator,
  raw: number,
  share: number,
  now: number,
): Indicator {
  const kept = indicator.changes.filter((when) => when > now - RECOVERY_SECONDS);
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

/** A label of a value that may change fast: it is held, and then replaced by the most frequent value. */
export interface HeldLabel {
  /** The shown value, an index; negative for none. */
  shown: number;
  since: number;
  last: number;
  switches: number;
  /** How often each value occurred since the label changed. */
  counts: ReadonlyMap<number, number>;
  /** The value changes too fast to follow: the label shows the most frequent value, not the current one. */
  isTooFast: boolean;
}

const NOTHING_SEEN: ReadonlyMap<number, number> = new Map();

export function newHeldLabel(value: number, now: number): HeldLabel {
  const since = now - LABEL_HOLD_SECONDS;
  return { shown: value, since, last: value, switches: 0, counts: NOTHING_SEEN, isTooFast: false };
}

/** The first change shows at once. Then the label is held, and replaced by the most frequent value. */
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

/** The most frequent value. The shown value stays unless another was clearly more frequent. */
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
