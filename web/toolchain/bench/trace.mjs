// Reads Chromium's trace: how much the page's main thread worked in each animation frame.

export const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline"];

/**
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number,
 *   tdur?: number, args?: { name?: string } }} TraceEvent
 */

/**
 * Milliseconds of all tasks on the main thread from one animation frame's callback to the next: scripts,
 * layout, paint, garbage collection, messages. `cpu` is the thread's own time, `wall` also has what other
 * programs took from it.
 * @param {string} text the trace as JSON
 * @returns {{ cpu: number[], wall: number[] }}
 */
export function workPerFrame(text) {
  const { traceEvents } = /** @type {{ traceEvents: TraceEvent[] }} */ (JSON.parse(text));
  const main = mainThread(traceEvents);
  const own = traceEvents
    .filter((event) => event.ph === "X" && threadOf(event) === main)
    .sort((a, b) => a.ts - b.ts);
  const frames = own.filter(({ name }) => name === "FireAnimationFrame").map(({ ts }) => ts);
  const tasks = own.filter(({ name }) => name === "RunTask");
  /** @type {number[]} */
  const cpu = [];
  /** @type {number[]} */
  const wall = [];
  let next = tasks.findIndex(({ ts, dur = 0 }) => ts + dur > (frames[0] ?? Infinity));
  for (const end of frames.slice(1)) {
    let [spent, passed] = [0, 0];
    for (; next < tasks.length && (tasks[next]?.ts ?? 0) < end; next += 1) {
      const { dur = 0, tdur = dur } = tasks[next] ?? {};
      spent += tdur / 1e3;
      passed += dur / 1e3;
    }
    cpu.push(spent);
    wall.push(passed);
  }
  return { cpu, wall };
}

/** @param {TraceEvent} event */
const threadOf = ({ pid, tid }) => `${pid} ${tid}`;

/**
 * Of the renderers' main threads, the one that has animation frames.
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
