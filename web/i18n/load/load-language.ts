// Loads the texts of a language, fetched when the page opens in that language: one file for the interface, one for the
// simulator. If both have a text, they translate it alike (catalogue.test.ts). load-page-texts.ts loads the texts of one page.
import { activateLanguage, type Compiled, type Translate } from "../i18n";
import type { Language } from "../languages";

export type Texts = Readonly<Record<string, Compiled>>;

const CATALOGUES: Record<string, () => Promise<{ default: unknown }[]>> = {
  es: () => Promise.all([import("../catalogues/es.json"), import("../model/es.json")]),
};

/** Loads and activates a language. If its file cannot be loaded, the page stays English. */
export async function loadLanguage(language: Language): Promise<void> {
  const translate = await translatorOf(language).catch(() => undefined);
  if (translate !== undefined) activateLanguage(language, translate);
}

async function translatorOf({ id, direction }: Language): Promise<Translate | undefined> {
  const load = CATALOGUES[id];
  if (load !== undefined) {
    const files = await load();
    return lookup(Object.assign({}, ...files.map((file) => file.default)) as Texts);
  }
  if (id === "en") return undefined;
  const { pseudoLocalize } = await import("./pseudo");
  return (message) => pseudoLocalize(message, direction);
}

/** Texts by their compiled English, as the build writes them. */
export function lookup(texts: Texts): Translate {
  return (message) => {
    const key = typeof message === "string" ? message : JSON.stringify(message);
    return Object.hasOwn(texts, key) ? texts[key] : undefined;
  };
}
