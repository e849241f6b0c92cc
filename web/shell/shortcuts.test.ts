// Facts about the shortcut of each key, and about the places where keys do nothing.
import { describe, expect, it } from "vitest";
import type { AppServices } from "../desk/app-services";
import { SHORTCUTS, shortcutFor, type PressedKey } from "./shortcuts";

const press = (key: string, changes: Partial<PressedKey> = {}): PressedKey => ({
  key,
  withCtrl: false,
  target: "page",
  ...changes,
});

describe("shortcuts", () => {
  it("each_key_has_one_meaning", () => {
    const keys = SHORTCUTS.flatMap(({ keys, withCtrl }) => keys.map((key) => `${withCtrl} ${key}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("keys_do_nothing_in_a_text_field", () => {
    expect(shortcutFor(press("w", { target: "text" }), true)).toBeNull();
    expect(shortcutFor(press("z", { target: "text", withCtrl: true }), true)).toBeNull();
  });

  it("space_activates_a_focused_button", () => {
    expect(shortcutFor(press(" ", { target: "control" }), true)).toBeNull();
    expect(shortcutFor(press("w", { target: "control" }), true)?.keyLabel).toBe("W");
  });

  it("single_keys_can_be_switched_off_but_not_undo", () => {
    expect(shortcutFor(press("w"), false)).toBeNull();
    expect(shortcutFor(press("z", { withCtrl: true }), false)?.description).toBe("Undo");
  });

  it("a_letter_means_the_same_with_shift_unless_shift_has_a_meaning_there", () => {
    expect(shortcutFor(press("W"), true)?.keyLabel).toBe("W");
    expect(shortcutFor(press("X"), true)?.keyLabel).toBe("Shift X");
    expect(shortcutFor(press("Z", { withCtrl: true }), true)?.description).toBe("Redo");
    expect(shortcutFor(press("Y", { withCtrl: true }), true)?.description).toBe("Redo");
  });

  it("the_keys_of_the_debugger_go_back_with_ctrl_and_work_only_beside_a_program", () => {
    const over = shortcutFor(press("F10"), true);
    expect(over?.keyLabel).toBe("F10");
    expect(shortcutFor(press("F10", { withCtrl: true }), true)?.keyLabel).toBe("Ctrl F10");
    expect(shortcutFor(press("Shift F11"), true)?.description).toBe("Out of the function");
    const services = (run: (() => void) | null) =>
      ({ debugKeys: { get: () => ({ run }) } }) as unknown as AppServices;
    expect(over?.works?.(services(null))).toBe(false);
    expect(over?.works?.(services(() => undefined))).toBe(true);
  });

  it("a_letter_with_the_command_key_belongs_to_the_browser", () => {
    expect(shortcutFor(press("w", { withCtrl: true }), true)).toBeNull();
  });
});
