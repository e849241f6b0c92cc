// The glossary page: every term with its meaning, in alphabetical order, and a search.
import { useId, useMemo, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { AppServices } from "../../desk/app-services";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, PAGE_FOCUS_TARGET, usePageTitle } from "../../ui/page-heading";
import { useFocusFallback } from "../../ui/use-focus-fallback";
import { Prose } from "../../cards/prose/prose";
import { EnglishNote, useProseLang } from "../../cards/prose/prose-language";
import { useHiddenLab } from "../../shell/machine-hooks";
import "../../cards/prose/glossary.css";
import { glossarySearch } from "./search";
import { loadGlossary, useGlossary, useGlossaryFailed } from "../../cards/prose/use-glossary";

export default function GlossaryView({ services }: { services: AppServices }) {
  const glossary = useGlossary();
  const failed = useGlossaryFailed();
  useHiddenLab(services);
  const lang = useProseLang();
  usePageTitle(tr("Glossary"));
  const [typed, setTyped] = useState("");
  const field = useId();
  const entries = useMemo(
    () => [...glossary].sort((a, b) => a.term.localeCompare(b.term)),
    [glossary],
  );
  const search = useMemo(() => glossarySearch(entries), [entries]);
  const found = search(typed);
  return (
    <div className="page">
      <h2 className="page-title" {...PAGE_HEADING_PROPS}>
        {tr("Glossary")}
      </h2>
      <EnglishNote />
      <div className="row glossary-search" role="search">
        <label htmlFor={field}>{tr("Search")}</label>
        <input
          id={field}
          className="search-field"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="mono muted" role="status">
          {typed.trim() !== "" &&
            tr("{found} of {all} terms", { found: found.length, all: entries.length })}
        </span>
      </div>
      {failed && <LoadFailed />}
      <dl className="glossary-list">
        {found.map((entry) => (
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
