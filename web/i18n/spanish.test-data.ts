// Spanish as the page has it, for tests of the core's texts.
import { compileCatalogue, readCatalogues } from "../tools/vite/messages.mjs";
import { activateLanguage, type Compiled } from "./i18n";
import { findLanguage } from "./languages";

export const { catalogue: spanish } = readCatalogues("model").find(
  ({ language }) => language === "es",
)!;

export function activateSpanish(): void {
  const texts = compileCatalogue(spanish) as Record<string, Compiled>;
  activateLanguage(
    findLanguage("es")!,
    (message) => texts[typeof message === "string" ? message : JSON.stringify(message)],
  );
}
