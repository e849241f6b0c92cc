// The knobs of an embedded lab: all of them by group, or the ones that the address names, in its order. A named knob that
// has no effect on this machine says so.
import { useMemo } from "react";
import { tr } from "../../i18n/i18n";
import type { AppServices } from "../../store/app-services";
import type { EmbedAddress } from "../../store/embed/embed-address";
import { catalogueForMachine, findParameter, isApplicable } from "../../store/scenario/settings";
import { useStore, type Store } from "../../store/store";
import { Card } from "../../ui/card";
import { Knobs, useKnobValues } from "../knobs";
import { Knob } from "../knobs/knob";

interface KnobsCardProps {
  services: AppServices;
  embed: Store<EmbedAddress>;
}

export function KnobsCard({ services, embed }: KnobsCardProps) {
  const { lab, preferences } = services;
  const paths = useStore(embed, ({ knobs }) => knobs);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const isEmpty = paths?.every((path) => catalogue && !findParameter(catalogue, path)) ?? false;
  if (isEmpty) return null;
  return (
    <Card title={tr("Knobs")} className="embed-knobs" hideTitle={paths !== null}>
      {paths === null ? (
        <Knobs lab={lab} preferences={preferences} />
      ) : (
        <ChosenKnobs services={services} paths={paths} />
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
        onChange={lab.change}
        onReset={lab.reset}
      />
    );
  });
}
