// The course in the language of the page. A lesson without a current translation stays in English. The translations of a
// language are one file, which only pages in that language load.
import { lessons as written } from "virtual:lessons";
import { shownLanguage } from "../../i18n/i18n";
import type { Lesson } from "../../lesson/lesson";

const TRANSLATIONS: Record<string, () => Promise<{ translations: Lesson[] }>> = {
  es: () => import("virtual:lessons/es"),
};

/** If the file cannot be loaded, the lessons are shown in English. */
const translations = await TRANSLATIONS[shownLanguage().id]?.().then(
  (module) => module.translations,
  () => [],
);

/** The lessons, each in the language of the page if it is translated. */
export function translatedCourse(course: readonly Lesson[]): readonly Lesson[] {
  return course.map((lesson) => {
    const translation = translations?.find(({ id }) => id === lesson.id);
    return translation === undefined ? lesson : { ...translation, original: lesson };
  });
}

export const lessons = translatedCourse(written);
