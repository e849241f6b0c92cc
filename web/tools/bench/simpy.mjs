// Runs the same router in SimPy (core/benches/simpy_router.py), if Python has SimPy. Reports its
// time only if both models deliver and drop the same packets: two different models cannot be
// compared.

import { execa } from "execa";
import { inProject } from "../lib/paths.mjs";

/** The counts of SimPy and of our simulator may differ by this share of all packets. So far they are equal. */
const TOLERANCE = 0.02;

const remedy =
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
  /** @param {string[]} arguments_ @param {string} input */
  const runPython = (arguments_, input = "") => execa(python, arguments_, { input, reject: false });
  const version = await runPython(["-c", "import simpy; print(simpy.__version__)"]);
  if (version.exitCode !== 0) {
    return { nanoseconds: null, remark: `SimPy: skipped, ${python} cannot import it; ${remedy}.` };
  }
  const script = inProject("core/benches/simpy_router.py");
  const { exitCode, stdout, stderr } = await runPython([script], JSON.stringify(runs));
  if (exitCode !== 0) return { nanoseconds: null, remark: `SimPy: the model failed.\n${stderr}` };
  const rows = /** @type {SimpyRow[]} */ (JSON.parse(stdout));
  const wrong = rows.flatMap((row, index) => differences(row, runs[index]));
  if (wrong.length > 0) {
    const why = `the two models differ, so there is no ratio: ${wrong.join("; ")}`;
    return { nanoseconds: null, remark: `SimPy: ${why}.` };
  }
  const remark = `SimPy ${version.stdout}: same packets delivered and dropped as ours.`;
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
