// The curves in a link: the axes, and up to five pinned curves, which are measured again when the link is opened.
//
//   &across=queues.receive_ring&up=p99&pins=lab~limit.enabled:true~Limited~a;lab~~Interrupts~b-~7
//
// pins: curves joined by ";". Each has the scenario, the settings that differ from it, the name, a letter for the colour
// (with "-" if the curve is hidden) and, if it is not the scenario's, the seed.
import { msg, tr } from "../../i18n/i18n";
import { measureOf, MEASURE_IDS, type MeasureId } from "../../model/measures/measures";
import type { Capture, Catalogue } from "../../generated/model";
import { isAxis } from "../../model/curve-axis";
import {
  CURVE_STYLES,
  NAME_LENGTH_MAX,
  PINNED_MAX,
  type PinnedCurve,
} from "../../model/curve-choices";
import { findParameter } from "../../model/scenario/settings";
import { decode, decodeName } from "./link-repair";
import {
  catalogueForChanges,
  changesFromBase,
  formatChanges,
  parseBase,
  parseChanges,
  parseWholeNumber,
  refuse,
  similarSettings,
} from "./link-changes";
import { cutText, encodeText } from "../../lib/format/cut-text";

/** The setting on the horizontal axis. */
export function parseAxis(text: string, catalogue: Catalogue): string {
  const path = decode(text);
  const parameter = findParameter(catalogue, path);
  const axes = catalogue.parameters.filter(isAxis);
  if (parameter === undefined)
    return refuse("across", path, tr("there is no such setting"), similarSettings(path, axes));
  if (isAxis(parameter)) return path;
  return refuse(
    "across",
    path,
    tr("no curve can be drawn over it"),
    tr("a setting that is a number"),
  );
}

/** The measure on the vertical axis. */
export function parseMeasure(text: string): MeasureId {
  const id = MEASURE_IDS.find((one) => one === text);
  const allowed = MEASURE_IDS.map((one) => `${one} (${measureOf(one).axisName})`).join(", ");
  return id ?? refuse("up", text, tr("not a measure"), allowed);
}

const FORM = msg("scenario~settings~name~letter, e.g. lab~limit.enabled:true~Limited~a");
const LETTERS = "abcde".slice(0, CURVE_STYLES);

/** `capture` is that of the link's machine: a pinned machine that replays a capture replays the same. */
export function parsePinned(
  text: string,
  catalogue: Catalogue,
  capture: Capture | null,
): PinnedCurve[] {
  const parts = text.split(";").filter((part) => part !== "");
  if (parts.length > PINNED_MAX)
    refuse(
      "pins",
      tr("{length} curves", { length: parts.length }),
      tr("too many"),
      tr("at most {PINNED_MAX} curves", { PINNED_MAX }),
    );
  return parts.map((part, index) => ({
    ...parseCurve(part, catalogue, capture),
    id: index + 1,
  }));
}

function parseCurve(
  text: string,
  catalogue: Catalogue,
  capture: Capture | null,
): Omit<PinnedCurve, "id"> {
  const [id = "", changes, name = "", style = "", seed, ...more] = text.split("~");
  if (changes === undefined || name === "" || more.length > 0)
    return refuse("pins", text, tr("not a pinned curve"), tr(FORM));
  const [, letter = "", hidden] = /^([a-z])(-?)$/.exec(style) ?? [];
  if (letter === "" || !LETTERS.includes(letter))
    return refuse(
      "pins",
      style,
      tr("not the letter of a colour"),
      tr("a to {at}", { at: LETTERS.at(-1) ?? "" }),
    );
  const base = parseBase("pins", id, catalogue);
  const settings = parseChanges(changes, catalogueForChanges(changes, base, catalogue), "pins");
  return {
    name: cutText(decodeName(name), NAME_LENGTH_MAX),
    style: LETTERS.indexOf(letter),
    isHidden: hidden === "-",
    scenario: {
      ...base,
      seed: seed === undefined ? base.seed : parseWholeNumber("pins", seed, tr("a seed")),
      settings: { ...base.settings, ...settings },
      interventions: [],
      ...(capture === null ? {} : { capture }),
    },
  };
}

/** Null without a pinned curve. */
/** A link has room for one program only, that of the machine: pinned curves of programs are left out. */
export function formatPinned(pinned: readonly PinnedCurve[], catalogue: Catalogue): string | null {
  const linked = pinned.filter(({ scenario }) => scenario.program === undefined);
  return linked.length === 0
    ? null
    : linked.map((curve) => formatCurve(curve, catalogue)).join(";");
}

function formatCurve(curve: PinnedCurve, catalogue: Catalogue): string {
  const { scenario } = curve;
  const { base, set } = changesFromBase(scenario, scenario, catalogue);
  const name = encodeText(curve.name).replaceAll("~", "%7E");
  const style = `${LETTERS.charAt(curve.style)}${curve.isHidden ? "-" : ""}`;
  const parts = [encodeURIComponent(base.id), formatChanges(set), name, style];
  if (scenario.seed !== base.seed) parts.push(String(scenario.seed));
  return parts.join("~");
}
