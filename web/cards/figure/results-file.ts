// The file of `livelock reproduce --format json`: what was measured for each claim when it was run natively, and the
// verdicts. The page of figures shows them in the place of the recorded ones.
import { readTextFile } from "../../lib/format/text-file";
import { readShape, z } from "../../lib/schema";
import { parseJson, UnreadableError } from "../../lib/unreadable";
import { RESULTS_FILE_KIND } from "../../model/dropped-files";
import type { Claim } from "./record";

export interface Results {
  /** The name of the file. */
  name: string;
  /** The version of the model that was run. */
  model: string;
  claims: ReadonlyMap<string, Pick<Claim, "verdict" | "measured">>;
}

/** A file with every claim is a tenth as large. */
const BYTES_MAX = 2_000_000;
const VERDICTS = { pass: "holds", fail: "fails", missing: "missing" } as const;

const RESULTS_FILE = z.object({
  model: z.string(),
  claims: z.array(
    z.object({
      id: z.string(),
      verdict: z.enum(["pass", "fail", "missing"]),
      measured: z.union([z.number(), z.string(), z.null()]),
    }),
  ),
});

export async function readResultsFile(file: File): Promise<Results> {
  if (file.size > BYTES_MAX) throw new UnreadableError("the file", "it is too large");
  return parseResults(file.name, await readTextFile(file));
}

export function parseResults(name: string, text: string): Results {
  const value = parseJson(text);
  const { kind } = (value ?? {}) as Record<string, unknown>;
  if (kind !== RESULTS_FILE_KIND) {
    throw new UnreadableError("kind", `the kind should be “${RESULTS_FILE_KIND}”`);
  }
  const { model, claims } = readShape(RESULTS_FILE, value, {});
  const outcomes = claims.map(({ id, verdict, measured }) => {
    const text = measured === null ? null : String(measured);
    return [id, { verdict: VERDICTS[verdict], measured: text }] as const;
  });
  return { name, model, claims: new Map(outcomes) };
}

/** Returns the claims with the file's verdicts. A claim that was not run keeps its recorded verdict. The recorded variations say
 * nothing about another verdict than the recorded one. */
export function withResults(claims: readonly Claim[], results: Results): Claim[] {
  return claims.map((claim) => {
    const result = results.claims.get(claim.id) ?? claim;
    return { ...claim, ...result, trust: result.verdict === claim.verdict ? claim.trust : null };
  });
}
