// The glossary as a page: every term with its meaning, by letter.
import type { Workbench } from "../../store/workbench";
import { PAGE_HEADING, usePageTitle } from "../../ui/page-heading";
import { Prose } from "../lessons/prose";
import { useRest } from "../lessons/use-rest";
import "./glossary.css";
import { useGlossary } from "./use-glossary";

export default function GlossaryView({ workbench }: { workbench: Workbench }) {
  const glossary = useGlossary();
  useRest(workbench.lab);
  usePageTitle("Glossary");
  const entries = [...glossary].sort((a, b) => a.term.localeCompare(b.term));
  return (
    <div className="glossary-page">
      <h2 className="glossary-title" {...PAGE_HEADING}>
        Glossary
      </h2>
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
