// What the seeds of a judgement follow from. Practice has the same seeds every time; nobody can write a program for the seeds of a
// judgement, because they follow from a key that did not exist before. The key is kept with the verdict, so that the verdict can be
// repeated: `livelock challenge 2 --kernel FILE.c --seed-key KEY`.
import type { Seeds } from "../../engine/judge";

/** As `Seeds::default` of core/judge/src. */
export const PRACTICE_SEEDS: Seeds = { key: "practice", student: "" };

const KEY_BYTES = 12;

/** Seeds that nobody has seen. */
export function freshSeeds(): Seeds {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { key, student: "" };
}
