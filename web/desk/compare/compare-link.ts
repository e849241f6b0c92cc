// The link of a comparison: the links of both machines, and which of them is shown first.
//
//   #/compare?v=1&a=<the lab's fields of the desk's machine>&b=<those of the second one>&first=b
//
// The fields of each machine are those of a lab link (link/link.ts), percent-encoded once more.
import { tr } from "../../i18n/i18n";
import { RefusedError } from "../../engine/problems";
import { duplicateField, refuse } from "../link/link-changes";
import { decode, fieldsOfHash, firstReading, splitQuery } from "../link/link-repair";

const SCHEMA = "1";
const FIELDS = ["v", "a", "b", "first"];
const PREFIX = "#/compare?";
const LAB_PREFIX = "#/lab?";

export interface CompareLink {
  /** Links of the lab ("#/lab?..."): of the desk's machine and of the second one. */
  links: readonly [string, string];
  /** The second machine is shown first. */
  isSwapped: boolean;
}

export function formatCompareLink({ links, isSwapped }: CompareLink): string {
  const encode = (hash: string) => encodeURIComponent(hash.slice(LAB_PREFIX.length));
  const [a, b] = links.map(encode);
  return `${PREFIX}v=${SCHEMA}&a=${a}&b=${b}${isSwapped ? "&first=b" : ""}`;
}

/** Returns null when the hash holds no comparison. Throws a RefusedError that names the wrong field. */
export function parseCompareLink(hash: string): CompareLink | null {
  const query = fieldsOfHash(hash, "compare");
  if (query === null) return null;
  return firstReading(query, FIELDS, parseFields, ({ links, isSwapped }) => [
    ...links.map((link) => decode(decode(decode(link)))),
    isSwapped,
  ]);
}

/** A link that was decoded: the fields of each machine lie open behind "a=" and "b=". */
const OPEN = /^(v=\d+&)?a=(\w+=.*)&b=(\w+=.*?)(&first=[ab])?$/s;

function parseFields(text: string): CompareLink {
  const encode = (query: string) => encodeURIComponent(query);
  const query = text.replace(
    OPEN,
    (_, version = "", a: string, b: string, first = "") =>
      `${version}a=${encode(a)}&b=${encode(b)}${first}`,
  );
  const fields = new Map<string, string>();
  for (const { name, value } of splitQuery(query)) {
    const before = fields.get(name);
    if (!FIELDS.includes(name))
      refuse(name || tr("address"), value, tr("not a field of a comparison"), FIELDS.join(", "));
    if (before !== undefined) throw new RefusedError([duplicateField(name, before, value)]);
    fields.set(name, decode(value));
  }
  const version = fields.get("v") ?? SCHEMA;
  if (version !== SCHEMA) {
    refuse("v", version, tr("this page does not know this kind of link"), SCHEMA);
  }
  const first = fields.get("first") ?? "a";
  if (first !== "a" && first !== "b")
    refuse("first", first, tr("not a machine of a comparison"), "a, b");
  const machine = (name: "a" | "b") => {
    const query = fields.get(name) ?? "";
    return query === ""
      ? refuse(name, query, tr("a comparison has two machines"), tr("the fields of a lab link"))
      : `${LAB_PREFIX}${query}`;
  };
  return { links: [machine("a"), machine("b")], isSwapped: first === "b" };
}
