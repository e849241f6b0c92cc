// The glossary as a page: every term with its meaning, by letter.
import type { Desk } from "./desk";
import { Prose } from "./prose";
import { LIST } from "./route";

export function GlossaryPage({ desk }: { desk: Desk }) {
  const entries = [...desk.glossary].sort((a, b) => a.term.localeCompare(b.term));
  return (
    <div className="lessons-page glossary">
      <p>
        <a href={LIST}>All lessons</a>
      </p>
      <h2 className="page-title">Glossary</h2>
      <dl className="glossary-list">
        {entries.map(({ term, meaning }) => (
          <div key={term} className="glossary-entry">
            <dt>{term}</dt>
            <dd>
              <Prose blocks={meaning} desk={desk} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
