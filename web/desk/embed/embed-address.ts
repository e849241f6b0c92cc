// The address of an embedded lab, readable and writable by hand:
//
//   embed.html#/embed?views=machine,curve&title=Livelock&knobs=traffic.rate&theme=dark&columns=1&controls=1
//        &parent=https://course.example&scenario=lab&set=traffic.rate:12000&play=0
//   embed.html#/embed?views=compare&scenario=lab&set=traffic.rate:12000&with=polling.enabled:true
//
// views: what is shown, in this order. knobs: only these, by path. controls: 0 hides the buttons for the time. parent: the
// only origin that may send messages; if it is wrong, nobody may. The views compare... show two machines: with, with-scenario and with-link say how the
// second one differs. All other fields are those of a link of the lab (link/link.ts). A field that is wrong is reported, and
// the page opens without it.
import { tr } from "../../i18n/i18n";
import type { FieldProblem } from "../../engine/protocol";
import { decode, decodeName, fieldsOfHash, readingsOf, splitQuery } from "../link/link-repair";
import { LAB_ONLY_FIELDS, LINK_FIELDS } from "../link/link";
import { THEMES, type Theme } from "../../model/preferences";
import { cutText, encodeText } from "../../lib/format/cut-text";
import { DEFAULT_VIEWS, EMBED_VIEWS, isComparedView, type EmbedView } from "./embed-views";

/** Whose pages may send messages, and get them: whoever embeds the lab, one origin, or nobody because the field is wrong. */
export type EmbedParent = "anybody" | "nobody" | { origin: string };

/** Whether a page of an origin may send messages. */
export function mayMessage(parent: EmbedParent, origin: string): boolean {
  return parent === "anybody" || (parent !== "nobody" && parent.origin === origin);
}

/** To which origin the lab's own messages are sent; null: to none. */
export function messageTarget(parent: EmbedParent): string | null {
  if (parent === "nobody") return null;
  return parent === "anybody" ? "*" : parent.origin;
}

/** How the second machine differs from the first one. Both get the same packets. */
export interface SecondMachine {
  /** Id of its scenario; null: that of the first machine. */
  scenario: string | null;
  /** Its settings during the whole run, in the form of a link: "polling.enabled:true". */
  set: string;
  /** The link of the lab that opens it ("#/lab?..."), in the place of scenario and settings. */
  link: string | null;
}

export interface EmbedAddress {
  views: readonly EmbedView[];
  /** "" for none. */
  title: string;
  /** Paths of the knobs that are shown; null: all. The page knows which paths there are. */
  knobs: readonly string[] | null;
  hasControls: boolean;
  theme: Theme;
  /** 0: the width decides. */
  columns: 0 | 1 | 2;
  parent: EmbedParent;
  /** The second machine; null without a view that shows it. */
  second: SecondMachine | null;
  /** The link of the lab with the other fields ("#/lab?..."). */
  link: string;
  /** What is wrong, in the language that is shown now: an address is read before the texts of its language have loaded. */
  problems(): readonly FieldProblem[];
}

/** A problem whose texts are made when they are shown. */
type LateProblem = () => FieldProblem;

const SECOND_FIELDS = ["with", "with-scenario", "with-link"];
const OWN_FIELDS = [
  ...["views", "title", "knobs", "controls", "theme", "columns", "parent"],
  ...SECOND_FIELDS,
];
const TITLE_MAX = 120;
const KNOBS_MAX = 40;

/**
 * Parses "#/embed?..." or the part behind the "?". Of a damaged address, the reading with the fewest problems counts. If that
 * one has lost the parent, nobody may send messages.
 */
export function parseEmbedAddress(hash: string): EmbedAddress {
  const query = fieldsOfHash(hash, "embed") ?? hash.replace(/^#?\/?embed\??/, "");
  const [first, ...others] = readingsOf(query).map(parseFields);
  const count = ({ problems }: EmbedAddress) => problems().length;
  const best = others.reduce((least, one) => (count(one) < count(least) ? one : least), first!);
  const isLost = best.parent === "anybody" && /\bparent(?:=|%(?:25)*3D)/i.test(query);
  return isLost ? { ...best, parent: "nobody" } : best;
}

function parseFields(query: string): EmbedAddress {
  const problems: LateProblem[] = [];
  const { own, lab } = splitFields(query, problems);

  /** The value of a field; the default when it is missing, and when it is wrong (`parse` gives null). */
  function read<T>(
    name: string,
    otherwise: T,
    allowed: () => string,
    parse: (text: string) => T | null,
  ): T {
    const text = own.get(name);
    if (text === undefined) return otherwise;
    const parsed = holdsFields(text) ? null : parse(text);
    if (parsed !== null) return parsed;
    problems.push(() => ({
      field: name,
      value: cutText(text, 80) || tr("empty"),
      problem: tr("not allowed"),
      allowed: allowed(),
    }));
    return otherwise;
  }

  const knobs = read<readonly string[] | null>(
    "knobs",
    null,
    () => tr("1 to {max} paths of settings, separated by commas", { max: KNOBS_MAX }),
    (text) => {
      const paths = listOf(text);
      return paths.length > 0 && paths.length <= KNOBS_MAX ? paths : null;
    },
  );
  const views = viewsOf(own.get("views"), problems);
  return {
    views: knobs !== null && !views.includes("knobs") ? [...views, "knobs"] : views,
    title: read(
      "title",
      "",
      () => tr("a text of at most {max} characters", { max: TITLE_MAX }),
      (text) => (text.length <= TITLE_MAX ? text : null),
    ),
    knobs,
    hasControls: read(
      "controls",
      true,
      () => tr("1 to show buttons for the time, 0 to hide them"),
      (text) => (text === "1" || text === "0" ? text === "1" : null),
    ),
    theme: read<Theme>(
      "theme",
      "auto",
      () => THEMES.join(", "),
      (text) => THEMES.find((theme) => theme === text) ?? null,
    ),
    columns: read<0 | 1 | 2>(
      "columns",
      0,
      () => tr("1 or 2; without this field the width decides"),
      (text) => (text === "1" ? 1 : text === "2" ? 2 : null),
    ),
    parent: own.has("parent")
      ? read<EmbedParent>(
          "parent",
          "nobody",
          () =>
            tr(
              "the address of one server, without a path; until it is right, no page may send messages",
            ),
          originOf,
        )
      : "anybody",
    second: secondOf(own, views, problems),
    link: `#/lab?${lab.join("&")}`,
    problems: () => problems.map((problem) => problem()),
  };
}

/** The fields of an embedded page, and those of the lab as they are. A wrong field is left out. */
function splitFields(query: string, problems: LateProblem[]) {
  const own = new Map<string, string>();
  const lab: string[] = [];
  for (const { name, value, text } of splitQuery(query)) {
    const report = (texts: () => Pick<FieldProblem, "problem" | "allowed">) =>
      problems.push(() => ({ field: name, value: cutText(decode(value), 80), ...texts() }));
    if (LAB_ONLY_FIELDS.includes(name)) {
      report(() => ({
        problem: tr("works only in the lab itself"),
        allowed: tr("leave this field out"),
      }));
    } else if (LINK_FIELDS.includes(name)) lab.push(text);
    else if (!OWN_FIELDS.includes(name)) {
      const embeddable = LINK_FIELDS.filter((field) => !LAB_ONLY_FIELDS.includes(field));
      report(() => ({
        problem: tr("not a field of an embedded lab"),
        allowed: [...OWN_FIELDS, ...embeddable].join(", "),
      }));
    } else if (own.has(name)) {
      report(() => ({ problem: tr("given twice"), allowed: tr("once; the first one counts") }));
    } else own.set(name, name === "title" ? decodeName(value) : decode(value));
  }
  return { own, lab };
}

/** Whether a value has swallowed the fields behind it, because their separators were encoded. */
function holdsFields(text: string): boolean {
  return splitQuery(text).some(
    ({ name }, index) => index > 0 && [...OWN_FIELDS, ...LINK_FIELDS].includes(name),
  );
}

/** The known views; a wrong name is left out. */
function viewsOf(text: string | undefined, problems: LateProblem[]): readonly EmbedView[] {
  if (text === undefined) return DEFAULT_VIEWS;
  const views: EmbedView[] = [];
  for (const name of new Set(listOf(text))) {
    const view = EMBED_VIEWS.find((one) => one === name);
    if (view !== undefined) views.push(view);
    else {
      problems.push(() => ({
        field: "views",
        value: cutText(name, 40),
        problem: tr("no such view"),
        allowed: EMBED_VIEWS.join(", "),
      }));
    }
  }
  return views.length > 0 ? views : DEFAULT_VIEWS;
}

/** The second machine, if a view shows it. */
function secondOf(
  own: ReadonlyMap<string, string>,
  views: readonly EmbedView[],
  problems: LateProblem[],
): SecondMachine | null {
  const isCompared = views.some(isComparedView);
  const given = SECOND_FIELDS.filter((name) => own.has(name));
  const besideLink = given.includes("with-link")
    ? given.filter((name) => name !== "with-link")
    : [];
  const refused = isCompared ? besideLink : given;
  for (const field of refused) {
    problems.push(() => ({
      field,
      value: cutText(own.get(field) ?? "", 80),
      problem: isCompared
        ? tr("with-link already says what the second machine is")
        : tr("no view shows a second machine"),
      allowed: isCompared ? tr("with-link alone") : tr("with views=compare"),
    }));
  }
  if (!isCompared) return null;
  const link = own.get("with-link");
  return link === undefined
    ? { scenario: own.get("with-scenario") ?? null, set: own.get("with") ?? "", link: null }
    : { scenario: null, set: "", link: `#/lab?${withoutLabOnly(link)}` };
}

export interface EmbedChoices extends Partial<
  Pick<EmbedAddress, "views" | "title" | "knobs" | "theme">
> {
  /** The link of the second machine. */
  secondLink?: string;
}

/** Writes the address of an embedded lab in the state of a link of the lab. */
export function formatEmbedAddress(
  link: string,
  { views, title, knobs, theme, secondLink }: EmbedChoices,
): string {
  const fields: [string, string][] = [["views", (views ?? DEFAULT_VIEWS).join(",")]];
  if (title) fields.push(["title", encodeText(title)]);
  if (knobs) fields.push(["knobs", knobs.join(",")]);
  if (theme !== undefined && theme !== "auto") fields.push(["theme", theme]);
  if (secondLink !== undefined) {
    fields.push(["with-link", encodeURIComponent(withoutLabOnly(fieldsOf(secondLink)))]);
  }
  const own = fields.map(([name, value]) => `${name}=${value}`);
  return `#/embed?${[...own, withoutLabOnly(fieldsOf(link))].join("&")}`;
}

/** What follows "#/lab?". */
const fieldsOf = (link: string) => link.replace(/^#\/lab\??/, "");

/** The fields of a link without those that only the lab itself can use. */
function withoutLabOnly(fields: string): string {
  const kept = fields
    .split("&")
    .filter((part) => part !== "" && !LAB_ONLY_FIELDS.includes(part.split("=")[0] ?? ""));
  return kept.join("&");
}

const listOf = (text: string) => text.split(",").filter((one) => one !== "");

/** The origin of an address that names a server and nothing else; null for every other text. */
function originOf(text: string): { origin: string } | null {
  try {
    const { origin, href } = new URL(text);
    return origin !== "null" && href === `${origin}/` ? { origin } : null;
  } catch {
    return null;
  }
}
