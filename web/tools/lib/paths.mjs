// Paths of the project's root, and of the folder with built tools that all clones share.

import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** Tools that are built once for each computer and version. The folder may be deleted. */
export const toolCache = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  "livelock-lab",
);

/** @param {...string} parts path below the root; an absolute path does not change */
export function inProject(...parts) {
  return path.resolve(root, ...parts);
}
