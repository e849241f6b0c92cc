// The language of prose. The course, its glossary and the guide are written in English, and some lessons are translated. On a
// page in another language a text has its own `lang`, and a note says that it is in English.
import { createContext, useContext } from "react";
import { shownLanguage, tr } from "../../i18n/i18n";
import { ENGLISH } from "../../i18n/languages";

const ProseLanguage = createContext(ENGLISH.id);

/** Around prose that is in another language than English. */
export const ProseLanguageProvider = ProseLanguage.Provider;

/** The attribute `lang` of prose: undefined if the whole page is in its language. */
export function useProseLang(): string | undefined {
  const language = useContext(ProseLanguage);
  return language === shownLanguage().id ? undefined : language;
}

/** Pseudo-languages have the locale of English: their readers are tests. */
const isEnglish = () => shownLanguage().locale === ENGLISH.locale;

/** Says on a page in another language that a text is in English. */
export function EnglishNote({ language = ENGLISH.id }: { language?: string | undefined }) {
  if (isEnglish() || language !== ENGLISH.id) return null;
  return (
    <p className="muted" role="note">
      {tr("This text is not translated yet: it is in English.")}
    </p>
  );
}
