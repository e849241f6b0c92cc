// The glossary as a page: every term with its meaning, by letter.
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";
import { PAGE_HEADING, PAGE_HEIR, usePageTitle } from "../../ui/page-heading";
import { useHeir } from "../../ui/use-heir";
import { Prose } from "../lessons/prose";
import { useRest } from "../lessons/use-rest";
import "./glossary.css";
import { askForGlossary, useGlossary, useGlossaryFailed } from "./use-glossary";

export default function GlossaryView({ workbench }: { workbench: AppServices }) {
  const glossary = useGlossary();
  const failed = useGlossaryFailed();
  useRest(workbench.lab);
  usePageTitle("Glossary");
  const entries = [...glossary].sort((a, b) => a.term.localeCompare(b.term));
  return (
    <div className="glossary-page">
      <h2 className="glossary-title" {...PAGE_HEADING}>
        Glossary
      </h2>
      {failed && <Failed />}
      <dl className="glossary-list">
        {entries.map((entry) => (
          <div key={entry.term} className="glossary-entry">
            <dt>{entry.term}</dt>
            <dd>
              <Prose blocks={entry.meaning} desk={{ glossary }} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Failed() {
  const ref = useHeir(PAGE_HEIR);
  return (
    <div role="alert">
      <p>
        The glossary could not be fetched. Check the connection and try again; if that does not
        help, reload the page.
      </p>
      <Button ref={ref} onClick={askForGlossary}>
        Try again
      </Button>
    </div>
  );
}
