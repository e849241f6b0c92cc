// The messages of the core, such as those of a diagnosis: whatever the machines of all scenarios say is in the catalogue, and
// Spanish fills the same values in.
// cspell:ignore softirq recibe solo tiempo restante así cola recepción desborda paquetes descartan ahí
import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import type { Diagnosis, Message, Scenario } from "../generated/model";
import { catalogue, startSimulator } from "../engine/simulator.test-data";
import { collectModelTexts } from "../tools/vite/model-texts.mjs";
import { activateLanguage } from "./i18n";
import { ENGLISH } from "./languages";
import { nameTemplate, readDiagnosis, translateMessage } from "./model-texts";
import { activateSpanish, spanish } from "./spanish.test-data";

afterEach(() => activateLanguage(ENGLISH, (message) => message));

/** What a machine says at its start, later, and after more traffic. */
function diagnosesOf(scenario: Scenario): string[] {
  const { Session } = startSimulator((file) => readFileSync(file));
  const session = new Session(JSON.stringify(scenario), 1);
  const { clock_hz: hertz } = JSON.parse(session.topology()) as { clock_hz: number };
  const at = (milliseconds: number) => {
    const until = Math.round((milliseconds / 1e3) * hertz);
    while (session.head < until && !session.at_bound) session.advance(until, 200_000);
    return session.diagnosis(session.head);
  };
  const before = [0, 60].map(at);
  session.intervene(JSON.stringify({ "traffic.rate": 9_000 }), session.head);
  const all = [...before, ...[65, 115].map(at)];
  session.free();
  return all;
}

/** The texts of a message and of its values. */
const textsOf = ({ text, values }: Message): string[] => [
  text,
  ...values.flatMap((value) => (typeof value === "string" ? [] : textsOf(value))),
];

it("the_catalogue_has_what_the_machines_of_all_scenarios_say", () => {
  const said = new Set<string>();
  const sentences = new Set<string>();
  for (const text of catalogue.scenarios.flatMap(diagnosesOf)) {
    const { headline, sentences: why, cure } = JSON.parse(text) as Diagnosis;
    for (const one of [headline, ...why, ...(cure ? [cure.label] : [])].flatMap(textsOf))
      said.add(one);
    sentences.add(readDiagnosis(text).sentence);
  }
  expect(sentences.size).toBeGreaterThan(200);
  const known = new Set([...collectModelTexts().values()].flatMap((texts) => [...texts]));
  const unknown = [...said].filter(
    (text) => !known.has(text) && !known.has(nameTemplate(text).text),
  );
  expect(unknown).toEqual([]);
});

const name = (text: string): Message => ({ text, values: [] });

it("a_message_is_filled_in_in_the_language_of_the_page", () => {
  const overflow: Message = {
    text: "{Consumer} gets only the remaining CPU time, so {place} overflows: {are_thrown_away} there.",
    values: [
      name("the softirq"),
      name("the receive queue 2"),
      {
        text: "{packets} are thrown away",
        values: [{ text: "{n} packets/s", values: ["11,000"] }],
      },
    ],
  };
  expect(translateMessage(overflow)).toBe(
    "The softirq gets only the remaining CPU time, so the receive queue 2 overflows: 11,000 packets/s are thrown away there.",
  );
  activateSpanish();
  expect(translateMessage(overflow)).toBe(
    "La softirq recibe solo el tiempo de CPU restante, así que la cola de recepción 2 se desborda: 11,000 paquetes/s se " +
      "descartan ahí.",
  );
});

it("each_translation_has_the_values_of_its_message", () => {
  const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join(" ");
  const wrong = Object.values(spanish)
    .flatMap((texts) => Object.entries(texts))
    .filter(([text, translated]) => translated !== null && slots(text) !== slots(translated));
  expect(wrong).toEqual([]);
});
