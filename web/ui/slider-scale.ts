// The positions of a slider and their values: linear in round steps, or logarithmic with two significant digits, and
// with "infinity" as an additional last position. Pure functions.

export interface SliderRange {
  min: number;
  max: number;
  scale: "linear" | "log";
  infinity: boolean;
}

export type SliderValue = number | "infinity";

const LINEAR_POSITIONS = 160;
const LOG_POSITIONS_PER_DECADE = 20;

/** Returns the last position. The first is 0. */
export function lastPosition(range: SliderRange): number {
  return positionValues(range).length - 1 + (range.infinity ? 1 : 0);
}

/** Returns the value at a position. */
export function valueAtPosition(range: SliderRange, position: number): SliderValue {
  const steps = positionValues(range);
  if (range.infinity && position >= steps.length) return "infinity";
  return steps[Math.max(0, Math.min(steps.length - 1, Math.round(position)))] ?? range.min;
}

/** Returns the position nearest to a value. The value itself is not rounded, only the thumb's position. */
export function positionOfValue(range: SliderRange, value: SliderValue): number {
  const steps = positionValues(range);
  if (value === "infinity") return steps.length - 1 + (range.infinity ? 1 : 0);
  let low = 0;
  let high = steps.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const before = steps[low - 1];
  const at = steps[low] ?? range.max;
  return before !== undefined && value - before < at - value ? low - 1 : low;
}

/** Returns a step of 1, 2, 5, 10 ... so that the range has at most about 160 steps. */
export function roundStep(span: number): number {
  const rough = Math.max(1, span / LINEAR_POSITIONS);
  const size = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * size >= rough - 1e-9) ?? 10;
  return factor * size;
}

const cachedValues = new Map<string, number[]>();

function positionValues(range: SliderRange): number[] {
  const key = `${range.scale} ${range.min} ${range.max}`;
  let list = cachedValues.get(key);
  if (list === undefined) {
    list = range.scale === "log" ? logValues(range) : linearValues(range);
    cachedValues.set(key, list);
  }
  return list;
}

function linearValues({ min, max }: SliderRange): number[] {
  const step = roundStep(max - min);
  const list = [min];
  for (let value = Math.ceil((min + 1) / step) * step; value < max; value += step) list.push(value);
  if (max > min) list.push(max);
  return list;
}

function logValues({ min, max }: SliderRange): number[] {
  const list = new Set<number>([min]);
  const begin = Math.log10(Math.max(1, min));
  const end = Math.log10(Math.max(1, max));
  const count = Math.ceil((end - begin) * LOG_POSITIONS_PER_DECADE);
  for (let i = 0; i <= count; i++) {
    const exact = 10 ** (begin + ((end - begin) * i) / Math.max(1, count));
    const digits = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
    const value = Math.round(exact / digits) * digits;
    if (value > min && value < max) list.add(value);
  }
  list.add(max);
  return [...list];
}
