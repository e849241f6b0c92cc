// Loads the texts in the data of one page, fetched when the page is opened: the lab's first picture does not need them. If their
// file cannot be loaded, they stay English.
import { addTexts, shownLanguage } from "../i18n";
import { lookup, type Texts } from "./load-language";

type Load = () => Promise<{ default: unknown }>;

const EXPLORE: Record<string, Load> = { es: () => import("../explore/es.json") };
const FIGURES: Record<string, Load> = { es: () => import("../figures/es.json") };

/** Loads the questions and shelves of Explore in the language of the page. */
export const loadExploreTexts = () => loadTexts(EXPLORE);

/** Loads the figures and claims of the page Figures in the language of the page. */
export const loadFigureTexts = () => loadTexts(FIGURES);

async function loadTexts(catalogues: Record<string, Load>): Promise<void> {
  const file = await catalogues[shownLanguage().id]?.().catch(() => undefined);
  if (file !== undefined) addTexts(lookup(file.default as Texts));
}
