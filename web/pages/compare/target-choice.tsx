// Asks what to compare the lab's machine with: a copy, the machine before the last change, or another scenario.
import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { tr } from "../../i18n/i18n";
import type { ComparisonTarget } from "../../desk/compare/comparison-target";
import { scenarioSearch } from "../../explore/search";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { Button } from "../../ui/button";
import { tabStopTarget } from "../../ui/list-keys";
import { startComparison } from "../../cards/compared/start-comparison";
import { pressedKey } from "../../ui/pressed-key";

interface TargetChoiceProps {
  services: AppServices;
  onChosen?(): void;
}

export function TargetChoice({ services, onChosen }: TargetChoiceProps) {
  const { lab, comparison } = services;
  const lastChange = useStore(lab.state, comparison.lastChange);
  const choose = (target: ComparisonTarget) => {
    onChosen?.();
    startComparison(services, target);
  };
  return (
    <div className="targets">
      <Button variant="primary" onClick={() => choose({ kind: "copy" })}>
        {tr("A copy of this machine")}
      </Button>
      <p className="target-text">{tr("Then turn a knob on one of the two.")}</p>
      <Button
        aria-disabled={lastChange === null}
        onClick={lastChange === null ? undefined : () => choose({ kind: "before" })}
      >
        {tr("The machine before the last change")}
      </Button>
      <p className="target-text">
        {lastChange === null
          ? tr(`No knob has been turned yet. Knobs of the traffic do not count, because both machines
            share the traffic.`)
          : tr("The last change: {lastChange}.", { lastChange })}
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
  const catalogue = useStore(services.lab.state, (state) => state.catalogue);
  const { entries, search } = useMemo(
    () => scenarioSearch(catalogue?.scenarios ?? []),
    [catalogue],
  );
  const found = query.trim() === "" ? entries : search(query);
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const focusAt = (at: number) => list.current?.querySelectorAll("button")[at]?.focus();
  const onListKey = (event: KeyboardEvent) => {
    const to = tabStopTarget(pressedKey(event), current, found.length);
    if (to === null) return;
    event.preventDefault();
    focusAt(to);
  };
  return (
    <div className="target-scenarios">
      <label htmlFor={id}>{tr("Another scenario, with the packets of this one")}</label>
      <input
        id={id}
        className="scenario-field"
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-description={tr("The down arrow goes to the list. There, the arrow keys move.")}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setCurrent(0);
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) !== "ArrowDown" && pressedKey(event) !== "Enter") return;
          event.preventDefault();
          focusAt(0);
        }}
      />
      <ul
        ref={list}
        className="target-list scroll"
        aria-label={tr("Scenarios")}
        onKeyDown={onListKey}
      >
        {found.map((entry, at) => (
          <li key={entry.key}>
            <button
              type="button"
              className="target"
              // The list is one Tab stop.
              tabIndex={at === current ? 0 : -1}
              onFocus={() => setCurrent(at)}
              onClick={() => onPick(entry.id)}
            >
              {entry.title} <span className="source-text muted">{entry.source}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p role="status">{tr("No scenario matches “{trim}”.", { trim: query.trim() })}</p>
      )}
    </div>
  );
}
