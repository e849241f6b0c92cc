// Facts about which key means what, and where it means nothing.
import { describe, expect, it } from "vitest";
import { SHORTCUTS, shortcutFor, type PressedKey } from "./shortcuts";

const press = (key: string, changes: Partial<PressedKey> = {}): PressedKey => ({
  key,
  withCtrl: false,
  target: "page",
  ...changes,
});

describe("shortcuts", () => {
  it("no_key_means_two_things", () => {
    const keys = SHORTCUTS.flatMap(({ keys, withCtrl }) => keys.map((key) => `${withCtrl} ${key}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("typing_is_left_alone", () => {
    expect(shortcutFor(press("w", { target: "text" }), true)).toBeNull();
    expect(shortcutFor(press("z", { target: "text", withCtrl: true }), true)).toBeNull();
  });

  it("a_focused_button_keeps_its_space", () => {
    expect(shortcutFor(press(" ", { target: "control" }), true)).toBeNull();
    expect(shortcutFor(press("w", { target: "control" }), true)?.keyLabel).toBe("W");
  });

  it("single_keys_can_be_switched_off_and_undo_stays", () => {
    expect(shortcutFor(press("w"), false)).toBeNull();
    expect(shortcutFor(press("z", { withCtrl: true }), false)?.description).toBe("Undo");
  });

  it("a_letter_with_the_command_key_is_the_browsers", () => {
    expect(shortcutFor(press("w", { withCtrl: true }), true)).toBeNull();
  });
});
