// The glossary page: every term with its meaning, in alphabetical order.
import { tr } from "../../i18n/i18n";
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, PAGE_FOCUS_TARGET, usePageTitle } from "../../ui/page-heading";
import { useFocusFallback } from "../../ui/use-focus-fallback";
import { Prose } from "../lessons/prose";
import { EnglishNote, useProseLang } from "../lessons/prose-language";
import { usePausedLab } from "../lessons/machine-hooks";
import "./glossary.css";
import { loadGlossary, useGlossary, useGlossaryFailed } from "./use-glossary";

export default function GlossaryView({ services }: { services: AppServices }) {
  const glossary = useGlossary();
  const failed = useGlossaryFailed();
  usePausedLab(services.lab);
  const lang = useProseLang();
  usePageTitle(tr("Glossary"));
  const entries = [...glossary].sort((a, b) => a.term.localeCompare(b.term));
  return (
    <div className="glossary-page">
      <h2 className="glossary-title" {...PAGE_HEADING_PROPS}>
        {tr("Glossary")}
      </h2>
      <EnglishNote />
      {failed && <LoadFailed />}
      <dl className="glossary-list">
        {entries.map((entry) => (
          <div key={entry.term} className="glossary-entry">
            <dt lang={lang}>{entry.term}</dt>
            <dd>
              <Prose blocks={entry.meaning} context={{ glossary }} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function LoadFailed() {
  const ref = useFocusFallback(PAGE_FOCUS_TARGET);
  return (
    <div role="alert">
      <p>
        {tr(`The glossary could not be loaded. Check the connection and try again. If that does not
            help, reload the page.`)}
      </p>
      <Button ref={ref} onClick={loadGlossary}>
        {tr("Try again")}
      </Button>
    </div>
  );
}
