// One machine of a comparison: its name, its diagnosis, and its picture, unless a projector shows one large picture below.
import type { ReactNode } from "react";
import { tr } from "../../i18n/i18n";
import type { Comparison } from "../../desk/compare/comparison";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { CardHeading } from "../../ui/card";
import { DiagnosisCard } from "../../cards/diagnosis";
import type { ComparedMachine } from "../../cards/compared/compared-machine";
import { KeyNumbers } from "./key-numbers";

interface MachineColumnProps {
  machine: ComparedMachine;
  other: ComparedMachine;
  comparison: Comparison;
  /** This is the desk's machine: the one in the lab. */
  isOfDesk: boolean;
  projectorFontSize: number;
  /** The picture; null when it is not in the column. */
  picture: ReactNode;
  /** The settings in which this machine differs from the other one: "Polling: on". */
  ownSettings: string;
  onKnobs(): void;
}

/** Id of the heading of a machine's column. */
export const titleIdOf = (letter: string) => `compare-machine-${letter}`;

export function MachineColumn(props: MachineColumnProps) {
  const { machine, comparison, isOfDesk, projectorFontSize, ownSettings, picture } = props;
  const { letter, services } = machine;
  const title = useStore(services.lab.state, ({ base }) => tr(base?.title ?? ""));
  const fatalError = useStore(services.lab.state, (state) => state.fatalError);
  const before = useStore(comparison.state, (state) => state.before);
  return (
    <section className="compare-column" aria-label={tr("Machine {letter}", { letter })}>
      <div className="compare-head">
        <h2 id={titleIdOf(letter)} className="compare-title" tabIndex={-1}>
          <span className="compare-letter">{letter}</span>{" "}
          {!isOfDesk && before !== null
            ? tr("{title}, before “{before}”", { title, before })
            : title}
        </h2>
        {ownSettings !== "" && <p className="compare-own">{ownSettings}</p>}
        <div className="compare-tools">
          <Button variant="quiet" icon="knobs" aria-haspopup="dialog" onClick={props.onKnobs}>
            {tr("Knobs of {letter}", { letter })}
          </Button>
          <KeepButton comparison={comparison} letter={letter} isOfDesk={isOfDesk} />
        </div>
      </div>
      {fatalError !== null ? (
        <p role="alert">
          {tr("{title}. Choose another machine with “Compare with …”; the other machine goes on.", {
            title: fatalError.title,
          })}
        </p>
      ) : (
        <CardHeading value="h3">
          <DiagnosisCard services={services} letter={letter} hasCureKey={isOfDesk} />
          {projectorFontSize > 0 && (
            <p className="compare-key">
              <KeyNumbers machine={machine} other={props.other} />
            </p>
          )}
          {picture}
        </CardHeading>
      )}
    </section>
  );
}

interface KeepButtonProps {
  comparison: Comparison;
  letter: string;
  isOfDesk: boolean;
}

/** Ends the comparison and goes on in the lab with this machine. */
function KeepButton({ comparison, letter, isOfDesk }: KeepButtonProps) {
  const keep = async () => {
    if (isOfDesk) comparison.end();
    else if (!(await comparison.keepSecond())) return;
    location.hash = "#/lab";
  };
  return (
    <Button
      variant="quiet"
      title={tr("End the comparison and go on in the lab with machine {letter}", { letter })}
      onClick={() => void keep()}
    >
      {tr("Keep only {letter}", { letter })}
    </Button>
  );
}
