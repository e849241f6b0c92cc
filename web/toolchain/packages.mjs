// Node itself and the npm packages, as the lock file has them.

import { isMadeFrom, fingerprint, markMadeFrom } from "./fingerprint.mjs";
import { Failure } from "./failure.mjs";
import { run } from "./command.mjs";
import { inProject } from "./paths.mjs";
import { unchanged } from "./step.mjs";

const nodeLeast = [20, 19];

/** Fails when this Node is too old for the packages. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = nodeLeast;
  if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
    throw new Failure(
      `this is Node ${process.versions.node}`,
      `install Node ${nodeLeast.join(".")} or newer`,
    );
  }
  return process.versions.node;
}

/** Installs exactly the packages of package-lock.json, unless they are there. */
export async function installPackages() {
  const folder = inProject("node_modules");
  const print = fingerprint(["package.json", "package-lock.json"], {
    words: [process.versions.node],
  });
  if (isMadeFrom(folder, print)) return unchanged;
  await run("npm", ["ci", "--no-audit", "--no-fund"], {
    remedy: "see whether the npm registry can be reached, then run the command again",
  });
  markMadeFrom(folder, print);
  return "installed";
}
