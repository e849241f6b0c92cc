// The positions of a slider and their values: linear in round steps, or logarithmic with two significant digits. The
// usual values (powers of two, 1 to 9 times a power of ten, and those that the range names) always have a position.
// "infinity" is an additional last position. Pure functions.

export interface SliderRange {
  min: number;
  max: number;
  scale: "linear" | "log";
  infinity: boolean;
  /** Further values that have a position, such as the default. */
  usual?: readonly number[];
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

/** Returns the position of the next usual value above (1) or below (-1) a position, or the last or first position. */
export function usualPosition(range: SliderRange, position: number, direction: 1 | -1): number {
  const last = lastPosition(range);
  const usual = new Set(usualValues(range, [1, 2, 5]));
  for (let at = position + direction; at > 0 && at < last; at += direction) {
    const value = valueAtPosition(range, at);
    if (value !== "infinity" && usual.has(value)) return at;
  }
  return direction > 0 ? last : 0;
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
  const key = `${range.scale} ${range.min} ${range.max} ${(range.usual ?? []).join()}`;
  let list = cachedValues.get(key);
  if (list === undefined) {
    const steps = range.scale === "log" ? logValues(range) : linearValues(range);
    list = [...new Set([...steps, ...usualValues(range)])].sort((a, b) => a - b);
    cachedValues.set(key, list);
  }
  return list;
}

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The ends, the values that the range names, and on a logarithmic scale the powers of two and round numbers that begin
 * with one of the digits. */
function usualValues({ min, max, scale, usual = [] }: SliderRange, digits = DIGITS): number[] {
  const list = [min, max, ...usual];
  if (scale === "log") {
    for (let power = 1; power <= max; power *= 2) list.push(power);
    for (let power = 1; power <= max; power *= 10) {
      list.push(...digits.map((digit) => digit * power));
    }
  }
  return list.filter((value) => value >= min && value <= max);
}

function linearValues({ min, max }: SliderRange): number[] {
  const step = roundStep(max - min);
  const list = [min];
  for (let value = Math.ceil((min + 1) / step) * step; value < max; value += step) list.push(value);
  if (max > min) list.push(max);
  return list;
}

/** Equal steps on a logarithmic scale, without those that are within a third of a step of a usual value. */
function logValues(range: SliderRange): number[] {
  const { min, max } = range;
  const list: number[] = [];
  const usual = usualValues(range);
  const begin = Math.log10(Math.max(1, min));
  const end = Math.log10(Math.max(1, max));
  const count = Math.ceil((end - begin) * LOG_POSITIONS_PER_DECADE);
  for (let i = 0; i <= count; i++) {
    const exact = 10 ** (begin + ((end - begin) * i) / Math.max(1, count));
    const digits = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
    const value = Math.round(exact / digits) * digits;
    const isNear = usual.some(
      (one) => Math.abs(Math.log10(one / value)) * LOG_POSITIONS_PER_DECADE < 1 / 3,
    );
    if (value > min && value < max && !isNear) list.push(value);
  }
  return list;
}
