// The words after a command: read before anything is installed or built, so that a slip costs no wait.

import { Failure } from "./failure.mjs";

/**
 * The port to try first.
 * @param {string[]} words at most one
 * @param {number} usual when none is named
 * @param {string} command
 */
export function readPort(words, usual, command) {
  const [word, ...more] = words;
  if (word === undefined) return usual;
  const port = Number(word);
  if (more.length > 0 || !/^\d+$/.test(word) || port < 1 || port > 65_535) {
    throw new Failure(
      `"${words.join(" ")}" is no port`,
      `name one from 1 to 65535, as in: ${command} -- 5000; or none`,
    );
  }
  return port;
}

/**
 * Whether numbers are wanted for programs, or tables for people.
 * @param {string[]} words
 * @param {string} command
 * @returns {"json" | "text"}
 */
export function readFormat(words, command) {
  if (words.length === 0) return "text";
  const [name = "", value = "", ...more] = words.flatMap((word) => word.split("="));
  if (name === "--format" && more.length === 0 && (value === "json" || value === "text"))
    return value;
  throw new Failure(
    `"${words.join(" ")}" is not among its options`,
    `its only option is --format text|json, as in: ${command} -- --format json`,
  );
}

/**
 * For a command that takes no words.
 * @param {string[]} words
 * @param {string} command
 */
export function expectNone(words, command) {
  if (words.length === 0) return;
  throw new Failure(`"${words.join(" ")}" was not expected`, `run it without: ${command}`);
}
