// `npm run lesson`: the commands for authors of lessons. `new` starts a lesson, `check` runs all tests of it, `preview` shows
// it while it is written, and `export` packs it for a learning platform.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createServer } from "vite";
import { parse } from "./arguments.mjs";
import { build, buildSimulator } from "../build/build.mjs";
import { writeCompletion } from "../build/completion.mjs";
import { importParser, readCourse } from "../vite/lessons.mjs";
import { holdCheckout, releaseCheckout } from "../lib/lock.mjs";
import { inProject } from "../lib/paths.mjs";
import { tryRun } from "../lib/programs.mjs";
import { packageFiles, SCORM_VERSIONS, zip } from "../build/scorm.mjs";
import { siteFolder } from "../build/site.mjs";
import { Failure, step } from "../lib/step.mjs";
import { lessonForms } from "./usage.mjs";

const USAGE = Object.values(lessonForms).join("\n        ");

const exportOptions = /** @type {const} */ ({
  scorm: { type: "string" },
  output: { type: "string" },
});

/** @typedef {keyof typeof lessonForms} Action */
/** @typedef {{ action: Action, name: string, scorm: string, output: string }} LessonArguments */

/**
 * Parses the arguments. Fails with the right form.
 * @param {string[]} words
 * @returns {LessonArguments}
 */
export function readLessonArguments(words) {
  const [word = ""] = words;
  if (!(word in lessonForms)) {
    const problem = word === "" ? "no action is given" : `there is no action “${word}”`;
    throw new Failure(problem, `write one of\n        ${USAGE}`);
  }
  const action = /** @type {Action} */ (word);
  const remedy = `write ${lessonForms[action]}`;
  const given = parse(
    words.slice(1),
    action === "export" ? exportOptions : {},
    (problem) => new Failure(problem, remedy),
  );
  const { scorm = "", output = "" } = given.values;
  const [name = "", ...more] = given.others;
  const isKnown = SCORM_VERSIONS.some((version) => version === scorm);
  if (more.length > 0) throw new Failure(`“${more.join(" ")}” was not expected`, remedy);
  if (name === "" && action !== "check") throw new Failure("no lesson is named", remedy);
  if (action !== "export" || isKnown) return { action, name, scorm, output };
  const problem = scorm && `“${scorm}” is no version of SCORM here`;
  throw new Failure(problem || "the format is missing", remedy);
}

/** @param {string[]} words */
export async function lesson(words) {
  const { action, name, scorm, output } = readLessonArguments(words);
  switch (action) {
    case "new":
      newLesson(name);
      return writeCompletion();
    case "check":
      return checkLessons(name === "" ? folderNames() : [findFolder(name)]);
    case "preview":
      return preview(findFolder(name));
    case "export":
      return exportLesson(findFolder(name), scorm === "2004" ? "2004" : "1.2", output);
  }
}

function folderNames() {
  return readCourse(inProject("lessons")).folders.map(({ folder }) => folder);
}

/**
 * Finds the folder of a lesson by its name, with or without its number, or by its number.
 * @param {string} name
 */
function findFolder(name) {
  const folders = folderNames();
  const found = folders.find(
    (one) => one === name || idOf(one) === name || Number.parseInt(one, 10) === Number(name),
  );
  if (found !== undefined) return found;
  throw new Failure(`there is no lesson “${name}”`, `name one of: ${folders.join(", ")}`);
}

/** @param {string} folder "07-polling-with-quotas" */
function idOf(folder) {
  return folder.replace(/^\d+-/, "");
}

/**
 * Starts a lesson with the example of lessons/README.md, which is a whole lesson.
 * @param {string} name
 */
function newLesson(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    const remedy = "write lower-case words joined by hyphens, such as a-lesson-of-mine";
    throw new Failure(`“${name}” is no name of a lesson`, remedy);
  }
  const folders = folderNames();
  if (folders.some((one) => idOf(one) === name)) {
    throw new Failure(`the lesson “${name}” is there already`, "choose another name");
  }
  const number = Math.max(0, ...folders.map((one) => Number.parseInt(one, 10) || 0)) + 1;
  const readme = readFileSync(inProject("lessons/README.md"), "utf8");
  const example = /~~~~markdown\n([\s\S]*?)\n~~~~/.exec(readme)?.[1] ?? "";
  const words = name.replaceAll("-", " ");
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const text = example
    .replace(/^# .*/, `# ${title}`)
    .replace(/number=\d+/, `number=${number}`)
    .replace(/model="[^"]*"/, `model="${readCatalogue().model}"`);
  const folder = `${String(number).padStart(2, "0")}-${name}`;
  const file = inProject("lessons", folder, "lesson.md");
  mkdirSync(path.dirname(file));
  writeFileSync(file, `${text}\n`);
  console.log(`lessons/${folder}/lesson.md is a whole lesson. Change it, and look at it with
  npm run lesson -- preview ${name}`);
}

/** @returns {import("../../generated/model.ts").Catalogue} */
function readCatalogue() {
  return JSON.parse(readFileSync(inProject("web/generated/catalogue.json"), "utf8"));
}

/**
 * Parses lessons, runs their statements with the simulator, and estimates time and readability.
 * @param {string[]} folders
 */
async function checkLessons(folders) {
  await holdCheckout();
  const texts = readCourse(inProject("lessons"));
  const { parseCourse } = await importParser("course/course.ts");
  const chosen = texts.folders.filter(({ folder }) => folders.includes(folder));
  const others = texts.folders.filter(({ folder }) => !folders.includes(folder));
  const course = parseCourse({ ...texts, folders: chosen, others });
  const { lessons, translations, outOfDate, problems } = course;
  if (problems.length > 0) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    throw new Failure(count, "correct it, then check again", problems.join("\n"));
  }
  console.log(
    `Checks ${nameLessons(lessons)}. In fresh sources, this first builds the simulator, which takes minutes.`,
  );
  await buildSimulator();
  const failures = await step("statements, solutions, wrong attempts", () => runCourse(folders));
  const { readabilityOf, PLAIN_ENGLISH } = await importParser("check/readability.ts");
  for (const one of lessons) printReadability(one, readabilityOf(one), PLAIN_ENGLISH);
  for (const [language, all] of Object.entries(translations)) {
    const titles = all.map((/** @type {{ title: string }} */ { title }) => `“${title}”`);
    console.log(`\nTranslations that say the same (${language}): ${titles.join(", ")}`);
  }
  for (const text of outOfDate) console.log(`\n${text}`);
  if (failures.length === 0) return;
  const count = failures.length === 1 ? "1 check fails" : `${failures.length} checks fail`;
  throw new Failure(count, "correct the lesson, then check again", failures.join("\n"));
}

/** @param {readonly import("../../lesson/lesson.ts").Lesson[]} lessons */
function nameLessons(lessons) {
  const [one] = lessons;
  return lessons.length === 1 && one !== undefined ? `“${one.title}”` : `${lessons.length} lessons`;
}

/**
 * Runs the course's tests of some lessons. Returns what fails.
 * @param {string[]} folders
 * @returns {Promise<string[]>}
 */
async function runCourse(folders) {
  const results = inProject("test-results/lesson-check.json");
  const names = `^(${folders.join("|")}) `;
  const words = [
    "run",
    "lesson/course/course",
    "-t",
    names,
    "--reporter=json",
    `--outputFile=${results}`,
  ];
  const { output } = await tryRun("vitest", words);
  if (!existsSync(results)) throw new Failure("the tests did not run", "see above", output);
  /** @type {{ testResults: { assertionResults: FailedTest[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(results, "utf8"));
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed");
  const problems = failed.filter(({ fullName }) =>
    fullName.endsWith(" passes the check against its machines"),
  );
  // A setting or a place that does not exist makes statements fail, too.
  if (problems.length > 0) return problems.flatMap((one) => assertionOf(one).split("\n"));
  return failed.map(describeFailure);
}

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} FailedTest */

/**
 * Names the file and the line, if the test is about a statement, a solution or a wrong attempt.
 * @param {FailedTest} failed
 */
function describeFailure(failed) {
  const reason = assertionOf(failed);
  const found = /^(\S+) its statements about the machine hold line (\d+): (.*)$/.exec(
    failed.fullName,
  );
  if (found === null) return `${failed.fullName}: ${reason}`;
  const [, folder, line, statement] = found;
  return `${folder}/lesson.md:${line} statement: ${statement}: does not hold (${reason}). Remedy: change it, or what the text says about the machine`;
}

/**
 * What a failed test says, without the words of the test library.
 * @param {FailedTest} failed
 */
function assertionOf({ failureMessages: [message = ""] }) {
  const text = message.replace(/^AssertionError: /, "");
  return text.replace(/: expected [^]*$/, "").replace(/\n\s+at [^]*$/, "");
}

/**
 * @param {import("../../lesson/lesson.ts").Lesson} one
 * @param {import("../../lesson/check/readability.ts").Readability} readability
 * @param {number} plain
 */
function printReadability({ number, title, minutes: stated }, { steps, minutes }, plain) {
  console.log(`\n${number} ${title}: about ${Math.round(minutes)} minutes (it says ${stated})`);
  for (const { title: name, line, words, minutes: some, ease, longSentences } of steps) {
    const time = `${some.toFixed(1)} min`.padStart(9);
    const hard = ease < plain ? "  hard: shorter sentences and words help" : "";
    console.log(
      `${time} ${String(words).padStart(5)} words, reading ease ${Math.round(ease)}  ${name}${hard}`,
    );
    for (const sentence of longSentences)
      console.log(`          step at line ${line}, long: ${sentence}`);
  }
}

/**
 * Shows a lesson, and shows it again whenever its file is saved.
 * @param {string} folder
 */
async function preview(folder) {
  await writeCompletion();
  await buildSimulator();
  const server = await createServer({ configFile: inProject("vite.config.ts"), logLevel: "warn" });
  await server.listen();
  releaseCheckout();
  const address = server.resolvedUrls?.local[0] ?? "";
  console.log(`\nThe lesson is at ${address}#/lessons/${idOf(folder)}. Ctrl+C stops it.`);
}

/**
 * @param {string} folder
 * @param {import("../build/scorm.mjs").ScormVersion} version
 * @param {string} output
 */
async function exportLesson(folder, version, output) {
  await holdCheckout();
  const { parseCourse } = await importParser("course/course.ts");
  const texts = readCourse(inProject("lessons"));
  const { lessons, problems } = parseCourse(texts);
  const one = lessons.find((/** @type {{ id: string }} */ { id }) => id === idOf(folder));
  if (one === undefined) {
    throw new Failure(`${folder} has problems`, "correct them first", problems.join("\n"));
  }
  await build();
  const file = output === "" ? inProject(`livelock-lab-${one.id}-scorm-${version}.zip`) : output;
  await step("package", () => writePackage(file, zip(packageFiles(siteFolder, one, version))));
  console.log(`\n${file}: upload it to your learning platform as a SCORM ${version} package.`);
}

/**
 * @param {string} file
 * @param {Uint8Array} bytes
 */
function writePackage(file, bytes) {
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    const problem = `${file} could not be written: ${error instanceof Error ? error.message : ""}`;
    throw new Failure(problem, "name another file with --output");
  }
  return `${(bytes.length / 1e6).toFixed(1)} MB`;
}
