// Where things are: the project's root and the folder that keeps built tools between clones.

import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Tools built once per machine and version; safe to delete. */
export const toolCache = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  "livelock-lab",
);

/** @param {...string} parts path below the root; an absolute one stays as it is */
export function inProject(...parts) {
  return path.resolve(root, ...parts);
}
