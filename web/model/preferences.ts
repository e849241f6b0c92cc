// A person's preferences: theme, layout, language, single-key shortcuts, and which groups of knobs are unfolded. Saved on this
// device. They hold nothing about the machine.
import { LANGUAGES } from "../i18n/languages";
import type { PersistentSpec } from "../lib/persistence/persistent-store";
import { UnreadableError } from "../lib/unreadable";

export const THEMES = ["auto", "light", "dark"] as const;
export const LAYOUTS = ["auto", "projector"] as const;
const LANGUAGE_CHOICES = ["auto", ...LANGUAGES.map(({ id }) => id)];
export type Theme = (typeof THEMES)[number];
export type Layout = (typeof LAYOUTS)[number];

export interface Preferences {
  theme: Theme;
  layout: Layout;
  /** The id of a language, or "auto": the browser's languages decide. */
  language: string;
  /** Whether single-key shortcuts are on; WCAG 2.1.4 requires that they can be switched off. */
  shortcuts: boolean;
  /** The ids of the unfolded groups of knobs. */
  unfolded: readonly string[];
}

export const PREFERENCES_SPEC: PersistentSpec<Preferences> = {
  key: "livelock-lab.preferences",
  name: "settings",
  schema: 1,
  initial: {
    theme: "auto",
    layout: "auto",
    language: "auto",
    shortcuts: true,
    unfolded: ["traffic"],
  },
  parse(value) {
    return {
      theme: parseChoice("theme", value.theme, THEMES),
      layout: parseChoice("layout", value.layout, LAYOUTS),
      // Absent in what earlier versions stored.
      language: parseChoice("language", value.language ?? "auto", LANGUAGE_CHOICES),
      shortcuts: parseBoolean("shortcuts", value.shortcuts),
      unfolded: parseTexts("unfolded", value.unfolded),
    };
  },
};

function parseChoice<T extends string>(field: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw new UnreadableError(field, `it is ${quote(value)}; allowed: ${allowed.join(", ")}`);
}

function parseBoolean(field: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new UnreadableError(field, `it is ${quote(value)}; allowed: true, false`);
}

function parseTexts(field: string, value: unknown): string[] {
  if (
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every((one) => typeof one === "string")
  ) {
    return value;
  }
  throw new UnreadableError(field, `it is ${quote(value)}; allowed: a list of names`);
}

function quote(value: unknown): string {
  return (JSON.stringify(value) ?? "missing").slice(0, 60);
}
