// Which scenario is shown, and the picker: every scenario, by paper, with its source and what to see in it.
import { useMemo, useState } from "react";
import type { Catalogue, Scenario } from "../../engine/model";
import type { Lab } from "../../store/lab";
import { useStore } from "../../store/react";
import { valuesAtStart, type Values } from "../../store/settings";
import { sayDifferences } from "../../store/words";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Icon } from "../../ui/icon";
import { Popover } from "../../ui/popover";
import { Explained, PaperName, SourceWords } from "../glossary/term";
import { useKnobValues } from "../knobs/use-knob-values";
import { CaptureDialog } from "./capture";
import "./scenarios.css";

export function ScenarioPicker({ lab }: { lab: Lab }) {
  const base = useStore(lab.state, (state) => state.base);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const [open, setOpen] = useState(false);
  const [capturing, setCapturing] = useState(false);
  const values = useKnobValues(lab);
  const changed = useMemo(
    () => (base === null || catalogue === null ? "" : sayDesign(catalogue, base, values)),
    [base, catalogue, values],
  );
  if (base === null || catalogue === null) return null;
  return (
    <div className="scenario">
      <h2 className="scenario-title">
        <button
          type="button"
          className="scenario-button"
          aria-haspopup="dialog"
          title="Choose another scenario"
          onClick={() => setOpen(true)}
        >
          {base.title}
          {changed !== "" && <span className="scenario-now">now {changed}</span>}
          <Icon name="chevron" size={14} />
        </button>
      </h2>
      <div className="scenario-source">
        <Explained text={base.source} />
        {base.text !== "" && (
          <Popover className="term" label="What to see here">
            {() => <Explained text={base.text} />}
          </Popover>
        )}
      </div>
      <CaptureDialog lab={lab} open={capturing} onClose={() => setCapturing(false)} />
      <Dialog title="Scenarios" wide open={open} onClose={() => setOpen(false)}>
        <Button
          onClick={() => {
            setOpen(false);
            setCapturing(true);
          }}
        >
          Packets from a capture file…
        </Button>
        {byPaper(catalogue.scenarios).map(([paper, scenarios]) => (
          <section key={paper}>
            <h3 className="scenario-paper">
              <PaperName letter={paper} />
            </h3>
            <ul className="scenario-list">
              {scenarios.map((scenario) => (
                <li key={scenario.id}>
                  <Choice
                    scenario={scenario}
                    present={scenario.id === base.id}
                    onPick={() => {
                      setOpen(false);
                      lab.openScenario(scenario.id);
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Dialog>
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

/** "polling on": the switches and choices that stand otherwise than in the scenario. */
function sayDesign(catalogue: Catalogue, base: Scenario, values: Values): string {
  const switches = catalogue.parameters.filter(
    ({ kind, basic }) => basic && kind.type !== "integer",
  );
  const said = sayDifferences(
    { ...catalogue, parameters: switches },
    valuesAtStart(catalogue, base),
    values,
  );
  return said.slice(0, 2).join(", ").toLowerCase();
}

function Choice(props: { scenario: Scenario; present: boolean; onPick(): void }) {
  const { scenario, present, onPick } = props;
  return (
    <button
      type="button"
      className="scenario-choice"
      aria-current={present ? "true" : undefined}
      onClick={onPick}
    >
      <span className="scenario-choice-title">
        {scenario.title}
        {present && <span className="scenario-present">shown now</span>}
      </span>
      <span className="scenario-choice-source mono">
        <SourceWords text={scenario.source} />
      </span>
      <span className="scenario-choice-text">{scenario.text}</span>
    </button>
  );
}
