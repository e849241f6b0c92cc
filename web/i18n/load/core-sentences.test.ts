// The problems of wrong scenarios have templates, and Spanish has all of them.
import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { parseRefusal } from "../../engine/problems";
import { catalogue, startSimulator } from "../../engine/simulator.test-data";
import { compileCatalogue, readCatalogues } from "../../tools/vite/messages.mjs";
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
