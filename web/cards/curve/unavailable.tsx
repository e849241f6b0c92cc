// The curve's card for a machine whose offered rate cannot be set: there is no curve over it. The card says why. A person can
// still choose another setting as the axis.
import type { ReactNode } from "react";
import { tr } from "../../i18n/i18n";
import type { Catalogue } from "../../generated/model";
import { PATTERN_PATH, RATE_PATH } from "../../model/curve-axis";
import { findParameter, type SettingValues } from "../../model/scenario/settings";
import { Card } from "../../ui/card";
import { neededSetting } from "../knobs/knob-text";
import { AxisControl, type AxisChoices } from "./axis-controls";

/** A card that has the height of the chart before there is one. */
export const WAITING = "curve-card curve-waiting";

interface CurveUnavailableProps {
  catalogue: Catalogue;
  values: SettingValues;
  projector: boolean;
  started: boolean;
  choices: AxisChoices;
  onChoose(path: string): void;
  children: ReactNode;
}

export function CurveUnavailable(props: CurveUnavailableProps) {
  const { catalogue, values, projector, started, choices, onChoose, children } = props;
  return (
    <Card
      title={tr("Throughput")}
      hideTitle={projector}
      className={started ? "curve-card" : WAITING}
    >
      <p className="muted">
        {started ? explainNoRate(catalogue, values) : tr("Running the first trials …")}
      </p>
      {started && choices.groups.length > 0 && (
        <AxisControl
          label={tr("Draw the curve over another setting")}
          path={null}
          choices={choices}
          values={values}
          onChoose={onChoose}
        />
      )}
      {children}
    </Card>
  );
}

/** Says why there is no offered rate to drag. */
export function explainNoRate(catalogue: Catalogue, values: SettingValues): string {
  const rate = findParameter(catalogue, RATE_PATH);
  const needed = rate === undefined ? null : neededSetting(catalogue, rate, values);
  if (needed === null) return "";
  const why =
    needed.path !== PATTERN_PATH
      ? tr("The TCP sender sends as much as the receiver allows, so there is no rate to drag.")
      : values[PATTERN_PATH] === "burst"
        ? tr("One burst has no rate to drag.")
        : tr("Each client waits for its reply, so there is no rate to drag.");
  const when = tr("There is one when “{label}” is “{wanted}”.", {
    label: needed.label,
    wanted: needed.wanted,
  });
  return `${why} ${when}`;
}
