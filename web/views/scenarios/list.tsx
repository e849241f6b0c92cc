// The list of all scenarios by paper, with a search field.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import type { Scenario } from "../../engine/model";
import { searchScenarios } from "../../store/scenario/scenario-search";
import { Button } from "../../ui/button";
import { PaperName, SourceText } from "../glossary/term";

interface ScenarioListProps {
  scenarios: readonly Scenario[];
  /** Id of the scenario that is shown. */
  currentId: string;
  onPick(scenario: Scenario): void;
  onCapture(): void;
}

export function ScenarioList({ scenarios, currentId, onPick, onCapture }: ScenarioListProps) {
  const [query, setQuery] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const found = searchScenarios(scenarios, query);
  return (
    <>
      <div className="scenario-tools">
        <Search
          query={query}
          onType={setQuery}
          onEnter={() => list.current?.querySelector("button")?.focus()}
          count={query.trim() === "" ? "" : `${found.length} of ${scenarios.length} scenarios`}
        />
        <Button onClick={onCapture}>Packets from a capture file…</Button>
      </div>
      <div ref={list} className="scenario-found">
        {found.length === 0 && (
          <p className="scenario-no-match">
            No scenario has “{query.trim()}” in its title, source or description.
          </p>
        )}
        {byPaper(found).map(([paper, group]) => (
          <section key={paper}>
            <h3 className="scenario-paper">
              <PaperName letter={paper} />
            </h3>
            <ul className="scenario-list">
              {group.map((scenario) => (
                <li key={scenario.id}>
                  <ScenarioButton
                    scenario={scenario}
                    isCurrent={scenario.id === currentId}
                    onPick={() => onPick(scenario)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

interface SearchProps {
  query: string;
  count: string;
  onType(query: string): void;
  onEnter(): void;
}

function Search({ query, count, onType, onEnter }: SearchProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The field gets the focus when the dialog opens. Not on a touch screen: its keyboard would cover the list.
    if (matchMedia("(hover: hover)").matches) field.current?.toggleAttribute("autofocus", true);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className="scenario-search">
      <label htmlFor={id}>Find a scenario</label>
      <input
        ref={field}
        id={id}
        className="scenario-field"
        type="text"
        role="searchbox"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        aria-description="Type words of the title, the source or the description. Enter goes to the first scenario."
        value={query}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="scenario-count mono" role="status">
        {count}
      </span>
    </div>
  );
}

/** Groups scenarios by paper, in the order of each paper's first scenario. A source begins with the paper's letter. */
function byPaper(scenarios: readonly Scenario[]): [string, Scenario[]][] {
  const papers = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const letter = /^\w+/.exec(scenario.source)?.[0] ?? "";
    papers.set(letter, [...(papers.get(letter) ?? []), scenario]);
  }
  return [...papers];
}

/** A scenario in the list. Its accessible name is the title; source and text are its description. */
function ScenarioButton(props: { scenario: Scenario; isCurrent: boolean; onPick(): void }) {
  const { scenario, isCurrent, onPick } = props;
  const id = useId();
  return (
    <button
      type="button"
      className="scenario-entry"
      aria-current={isCurrent ? "true" : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-source ${id}-text`}
      onClick={onPick}
    >
      <span className="scenario-entry-title">
        <span id={`${id}-title`}>{scenario.title}</span>
        {isCurrent && <span className="scenario-current">shown now</span>}
      </span>
      <span id={`${id}-source`} className="scenario-entry-source mono">
        <SourceText text={scenario.source} />
      </span>
      <span id={`${id}-text`} className="scenario-entry-text">
        {scenario.text}
      </span>
    </button>
  );
}
