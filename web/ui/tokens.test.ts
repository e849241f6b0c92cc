// Facts about the contrast of the colours in tokens.css, in both themes.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function themes(): Record<string, Record<string, string>> {
  const blocks: Record<string, Record<string, string>> = {};
  for (const [, selector, body] of css.matchAll(/(?<!html)(:root[^{]*)\{([^}]*)\}/g)) {
    const colours: Record<string, string> = {};
    for (const [, name, value] of (body ?? "").matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)) {
      colours[name ?? ""] = value ?? "";
    }
    if (Object.keys(colours).length > 0) blocks[selector?.trim() ?? ""] = colours;
  }
  return blocks;
}

/** Red, green and blue as shares of light. */
function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((i) => {
    const v = parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TEXT = ["ink", "ink-2", "accent", "loss-ink", "delivered", "good"];
const LABELS = ["hardware", "clock", "device", "software", "thread", "process", "other"];

const CURVES = ["curve-0", "curve-1", "curve-2", "curve-3", "curve-4"];

/** Colours as people see them without one kind of cones (Machado, Oliveira and Fernandes 2009, full severity). */
const VISION: Record<string, readonly (readonly number[])[]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** The colour in CIELAB, whose distances are about those that people see. */
function labOf(hex: string, vision: readonly (readonly number[])[]): number[] {
  const linear = channels(hex);
  const seen = vision.map((row) =>
    Math.max(
      0,
      Math.min(
        1,
        row.reduce((sum, part, i) => sum + part * (linear[i] ?? 0), 0),
      ),
    ),
  );
  const [r = 0, g = 0, b = 0] = seen;
  const root = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe.each(Object.entries(themes()))("theme %s", (_selector, colours) => {
  const of = (name: string) => colours[name] ?? "#000000";

  it.each(TEXT)("text_%s_has_contrast_4.5_on_every_background", (name) => {
    for (const ground of ["paper", "card", "ground"]) {
      expect(contrast(of(name), of(ground)), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(LABELS)("label_of_context_%s_has_contrast_4.5_on_card_and_on_its_own_lane", (name) => {
    expect(contrast(of(`context-${name}`), of("card"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of(`context-${name}`), of(`context-${name}-soft`))).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...LABELS.map((l) => `context-${l}`), "context-idle", "loss", "control-line"])(
    "mark_%s_has_contrast_3_on_every_background",
    (name) => {
      for (const ground of ["paper", "card", "ground"]) {
        expect(contrast(of(name), of(ground)), ground).toBeGreaterThanOrEqual(3);
      }
    },
  );

  it.each(CURVES)("mark_%s_has_contrast_3_on_the_card", (name) => {
    expect(contrast(of(name), of("card"))).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(VISION))("curves_stay_different_with_%s_vision", (_name, vision) => {
    const labs = [...CURVES, "ink"].map((name) => labOf(of(name), vision));
    for (const [index, one] of labs.entries()) {
      for (const other of labs.slice(index + 1)) {
        expect(Math.hypot(...one.map((part, i) => part - (other[i] ?? 0)))).toBeGreaterThan(20);
      }
    }
  });

  it.each(Object.entries(VISION))(
    "both_kinds_of_processes_differ_with_%s_vision",
    (_name, vision) => {
      const [one = [], other = []] = ["process", "other"].map((kind) =>
        labOf(of(`context-${kind}`), vision),
      );
      expect(Math.hypot(...one.map((part, i) => part - (other[i] ?? 0)))).toBeGreaterThan(20);
    },
  );

  it("text_on_the_accent_has_contrast_4.5", () => {
    expect(contrast(of("accent-ink"), of("accent"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of("accent"), of("accent-soft"))).toBeGreaterThanOrEqual(4.5);
  });
});

/** The colours of the rule for more contrast, over those of the theme. */
function withMoreContrast(theme: "light" | "dark"): Record<string, string> {
  const rule = css.slice(css.indexOf("(prefers-contrast: more)"));
  const [all = "", dark = ""] = [...rule.matchAll(/html:root[^{]*\{([^}]*)\}/g)].map(
    ([, body]) => body,
  );
  const [light, ofDark] = Object.values(themes());
  const colours = Object.fromEntries(
    [...(theme === "light" ? all : dark).matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(
      ([, name, value]) => [name ?? "", value ?? ""],
    ),
  );
  return { ...(theme === "light" ? light : ofDark), ...colours };
}

it.each([
  ["light", "ink-2", 7],
  ["light", "accent", 7],
  ["light", "control-line", 7],
  ["light", "line", 3],
  ["dark", "ink-2", 7],
  ["dark", "accent", 7],
  ["dark", "control-line", 7],
  ["dark", "line", 3],
] as const)("with_more_contrast_%s_%s_has_%s", (theme, name, least) => {
  const colours = withMoreContrast(theme);
  for (const ground of ["paper", "card", "ground"]) {
    expect(contrast(colours[name] ?? "", colours[ground] ?? ""), ground).toBeGreaterThanOrEqual(
      least,
    );
  }
});
