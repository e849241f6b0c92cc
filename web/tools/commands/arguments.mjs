// Parses the arguments of a command. The command parses them before it installs or builds anything,
// so that a person does not wait for the report of a mistake.

import { parseArgs } from "node:util";
import { Failure } from "../lib/step.mjs";
import { formsOf } from "./usage.mjs";

/**
 * @typedef {object} Arguments
 * @property {number} port the port to try first
 * @property {string[] | null} screens take pictures of the pages whose names begin so (of all, if the list is empty) and end,
 *   instead of serving the gallery
 * @property {"json" | "text"} format numbers for programs, or tables for people
 * @property {boolean} soak play for ten minutes and measure only the memory
 * @property {boolean} grade measure only how long the grading of a thousand reports takes
 * @property {boolean} lighthouse run only Lighthouse on the built pages
 * @property {boolean} model write what follows from the simulator, too
 * @property {string[]} words all arguments, unchanged
 *
 * @typedef {Record<string, { type: "boolean" | "string" }>} Options
 */

const flag = /** @type {const} */ ({ type: "boolean" });

/** What each command of package.json takes: a port (here its default), options, any words, or nothing. */
const takes =
  /** @type {Record<string, { port?: number, options?: Options, anyWords?: true }>} */ ({
    start: { port: 4173 },
    gallery: { port: 4174, options: { screens: flag } },
    build: {},
    fix: { options: { model: flag } },
    bench: { options: { soak: flag, grade: flag, lighthouse: flag, format: { type: "string" } } },
    test: { anyWords: true },
    reproduce: { anyWords: true },
    lesson: { anyWords: true },
  });

/** The ports from 1024 that browsers block (the Fetch standard's "bad ports"). Below 1024 a server needs special rights. */
const BLOCKED_PORTS = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667],
  ...[6668, 6669, 6679, 6697, 10_080],
];

/**
 * @param {string} command its name in package.json
 * @param {string[]} words
 * @returns {Arguments}
 */
export function readArguments(command, words) {
  const taken = takes[command];
  if (taken === undefined) throw new Failure(`there is no command ${command}`, "see package.json");
  const { port = 0, options = {}, anyWords = false } = taken;
  const usual = {
    port,
    screens: null,
    ...{ soak: false, grade: false, lighthouse: false, model: false },
  };
  if (anyWords) return { ...usual, format: "text", words };
  const wrong = mistake(command, words);
  const { values, others } = parse(words, options, () => wrong);
  const { screens = false, format = "text", ...flags } = values;
  if (format !== "json" && format !== "text") throw wrong;
  const given = { ...usual, ...flags, format, words };
  if (screens) return { ...given, screens: others };
  if (others.length === 0) return given;
  if (port === 0 || others.length > 1) throw wrong;
  return { ...given, port: readPort(others[0] ?? "", wrong) };
}

/** What is wrong with the words, and what the command takes. @param {string} command @param {string[]} words */
function mistake(command, words) {
  const given = `"${words.join(" ")}"`;
  const [form = "", ...more] = formsOf(command);
  return takes[command]?.port === undefined
    ? new Failure(`${given} was not expected`, `write ${[form, ...more].join(" or ")}`)
    : new Failure(
        `${given} is no port`,
        `name one from 1 to 65535, as in: ${form} -- 5000; or none`,
      );
}

/**
 * @param {string[]} words
 * @param {Options} options
 * @param {(problem: string) => Failure} refuse what to throw if the words have another option, or an option without its value
 */
export function parse(words, options, refuse) {
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    return { values: /** @type {Record<string, any>} */ (values), others: positionals };
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : "");
  }
}

/**
 * @param {string} word
 * @param {Failure} wrong thrown if the word is no port
 */
function readPort(word, wrong) {
  const port = Number(word);
  if (BLOCKED_PORTS.includes(port)) {
    const remedy = wrong.remedy.replace("one from 1 to 65535", "another port");
    throw new Failure(`browsers block port ${port}`, remedy);
  }
  if (!/^\d+$/.test(word) || port < 1 || port > 65_535) throw wrong;
  return port;
}
