// Something that stops a command: what is wrong in one line, and the remedy in another.

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
 * Prints an error for a person: a Failure in words, anything else (our own mistake) with its stack.
 * @param {unknown} error
 */
export function printFailure(error) {
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  if (error.output) console.error(`\n${error.output.trimEnd()}`);
  console.error(`\nFailed: ${error.message}.\nRemedy: ${error.remedy}`);
}
