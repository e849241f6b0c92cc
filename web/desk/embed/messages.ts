// Checks a message of the page that embeds the lab. What another page sends can be anything: a wrong message gets an
// answer that names the field and what is allowed.
import { describeIssue, z } from "../../lib/schema";
import type { FieldProblem } from "../../engine/protocol";
import { refuse } from "../link/link-changes";
import { RefusedError } from "../../engine/problems";
import type { HostMessage } from "./protocol";

/** The last moment that a machine can reach, in simulated milliseconds. */
const MILLISECONDS_MAX = 600_000;
const SETTINGS_MAX = 200;

const value = z.union([z.number(), z.boolean(), z.string().max(100)]);
const settings = z
  .record(z.string().max(100), value)
  .refine((all) => Object.keys(all).length <= SETTINGS_MAX, `at most ${SETTINGS_MAX} settings`);
const common = { livelock: z.literal(1), id: z.string().max(100).optional() };
const machine = z.enum(["a", "b"]).optional();
const speed = z.union([z.number().min(1e-6).max(100), z.literal(Infinity)]);

const kinds = {
  play: z.strictObject({ ...common, type: z.literal("play") }),
  pause: z.strictObject({ ...common, type: z.literal("pause") }),
  state: z.strictObject({ ...common, type: z.literal("state") }),
  seek: z.strictObject({
    ...common,
    type: z.literal("seek"),
    milliseconds: z.number().min(0).max(MILLISECONDS_MAX),
  }),
  speed: z.strictObject({ ...common, type: z.literal("speed"), speed }),
  set: z.strictObject({ ...common, type: z.literal("set"), settings, machine }),
  trial: z.strictObject({
    ...common,
    type: z.literal("trial"),
    settings: settings.optional(),
    seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    machine,
  }),
  open: z.strictObject({ ...common, type: z.literal("open"), address: z.string().max(20_000) }),
};

/** Returns null for a message that is not for the lab. Throws a RefusedError for a wrong message. */
export function parseHostMessage(data: unknown): HostMessage | null {
  if (typeof data !== "object" || data === null || !("livelock" in data)) return null;
  const { livelock, type } = data as { livelock: unknown; type?: unknown };
  if (livelock !== 1) {
    refuse("livelock", describe(livelock), "this lab does not know this version", "1");
  }
  const kind = Object.entries(kinds).find(([name]) => name === type)?.[1];
  if (kind === undefined) {
    return refuse("type", describe(type), "no message of a lab", Object.keys(kinds).join(", "));
  }
  const result = kind.safeParse(data, { reportInput: true });
  if (result.success) return result.data;
  throw new RefusedError(
    result.error.issues.map((issue): FieldProblem => {
      const field = issue.path.join(".") || "message";
      return { field, value: "", ...describeIssue(issue) };
    }),
  );
}

/** The id of a message that may be wrong, for its error. A number is no right id, but its sender waits for it. */
export function idOf(data: unknown): string | number | undefined {
  const id = (data as { id?: unknown } | null)?.id;
  return typeof id === "number" || (typeof id === "string" && id.length <= 100) ? id : undefined;
}

const describe = (value: unknown) => (JSON.stringify(value) ?? "missing").slice(0, 60);
