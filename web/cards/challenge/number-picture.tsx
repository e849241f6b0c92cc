// A number of a load as a small picture: a dot for each seed, the program's above, our solution's below, and their medians as lines.
// Rates vary from seed to seed, so the dots of both belong together, and no single number says it all.
import { tr } from "../../i18n/i18n";
import type { Numbers } from "../../generated/model";
import { formatPlain, labelWithUnit } from "./texts";

const WIDTH = 150;
const HEIGHT = 30;
const MARGIN = 6;
const OWN_Y = 9;
const REFERENCE_Y = 22;

export function NumberPicture({ numbers }: { numbers: Numbers }) {
  const { metric, median, reference, values, reference_values } = numbers;
  const all = [...values, ...reference_values].filter((value) => value !== null);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  // Dots that differ by less than a tenth must not look far apart.
  const span = Math.max(most - least, Math.abs(most) * 0.1, 1e-9);
  const from = (least + most - span) / 2;
  const x = (value: number) => MARGIN + ((value - from) / span) * (WIDTH - 2 * MARGIN);
  const rows = [
    { name: "own", of: values, middle: median, y: OWN_Y },
    { name: "reference", of: reference_values, middle: reference, y: REFERENCE_Y },
  ];
  return (
    <figure className="number-picture">
      <figcaption>{labelWithUnit(metric)}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        {rows.map(({ name, of, middle, y }) => (
          <g key={name} className={`number-${name}`}>
            <line className="number-axis" x1={0} x2={WIDTH} y1={y} y2={y} />
            {of.map((value, seed) =>
              value === null ? null : <circle key={seed} cx={x(value)} cy={y} r={3.2} />,
            )}
            {middle !== null && <line x1={x(middle)} x2={x(middle)} y1={y - 6} y2={y + 6} />}
          </g>
        ))}
      </svg>
      <dl>
        <dt>{tr("yours")}</dt>
        <dd className="number-own">{formatPlain(median)}</dd>
        <dt>{tr("our solution")}</dt>
        <dd>{formatPlain(reference)}</dd>
      </dl>
      {numbers.near_by_seed !== undefined && <Gold numbers={numbers} near={numbers.near_by_seed} />}
    </figure>
  );
}

/** Gold compares seed by seed, because both had the same packets then: the medians do not decide. */
function Gold({ numbers, near }: { numbers: Numbers; near: readonly boolean[] }) {
  const { near: isNear, values, reference_values } = numbers;
  const count = { near: near.filter(Boolean).length, all: near.length };
  const far = near.flatMap((isEnough, seed) =>
    isEnough
      ? []
      : [
          tr("{own} beside {reference}", {
            own: formatPlain(values[seed] ?? null),
            reference: formatPlain(reference_values[seed] ?? null),
          }),
        ],
  );
  return (
    <div>
      <p className={isNear ? "muted" : "number-far"}>
        {isNear
          ? tr("near enough for gold with {near} of {all} seeds", count)
          : tr(
              "too far away for gold: near enough with {near} of {all} seeds, not with most",
              count,
            )}
      </p>
      {far.length > 0 && (
        <p className="muted">{tr("Too far: {far}", { far: [...new Set(far)].join("; ") })}</p>
      )}
    </div>
  );
}
