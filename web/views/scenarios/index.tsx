// The scenario's title, its source and what to see in it, and the dialog with all scenarios (list.tsx).
import { useEffect, useMemo, useRef, useState } from "react";
import type { Catalogue, Scenario } from "../../engine/model";
import { useStore } from "../../store/store";
import { valuesAtStart, type SettingValues } from "../../store/scenario/settings";
import type { AppServices } from "../../store/app-services";
import { describeDifferences } from "../../store/scenario/setting-text";
import { Dialog } from "../../ui/dialog";
import { Icon } from "../../ui/icon";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { Popover } from "../../ui/popover";
import { GlossaryText } from "../glossary/term";
import { useKnobValues } from "../knobs";
import { focusDiagnosis } from "../diagnosis";
import { CaptureDialog } from "./capture";
import { ScenarioList } from "./list";
import "./scenarios.css";

export function ScenarioPicker({ services }: { services: AppServices }) {
  const { lab, droppedFiles } = services;
  const base = useStore(lab.state, (state) => state.base);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const [open, setOpen] = useState(false);
  const [isCaptureOpen, setCaptureOpen] = useState(false);
  const values = useKnobValues(lab);
  const changes = useMemo(
    () =>
      base === null || catalogue === null ? "" : describeDesignChanges(catalogue, base, values),
    [base, catalogue, values],
  );
  usePageTitle(base?.title ?? "");
  const wasPicked = useRef(false);
  useEffect(() => {
    if (open || !wasPicked.current) return;
    wasPicked.current = false;
    focusDiagnosis();
  }, [open]);
  if (base === null || catalogue === null) return null;
  return (
    <div className="scenario">
      <h2 className="scenario-title" {...PAGE_HEADING_PROPS}>
        <button
          type="button"
          className="scenario-button"
          aria-haspopup="dialog"
          title="Choose another scenario"
          onClick={() => setOpen(true)}
        >
          {base.title}
          <Icon name="chevron" size={14} />
        </button>
      </h2>
      <div className="scenario-source">
        {changes === "" ? (
          <span>
            <GlossaryText text={base.source} />
          </span>
        ) : (
          <span className="scenario-changes" title={`now ${changes}`}>
            now {changes}
          </span>
        )}
        {base.text !== "" && (
          <Popover className="term" label="What to see here">
            {() => (
              <>
                <GlossaryText text={base.text} /> (<GlossaryText text={base.source} />)
              </>
            )}
          </Popover>
        )}
      </div>
      <CaptureDialog
        lab={lab}
        dropped={droppedFiles}
        open={isCaptureOpen}
        onClose={() => setCaptureOpen(false)}
      />
      <Dialog title="Scenarios" wide open={open} onClose={() => setOpen(false)}>
        <ScenarioList
          scenarios={catalogue.scenarios}
          currentId={base.id}
          onPick={({ id }) => {
            // The focus does not go back to the button: there Space would open the list again instead of playing.
            setOpen(false);
            wasPicked.current = true;
            lab.openScenario(id);
          }}
          onCapture={() => {
            setOpen(false);
            setCaptureOpen(true);
          }}
        />
      </Dialog>
    </div>
  );
}

/** Describes the first two switches and choices that differ from the scenario: "polling on". */
function describeDesignChanges(
  catalogue: Catalogue,
  base: Scenario,
  values: SettingValues,
): string {
  const switches = catalogue.parameters.filter(
    ({ kind, basic }) => basic && kind.type !== "integer",
  );
  const differences = describeDifferences(
    { ...catalogue, parameters: switches },
    valuesAtStart(catalogue, base),
    values,
  );
  return differences.slice(0, 2).join(", ").toLowerCase();
}
