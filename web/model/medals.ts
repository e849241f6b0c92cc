// The medals of a challenge (core/challenges), from none to the best.
import { msg, tr } from "../i18n/i18n";
import type { Medal } from "../generated/model";

export const MEDALS = ["none", "bronze", "silver", "gold"] as const satisfies readonly Medal[];

const NAMES: Record<Medal, string> = {
  none: msg("no medal"),
  bronze: msg("bronze"),
  silver: msg("silver"),
  gold: msg("gold"),
};

export const medalName = (medal: Medal) => tr(NAMES[medal]);

/** Whether a medal is at least as good as another one. */
export function isAtLeast(medal: Medal, wanted: Medal): boolean {
  return MEDALS.indexOf(medal) >= MEDALS.indexOf(wanted);
}
