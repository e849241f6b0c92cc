// One machine of a comparison without the tools of the page Compare: its name and, if the props ask for them, its diagnosis
// and its picture. For the steps of lessons and for embedded comparisons.
import { tr } from "../../i18n/i18n";
import { useStore } from "../../lib/store";
import { CardHeading } from "../../ui/card";
import { DiagnosisCard } from "../diagnosis";
import { MachineCard } from "../picture-cards";
import type { ComparedMachine } from "./compared-machine";

interface PlainColumnProps {
  machine: ComparedMachine;
  /** Without a name, the column has the title of the machine's scenario. */
  name?: string;
  /** A line below the name: the settings in which this machine differs. */
  note?: string;
  shows: { sentence: boolean; machine: boolean };
  projectorFontSize: number;
  /** The scale of the wasted work that both machines have in common (MachineViewProps). */
  wastedWorkSeconds?: number;
}

export function PlainColumn({ machine, name, note, shows, ...picture }: PlainColumnProps) {
  const { letter, services } = machine;
  const title = useStore(services.lab.state, ({ base }) => tr(base?.title ?? ""));
  return (
    <section className="compare-column" aria-label={tr("Machine {letter}", { letter })}>
      <h2 className="compare-title">
        <span className="compare-letter">{letter}</span> {name ?? title}
      </h2>
      {note !== undefined && note !== "" && <p className="compare-own">{note}</p>}
      <CardHeading value="h3">
        {shows.sentence && (
          <DiagnosisCard
            services={services}
            title={tr("What is happening in {letter}", { letter })}
          />
        )}
        {shows.machine && (
          <MachineCard
            services={services}
            title={tr("Picture of machine {letter}", { letter })}
            isOneOfTwo
            {...picture}
          />
        )}
      </CardHeading>
    </section>
  );
}
