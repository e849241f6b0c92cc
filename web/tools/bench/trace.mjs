// Reads Chromium's trace: how much the page's main thread worked in each animation frame.

export const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline"];

/**
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number,
 *   tdur?: number, args?: { name?: string } }} TraceEvent
 */

/**
 * Adds up all tasks of the main thread from one animation frame's callback to the next, in
 * milliseconds: scripts, layout, paint, garbage collection, messages. `cpu` is the CPU time of the
 * thread. `wall` also contains the time that other programs took.
 * @param {string} text the trace as JSON
 * @returns {{ cpu: number[], wall: number[], longest: number }} `longest`: the longest task's own time
 */
export function workPerFrame(text) {
  const { traceEvents } = /** @type {{ traceEvents: TraceEvent[] }} */ (JSON.parse(text));
  const main = mainThread(traceEvents);
  const own = traceEvents
    .filter((event) => event.ph === "X" && threadOf(event) === main)
    .sort((a, b) => a.ts - b.ts);
  const callbacks = own.filter(({ name }) => name === "FireAnimationFrame").map(({ ts }) => ts);
  /** @type {number[]} */
  const cpu = [];
  /** @type {number[]} */
  const wall = [];
  let frame = -1;
  let longest = 0;
  for (const { ts, dur = 0, tdur = dur } of own.filter(({ name }) => name === "RunTask")) {
    longest = Math.max(longest, tdur / 1e3);
    // A frame begins with the task that calls its callback.
    if ((callbacks[frame + 1] ?? Infinity) < ts + dur) frame += 1;
    if (frame < 0) continue;
    cpu[frame] = (cpu[frame] ?? 0) + tdur / 1e3;
    wall[frame] = (wall[frame] ?? 0) + dur / 1e3;
  }
  // The last frame may not be complete.
  return { cpu: cpu.slice(0, -1), wall: wall.slice(0, -1), longest };
}

/** @param {TraceEvent} event */
const threadOf = ({ pid, tid }) => `${pid} ${tid}`;

/**
 * Returns the main thread that has the most animation frames, among those of all renderers.
 * @param {TraceEvent[]} events
 */
function mainThread(events) {
  /** @type {Map<string, number>} */
  const frames = new Map();
  for (const event of events) {
    if (event.name !== "FireAnimationFrame") continue;
    frames.set(threadOf(event), (frames.get(threadOf(event)) ?? 0) + 1);
  }
  return [...frames].sort((a, b) => b[1] - a[1])[0]?.[0];
}
