// Names a curve by how its machine differs from the opened scenario: short, and unlike the other curves' names.

const DIFFERENCES_MAX = 3;

export interface NamedCurve {
  /** Identifies the machine. */
  key: string;
  name: string;
}

/** The first few differences. Adds more of them, then a number, until no other machine's curve has the name. */
export function nameCurve(
  key: string,
  title: string,
  differences: readonly string[],
  others: readonly NamedCurve[],
): string {
  const isTaken = (name: string) =>
    others.some((other) => other.key !== key && other.name === name);
  const names: string[] = [];
  for (let count = DIFFERENCES_MAX; count < differences.length; count++) {
    names.push(differences.slice(0, count).join(", "));
  }
  const all = differences.join(", ");
  names.push(...(differences.length > 0 ? [all, `${title}: ${all}`] : [title]));
  return names.find((name) => !isTaken(name)) ?? withNumber(names.at(-1) ?? title, isTaken);
}

function withNumber(name: string, isTaken: (name: string) => boolean): string {
  let count = 2;
  while (isTaken(`${name} (${count})`)) count++;
  return `${name} (${count})`;
}
