// The languages of the interface, and the choice of one when the page opens. The language is a constant of a visit:
// another one is shown after the page has loaded again.

export interface Language {
  /** BCP 47, as in `<html lang>`. */
  id: string;
  /** In the language itself. */
  name: string;
  direction: "ltr" | "rtl";
  /** For plurals and for the number in a plural. */
  locale: string;
}

export const ENGLISH: Language = { id: "en", name: "English", direction: "ltr", locale: "en-US" };

/** Numbers are written alike in English and in the Spanish of Mexico: 4,700.5 (web/lib/format writes them). */
const SPANISH: Language = { id: "es", name: "Español", direction: "ltr", locale: "es-MX" };

/** The languages that a person can choose. */
export const LANGUAGES: readonly Language[] = [ENGLISH, SPANISH];

/**
 * Pseudo-languages for tests, only by a link: accented and longer English, from left to right and from right to left.
 * They show texts outside the catalogue, and layouts without room for longer words.
 */
const PSEUDO_LANGUAGES: readonly Language[] = [
  { id: "en-XA", name: "Accented", direction: "ltr", locale: "en-US" },
  { id: "ar-XB", name: "Right to left", direction: "rtl", locale: "en-US" },
];

/** A language by its id, also a pseudo-language. */
export function findLanguage(id: string): Language | undefined {
  return [...LANGUAGES, ...PSEUDO_LANGUAGES].find((one) => one.id === id);
}

interface LanguageSources {
  /** The parameter `lang` of the address: for this visit, not saved. */
  query: string;
  /** The saved preference; "auto": the browser's languages decide. */
  preference: string;
  /** The browser's languages, the best first. */
  browser: readonly string[];
}

/** The language to show: of the address, else the saved one, else the browser's first one that we have, else English. */
export function chooseLanguage({ query, preference, browser }: LanguageSources): Language {
  const tag = new URLSearchParams(query).get("lang") ?? "";
  return (
    findLanguage(tag) ??
    ofTag(tag) ??
    findLanguage(preference) ??
    browser.map(ofTag).find(Boolean) ??
    ENGLISH
  );
}

/** "es-AR", "es_AR" and "ES" -> Spanish. */
function ofTag(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split(/[-_]/);
  return LANGUAGES.find(({ id }) => id === primary);
}
