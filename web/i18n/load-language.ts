// Loads the texts of a language: one file each, fetched when the page opens in that language.
import { activateLanguage, type Compiled, type Translate } from "./i18n";
import type { Language } from "./languages";

const CATALOGUES: Record<string, () => Promise<{ default: unknown }>> = {
  es: () => import("./catalogues/es.json"),
};

/** Loads and activates a language. If its file cannot be loaded, the page stays English. */
export async function loadLanguage(language: Language): Promise<void> {
  const translate = await translatorOf(language).catch(() => undefined);
  if (translate !== undefined) activateLanguage(language, translate);
}

async function translatorOf({ id, direction }: Language): Promise<Translate | undefined> {
  const load = CATALOGUES[id];
  if (load !== undefined) {
    const { default: texts } = await load();
    return lookup(texts as Readonly<Record<string, Compiled>>);
  }
  if (id === "en") return undefined;
  const { pseudoLocalize } = await import("./pseudo");
  return (message) => pseudoLocalize(message, direction);
}

/** Texts by their compiled English, as the build writes them. */
function lookup(texts: Readonly<Record<string, Compiled>>): Translate {
  return (message) => {
    const key = typeof message === "string" ? message : JSON.stringify(message);
    return Object.hasOwn(texts, key) ? texts[key] : undefined;
  };
}
