// Links of every earlier form, collected from documents, tests, questions and pages of that time (old-links.json: one
// link a line, with the state that it must open). Every link that somebody may have opens as it did when it was made. Add
// the links of a new form below the others; never change or remove one.
import { beforeAll, describe, expect, it } from "vitest";
import { catalogue } from "../../engine/simulator.test-data";
import type { Scenario } from "../../generated/model";
import { parseCompareLink } from "../compare/compare-link";
import { formatLink, parseLink, type ParsedLink } from "./link";
import { INITIAL_VIEW } from "./link-fields";
import { DEFAULT_CHOICES } from "../../model/curve-choices";
import { needCompressor } from "./program-field";
import corpus from "./old-links.json";

beforeAll(() => needCompressor("program="));

/** What a link says about one machine. A field that the link leaves out is absent. */
interface Expected {
  scenario: string;
  set?: Record<string, unknown>;
  do?: unknown[];
  model?: string;
  speed?: number | string;
  view?: number | number[];
  loop?: number[];
  select?: number;
  pinned?: { scenario: string; set?: Record<string, unknown> }[];
  [field: string]: unknown;
}

interface OldLink {
  link: string;
  machines: Expected[];
  isSwapped?: boolean;
}

function parsed(hash: string): ParsedLink {
  const link = parseLink(hash, catalogue);
  if (link === null) throw new Error(`no state in ${hash}`);
  return link;
}

/** The links of the machines in the hash. */
function machineLinks(hash: string): readonly string[] {
  const pair = parseCompareLink(hash);
  return pair === null ? [hash] : pair.links;
}

/** The settings of a catalogue's scenario with changes. */
function settingsOf(id: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const base = catalogue.scenarios.find((one) => one.id === id);
  if (base === undefined) throw new Error(`no scenario ${id}`);
  return { ...base.settings, ...changes };
}

/** The parsed link in the form of the corpus, with all settings. */
function described(link: ParsedLink): Record<string, unknown> {
  const { base, scenario, view } = link;
  const { range: shown, loop, speed, curves, selection, playing, layout } = view;
  const range = (one: { from: number; to: number } | null | undefined) => one && [one.from, one.to];
  return {
    ...link,
    ...view,
    ...curves,
    scenario: base.id,
    settings: scenario.settings,
    do: scenario.interventions,
    seed: scenario.seed,
    capture: scenario.capture,
    program: scenario.program,
    select: selection?.kind === "packet" ? selection.packet : -1,
    speed: speed === Infinity ? "max" : (speed ?? null),
    playing: playing ?? null,
    layout: layout ?? null,
    view: range(shown) ?? view.viewWidth,
    loop: range(loop),
    pinned: curves?.pinned?.map(({ name, style, isHidden, scenario: { id, seed, settings } }) => ({
      ...{ name, style, isHidden, scenario: id, settings, seed },
    })),
  };
}

/** The corpus names only the settings that a link changes. */
function withSettings({ set, pinned, ...others }: Expected): Record<string, unknown> {
  const settings = settingsOf(others.scenario, set);
  const curves = pinned?.map(({ set: changes, ...curve }) => ({
    ...curve,
    settings: settingsOf(curve.scenario, changes),
  }));
  return { ...others, settings, ...(curves === undefined ? {} : { pinned: curves }) };
}

/** What a link without a field opens. */
function defaults(base: Scenario): Record<string, unknown> {
  return {
    do: base.interventions,
    t: null,
    head: null,
    seed: base.seed,
    capture: base.capture,
    program: undefined,
    speed: null,
    view: 0,
    loop: null,
    select: -1,
    playing: null,
    layout: null,
    axisPath: "traffic.rate",
    measure: "delivered",
    pinned: undefined,
    question: null,
    showsCode: false,
  };
}

describe.each(corpus)("$since: $form", ({ links }) => {
  it.each(links as OldLink[])("$link", ({ link, machines, isSwapped }) => {
    const found = machineLinks(link).map(parsed);
    expect(found).toHaveLength(machines.length);
    expect(parseCompareLink(link)?.isSwapped).toBe(isSwapped);
    machines.forEach(({ model, ...expected }, index) => {
      const one = found[index] as ParsedLink;
      expect(described(one)).toMatchObject({ ...defaults(one.base), ...withSettings(expected) });
      expect(one.otherModel).toBe(model === undefined || model === catalogue.model ? null : model);
    });
  });

  it("written_again_they_open_the_same", () => {
    for (const hash of (links as OldLink[]).flatMap(({ link }) => machineLinks(link))) {
      const link = parsed(hash);
      const t = link.t ?? 0;
      const state = {
        ...{ ...INITIAL_VIEW, ...link.view, curves: { ...DEFAULT_CHOICES, ...link.view.curves } },
        ...{ base: link.base, scenario: link.scenario, t, head: link.head ?? t },
      };
      const again = parsed(formatLink(state, catalogue));
      expect(again).toMatchObject({ scenario: link.scenario, t });
      expect(again.view).toMatchObject(link.view);
    }
  });
});
