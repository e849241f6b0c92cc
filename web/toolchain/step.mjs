// A step of a command: printed with its time when it is done. Steps may run side by side, so a line
// is printed at the end of a step, never in parts.

const titleWidth = 34;

/** Returned by a step's work that had nothing to do. */
export const unchanged = "unchanged";

/**
 * Runs `work` and prints one line: the title, a remark (what work returned, if a string), the time.
 * @template Result
 * @param {string} title
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function step(title, work) {
  const begin = performance.now();
  try {
    const result = await work();
    printLine(title, typeof result === "string" ? result : "", begin);
    return result;
  } catch (error) {
    printLine(title, "FAILED", begin);
    throw error;
  }
}

/**
 * @param {string} title
 * @param {string} remark
 * @param {number} begin performance.now() at the step's begin
 */
function printLine(title, remark, begin) {
  const time = seconds(performance.now() - begin).padStart(8);
  console.log(`  ${title.padEnd(titleWidth)}${time}  ${remark}`.trimEnd());
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
