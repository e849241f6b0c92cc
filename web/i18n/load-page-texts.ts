// Loads the texts in the data of one page, fetched when the page is opened: the lab's first picture does not need them. If their
// file cannot be loaded, they stay English.
import { addTexts, shownLanguage } from "./i18n";
import { lookup, type Texts } from "./load-language";

type Load = () => Promise<{ default: unknown }>;

const EXPLORE: Record<string, Load> = { es: () => import("./explore/es.json") };

/** Loads the questions and shelves of Explore in the language of the page. */
export const loadExploreTexts = () => loadTexts(EXPLORE);

async function loadTexts(catalogues: Record<string, Load>): Promise<void> {
  const file = await catalogues[shownLanguage().id]?.().catch(() => undefined);
  if (file !== undefined) addTexts(lookup(file.default as Texts));
}
