// A stacked bar with its names under it. Each part is told by its place, its look and its words: solid
// for what was used, hatched red for waste, hollow for what cost nothing or is still waiting.
import { stack } from "../../charts/stack";
import { Reading } from "../../ui/reading";

export interface BarPart {
  id: string;
  name: string;
  /** Set in the mono face, behind the name. */
  paperName?: string;
  value: number;
  /** The number in words, behind the name. */
  words: string;
  look: "solid" | "waste" | "hollow" | "refused";
  /** CSS colour of a solid part. */
  colour?: string;
}

interface StackBarProps {
  /** What the whole bar is, for a screen reader. */
  label: string;
  parts: readonly BarPart[];
}

export function StackBar({ label, parts }: StackBarProps) {
  const drawn = stack(parts, (part) => part.value);
  const words = parts.filter(({ value }) => value > 0).map((part) => `${part.name} ${part.words}`);
  return (
    <figure className="stack">
      <div
        className="stack-bar"
        role="img"
        aria-label={`${label}: ${words.join(", ") || "nothing"}`}
      >
        {drawn.map(({ item, x, width }) => (
          <span
            key={item.id}
            className={`stack-part look-${item.look}`}
            style={
              { left: `${x}%`, width: `${width}%`, "--colour": item.colour } as React.CSSProperties
            }
          />
        ))}
      </div>
      <ul className="stack-names" aria-hidden="true">
        {drawn.map(({ item }) => (
          <li key={item.id} className={item.look === "waste" ? "stack-name-waste" : ""}>
            <span
              className={`stack-swatch look-${item.look}`}
              style={{ "--colour": item.colour } as React.CSSProperties}
            />
            {item.name} <Reading text={item.words} />
          </li>
        ))}
      </ul>
    </figure>
  );
}
