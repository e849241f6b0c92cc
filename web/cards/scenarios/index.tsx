// The scenario's title, its source and what to see in it. The title leads to the page Explore, where another scenario is
// chosen. The dialog of capture files opens here for a dropped file and for a link that needs one.
import { useMemo } from "react";
import { tr } from "../../i18n/i18n";
import type { Catalogue, Scenario } from "../../generated/model";
import { useStore } from "../../lib/store";
import { valuesAtStart, type SettingValues } from "../../model/scenario/settings";
import type { AppServices } from "../../desk/app-services";
import { describeDifferences } from "../../model/scenario/setting-text";
import { Icon } from "../../ui/icon";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { Popover } from "../../ui/popover";
import { GlossaryText } from "../prose/term";
import { CompareBeforeButton } from "../compared/start-comparison";
import { SEARCH_HASH } from "../../explore/explore-address";
import { useKnobValues } from "../knobs";
import { CaptureDialog } from "./capture";
import "./scenarios.css";

export function ScenarioPicker({ services }: { services: AppServices }) {
  const { lab, droppedFiles } = services;
  const base = useStore(lab.state, (state) => state.base);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const values = useKnobValues(lab);
  const changes = useMemo(
    () =>
      base === null || catalogue === null ? "" : describeDesignChanges(catalogue, base, values),
    [base, catalogue, values],
  );
  const program = useStore(lab.state, ({ scenario }) => scenario?.program);
  // Of a ready-made machine title and text speak of its own kernel.
  const isReplaced =
    program !== undefined &&
    catalogue?.scenarios.some(({ id, title }) => id === base?.id && title === base.title) === true;
  const machine = tr(base?.title ?? "");
  const title = isReplaced ? tr("Kernel {file}", { file: program.file }) : machine;
  usePageTitle(title);
  if (base === null || catalogue === null) return null;
  return (
    <div className="scenario">
      <h2 className="heading" {...PAGE_HEADING_PROPS}>
        <a className="scenario-button" href={SEARCH_HASH} title={tr("Choose another scenario")}>
          {title}
          <Icon name="chevron" size={14} />
        </a>
      </h2>
      <div className="scenario-source">
        {isReplaced ? (
          tr("on the machine of “{title}”", { title: machine })
        ) : changes === "" ? (
          <bdi>
            <GlossaryText text={tr(base.source)} />
          </bdi>
        ) : (
          <span className="scenario-changes" title={tr("now {changes}", { changes })}>
            {tr("now {changes}", { changes })}
          </span>
        )}
        {base.text !== "" && !isReplaced && (
          <Popover className="term" label={tr("What to see here")}>
            {() => (
              <>
                <GlossaryText text={tr(base.text)} /> (<GlossaryText text={tr(base.source)} />)
              </>
            )}
          </Popover>
        )}
        <CompareBeforeButton services={services} place="scenario" />
      </div>
      <CaptureDialog lab={lab} dropped={droppedFiles} open={false} onClose={() => undefined} />
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
