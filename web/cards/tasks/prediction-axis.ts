// The horizontal axis of a prediction, in positions and words. Offered rates keep their distances. The values of another
// setting are at equal distances: a setting such as a quota is of interest at 1, 5, 20, 100 and "no limit".
import { tr } from "../../i18n/i18n";
import type { Catalogue } from "../../generated/model";
import { formatCompact, formatRate } from "../../lib/format/numbers";
import type { AxisValue, Prediction } from "../../lesson/lesson";
import { axisTitle, RATE_PATH } from "../../model/curve-axis";
import { findParameter } from "../../model/scenario/settings";
import { formatSetting, formatUnit } from "../../model/scenario/setting-text";

export interface PredictionAxis {
  /** The position of each value. */
  xs: readonly number[];
  /** Where the axis ends. */
  end: number;
  isRate: boolean;
  /** The values in the plural: "rates". */
  noun: string;
  /** In a sentence: "offered rate". */
  name: string;
  /** At the axis, with the unit. */
  title: string;
  /** The title of its column in a table. */
  column: string;
  /** A value in a sentence. */
  format(value: AxisValue): string;
  /** A value at its tick. */
  tick(value: AxisValue): string;
}

export function predictionAxis(
  { axis, values }: Pick<Prediction, "axis" | "values">,
  catalogue: Catalogue | null,
): PredictionAxis {
  if (axis === RATE_PATH) {
    const xs = values.map(Number);
    return {
      ...{ xs, end: xs.at(-1) ?? 1, isRate: true },
      ...{
        name: tr("offered rate"),
        title: tr("offered, packets/s"),
        column: tr("Offered"),
        noun: tr("rates"),
      },
      format: (value) => formatRate(Number(value)),
      tick: (value) => formatCompact(Number(value)),
    };
  }
  const parameter = catalogue === null ? undefined : findParameter(catalogue, axis);
  const name = parameter === undefined ? axis : axisTitle({ parameter });
  const unit = parameter === undefined ? "" : formatUnit(parameter.unit);
  return {
    xs: values.map((_, at) => at + 0.5),
    end: values.length,
    isRate: false,
    name: name.toLowerCase(),
    title: unit === "" ? name.toLowerCase() : `${name.toLowerCase()}, ${unit}`,
    column: name,
    noun: tr("values"),
    format: (value) => (parameter === undefined ? String(value) : formatSetting(parameter, value)),
    tick: (value) => (value === "infinity" ? tr("no limit") : formatCompact(value)),
  };
}
