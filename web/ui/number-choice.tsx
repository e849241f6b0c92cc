// The question which of two numbers a text means: "12.000" is twelve thousand to some readers and twelve to others. A choice
// writes the number as the page does, so that it means only one.
import { rich } from "../i18n/rich";
import { formatReading } from "../lib/format/parse-number";

interface NumberChoiceProps {
  values: readonly [thousands: number, decimals: number];
  onChoose(value: number): void;
}

export function NumberChoice({ values: [thousands, decimals], onChoose }: NumberChoiceProps) {
  const choice = (value: number) => (
    <button type="button" className="number-choice mono" onClick={() => onChoose(value)} />
  );
  return rich("Did you mean <many>{thousands}</many> or <few>{decimals}</few>?", {
    thousands: formatReading(thousands),
    decimals: formatReading(decimals),
    many: choice(thousands),
    few: choice(decimals),
  });
}
