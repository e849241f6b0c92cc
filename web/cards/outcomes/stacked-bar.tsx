// A stacked bar with a legend below it. The fill of a part shows its kind: solid for used, hatched
// red for wasted, hollow for packets that cost nothing or still wait.
import { stack } from "../../pictures/charts/stack";
import { LiveNumber } from "../../ui/live-number";

export interface BarPart {
  id: string;
  name: string;
  value: number;
  /** The formatted number, shown after the name. */
  valueText: string;
  fill: "solid" | "waste" | "hollow" | "refused";
  /** CSS colour of a solid part. */
  colour?: string;
}

interface StackedBarProps {
  /** Name of the whole bar for screen readers. */
  label: string;
  parts: readonly BarPart[];
}

export function StackedBar({ label, parts }: StackedBarProps) {
  const drawn = stack(parts, (part) => part.value);
  const words = parts
    .filter(({ value }) => value > 0)
    .map((part) => `${part.name}: ${part.valueText}`);
  return (
    <figure className="stacked-bar">
      <div
        className="stacked-bar-track"
        role="img"
        aria-label={`${label}: ${words.join(", ") || "nothing"}`}
      >
        {drawn.map(({ item, x, width }) => (
          <span
            key={item.id}
            className={`stacked-bar-part fill-${item.fill}`}
            style={
              { left: `${x}%`, width: `${width}%`, "--colour": item.colour } as React.CSSProperties
            }
          />
        ))}
      </div>
      <ul className="stacked-bar-legend" aria-hidden="true">
        {drawn.map(({ item }) => (
          <li key={item.id} className={item.fill === "waste" ? "stacked-bar-legend-waste" : ""}>
            <span
              className={`stacked-bar-swatch fill-${item.fill}`}
              style={{ "--colour": item.colour } as React.CSSProperties}
            />
            {item.name}: <LiveNumber text={item.valueText} />
          </li>
        ))}
      </ul>
    </figure>
  );
}
