// Facts about the start of the lab: what it fetches when, a link that is opened meanwhile, and a link that fails.
import { expect, it } from "vitest";
import { startLab } from "./lab-harness.test-data";

const RATE = "traffic.rate";

async function createLabToStart() {
  const harness = await startLab();
  return { ...harness, ...harness.another() };
}

it("a_page_that_needs_no_machine_yet_has_the_catalogue_and_no_machine", async () => {
  const { lab, engine, pass } = await createLabToStart();
  let need = (): void => undefined;
  const started = lab.start("", new Promise<void>((resolve) => (need = resolve)));
  await pass(10);
  expect(lab.state.get()).toMatchObject({ phase: "starting", scenario: null });
  expect(lab.state.get().catalogue).not.toBeNull();
  expect(engine.opened).toEqual([]);
  need();
  await started;
  expect(lab.state.get().phase).toBe("ready");
});

it("a_link_opened_before_the_machine_is_needed_takes_the_place_of_the_first_scenario", async () => {
  const { lab, engine, pass } = await createLabToStart();
  let need = (): void => undefined;
  const started = lab.start("#/figures", new Promise<void>((resolve) => (need = resolve)));
  await pass(10);
  void lab.openLink(`#/lab?set=${RATE}:7000&play=0`);
  need();
  await started;
  expect(engine.opened).toHaveLength(1);
  expect(lab.state.get().scenario?.settings[RATE]).toBe(7000);
});

it("a_link_opened_while_the_first_machine_starts_is_opened_after_it", async () => {
  const { lab, engine, pass } = await createLabToStart();
  const started = lab.start("");
  while (engine.opened.length === 0) await Promise.resolve();
  void lab.openLink(`#/lab?set=${RATE}:7000&play=0`);
  await started;
  await pass(50);
  expect(lab.state.get().scenario?.settings[RATE]).toBe(7000);
});

it("a_page_whose_link_fails_opens_the_first_scenario_and_says_why", async () => {
  const { lab, engine, notices, pass } = await createLabToStart();
  engine.failNext = new Error("no simulator for this machine");
  await lab.start("#/lab?scenario=second");
  expect(lab.state.get()).toMatchObject({ phase: "ready", base: { id: "first" } });
  expect(notices.store.get().list).toMatchObject([
    { tone: "bad", text: ["no simulator for this machine"] },
  ]);
  lab.openScenario("second");
  await pass(20);
  expect(notices.store.get().list).toEqual([]);
});
