// What the core says about wrong scenarios and capture files: the catalogue has the texts, and Spanish has all of them.
// cspell:ignore fuera intervalo número entero paquetes archivo captura tipo enlace ceros
import { readFileSync, readdirSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import type { Message, ScenarioError } from "../generated/model";
import * as captures from "../engine/pkg/capture.js";
import { parseRefusal } from "../engine/problems";
import { catalogue, startSimulator } from "../engine/simulator.test-data";
import { inProject } from "../tools/lib/paths.mjs";
import { collectModelTexts, coreMessages } from "../tools/vite/model-texts.mjs";
import { activateLanguage } from "./i18n";
import { ENGLISH } from "./languages";
import { translateProblem } from "./model-texts";
import { activateSpanish } from "./spanish.test-data";

afterEach(() => activateLanguage(ENGLISH, (message) => message));

/** The problems that a call is refused with. */
function problemsOf(call: () => { free(): void }): ScenarioError[] {
  try {
    call().free();
  } catch (error) {
    return parseRefusal(error) ?? [];
  }
  return [];
}

function problemsOfScenarios(): ScenarioError[][] {
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
    { ...scenario, interventions: 1 },
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
  return wrong.map((one) => problemsOf(() => new Session(JSON.stringify(one), 1)));
}

/** The head of a capture file of this link, and a packet without time. */
function captureFile(link: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(40));
  head.setUint32(0, 0xa1b2c3d4, true);
  head.setUint32(20, link, true);
  return new Uint8Array(head.buffer);
}

function problemsOfCaptures(): ScenarioError[][] {
  captures.initSync({ module: readFileSync(inProject("web/engine/pkg/capture_bg.wasm")) });
  const wrong = ["", "text", "PK"].map((text) => new TextEncoder().encode(text));
  const files = [...wrong, captureFile(1), captureFile(105), captureFile(1).subarray(0, 30)];
  return files.map((bytes) => problemsOf(() => captures.open(bytes, 0, false)));
}

it("spanish_has_the_problems_of_scenarios_and_captures", () => {
  const problems = [...problemsOfScenarios(), ...problemsOfCaptures()];
  expect(problems.filter((found) => found.length === 0)).toEqual([]);
  const english = problems.flat().map(translateProblem);
  activateSpanish();
  const kept = problems.flat().flatMap((one, at) => {
    const { problem, allowed } = translateProblem(one);
    const same = [
      problem === english[at]?.problem && problem,
      allowed === english[at]?.allowed && allowed,
    ];
    return same.filter((text) => text !== false);
  });
  // What a person has to write is the same in every language.
  expect(kept).toEqual(["settings.traffic"]);
});

it("a_range_is_told_with_its_unit", () => {
  const { Session } = startSimulator((file) => readFileSync(file));
  const wrong = { settings: { "traffic.rate": 99_999 } };
  const [found] = problemsOf(() => new Session(JSON.stringify(wrong), 1));
  const message: Message = found!.allowed;
  expect(message.text).toBe("a whole number from {range}");
  activateSpanish();
  expect(translateProblem(found!)).toEqual({
    field: "traffic.rate",
    value: "99999",
    problem: "fuera del intervalo",
    allowed: "un número entero de 0 a 14880 paquetes/s",
  });
});

it("a_place_in_a_capture_file_is_told_in_words", () => {
  const [found] = problemsOfCaptures().at(-2)!;
  const zeros = problemsOfCaptures().at(-1)![0];
  activateSpanish();
  expect(translateProblem(found!)).toMatchObject({
    field: "archivo de captura, byte 20, tipo de enlace",
    value: "105",
  });
  expect(translateProblem(zeros!).value).toBe("ceros");
});

it("every_message_that_the_page_may_show_is_collected", () => {
  const collected = new Set([...collectModelTexts().values()].flatMap((texts) => [...texts]));
  // Only the command line shows those of core/cli and of challenges. A file of tests has messages that nobody reads.
  const folders = readdirSync(inProject("core"), { withFileTypes: true }).filter(
    (one) => one.isDirectory() && !["cli", "target"].includes(one.name),
  );
  const left = new Set(coreMessages("core/judge/src"));
  const made = folders
    .flatMap(({ name }) => coreMessages(`core/${name}`))
    .filter((text) => !left.has(text));
  expect(made.length).toBeGreaterThan(200);
  expect(made.filter((text) => !collected.has(text))).toEqual([]);
});
