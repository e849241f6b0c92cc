// Every sentence of the diagnosis has a template: those that the machines of all scenarios say, before and after a knob change,
// and every text in the core's sources. So have the problems of wrong scenarios. Spanish has all of them.
// cspell:ignore Llega paquete cada interrupciones dedican tiempo hilo núcleo recibe solo restante cola entrada desborda paquetes descartan toman menos
import { readFileSync, readdirSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import templates from "../../generated/diagnosis.json";
import type { Diagnosis, Scenario } from "../../generated/model";
import { parseRefusal } from "../../engine/problems";
import { catalogue, startSimulator } from "../../engine/simulator.test-data";
import { compileCatalogue, readCatalogues } from "../../tools/vite/messages.mjs";
import { inProject } from "../../tools/lib/paths.mjs";
import { translateSentences } from "./core-sentences";
import { activateLanguage, type Compiled } from "../i18n";
import { ENGLISH, findLanguage } from "../languages";

function activateSpanish(): void {
  const { catalogue: spanish } = readCatalogues("model").find(({ language }) => language === "es")!;
  const texts = compileCatalogue(spanish) as Record<string, Compiled>;
  activateLanguage(
    findLanguage("es")!,
    (message) => texts[typeof message === "string" ? message : JSON.stringify(message)],
  );
}

afterEach(() => activateLanguage(ENGLISH, (message) => message));

/** What a machine says at its start, later, and after more traffic: the texts of headline, sentence and button. */
function textsOf(scenario: Scenario): string[] {
  const { Session } = startSimulator((file) => readFileSync(file));
  const session = new Session(JSON.stringify(scenario), 1);
  const { clock_hz: hertz } = JSON.parse(session.topology()) as { clock_hz: number };
  const texts: string[] = [];
  const say = (milliseconds: number) => {
    const until = Math.round((milliseconds / 1e3) * hertz);
    while (session.head < until && !session.at_bound) session.advance(until, 200_000);
    const { headline, sentence, cure } = JSON.parse(session.diagnosis(session.head)) as Diagnosis;
    texts.push(headline, sentence, ...(cure === null ? [] : [cure.label]));
  };
  for (const at of [0, 60]) say(at);
  session.intervene(JSON.stringify({ "traffic.rate": 9_000 }), session.head);
  for (const at of [65, 115]) say(at);
  session.free();
  return texts;
}

describe("the diagnosis in Spanish", () => {
  it("translates_what_the_machines_of_all_scenarios_say", () => {
    const said = new Set<string>();
    for (const scenario of catalogue.scenarios) {
      for (const text of textsOf(scenario)) said.add(text);
    }
    activateSpanish();
    const untranslated = [...said].filter(
      (text) => text !== "" && translateSentences(text) === text,
    );
    expect(said.size).toBeGreaterThan(200);
    expect(untranslated).toEqual([]);
  });

  it("fills_numbers_and_names_in", () => {
    activateSpanish();
    expect(
      translateSentences(
        "A packet arrives every 83 µs, and interrupts take 70 µs of CPU time for it. The kernel network thread gets only the " +
          "remaining CPU time, so the IP input queue overflows: 11,000 packets/s are thrown away there.",
      ),
    ).toBe(
      "Llega un paquete cada 83 µs, y las interrupciones le dedican 70 µs de tiempo de CPU. El hilo de red del núcleo recibe solo " +
        "el tiempo de CPU restante, así que la cola de entrada IP se desborda: 11,000 paquetes/s se descartan ahí.",
    );
  });

  it("small_shares_and_short_times_are_translated", () => {
    activateSpanish();
    const texts = ["", "only ", "less than "].map((words) =>
      translateSentences(
        `Interrupts take ${words}1 % of the CPU, but one comes every 4.5 µs, and a switch to the firewall process takes 60 µs.`,
      ),
    );
    expect(texts.map((text) => text.split(", pero ")[0])).toEqual([
      "Las interrupciones toman el 1 % de la CPU",
      "Las interrupciones toman solo el 1 % de la CPU",
      "Las interrupciones toman menos del 1 % de la CPU",
    ]);
  });

  it("leaves_a_text_with_an_unknown_sentence_in_english", () => {
    activateSpanish();
    const text = "No packets arrive. The moon is full.";
    expect(translateSentences(text)).toBe(text);
  });
});

it("the_problems_of_a_scenario_have_templates", () => {
  const [scenario] = catalogue.scenarios;
  if (scenario === undefined) throw new Error("there is a scenario");
  const { Session } = startSimulator((file) => readFileSync(file));
  const set = (settings: object) => ({
    ...scenario,
    settings: { ...scenario.settings, ...settings },
  });
  const wrong = [
    set({ "traffic.rate": 1e6 }),
    set({ "traffic.rate": "many" }),
    set({ "queues.receive_ring": 0 }),
    set({ "transmit.add_while_active": 3 }),
    set({ "kernel.design": "none" }),
    set({ "traffic.rat": 1 }),
    set({ "feedback.low": 10, "feedback.high": 5 }),
    set({ "traffic.pattern": "capture" }),
    { ...scenario, settings: 3 },
    { ...scenario, schema: 9 },
    { ...scenario, seed: -1 },
    { ...scenario, title: "long".repeat(99) },
    { ...scenario, extra: 1 },
    { ...scenario, interventions: [{ set: {} }, { at: 1e15, set: { "queues.receive_ring": 8 } }] },
    {
      ...scenario,
      interventions: [
        { at: 5, set: {} },
        { at: 1, set: {} },
      ],
    },
    { ...scenario, traffic: 5 },
  ];
  const problems = wrong.flatMap((one) => {
    try {
      new Session(JSON.stringify(one), 1).free();
    } catch (error) {
      return parseRefusal(error) ?? [];
    }
    throw new Error(`accepted: ${JSON.stringify(one).slice(0, 200)}`);
  });
  expect(problems.length).toBeGreaterThanOrEqual(wrong.length);
  activateSpanish();
  const texts = problems.flatMap(({ problem, allowed }) => [problem, allowed]);
  const isName = (text: string) => /^settings\.\w+$/.test(text);
  expect(texts.filter((text) => translateSentences(text) === text && !isName(text))).toEqual([]);
});

/** The words of the core's texts: the parts of its format strings between the values. */
function wordsInTheCore(): { file: string; words: string }[] {
  const folder = "core/src/probes/diagnosis";
  const folders = ["wording", "families"].flatMap((one) =>
    readdirSync(inProject(folder, one)).map((name) => `${folder}/${one}/${name}`),
  );
  return [...folders, `${folder}/cures.rs`].flatMap((file) => {
    const source = readFileSync(inProject(file), "utf8")
      .replace(/^\s*\/\/.*$|(?:\.expect|panic!)\(".*"\)/gm, "")
      .replace(/\\\n\s*/g, "");
    const literals = [...source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);
    return literals.flatMap((text) =>
      text
        .split(/\{[^}]*\}|[.;:,()]\s/)
        .map((words) => words.trim().replace(/[.;:,]$| the$/, ""))
        // One word alone may be an id or the beginning of a sentence.
        .filter((words) => /^[A-Za-z'-]+( [A-Za-z'-]+)+$/.test(words))
        .map((words) => ({ file, words })),
    );
  });
}

it("every_text_of_the_core_is_in_a_template", () => {
  const filled = templates.map((text) =>
    text
      .replace(/\{packets\d?\}/g, "1 packet packets")
      .replace(/\{[Pp]lace\d?\}/g, "The the queue")
      .replace(/\{time\d?\}/g, "ms"),
  );
  const all = [...templates, ...filled].join("\n");
  const missing = wordsInTheCore().filter(({ words }) => !all.includes(words));
  expect(missing).toEqual([]);
});
