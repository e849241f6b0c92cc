// Starts a command of package.json: prints its usage if it is asked for. Else parses the arguments, checks the version of
// Node, installs the npm packages of the lock file, then loads the command. Only this file and its imports run before
// node_modules exists.

import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync } from "node:fs";
import path from "node:path";
import { readArguments } from "./arguments.mjs";
import { emptyAside, fingerprint, isMadeFrom, moveMade } from "../lib/fingerprint.mjs";
import { holdCheckout } from "../lib/lock.mjs";
import { inProject } from "../lib/paths.mjs";
import { Failure, printFailure, step, unchanged } from "../lib/step.mjs";
import { asksForHelp, usageOf } from "./usage.mjs";

const oldestNode = [20, 19];

/** These commands build the pages. They do not need the packages of the tests and of the copy for
 * offline use (`devDependencies`). */
const buildCommands = ["start", "gallery", "reproduce"];

/** These commands read what is built until they end, so nobody may change it meanwhile. The others take the lock while
 * they make something. */
const holdingCommands = ["test", "build", "fix", "bench"];

/** Fails when this Node is too old for the packages. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  const problem = `this is Node ${process.versions.node}`;
  throw new Failure(problem, `install Node ${oldestNode.join(".")} or newer`);
}

/**
 * Installs the packages of package-lock.json, unless they are there. A command that only builds
 * installs fewer packages, which takes a third of the time. They are installed aside: a lab that is served
 * goes on, and an installation that fails or is stopped leaves what was there.
 * @param {boolean} withChecks
 */
async function installPackages(withChecks) {
  const folder = inProject("node_modules");
  const print = (/** @type {string} */ extent) =>
    fingerprint(["package.json", "package-lock.json"], {
      words: [process.versions.node, extent],
    });
  const prints = [print("all"), ...(withChecks ? [] : [print("build")])];
  const isMade = () => prints.some((one) => isMadeFrom(folder, one));
  if (isMade() || !(await holdCheckout(isMade)) || isMade()) return unchanged;
  const extent = withChecks || existsSync(folder) ? "all" : "build";
  const omitted = extent === "all" ? [] : ["--omit=dev"];
  const aside = emptyAside("packages");
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
    copyFileSync(inProject(file), path.join(aside, file));
  }
  const options = ["--no-audit", "--no-fund", "--loglevel=warn", ...omitted];
  const npm = spawnSync("npm", ["ci", ...options], {
    cwd: aside,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const installed = path.join(aside, "node_modules");
  const output = `${npm.stdout ?? ""}${npm.stderr ?? ""}`;
  // On a full disk npm leaves files out, warns and reports success.
  const isWhole =
    existsSync(path.join(installed, ".package-lock.json")) && !/TAR_.*ERROR/.test(output);
  if (npm.status !== 0 || !isWhole) {
    throw new Failure(
      "npm ci did not install everything",
      "see whether the npm registry can be reached and the disk has room, then run the command again",
      output.split("\n").slice(-30).join("\n"),
    );
  }
  // What the tools have kept there.
  for (const cache of [".cache", ".vite"].filter((one) => existsSync(path.join(folder, one)))) {
    cpSync(path.join(folder, cache), path.join(installed, cache), { recursive: true });
  }
  moveMade(installed, folder, print(extent));
  return "installed";
}

const [name = "", ...words] = process.argv.slice(2);
if (asksForHelp(words)) {
  console.log(usageOf(name));
  process.exit();
}
try {
  const given = readArguments(name, words);
  checkNode();
  if (given.format === "json") console.log = console.error; // steps print beside the numbers
  await step("npm packages", () => installPackages(!buildCommands.includes(name)));
  if (holdingCommands.includes(name)) await holdCheckout();
  const { commands } = await import("./commands.mjs");
  await commands[name]?.(given);
} catch (error) {
  printFailure(error);
  if (name === "test") console.log("0 passed, 1 failed");
  process.exit(1);
}
