// The name of a curve: what tells its machine from the scenario as picked, in few words, and in no other's.

const DIFFERENCES_MAX = 3;

export interface NamedCurve {
  /** The machine. */
  key: string;
  name: string;
}

/** The first differences; as many more as it takes when another machine's curve on screen has that name. */
export function nameCurve(
  key: string,
  title: string,
  differences: readonly string[],
  others: readonly NamedCurve[],
): string {
  const taken = (name: string) => others.some((other) => other.key !== key && other.name === name);
  const names: string[] = [];
  for (let count = DIFFERENCES_MAX; count < differences.length; count++) {
    names.push(differences.slice(0, count).join(", "));
  }
  const all = differences.join(", ");
  names.push(...(differences.length > 0 ? [all, `${title}: ${all}`] : [title]));
  return names.find((name) => !taken(name)) ?? withNumber(names.at(-1) ?? title, taken);
}

function withNumber(name: string, taken: (name: string) => boolean): string {
  let count = 2;
  while (taken(`${name} (${count})`)) count++;
  return `${name} (${count})`;
}
