// Parses the arguments of a command. The command parses them before it installs or builds anything,
// so that a person does not wait for the report of a mistake.

import { Failure } from "./step.mjs";

/**
 * @typedef {object} Arguments
 * @property {number} port the port to try first
 * @property {string[] | null} screens take pictures of the pages whose names begin so (of all, if the list is empty) and end,
 *   instead of serving the gallery
 * @property {"json" | "text"} format numbers for programs, or tables for people
 * @property {boolean} soak play for ten minutes and measure only the memory
 * @property {boolean} grade measure only how long the grading of a thousand reports takes
 * @property {boolean} lighthouse run only Lighthouse on the built pages
 * @property {string[]} words all arguments, unchanged
 */

/** The option of `npm run gallery` that takes pictures of every page. */
const SCREENS = "--screens";

/** The option of `npm run bench` that measures only the memory, over ten minutes. */
const SOAK = "--soak";

/** The option of `npm run bench` that measures only `livelock grade`. */
const GRADE = "--grade";

/** The option of `npm run bench` that runs only Lighthouse. */
const LIGHTHOUSE = "--lighthouse";

/** The arguments of each command of package.json: a port (here its default), a format, any words,
 * or none. */
const takes = /** @type {Record<string, number | "format" | "words" | "nothing">} */ ({
  start: 4173,
  gallery: 4174,
  build: "nothing",
  fix: "nothing",
  bench: "format",
  test: "words",
  reproduce: "words",
  lesson: "words",
});

/**
 * @param {string} command its name in package.json
 * @param {string[]} words
 * @returns {Arguments}
 */
export function readArguments(command, words) {
  const taken = takes[command];
  const line = command === "start" ? "npm start" : `npm run ${command}`;
  if (taken === undefined) throw new Failure(`there is no command ${command}`, "see package.json");
  if (taken === "nothing" && words.length > 0) {
    throw new Failure(`"${words.join(" ")}" was not expected`, `run it without: ${line}`);
  }
  const flags = flagsOf(command);
  const others = words.filter((word) => !flags.includes(word));
  const screens = command === "gallery" && words.includes(SCREENS);
  return {
    port: typeof taken === "number" ? readPort(screens ? [] : others, taken, line) : 0,
    screens: screens ? others : null,
    soak: command === "bench" && words.includes(SOAK),
    grade: command === "bench" && words.includes(GRADE),
    lighthouse: command === "bench" && words.includes(LIGHTHOUSE),
    format: taken === "format" ? readFormat(others, line) : "text",
    words,
  };
}

/** @param {string} command */
function flagsOf(command) {
  if (command === "gallery") return [SCREENS];
  return command === "bench" ? [SOAK, GRADE, LIGHTHOUSE] : [];
}

/** The ports from 1024 that browsers block (the Fetch standard's "bad ports"). Below 1024 a server needs special rights. */
const BLOCKED_PORTS = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667],
  ...[6668, 6669, 6679, 6697, 10_080],
];

/**
 * @param {string[]} words at most one
 * @param {number} usual the default port
 * @param {string} line the command as a person types it
 */
function readPort(words, usual, line) {
  const [word, ...more] = words;
  if (word === undefined) return usual;
  const port = Number(word);
  if (BLOCKED_PORTS.includes(port)) {
    throw new Failure(
      `browsers block port ${port}`,
      `choose another port, as in: ${line} -- 5000; or none`,
    );
  }
  if (more.length === 0 && /^\d+$/.test(word) && port >= 1 && port <= 65_535) return port;
  throw new Failure(
    `"${words.join(" ")}" is no port`,
    `name one from 1 to 65535, as in: ${line} -- 5000; or none`,
  );
}

/**
 * @param {string[]} words
 * @param {string} line how the command is called
 */
function readFormat(words, line) {
  if (words.length === 0) return "text";
  const [name = "", value = "", ...more] = words.flatMap((word) => word.split("="));
  const isFormat = value === "json" || value === "text";
  if (name === "--format" && more.length === 0 && isFormat) return value;
  throw new Failure(
    `"${words.join(" ")}" is not among its options`,
    `its options are --soak, --grade, --lighthouse and --format text|json, as in: ${line} -- --format json`,
  );
}
