// The meaning of keys on the layouts of many languages. A row has the character that the browser reports, and the key's
// place; "+" before the place: with Shift.
import { describe, expect, it } from "vitest";
import { pressedKey } from "./pressed-key";

// cspell:disable
type Row = readonly [character: string, place: string, meaning: string];

/* cspell:disable -- rows of keys are no words */

/** The whole row of letters from Q to M, as each layout writes it. */
const PLACES = "QWERTYUIOPASDFGHJKLZXCVBNM";

const press = (key: string, place: string, changes = {}) => ({
  key,
  code: place.replace("+", ""),
  shiftKey: place.startsWith("+"),
  ...changes,
});

describe.each([
  ["Russian", "йцукенгшщзфывапролдячсмить"],
  ["Ukrainian", "йцукенгшщзфівапролдячсмить"],
  ["Greek", ";ςερτυθιοπασδφγηξκλζχψωβνμ"],
  ["Arabic", ["ض", ..."صثقفغعهخحشسيبلاتنمئءؤر", "لا", "ى", "ة"]],
  ["Hebrew", "/'קראטוןםפשדגכעיחלךזסבהנמצ"],
  ["Hindi", "ौैाीूबहगदजोे्िुपरकतॆंमनवलस"],
  ["Korean", "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ"],
  ["full-width Japanese", "ｑｗｅｒｔｙｕｉｏｐａｓｄｆｇｈｊｋｌｚｘｃｖｂｎｍ"],
] as const)("%s", (_layout, letters) => {
  /* cspell:enable */
  it("each_letter_means_what_its_key_means", () => {
    const meanings = [...letters].map((key, at) => pressedKey(press(key, `Key${PLACES[at]}`)));
    expect(meanings.join("").toUpperCase()).toBe(PLACES);
    expect(meanings.join("")).toBe(PLACES.toLowerCase());
  });

  it("shift_goes_back", () => {
    const meanings = [...letters].map((key, at) =>
      pressedKey(press(key.toUpperCase(), `+Key${PLACES[at]}`)),
    );
    expect(meanings.join("")).toBe(PLACES);
  });
});

it.each<Row>([
  // Latin letters are where the layout puts them.
  ["z", "KeyY", "z"],
  ["Z", "+KeyY", "Z"],
  ["a", "KeyQ", "a"],
  ["m", "Semicolon", "m"],
  ["x", "KeyB", "x"],
  // Letters with accents have no meaning, wherever they are.
  ["é", "Digit2", "é"],
  ["é", "KeyW", "é"],
  ["ü", "BracketLeft", "ü"],
  // Turkish has two letters i.
  ["ı", "KeyI", "i"],
  ["I", "+KeyI", "I"],
  ["i", "Quote", "i"],
  ["İ", "+Quote", "I"],
])("%s at %s is “%s”", (character, place, meaning) => {
  expect(pressedKey(press(character, place))).toBe(meaning);
});

it.each<Row>([
  ["?", "+Slash", "?"],
  ["?", "+Minus", "?"],
  ["؟", "+Slash", "?"],
  ["?", "+Digit7", "?"],
  [">", "+Period", ">"],
  [":", "+Period", ">"],
  [";", "+Comma", "<"],
  ["ю", "Period", "."],
  ["Ю", "+Period", ">"],
  ["б", "Comma", ","],
  [".", "Slash", "."],
  // French: ";" and ":" are keys of their own, and the comma is at the place of M.
  [";", "Comma", ";"],
  [":", "Period", ":"],
  [",", "KeyM", ","],
  // Dvorak has punctuation at the places of Q, W, E and Z.
  ["'", "KeyQ", "'"],
  [",", "KeyW", ","],
  [".", "KeyE", "."],
  [";", "KeyZ", ";"],
  ["١", "Digit1", "1"],
])("the character %s at %s is “%s”", (character, place, meaning) => {
  expect(pressedKey(press(character, place))).toBe(meaning);
});

it.each(["Escape", "Enter", " ", "ArrowUp", "F5", "Dead", "Tab"])("%s is itself", (key) => {
  expect(pressedKey(press(key, key))).toBe(key);
});

it("caps_lock_changes_no_meaning", () => {
  expect(pressedKey(press("X", "KeyX"))).toBe("x");
  // Windows and Linux report a small letter, a Mac a capital.
  expect(pressedKey(press("x", "+KeyX"))).toBe("X");
  expect(pressedKey(press("X", "+KeyX"))).toBe("X");
  expect(pressedKey(press("Ч", "KeyX"))).toBe("x");
});

it("a_key_of_an_input_method_is_known_by_its_place_unless_a_person_composes", () => {
  expect(pressedKey(press("Process", "KeyK"))).toBe("k");
  expect(pressedKey(press("Process", "KeyK", { isComposing: true }))).toBe("");
  expect(pressedKey(press("Enter", "Enter", { nativeEvent: { isComposing: true } }))).toBe("");
});
