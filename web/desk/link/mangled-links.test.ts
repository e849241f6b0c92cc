// Every link of old-links.json as mail programs, chats and editors mangle it. It opens the same state, or it is refused
// with the name of a field: never another machine in silence. `opens`: every link of the corpus must open.
import { beforeAll, describe, expect, it } from "vitest";
import { RefusedError } from "../../engine/problems";
import { catalogue } from "../../engine/simulator.test-data";
import { parseCompareLink } from "../compare/compare-link";
import { parseLink, type ParsedLink } from "./link";
import { readableHash } from "./link-repair";
import { needCompressor } from "./program-field";
import corpus from "./old-links.json";

beforeAll(() => needCompressor("program="));

// cspell:ignore fbclid
type Mangle = (link: string) => string;

const links = corpus.flatMap(({ links: some }) => some.map(({ link }) => link));

const all =
  (from: string | RegExp, to: string): Mangle =>
  (link) =>
    link.replaceAll(from, to);
/** Behind the "#" only, as a program does that writes the address itself. */
const inHash =
  (mangle: Mangle): Mangle =>
  (link) =>
    `#${mangle(link.slice(1))}`;
const inFields =
  (mangle: Mangle): Mangle =>
  (link) =>
    link.replace(/\?.*$/s, (fields) => `?${mangle(fields.slice(1))}`);
const end =
  (text: string): Mangle =>
  (link) =>
    link + text;
const every =
  (characters: number, text: string): Mangle =>
  (link) =>
    link.replace(/^.*$/s, (one) =>
      one.replace(new RegExp(`.{${characters}}(?=.)`, "gs"), `$&${text}`),
    );
const encoded = (...signs: string[]): Mangle =>
  inHash((text) =>
    signs.reduce((one, sign) => one.replaceAll(sign, encodeURIComponent(sign)), text),
  );
/** Quoted-printable, as a mail's source has it: a line has at most 76 characters. */
const quotedPrintable = (atBreak: string): Mangle =>
  inFields((fields) => every(70, `=${atBreak}`)(fields.replaceAll("=", "=3D")));

const opens: Record<string, Mangle> = {
  "& percent-encoded": encoded("&"),
  "= percent-encoded": encoded("="),
  "& and = percent-encoded": encoded("&", "="),
  "? percent-encoded": encoded("?"),
  "# percent-encoded": (link) => `#${link.replace("#", "%23")}`,
  "# encoded twice": (link) => `#${link.replace("#", "%2523")}`,
  "/ percent-encoded": encoded("/"),
  "all separators percent-encoded": encoded("/", "?", "&", "="),
  "the whole hash percent-encoded": inHash(encodeURIComponent),
  "the whole hash percent-encoded twice": inHash((text) =>
    encodeURIComponent(encodeURIComponent(text)),
  ),
  "the fields percent-encoded": inFields(encodeURIComponent),
  "in small letters: %26, %3d": inFields(all(/[&=]/g, "")),
  ": percent-encoded": encoded(":"),
  ", percent-encoded": encoded(","),
  "+ percent-encoded": encoded("+"),
  "a slash before the ?": all("?", "/?"),
  "no slash after the #": all("#/", "#"),
  "a second slash": all("#/", "#//"),
  "#!": all("#/", "#!/"),
  "capitals in the page": (link) => link.replace(/[a-z]+\?/, (name) => name.toUpperCase()),
  "&amp;": all("&", "&amp;"),
  "&amp;amp;": all("&", "&amp;amp;"),
  "&amp; percent-encoded": all("&", "%26amp%3B"),
  "&amp; with the rest encoded": (link) =>
    inHash(encodeURIComponent)(link.replaceAll("&", "&amp;")),
  "&#38;": all("&", "&#38;"),
  "&#x26;": all("&", "&#x26;"),
  "&#038; and &#61;": inFields((fields) =>
    fields.replaceAll("&", "&#038;").replaceAll("=", "&#61;"),
  ),
  "+ for a space": all("%20", "+"),
  "quoted-printable": inFields(all("=", "=3D")),
  "quoted-printable in lines": quotedPrintable("%0D%0A"),
  "line breaks": every(60, "%0A"),
  "line breaks of Windows": every(60, "%0D%0A"),
  "raw line breaks": every(60, "\r\n"),
  "characters without width": every(20, "%E2%80%8B"),
  "a soft hyphen": every(25, "%C2%AD"),
  "a field of a newsletter": end("&utm_source=news&utm_medium=mail"),
  "a field of a social network": end("&fbclid=IwAR0abc-d_e"),
};
opens["in small letters: %26, %3d"] = inFields((fields) =>
  fields.replaceAll("&", "%26").replaceAll("=", "%3d"),
);
for (const text of [
  ...[")", ".", ",", ">", '"', "'", ";", ":", "!", "?", "]", "*", "_", "`", "|", "”", "’", "»"],
  ...[
    ").",
    '">',
    "),",
    '".',
    "%29",
    "%22",
    "%3E",
    "%22%3E",
    "%20",
    "%E2%80%9D",
    "</a>",
    "%3C/a%3E",
  ],
]) {
  opens[`${text} at the end`] = end(text);
}

const opensOrSays: Record<string, Mangle> = {
  "; percent-encoded": encoded(";"),
  "~ percent-encoded": encoded("~"),
  "every sign percent-encoded, but not %": encoded(...":,;~+"),
  "only % percent-encoded": inFields(all("%", "%25")),
  "encoded for an address": inFields(encodeURI),
  "percent-decoded": (link) => decodeURIComponent(link),
  "spaces for +": all("+", " "),
  "encoded spaces for +": all("+", "%20"),
  "~ without its sign": all("~", ""),
  "no ;": all(";", ""),
  "no :": all(":", ""),
  "no =": all("=", ""),
  "; for &": all("&", ";"),
  "the & is lost": all("&", ""),
  "& for &&": all("&", "&&"),
  "? for &": all("&", "?"),
  "small letters": (link) => link.toLowerCase(),
  "twice in one": (link) => link + link,
  "two links": (link) => `${link} ${link}`,
  "with the next words": end(" is the one"),
  "with the next words, encoded": end("%20is%20the%20one"),
  "with a number behind it": end(" 2 of 3"),
  "with a space in the last field": (link) => link.replace(/(.)$/, " $1"),
};
for (const share of [0.3, 0.6, 0.9, 0.97]) {
  for (const dots of ["…", "...", "%E2%80%A6", "[...]", "….", "(…)"]) {
    const at = (link: string) =>
      link.indexOf("?") + 1 + Math.floor((link.length - link.indexOf("?")) * share);
    opensOrSays[`shortened to ${share}, with ${dots}`] = (link) => link.slice(0, at(link)) + dots;
  }
}

/** The states of the machines in a link. */
function statesOf(link: string): ParsedLink[] {
  const pair = parseCompareLink(link);
  const machines = pair === null ? [link] : pair.links;
  const states = machines.map((one) => parseLink(one, catalogue));
  if (states.some((one) => one === null)) throw new Error(`no state in ${link}`);
  return states as ParsedLink[];
}

/** A damaged name of a curve or a file is not another machine. */
const withoutNames = (states: ParsedLink[]) =>
  JSON.parse(
    JSON.stringify(states, (key, value: unknown) =>
      key === "name" || key === "file" ? "" : value,
    ),
  ) as ParsedLink[];

/** "same", or the fields that the refusal names, or what else happened. */
function outcome(link: string, mangled: string, read = (states: ParsedLink[]) => states): string {
  try {
    expect(read(statesOf(mangled))).toEqual(read(statesOf(link)));
    return parseCompareLink(mangled)?.isSwapped === parseCompareLink(link)?.isSwapped
      ? "same"
      : "swapped";
  } catch (error) {
    if (error instanceof RefusedError && error.problems.length > 0) {
      return error.problems.every(({ field, problem }) => field !== "" && problem !== "")
        ? "named"
        : "not named";
    }
    return error instanceof Error ? error.message.slice(0, 300) : "?";
  }
}

describe("a mangled link opens as it was made", () => {
  it.each(Object.entries(opens))("%s", (_name, mangle) => {
    const wrong = links.filter((link) => outcome(link, mangle(link)) !== "same");
    expect(wrong.map((link) => `${mangle(link)}: ${outcome(link, mangle(link))}`)).toEqual([]);
  });
});

describe("a link that is damaged more opens as it was made, or says what is wrong", () => {
  it.each(Object.entries(opensOrSays))("%s", (_name, mangle) => {
    const wrong = links.filter(
      (link) => !/^(same|named)$/.test(outcome(link, mangle(link), withoutNames)),
    );
    expect(
      wrong.map((link) => `${mangle(link)}: ${outcome(link, mangle(link), withoutNames)}`),
    ).toEqual([]);
  });
});

it.each([
  ["#/lab%3Fv=1", "#/lab?v=1"],
  ["#/lab/?v=1", "#/lab?v=1"],
  ["#%2Flab%3Fv%3D1", "#/lab?v%3D1"],
  ["#/lab&v=1", "#/lab?v=1"],
  ["#/lab v=1", "#/lab? v=1"],
  ["#/lab).", "#/lab"],
  ["#/compare/", "#/compare"],
  ["#/explore?by=topic", "#/explore?by=topic"],
  ["#/labs?v=1", "#/labs?v=1"],
  ["#/lessons/receive-livelock/4", "#/lessons/receive-livelock/4"],
  ["", ""],
])("the address %s is read as %s", (hash, readable) => {
  expect(readableHash(hash)).toBe(readable);
});
