// Facts about the contrast of the colours in tokens.css, in both themes.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function themes(): Record<string, Record<string, string>> {
  const blocks: Record<string, Record<string, string>> = {};
  for (const [, selector, body] of css.matchAll(/(:root[^{]*)\{([^}]*)\}/g)) {
    const colours: Record<string, string> = {};
    for (const [, name, value] of (body ?? "").matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)) {
      colours[name ?? ""] = value ?? "";
    }
    if (Object.keys(colours).length > 0) blocks[selector?.trim() ?? ""] = colours;
  }
  return blocks;
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const v = parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TEXT = ["ink", "ink-2", "accent", "loss-ink", "delivered", "good"];
const LABELS = ["hardware", "clock", "device", "software", "thread", "process"];

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

  it("text_on_the_accent_has_contrast_4.5", () => {
    expect(contrast(of("accent-ink"), of("accent"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of("accent"), of("accent-soft"))).toBeGreaterThanOrEqual(4.5);
  });
});
