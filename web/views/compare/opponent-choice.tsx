// What the lab's machine is compared with: a copy, the machine before the last change, or another scenario.
import { useId, useState } from "react";
import type { Opponent } from "../../store/compare/comparison";
import { searchScenarios } from "../../store/scenario/scenario-search";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";

interface OpponentChoiceProps {
  services: AppServices;
  onChosen?(): void;
}

export function OpponentChoice({ services, onChosen }: OpponentChoiceProps) {
  const { lab, comparison } = services;
  const lastChange = useStore(lab.state, comparison.lastChange);
  const choose = (opponent: Opponent) => {
    onChosen?.();
    if (!location.hash.startsWith("#/compare")) location.hash = "#/compare";
    void comparison.start(opponent);
  };
  return (
    <div className="opponents">
      <Button variant="primary" onClick={() => choose({ kind: "copy" })}>
        A copy of this machine
      </Button>
      <p className="opponent-text">Then turn a knob on one of the two.</p>
      <Button
        aria-disabled={lastChange === null}
        onClick={lastChange === null ? undefined : () => choose({ kind: "before" })}
      >
        The machine before the last change
      </Button>
      <p className="opponent-text">
        {lastChange === null
          ? "No knob has been turned yet. Knobs of the traffic do not count, because both machines share the traffic."
          : `The last change: ${lastChange}.`}
      </p>
      <OtherScenario services={services} onPick={(id) => choose({ kind: "scenario", id })} />
    </div>
  );
}

interface OtherScenarioProps {
  services: AppServices;
  onPick(id: string): void;
}

function OtherScenario({ services, onPick }: OtherScenarioProps) {
  const id = useId();
  const [query, setQuery] = useState("");
  const scenarios = useStore(services.lab.state, ({ catalogue }) => catalogue?.scenarios ?? []);
  const found = searchScenarios(scenarios, query);
  return (
    <div className="opponent-scenarios">
      <label htmlFor={id}>Another scenario, with the packets of this one</label>
      <input
        id={id}
        className="scenario-field"
        type="text"
        role="searchbox"
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="opponent-list scroll" tabIndex={0} aria-label="Scenarios">
        {found.map((scenario) => (
          <li key={scenario.id}>
            <button type="button" className="opponent" onClick={() => onPick(scenario.id)}>
              {scenario.title} <span className="source-text">{scenario.source}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>No scenario has “{query.trim()}” in its title or text.</p>}
    </div>
  );
}
