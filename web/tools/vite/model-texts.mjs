// The texts of the simulator that the page shows: collected from what the core gives (web/generated: catalogue.json, calls.json,
// challenges.json and names.json), from the messages in the core's code, and from what web/explore adds to it. The catalogues in web/i18n/model
// translate them.
// Setting paths, ids, procedure names and the papers' names are no texts.

import { readFileSync, readdirSync } from "node:fs";
import { inProject } from "../lib/paths.mjs";

/** @typedef {Record<"contexts" | "places" | "parts", string[]>} Names names.json: numbers are `{n}` */

/** @param {string} file */
export const read = (file) => JSON.parse(readFileSync(inProject(file), "utf8"));

/** A source such as "M 6.1, 6.4" has no words to translate; "M 5.1: a series" has. */
export const hasWords = /[a-z]{2}/;

/** The core's code has the texts with values; what is left are places and reasons. */
const isTemplate = /\{/;

/** The texts of a message and of its values. @type {(message: any) => string[]} */
const textsOf = (message) =>
  typeof message === "string" ? [] : [message.text, ...message.values.flatMap(textsOf)];

/** The cost of a step has the label "procedure: step". The step is a name of the machine. @param {any} setting */
const isStep = ({ group, label }) => group === "costs" && label.includes(": ");

/**
 * All texts of the simulator by section, each text once.
 * @returns {Map<string, Set<string>>}
 */
export function collectModelTexts() {
  const { parameters, groups, designs, profiles, marks, scenarios } = read(
    "web/generated/catalogue.json",
  );
  /** @type {Names} */
  const names = read("web/generated/names.json");
  const notes = read("core/scenarios/index.json");
  const calls = read("web/generated/calls.json");
  const { metrics, challenges } = read("web/generated/challenges.json");
  const loads = challenges.flatMap((/** @type {any} */ one) => one.loads);
  /** @type {(rows: any[], ...fields: string[]) => string[]} */
  const fields = (rows, ...names) => rows.flatMap((row) => names.map((name) => row[name] ?? ""));
  const settings = parameters.flatMap((/** @type {any} */ one) => [
    ...fields([one], ...(isStep(one) ? ["one_line"] : ["label", "one_line"])),
    ...fields(one.kind.options ?? [], "label"),
  ]);
  /** @type {Record<string, string[]>} */
  const sections = {
    groups: fields(groups, "label", "one_line"),
    designs: fields(designs, "name", "one_line"),
    profiles: fields(profiles, "label"),
    marks: fields(marks, "label"),
    settings,
    units: [...fields(parameters, "unit"), ...fields(metrics, "unit")].flatMap((unit) => [
      unit,
      singular(unit),
    ]),
    sources: [
      ...[...parameters, ...profiles.flatMap((/** @type {any} */ { settings }) => settings)]
        .flatMap(({ source }) => textsOf(source))
        .filter((text) => !isTemplate.test(text)),
      ...fields([...designs, ...profiles, ...scenarios], "source"),
    ].filter((source) => hasWords.test(source)),
    scenarios: [...fields(scenarios, "title", "text"), ...fields(notes, "title")],
    machine: Object.values(names).flat(),
    phrases: phrases(names),
    diagnosis: coreMessages("core/src/probes/diagnosis"),
    calls: [
      ...fields(calls.calls, "does", "costs"),
      // Where Linux has no function of that name, words say what it does.
      ...fields(calls.calls, "linux").filter((linux) => linux.includes(" of ")),
      ...fields(calls.entry_points, "called"),
      ...fields(calls.constants, "means"),
      ...fields(calls.programs, "title"),
    ],
    challenges: [
      ...fields(challenges, "title", "task"),
      ...fields(
        loads.map((/** @type {any} */ { load }) => load),
        "title",
      ),
      ...fields(metrics, "label"),
      ...coreMessages("core/judge/src"),
    ],
    panics: panicHeads(),
    knobs: knobLabels(),
    problems: ["core/src/scenario", "core/capture/src", "core/wasm/src"].flatMap(coreMessages),
    programs: [
      "core/compiler/src",
      "core/src/program",
      "core/src/families/routers/designs/program",
    ].flatMap(coreMessages),
  };
  return eachOnce(Object.entries(sections));
}

/** What is wrong with each program that breaks a rule on purpose: the beginning of its first comment says it. */
function panicHeads() {
  const folder = inProject("core/programs/panics");
  return readdirSync(folder).flatMap((file) => {
    const [, says = ""] =
      /^\/\* P\d+, [^:]+: (.+?)\n \*\n/s.exec(readFileSync(`${folder}/${file}`, "utf8")) ?? [];
    return says === "" ? [] : [says.replaceAll("\n * ", " ")];
  });
}

/** What the knobs of our programs are: KNOB(quota, 5, 1, 100, "packets in each turn"). */
function knobLabels() {
  const labels = ["core/programs", "core/challenges"].flatMap((folder) => {
    const files = readdirSync(inProject(folder), { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((file) => file.endsWith(".c"))
      .map((file) => readFileSync(inProject(`${folder}/${file}`), "utf8"));
    return texts.flatMap((text) => [...text.matchAll(/^KNOB\([^"\n]*"([^"\n]*)"\);/gm)]);
  });
  return labels.map(([, label = ""]) => label).sort();
}

/** A rule of kernel C in `texts!`: `name(values) "what is wrong" "what to write instead";`. */
const RULE = /^ {4}\w+\([\w, ]*\) "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)";$/gm;

/** Tests at the end of a file, and comments: nobody reads their messages. */
const TESTS_AND_COMMENTS = /^#\[cfg\(test\)\]\nmod tests \{[\s\S]*|^\s*\/\/.*/gm;

/**
 * The texts of the messages in the Rust code of a folder: the literals that `message!` begins with, without its condition, and
 * the sentences of rules.
 * @param {string} folder
 */
export function coreMessages(folder) {
  const files = readdirSync(inProject(folder), { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((file) => /(?<!tests)\.rs$/.test(file) && !/(^|\/)tests\//.test(file))
    .sort();
  return sources.flatMap((file) => {
    const source = readFileSync(inProject(folder, file), "utf8");
    const code = source.replace(TESTS_AND_COMMENTS, "").replace(/\\\n\s*/g, "");
    // message!("text", ...), message!(condition => "text", "other text", ...) or msg!("text")
    const calls = [
      ...code.matchAll(
        /\b(?:message|msg)!\(\s*(?:[^"]*?=>\s*)?"((?:[^"\\]|\\.)*)"(?:,\s*"((?:[^"\\]|\\.)*)")?/g,
      ),
    ];
    return [...calls, ...code.matchAll(RULE)].flatMap(([, ...texts]) =>
      texts.flatMap((text) => (text === undefined ? [] : [text.replace(/\\(.)/g, "$1")])),
    );
  });
}

/**
 * Each text in the first section that has it.
 * @param {[string, string[]][]} sections
 * @param {Iterable<string>} known texts to leave out
 */
export function eachOnce(sections, known = []) {
  const seen = new Set(["", ...known]);
  return new Map(
    sections.map(([section, texts]) => {
      const added = new Set(texts.filter((text) => !seen.has(text)));
      added.forEach((text) => seen.add(text));
      return [section, added];
    }),
  );
}

/**
 * Names with their articles, as the sentences of the diagnosis have them (core/src/probes/diagnosis/facts/measures.rs):
 * "the receive ring", "the device interrupt", "an onoff process", "the receiving processes", "the server threads".
 * @param {Names} names
 */
function phrases({ places, contexts }) {
  const inSentence = (/** @type {string} */ name) =>
    name
      .replace(/(?:, CPU)?(?<! of) \{n\}$/, "")
      .replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());
  const one = (/** @type {string} */ name) => `${/^(?:a|e|i|o)/.test(name) ? "an" : "a"} ${name}`;
  const several = (/** @type {string} */ name) => `${name}${name.endsWith("s") ? "es" : "s"}`;
  const working = contexts.filter((name) => !/^(Hardware|Idle)\b/.test(name));
  return [
    ...places.map((name) => `the ${name}`),
    ...working.map((name) => `the ${inSentence(name)}`),
    ...working.filter((name) => name.endsWith("{n}")).map((name) => one(inSentence(name))),
    ...working
      .filter((name) => /(?:process|thread|job) \{n\}$|^NAPI thread$/.test(name))
      .map((name) => `the ${several(inSentence(name))}`),
  ];
}

/** "packets" -> "packet", as web/model/scenario/setting-text.ts writes one of them. @param {string} unit */
function singular(unit) {
  if (unit === "processes") return "process";
  return /^[A-Za-z]{3,}s$/.test(unit) ? unit.slice(0, -1) : unit;
}
