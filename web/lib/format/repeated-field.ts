// JSON files in which an object has a field twice. JSON.parse takes the last of two in silence: a person who changes the first
// sees no effect, and another reader may take the first.

/** The path of a field that valid JSON has twice; null if there is none. */
export function fieldTwice(json: string): string | null {
  // The fields that are open: of a map its names so far, of a list the number of its entries.
  const open: { names: Set<string> | null; field: string }[] = [];
  for (const [token, isName] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\],]/gs)) {
    const inner = open.at(-1);
    if (token === "{") open.push({ names: new Set(), field: "" });
    else if (token === "[") open.push({ names: null, field: "0" });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && inner?.names === null) inner.field = String(Number(inner.field) + 1);
    else if (isName !== undefined && inner !== undefined) {
      inner.field = JSON.parse(token.slice(0, -isName.length)) as string;
      if (inner.names?.has(inner.field)) return open.map(({ field }) => field).join(".");
      inner.names?.add(inner.field);
    }
  }
  return null;
}
