// Facts about the desks of a page: which one moves, and what the others keep.
import { expect, it } from "vitest";
import { createComparison } from "./compare/comparison";
import { createDesks, type Desk } from "./desks";
import { startLab } from "./lab/lab-harness.test-data";

/** Desks whose labs have fake engines; `pass` lets wall time pass with animation frames of the shown desk. */
async function startDesks() {
  const harnesses = { lab: await startLab(), lesson: await startLab(), workshop: await startLab() };
  const desks = createDesks((kind) => {
    const { lab, another } = harnesses[kind];
    return { lab, comparison: createComparison(lab, () => another().lab) } as Desk;
  });
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 10) {
      for (const harness of Object.values(harnesses)) await harness.pass(10);
      desks.animate(harnesses.lab.now());
    }
  };
  return { desks, harnesses, pass };
}

it("the_machine_of_the_lab_stands_still_while_no_page_shows_it_and_then_plays_on", async () => {
  const { desks, harnesses, pass } = await startDesks();
  const { lab } = harnesses.lab;
  await pass(100);
  const first = desks.hideLab();
  const second = desks.hideLab();
  first();
  first();
  const { t } = lab.tick.get();
  await pass(500);
  expect(lab.tick.get().t).toBe(t);
  second();
  await pass(500);
  expect(lab.tick.get().t).toBeGreaterThan(t);
});

it("a_lesson_begins_anew_and_leaves_the_labs_machine_as_it_was", async () => {
  const { desks, harnesses, pass } = await startDesks();
  const { lab, engine } = harnesses.lab;
  lab.change({ limit: 5 });
  await pass(200);
  lab.clock.pause();
  await pass(50);
  const before = { moment: lab.moment(), values: lab.values() };
  const lesson = desks.of("lesson");
  desks.show(lesson);
  await pass(200);
  expect(engine.scenario).toBeNull();
  expect(lesson.lab.state.get()).toMatchObject({
    base: null,
    history: { past: [] },
    playing: true,
  });
  desks.show(desks.lab);
  await pass(200);
  expect(engine.scenario).not.toBeNull();
  expect({ moment: lab.moment(), values: lab.values() }).toEqual(before);
  expect(lab.state.get()).toMatchObject({ playing: false, isParked: false });
});

it("the_workshop_keeps_its_machine_while_another_page_is_open", async () => {
  const { desks, harnesses, pass } = await startDesks();
  const { lab, engine } = harnesses.workshop;
  const workshop = desks.of("workshop");
  desks.show(workshop);
  lab.change({ limit: 5 });
  await pass(200);
  lab.clock.pause();
  await pass(50);
  const before = { moment: lab.moment(), values: lab.values() };
  desks.show(desks.lab);
  await pass(200);
  expect(engine.scenario).toBeNull();
  desks.show(workshop);
  await pass(200);
  expect({ moment: lab.moment(), values: lab.values() }).toEqual(before);
});

it("the_layout_is_that_of_the_page_on_every_desk", async () => {
  const { desks } = await startDesks();
  desks.lab.lab.setLayout("projector");
  const lesson = desks.of("lesson");
  expect(lesson.lab.state.get().layout).toBe("projector");
  desks.show(lesson);
  lesson.lab.setLayout("auto");
  expect(desks.lab.lab.state.get().layout).toBe("auto");
});
