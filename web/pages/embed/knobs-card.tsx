// The knobs of an embedded lab: all of them by group, or the ones that the address names, in its order. A named knob that
// has no effect on this machine says so. A comparison has the knobs of one machine at a time.
import { useMemo, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { AppServices } from "../../desk/app-services";
import { MACHINE_LETTERS, type MachineLetter } from "../../model/machine-letters";
import { isTraffic } from "../../model/shared-traffic";
import type { EmbedAddress } from "../../desk/embed/embed-address";
import { secondMachine } from "../../desk/embed/embed-state";
import { catalogueForMachine, findParameter, isApplicable } from "../../model/scenario/settings";
import { useStore, type Store } from "../../lib/store";
import { Card } from "../../ui/card";
import { Segmented } from "../../ui/segmented";
import { Knobs, useKnobValues } from "../../cards/knobs";
import { Knob } from "../../cards/knobs/knob";
import { rangeBesideOthers } from "../../cards/knobs/knob-text";

interface KnobsCardProps {
  services: AppServices;
  embed: Store<EmbedAddress>;
}

export function KnobsCard({ services, embed }: KnobsCardProps) {
  const { lab, comparison } = services;
  const paths = useStore(embed, ({ knobs }) => knobs);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const second = useStore(comparison.state, () => secondMachine(services));
  const [letter, setLetter] = useState<MachineLetter>("A");
  const isEmpty = paths?.every((path) => catalogue && !findParameter(catalogue, path)) ?? false;
  if (isEmpty) return null;
  const isShared = second === null || (paths?.every(isTraffic) ?? false);
  const own = isShared || letter === "A" ? services : { ...services, lab: second };
  return (
    <Card title={tr("Knobs")} className="embed-knobs" hideTitle={paths !== null}>
      {!isShared && (
        <Segmented<MachineLetter>
          label={tr("Machine")}
          options={MACHINE_LETTERS.map((id) => ({
            id,
            label: tr("Machine {letter}", { letter: id }),
          }))}
          value={letter}
          onChange={setLetter}
        />
      )}
      {second !== null && (
        <p className="compare-note">{tr("Knobs of the traffic change both machines.")}</p>
      )}
      {paths === null ? (
        <Knobs key={letter} lab={own.lab} preferences={services.preferences} />
      ) : (
        <ChosenKnobs services={own} paths={paths} />
      )}
    </Card>
  );
}

function ChosenKnobs({ services, paths }: { services: AppServices; paths: readonly string[] }) {
  const { lab } = services;
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const values = useKnobValues(lab);
  const machine = useMemo(
    () => (catalogue === null ? null : catalogueForMachine(catalogue, values)),
    [catalogue, values],
  );
  if (machine === null) return null;
  return paths.map((path) => {
    const parameter = findParameter(machine, path);
    if (parameter === undefined) return null;
    if (!isApplicable(machine, parameter, values)) {
      return (
        <p key={path} className="muted">
          {tr("{knob}: has no effect on this machine.", { knob: parameter.label })}
        </p>
      );
    }
    return (
      <Knob
        key={path}
        parameter={parameter}
        value={values[path]}
        base={lab.baseValue(path)}
        details="none"
        beside={rangeBesideOthers(machine, parameter, values)}
        onChange={lab.change}
        onReset={lab.reset}
      />
    );
  });
}
