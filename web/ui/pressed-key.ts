// The meaning of a key press. Every listener takes it from here; ESLint refuses `event.key` elsewhere. Caps Lock changes no
// meaning, and a layout without Latin letters keeps all of them: there the place of the key decides.

/** The part of a KeyboardEvent that decides. React wraps the browser's event. */
export interface KeyPress {
  key: string;
  code: string;
  shiftKey: boolean;
  isComposing?: boolean;
  nativeEvent?: { isComposing?: boolean };
}

/** The keys of the United States layout whose characters have a meaning somewhere, without and with Shift. */
const PLACES: Record<string, readonly [string, string]> = {
  ...Object.fromEntries([..."abcdefghijklmnopqrstuvwxyz"].map(letterPlace)),
  ...Object.fromEntries([..."0123456789"].map((digit) => [`Digit${digit}`, [digit, ""]])),
  Comma: [",", "<"],
  Period: [".", ">"],
  Slash: ["", "?"],
  Minus: ["-", "_"],
  Equal: ["=", "+"],
};

/** Punctuation at the place of a key that we use: the layouts of Greek and Hebrew, and, with Shift, many of Latin script. */
const MISPLACED: Record<string, string> = { KeyQ: ";:/", KeyW: "'" };
const MISPLACED_WITH_SHIFT: Record<string, string> = { Comma: ";", Period: ":" };

/** What a browser reports in place of a character while an input method is on. */
const WITHOUT_CHARACTER = ["Process", "Unidentified"];

/**
 * A letter as "x", with Shift as "X"; another character as itself; any other key by its name, such as "Escape". Empty
 * while a person composes a character: such keys belong to the input method.
 */
export function pressedKey(press: KeyPress): string {
  if ((press.isComposing ?? press.nativeEvent?.isComposing) === true) return "";
  const { key, shiftKey } = press;
  const letter = latinLetter(key);
  if (letter !== null) return shiftKey ? letter.toUpperCase() : letter;
  if (!isForeign(press)) return key;
  return PLACES[press.code]?.[shiftKey ? 1 : 0] ?? key;
}

/** The key without Shift. A letter that means nothing with Shift keeps its meaning: Shift may only undo Caps Lock. */
export function withoutShift(key: string): string {
  return /^[A-Z]$/.test(key) ? key.toLowerCase() : key;
}

function letterPlace(letter: string): [string, [string, string]] {
  const capital = letter.toUpperCase();
  return [`Key${capital}`, [letter, capital]];
}

/** The letter from a to z. Full-width letters and the two letters i of Turkish count; letters with accents do not. */
function latinLetter(key: string): string | null {
  const letter = key.normalize("NFKC").replace("İ", "I").toUpperCase();
  return /^[A-Z]$/.test(letter) ? letter.toLowerCase() : null;
}

/** Whether the place of the key decides, because its character is not of a layout with Latin letters. */
function isForeign({ key, code, shiftKey }: KeyPress): boolean {
  if (WITHOUT_CHARACTER.includes(key)) return true;
  if (key.length === 1 && MISPLACED[code]?.includes(key) === true) return true;
  if (key.length === 1 && shiftKey && MISPLACED_WITH_SHIFT[code] === key) return true;
  // A Latin letter with an accent is a key of its own, wherever it is.
  return /[^\x20-\x7e]/.test(key) && !/\p{Script=Latin}/u.test(key);
}
