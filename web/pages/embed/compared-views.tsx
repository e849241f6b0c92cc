// The views of an embedded comparison: both machines side by side, how they differ, their results, timelines and curves.
// The page Compare has the same parts, and tools to choose and keep machines.
import { tr } from "../../i18n/i18n";
import type { EmbedAddress } from "../../desk/embed/embed-address";
import { EMBED_VIEW_ROWS, type EmbedView } from "../../desk/embed/embed-views";
import { VIEW_ROWS } from "../../model/views";
import type { AppServices } from "../../desk/app-services";
import { useStore, type Store } from "../../lib/store";
import { useMedia } from "../../ui/appearance";
import { ComparedCards } from "../../cards/compared/compared-cards";
import {
  useComparedMachines,
  describeOwn,
  useDifferences,
  type ComparedMachines,
} from "../../cards/compared/compared-machine";
import { PlainColumn } from "../../cards/compared/plain-column";
import { SettingDifferences } from "../../cards/compared/setting-differences";
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
  const phase = useStore(services.comparison.state, (state) => state.phase);
  const machines = useComparedMachines(services);
  if (machines === null) {
    return (
      <p className="embed-loading">
        {phase === "broken"
          ? tr("The second machine could not be opened.")
          : tr("Opening both machines …")}
      </p>
    );
  }
  return <Parts {...props} machines={machines} />;
}

interface PartsProps extends ComparedViewProps {
  machines: ComparedMachines;
}

/** Where the machines are one above the other, what both have in common is before them. */
function Parts(props: PartsProps) {
  const { services, embed, view, machines, projectorFontSize } = props;
  const isSideBySide = useSideBySide(embed);
  const { shows } = EMBED_VIEW_ROWS[view];
  const ofBoth = <ComparedCards {...{ services, machines, projectorFontSize }} views={shows} />;
  return (
    <>
      {view === "compare" && <Differences machines={machines} />}
      {!isSideBySide && ofBoth}
      {shows.some((one) => VIEW_ROWS[one].compared?.of === "each") && <Columns {...props} />}
      {isSideBySide && ofBoth}
    </>
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

function Columns({ embed, view, machines, projectorFontSize }: PartsProps) {
  const isSideBySide = useSideBySide(embed);
  const wastedWorkFullScale = useWastedWorkScale(machines);
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
            {...{ projectorFontSize, wastedWorkFullScale }}
            views={EMBED_VIEW_ROWS[view].shows}
          />
        );
      })}
    </div>
  );
}
