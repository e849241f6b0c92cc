// Steps of a command, and failures. A step prints one line when it ends: its title, its time and a remark.
// A failure tells a person what is wrong and what to do. Needs no npm package: the bootstrap uses it.

const titleWidth = 34;

/** A step returns this text if it had nothing to do. */
export const unchanged = "unchanged";

/** Stops a command: one line says what is wrong, another one what to do. */
export class Failure extends Error {
  /**
   * @param {string} problem what is wrong, as a sentence without a full stop
   * @param {string} remedy what to do about it
   * @param {string} output what the failing program printed, if one did
   */
  constructor(problem, remedy, output = "") {
    super(problem);
    this.name = "Failure";
    this.remedy = remedy;
    this.output = output;
  }
}

/**
 * Prints an error: a Failure in words, anything else (our own mistake) with its stack.
 * @param {unknown} error
 */
export function printFailure(error) {
  if (isDiskFull(error)) {
    return printFailure(
      new Failure(`the disk is full: ${error.message}`, "make room, then run the command again"),
    );
  }
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  if (error.output) console.error(`\n${error.output.trimEnd()}`);
  console.error(`\nFailed: ${error.message}.\nRemedy: ${error.remedy}`);
}

/**
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
function isDiskFull(error) {
  return (
    error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(`${error.code}`)
  );
}

/**
 * Runs `work` and prints its line. Steps may run at the same time, so nothing is printed at the start.
 * @template Result
 * @param {string} title
 * @param {() => Result | Promise<Result>} work a string that it returns is the remark
 * @returns {Promise<Result>}
 */
export async function step(title, work) {
  const start = performance.now();
  try {
    const result = await work();
    printLine(title, performance.now() - start, typeof result === "string" ? result : "");
    return result;
  } catch (error) {
    printLine(title, performance.now() - start, "FAILED");
    throw error;
  }
}

/**
 * @param {string} title
 * @param {number} milliseconds
 * @param {string} remark
 */
export function printLine(title, milliseconds, remark) {
  const time = formatSeconds(milliseconds).padStart(8);
  console.log(`  ${title.padEnd(titleWidth)}${time}  ${remark}`.trimEnd());
}

/** @param {number} milliseconds */
export function formatSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
