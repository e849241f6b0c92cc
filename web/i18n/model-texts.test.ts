// The simulator's texts belong to the catalogues in model/: names.json has the names of every machine that a ready-made scenario
// makes, each catalogue has exactly the texts of the core, and Spanish has all of them.
// cspell:ignore paquetes cada turno anillo Anillo recepción cola llena entrada copia bytes
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { ChallengeTable, Scenario, Topology } from "../generated/model";
import {
  catalogue as englishCatalogue,
  keepProgram,
  startSimulator,
} from "../engine/simulator.test-data";
import challengeTable from "../generated/challenges.json";
import { compileCatalogue, readCatalogues, updated } from "../tools/vite/messages.mjs";
import { collectModelTexts } from "../tools/vite/model-texts.mjs";
import { inProject } from "../tools/lib/paths.mjs";
import { expectTexts } from "./expect-texts.test-data";
import { activateLanguage, type Compiled } from "./i18n";
import { ENGLISH, findLanguage } from "./languages";
import { localizeCatalogue, localizeTopology, nameTemplate, translateMessage } from "./model-texts";

const NAMES = inProject("web/generated/names.json");
const catalogues = readCatalogues("model");
const sections = collectModelTexts();

/** Each scenario as it is, with more CPUs, and with more interfaces: these add queues, lanes and lines. */
const VARIANTS: Scenario["settings"][] = [{}, { "machine.cpus": 4 }, { "traffic.inputs": 4 }];

function buildTopologies(): Topology[] {
  const found: Topology[] = [];
  for (const scenario of englishCatalogue.scenarios) {
    const { Session } = startSimulator((file) => readFileSync(file));
    for (const more of VARIANTS) {
      const settings = { ...scenario.settings, ...more };
      try {
        const session = new Session(JSON.stringify({ ...scenario, settings }), 1);
        found.push(JSON.parse(session.topology()) as Topology);
        session.free();
      } catch {
        // This machine has one CPU, or one interface.
        expect(Object.keys(more)).not.toEqual([]);
      }
    }
  }
  return found;
}

const topologies = buildTopologies();

/** The machines of challenges, each with our solution in the place of the kernel. */
function buildWithPrograms(): Topology[] {
  const { challenges } = challengeTable as unknown as ChallengeTable;
  const { Session } = startSimulator((file) => readFileSync(file));
  return challenges.map(({ common, loads, reference }) => {
    const program = { file: "kernel.c", digest: "", statement: 20, knobs: {}, text: reference };
    const text = JSON.stringify({ ...loads[common]!.machine, program });
    keepProgram(readFileSync, text);
    const session = new Session(text, 1);
    const topology = JSON.parse(session.topology()) as Topology;
    session.free();
    // What the program names itself, and its lines, are in the words of whoever wrote it.
    const isOurs = ({ name }: { name: string }) => !reference.includes(name.replace(/^queue /, ""));
    const [contexts, places] = [topology.contexts.filter(isOurs), topology.places.filter(isOurs)];
    return { ...topology, contexts, places, steps: [], code: [] };
  });
}

const withPrograms = buildWithPrograms();

/** The parts of a machine that are neither contexts nor places. */
const partsOf = ({ places, lines, gates, steps, code }: Topology): string[] => [
  ...places.map(({ drop }) => drop),
  ...lines.map(({ name }) => name),
  ...gates.flatMap((gate) => [gate.name, gate.on, gate.off]),
  ...steps.map(({ label }) => label),
  ...code.map(({ text }) => text),
];

/** The texts of all sections. */
const flat = (catalogue: Record<string, Record<string, string | null>>) =>
  Object.assign({}, ...Object.values(catalogue)) as Record<string, string | null>;

function activateSpanish(): void {
  const both = [...catalogues, ...readCatalogues()].filter(({ language }) => language === "es");
  const texts = Object.assign(
    {},
    ...both.map(({ catalogue }) => compileCatalogue(catalogue)),
  ) as Record<string, Compiled>;
  activateLanguage(
    findLanguage("es")!,
    (message) => texts[typeof message === "string" ? message : JSON.stringify(message)],
  );
}

afterEach(() => activateLanguage(ENGLISH, (message) => message));

it("a_lane_has_the_name_of_one_thing_because_sentences_put_an_article_before_it", () => {
  const names = topologies.flatMap(({ contexts }) => contexts.map(({ name }) => name));
  // "Process" ends with ss.
  expect([...new Set(names)].filter((name) => /[^s]s(,| \d|$)/.test(name))).toEqual([]);
});

describe("the names of the machines", () => {
  it("are_all_in_names_json", () => {
    const all = [...topologies, ...withPrograms];
    const templates = (names: readonly string[]) => [
      ...new Set(names.filter((name) => name !== "").map((name) => nameTemplate(name).text)),
    ];
    const texts = {
      contexts: templates(all.flatMap(({ contexts }) => contexts.map(({ name }) => name))),
      places: templates(all.flatMap(({ places }) => places.map(({ name }) => name))),
      parts: templates(all.flatMap(partsOf)),
    };
    if (process.env.UPDATE_NAMES === "1") {
      writeFileSync(NAMES, `${JSON.stringify(texts, null, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(NAMES, "utf8")), "run UPDATE_NAMES=1 on this test").toEqual(
      texts,
    );
  });

  it("stay_english_on_an_english_page", () => {
    const [topology] = topologies;
    expect(localizeTopology(topology!)).toEqual(topology);
    expect(localizeCatalogue(englishCatalogue)).toEqual(englishCatalogue);
  });
});

describe.each(catalogues)("the model's catalogue $language", ({ language, catalogue }) => {
  it("has_exactly_the_texts_of_the_core", () => {
    expectTexts(catalogue, updated(catalogue, sections));
  });

  it("keeps_the_values_of_each_text", () => {
    const values = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();
    const wrong = Object.entries(flat(catalogue)).filter(
      ([text, translated]) => translated !== null && values(text) !== values(translated),
    );
    expect(wrong).toEqual([]);
  });

  it("translates_a_text_as_the_interface_does", () => {
    const own = readCatalogues().find((one) => one.language === language)!;
    const both = flat(own.catalogue);
    const wrong = Object.entries(flat(catalogue)).filter(
      ([text, translated]) => (both[text] ?? translated) !== translated,
    );
    expect(wrong).toEqual([]);
  });
});

describe("Spanish", () => {
  it("has_every_text_of_the_core", () => {
    const { catalogue } = catalogues.find(({ language }) => language === "es")!;
    const missing = Object.entries(flat(catalogue)).flatMap(([text, translated]) =>
      translated === null ? [text] : [],
    );
    expect(missing).toEqual([]);
  });

  it("names_the_parts_of_a_machine_and_keeps_ids_and_procedures", () => {
    activateSpanish();
    const [english] = topologies;
    const spanish = localizeTopology(english!);
    const ring = (topology: Topology) =>
      topology.places.find(({ kind }) => kind === "receive_ring");
    expect(ring(spanish)?.name).toBe("anillo de recepción");
    expect(spanish.steps.map(({ procedure }) => procedure)).toEqual(
      english!.steps.map(({ procedure }) => procedure),
    );
  });

  it("names_a_queue_as_its_program_does_with_the_article_where_a_sentence_has_one", () => {
    activateSpanish();
    const said = (text: string) => translateMessage({ text, values: [] });
    expect(said("queue ipintrq")).toBe("cola ipintrq");
    expect(said("the queue ipintrq")).toBe("la cola ipintrq");
    expect(said("queue ipintrq full")).toBe("cola ipintrq llena");
    expect(said("IP input queue full")).toBe("cola de entrada IP llena");
  });

  it("names_the_knobs_of_our_programs_and_keeps_the_words_of_a_learner", () => {
    activateSpanish();
    const [topology] = topologies;
    const row = { name: "quota", least: 1, most: 9, value: 5, line: 1 };
    const labels = ["packets in each turn", "my own {words}"];
    const knobs = labels.map((label) => ({ ...row, label }));
    const shown = localizeTopology({ ...topology!, knobs }).knobs;
    expect(shown?.map(({ label }) => label)).toEqual(["paquetes en cada turno", labels[1]]);
  });

  it("writes_labels_with_a_capital_and_keeps_the_procedure_of_a_cost", () => {
    activateSpanish();
    const { parameters, scenarios } = localizeCatalogue(englishCatalogue);
    const label = (path: string) => parameters.find((one) => one.path === path)?.label;
    expect(label("queues.ipintrq")).toBe("Cola de entrada IP");
    expect(parameters.map((one) => one.label)).toContain("lnread: copia 64 bytes");
    expect(scenarios).toBe(englishCatalogue.scenarios);
  });
});
