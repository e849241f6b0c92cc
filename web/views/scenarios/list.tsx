// The list of all scenarios, by paper, and the field that makes it short: among a hundred one is found by a word.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import type { Scenario } from "../../engine/model";
import { searchScenarios } from "../../store/scenario/scenario-search";
import { Button } from "../../ui/button";
import { PaperName, SourceText } from "../glossary/term";

interface ScenarioListProps {
  scenarios: readonly Scenario[];
  /** The id of the one that is shown. */
  currentId: string;
  onPick(scenario: Scenario): void;
  onCapture(): void;
}

export function ScenarioList({ scenarios, currentId, onPick, onCapture }: ScenarioListProps) {
  const [typed, setTyped] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const found = searchScenarios(scenarios, typed);
  return (
    <>
      <div className="scenario-tools">
        <Search
          typed={typed}
          onType={setTyped}
          onEnter={() => list.current?.querySelector("button")?.focus()}
          count={typed.trim() === "" ? "" : `${found.length} of ${scenarios.length} scenarios`}
        />
        <Button onClick={onCapture}>Packets from a capture file…</Button>
      </div>
      <div ref={list} className="scenario-found">
        {found.length === 0 && (
          <p className="scenario-no-match">
            No scenario has “{typed.trim()}” in its title, its source or its description.
          </p>
        )}
        {byPaper(found).map(([paper, ones]) => (
          <section key={paper}>
            <h3 className="scenario-paper">
              <PaperName letter={paper} />
            </h3>
            <ul className="scenario-list">
              {ones.map((scenario) => (
                <li key={scenario.id}>
                  <ScenarioButton
                    scenario={scenario}
                    present={scenario.id === currentId}
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
  typed: string;
  count: string;
  onType(typed: string): void;
  onEnter(): void;
}

function Search({ typed, count, onType, onEnter }: SearchProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The dialog begins here when it opens; on a touch screen that would bring up a keyboard over the list.
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
        aria-description="By words of its title, source or description; Enter goes to the first."
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="scenario-count mono" role="status">
        {count}
      </span>
    </div>
  );
}

/** Sources begin with the letter of their paper; papers in the order of their first scenario. */
function byPaper(scenarios: readonly Scenario[]): [string, Scenario[]][] {
  const papers = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const letter = /^\w+/.exec(scenario.source)?.[0] ?? "";
    papers.set(letter, [...(papers.get(letter) ?? []), scenario]);
  }
  return [...papers];
}

/** Called by its title; what it is about can be asked for, and does not stand in the way. */
function ScenarioButton(props: { scenario: Scenario; present: boolean; onPick(): void }) {
  const { scenario, present, onPick } = props;
  const id = useId();
  return (
    <button
      type="button"
      className="scenario-entry"
      aria-current={present ? "true" : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-source ${id}-text`}
      onClick={onPick}
    >
      <span className="scenario-entry-title">
        <span id={`${id}-title`}>{scenario.title}</span>
        {present && <span className="scenario-current">shown now</span>}
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
