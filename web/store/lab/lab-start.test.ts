// Facts about the start of the lab with a link in the address.
import { expect, it } from "vitest";
import { startLab } from "./lab-harness.test-data";

it("a_page_whose_link_fails_opens_the_first_scenario_and_says_why", async () => {
  const { another, notices, pass } = await startLab();
  const { engine, lab } = another();
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
