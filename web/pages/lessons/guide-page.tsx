// The teacher's guide: for each lesson its aims, what students believe beforehand, and questions to discuss. It prints as a
// document. A page that is loaded when it is opened.
import { guide as parsed } from "virtual:guide";
import { shownLanguage, tr } from "../../i18n/i18n";
import { ENGLISH } from "../../i18n/languages";
import type { Guide, Lesson } from "../../lesson/lesson";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import type { LessonContext } from "../../desk/lesson-context";
import { useHiddenLab } from "../../shell/machine-hooks";
import { EnglishNote, ProseLanguageProvider } from "../../cards/prose/prose-language";
import { Prose } from "../../cards/prose/prose";
import { LESSONS_HASH, stepHash } from "../../shell/lesson-address";

const TRANSLATIONS: Record<string, () => Promise<{ guide: Guide }>> = {
  es: () => import("virtual:guide/es"),
};

/** If the file cannot be loaded, the guide is shown in English. */
const translated = await TRANSLATIONS[shownLanguage().id]?.().then(
  (module) => module.guide,
  () => undefined,
);
const language = translated === undefined ? ENGLISH.id : shownLanguage().id;
// The module is made by the build; its declaration cannot import the type.
const guide = (translated ?? parsed) as Guide;

export default function GuidePage({ context }: { context: LessonContext }) {
  useHiddenLab(context.services);
  usePageTitle(guide.title);
  const lessonOf = (title: string) =>
    context.lessons.find(({ number }) => title.startsWith(`${number} `));
  return (
    <div className="page guide-page">
      <p className="note">
        <a href={LESSONS_HASH}>{tr("Lessons")}</a>
      </p>
      <h2 className="page-title" {...PAGE_HEADING_PROPS}>
        {guide.title}
      </h2>
      <EnglishNote language={language} />
      <ProseLanguageProvider value={language}>
        <Prose blocks={guide.introduction} context={context} />
        <p className="guide-print">
          <Button onClick={() => window.print()}>{tr("Print the guide")}</Button>
        </p>
        {guide.sections.map(({ title, blocks }) => (
          <section key={title} className="guide-section" aria-label={title}>
            <h3 className="guide-title">
              <SectionTitle title={title} lesson={lessonOf(title)} />
            </h3>
            <Prose blocks={blocks} context={context} />
          </section>
        ))}
      </ProseLanguageProvider>
    </div>
  );
}

function SectionTitle({ title, lesson }: { title: string; lesson: Lesson | undefined }) {
  const [first] = lesson?.steps ?? [];
  if (lesson === undefined || first === undefined) return title;
  return <a href={stepHash(lesson, first)}>{title}</a>;
}
