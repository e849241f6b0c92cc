// What each command of package.json prints for `--help`. The bootstrap prints it before it installs anything, so this file
// imports nothing: the test beside it compares the names of stages with stages.mjs.

/**
 * @typedef {object} Usage
 * @property {string} does what the command does, as one sentence
 * @property {string[]} forms how the command is called
 * @property {[name: string, meaning: string][]} [takes] its arguments and options
 */

/** The actions of `npm run lesson`, and how each is called. */
export const lessonForms = {
  new: "npm run lesson -- new NAME",
  check: "npm run lesson -- check [NAME]",
  preview: "npm run lesson -- preview NAME",
  export: "npm run lesson -- export NAME --scorm 1.2|2004 [--output FILE]",
};

/** @type {Record<string, Usage>} */
const USAGES = {
  start: {
    does: "Builds what has changed, serves the lab on this computer, and prints its address.",
    forms: ["npm start", "npm start -- PORT"],
    takes: [["PORT", "the port to try first (default 4173)"]],
  },
  build: {
    does: "Writes dist/: static files that work in any folder of any file server.",
    forms: ["npm run build"],
  },
  test: {
    does: 'Runs the tests, two stages at a time, and ends with "N passed, N failed".',
    forms: ["npm test", "npm test -- NAME ..."],
    takes: [
      ["NAME", "a group or a stage; the stages that it needs run too (default: all stages)"],
      ["groups", "rust, web, e2e"],
      [
        "stages",
        `core-format, core-clippy, core-tests, core-docs, packager-format, packager-clippy,
packager-tests, wasm, types, types-node, lint-types, lint, layout, rules, imports,
folders, unused, spelling, workflows, perfetto, units, chromium, firefox, webkit, pages,
sizes, browser`,
      ],
    ],
  },
  fix: {
    does: "Lets the formatters and linters mend what they can, and writes the generated files.",
    forms: ["npm run fix", "npm run fix -- --model"],
    takes: [["--model", "also writes what follows from the simulator, after a change of it"]],
  },
  gallery: {
    does: "Serves the gallery, which shows every view with stored frames.",
    forms: [
      "npm run gallery",
      "npm run gallery -- PORT",
      "npm run gallery -- --screens [NAME ...]",
    ],
    takes: [
      ["PORT", "the port to try first (default 4174)"],
      ["--screens", "takes pictures of every page and design instead (test-results/screens)"],
      ["NAME", "only pages whose names begin so, such as compare, explore or lab-bsd"],
    ],
  },
  bench: {
    does: "Measures the speed of the simulator and of the page.",
    forms: [
      "npm run bench",
      "npm run bench -- [--soak] [--grade] [--lighthouse] [--format text|json]",
    ],
    takes: [
      ["--soak", "measures only the memory, over ten minutes"],
      ["--grade", "measures only the grading of reports and programs"],
      ["--lighthouse", "measures only Lighthouse's scores of the built pages"],
      ["--format", "tables for people (text, the default) or numbers for programs (json)"],
    ],
  },
  reproduce: {
    does: "Runs the papers' claims, and prints the path of a file that the page Figures opens.",
    forms: ["npm run reproduce", "npm run reproduce -- [--only PREFIX] [--format FORMAT]"],
    takes: [
      ["--only", "only the claims whose id begins with PREFIX, such as M6 or M7.3"],
      ["--format", "table or json on standard output, instead of the file"],
      ["others", "the options of `livelock reproduce`; `livelock reproduce --help` lists them"],
    ],
  },
  lesson: {
    does: "Starts, checks, shows and packs lessons (lessons/README.md says how to write one).",
    forms: Object.values(lessonForms),
    takes: [["NAME", "the folder of the lesson in lessons/"]],
  },
};

/** The names of the commands. */
export const commandNames = Object.keys(USAGES);

/** How a command is called. @param {string} command its name in package.json */
export function formsOf(command) {
  return USAGES[command]?.forms ?? [];
}

/** @param {string[]} words the arguments of a command */
export function asksForHelp(words) {
  return words.some((word) => word === "--help" || word === "-h");
}

/**
 * @param {string} command its name in package.json
 * @returns {string} the text, without a line end; "" if there is no such command
 */
export function usageOf(command) {
  const usage = USAGES[command];
  if (usage === undefined) return "";
  const { does, forms, takes = [] } = usage;
  const width = Math.max(0, ...takes.map(([name]) => name.length)) + 4;
  const rows = takes.map(
    ([name, meaning]) =>
      `  ${name}`.padEnd(width) + meaning.replaceAll("\n", "\n".padEnd(width + 1)),
  );
  const blocks = [does, forms.map((form) => `  ${form}`).join("\n"), rows.join("\n")];
  return blocks.filter((block) => block !== "").join("\n\n");
}
