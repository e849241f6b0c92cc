// One machine of a comparison without the tools of the page Compare: its name and, if the props ask for them, the
// cards of its views. For the steps of lessons and for embedded comparisons.
import { tr } from "../../i18n/i18n";
import { useStore } from "../../lib/store";
import { CardHeading } from "../../ui/card";
import { VIEW_ROWS, type ViewName } from "../../model/views";
import { ViewCard } from "../view-cards";
import type { ComparedMachine } from "./compared-machine";

interface PlainColumnProps {
  machine: ComparedMachine;
  /** Without a name, the column has the title of the machine's scenario. */
  name?: string;
  /** A line below the name: the settings in which this machine differs. */
  note?: string;
  views: readonly ViewName[];
  projectorFontSize: number;
  /** The scale of the wasted work that both machines have in common (MachineViewProps). */
  wastedWorkFullScale?: number;
}

export function PlainColumn({ machine, name, note, views, ...picture }: PlainColumnProps) {
  const { letter, services } = machine;
  const title = useStore(services.lab.state, ({ base }) => tr(base?.title ?? ""));
  return (
    <section className="compare-column" aria-label={tr("Machine {letter}", { letter })}>
      <h2 className="compare-title">
        <span className="compare-letter">{letter}</span> {name ?? title}
      </h2>
      {note !== undefined && note !== "" && <p className="compare-own">{note}</p>}
      <CardHeading value="h3">
        {views
          .filter((view) => VIEW_ROWS[view].compared?.of === "each")
          .map((view) => (
            <ViewCard key={view} {...{ services, view, letter }} {...picture} isOneOfTwo />
          ))}
      </CardHeading>
    </section>
  );
}
