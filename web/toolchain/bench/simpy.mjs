// Runs the same router in SimPy (core/benches/simpy_router.py), if Python has SimPy. Reports its
// time only if both models deliver and drop the same packets: two different models cannot be
// compared.

import { spawn } from "node:child_process";
import { inProject } from "../paths.mjs";

/** The counts of SimPy and of our simulator may differ by this share of all packets. So far they are equal. */
const TOLERANCE = 0.02;

export const remedy =
  "to install it: python3 -m pip install simpy; the variable PYTHON can name another interpreter";

/**
 * @typedef {{ rate: number, expected: { arrived: number, delivered: number, dropped: number } }} SimpyRun
 * @typedef {{ rate: number, arrived: number, delivered: number, dropped: Record<string, number>,
 *   simpy_ns: number }} SimpyRow
 */

/**
 * Returns the nanoseconds per packet at each rate, or the reason why there are none.
 * @param {SimpyRun[]} runs
 * @returns {Promise<{ nanoseconds: number[] | null, remark: string }>}
 */
export async function measureSimpy(runs) {
  const python = process.env.PYTHON ?? "python3";
  const version = await feed(python, ["-c", "import simpy; print(simpy.__version__)"], "");
  if (version.code !== 0) {
    return { nanoseconds: null, remark: `SimPy: skipped, ${python} cannot import it; ${remedy}.` };
  }
  const script = inProject("core/benches/simpy_router.py");
  const { code, output, errors } = await feed(python, [script], JSON.stringify(runs));
  if (code !== 0) return { nanoseconds: null, remark: `SimPy: the model failed.\n${errors}` };
  const rows = /** @type {SimpyRow[]} */ (JSON.parse(output));
  const wrong = rows.flatMap((row, index) => differences(row, runs[index]));
  if (wrong.length > 0) {
    const why = `the two models differ, so there is no ratio: ${wrong.join("; ")}`;
    return { nanoseconds: null, remark: `SimPy: ${why}.` };
  }
  const remark = `SimPy ${version.output.trim()}: same packets delivered and dropped as ours.`;
  return { nanoseconds: rows.map((row) => row.simpy_ns), remark };
}

/**
 * @param {SimpyRow} row
 * @param {SimpyRun | undefined} run
 */
function differences({ rate, arrived, delivered, dropped }, run) {
  const expected = run?.expected ?? { arrived: NaN, delivered: NaN, dropped: NaN };
  const found = {
    arrived,
    delivered,
    dropped: Object.values(dropped).reduce((sum, count) => sum + count, 0),
  };
  const names = /** @type {(keyof typeof found)[]} */ (Object.keys(found));
  return names
    .filter((name) => !(Math.abs(found[name] - expected[name]) <= TOLERANCE * expected.arrived))
    .map((name) => `${found[name]} ${name} at ${rate}/s, but ours has ${expected[name]}`);
}

/**
 * @param {string} program
 * @param {string[]} arguments_
 * @param {string} input
 * @returns {Promise<{ code: number, output: string, errors: string }>}
 */
function feed(program, arguments_, input) {
  const child = spawn(program, arguments_, { stdio: ["pipe", "pipe", "pipe"] });
  return new Promise((resolve) => {
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
    child.on("error", (error) => resolve({ code: 127, output, errors: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output, errors }));
    child.stdin.on("error", () => undefined).end(input);
  });
}
