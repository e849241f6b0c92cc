// The views of an embedded comparison: both machines side by side, how they differ, their results, timelines and curves.
// The page Compare has the same parts, and tools to choose and keep machines.
import { useMemo } from "react";
import { tr } from "../../i18n/i18n";
import type { EmbedAddress, EmbedView } from "../../desk/embed/embed-address";
import type { AppServices } from "../../desk/app-services";
import { useStore, type Store } from "../../lib/store";
import { useMedia } from "../../ui/appearance";
import { BothCurves } from "../../cards/compared/both-curves";
import {
  comparedMachines,
  describeOwn,
  useDifferences,
  type ComparedMachines,
} from "../../cards/compared/compared-machine";
import { PlainColumn } from "../../cards/compared/plain-column";
import { ComparedResults } from "../../cards/compared/results";
import { SettingDifferences } from "../../cards/compared/setting-differences";
import { ComparedTimelines } from "../../cards/compared/timelines";
import { useWastedWorkScale } from "../../cards/compared/wasted-work-scale";
import "../../cards/compared/compare.css";

/** From this width on the machines are side by side, unless the address says otherwise. */
const SIDE_BY_SIDE = "(min-width: 880px)";

interface ComparedViewProps {
  services: AppServices;
  embed: Store<EmbedAddress>;
  view: EmbedView;
  projectorFontSize: number;
}

export function ComparedView(props: ComparedViewProps) {
  const { services } = props;
  const { phase, follower } = useStore(services.comparison.state, (state) => state);
  const machines = useMemo(
    () => (follower === null ? null : comparedMachines(services, follower, false)),
    [services, follower],
  );
  if (machines === null || phase !== "ready") {
    return (
      <p className="embed-loading">
        {phase === "broken"
          ? tr("The second machine could not be opened.")
          : tr("Opening both machines …")}
      </p>
    );
  }
  return <Part {...props} machines={machines} />;
}

interface PartProps extends ComparedViewProps {
  machines: ComparedMachines;
}

function Part({ view, ...props }: PartProps) {
  const { services, machines, projectorFontSize } = props;
  switch (view) {
    case "compare":
      return <Whole {...props} />;
    case "compare-sentence":
      return <Columns {...props} shows={{ sentence: true, machine: false }} />;
    case "compare-machine":
      return <Columns {...props} shows={{ sentence: false, machine: true }} />;
    case "compare-outcomes":
      return <ComparedResults machines={machines} />;
    case "compare-timeline":
      return <ComparedTimelines {...{ services, machines, projectorFontSize }} />;
    case "compare-curve":
      return <BothCurves services={services} machines={machines} />;
    default:
      return null;
  }
}

/** Everything about both machines at one moment. Where they are one above the other, the results are before them. */
function Whole(props: Omit<PartProps, "view">) {
  const { machines } = props;
  const isSideBySide = useSideBySide(props.embed);
  const results = <ComparedResults machines={machines} />;
  return (
    <div className="embed-views">
      <Differences machines={machines} />
      {!isSideBySide && results}
      <Columns {...props} shows={{ sentence: true, machine: true }} />
      {isSideBySide && results}
    </div>
  );
}

function useSideBySide(embed: Store<EmbedAddress>): boolean {
  const columns = useStore(embed, (state) => state.columns);
  const isWide = useMedia(SIDE_BY_SIDE);
  return columns === 2 || (columns === 0 && isWide);
}

function Differences({ machines }: { machines: ComparedMachines }) {
  const differences = useDifferences(machines);
  return (
    <SettingDifferences
      machines={machines}
      differences={differences}
      ifNone={tr("The machines are the same.")}
    />
  );
}

interface ColumnsProps extends Omit<PartProps, "view"> {
  shows: { sentence: boolean; machine: boolean };
}

function Columns({ embed, machines, shows, projectorFontSize }: ColumnsProps) {
  const isSideBySide = useSideBySide(embed);
  const wastedWorkSeconds = useWastedWorkScale(machines);
  const differences = useDifferences(machines);
  return (
    <div className={`embed-compared ${isSideBySide ? "embed-side-by-side" : ""}`}>
      {machines.map((machine, index) => {
        const own = describeOwn(differences, index === 0 ? "first" : "second");
        return (
          <PlainColumn
            key={machine.letter}
            machine={machine}
            note={own}
            {...{ shows, projectorFontSize, wastedWorkSeconds }}
          />
        );
      })}
    </div>
  );
}
