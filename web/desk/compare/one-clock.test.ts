// Whatever a person does, two machines with different clock rates show one moment when they have come to rest.
import { expect, it } from "vitest";
import { toCycles } from "../clock/nanoseconds";
import { startLab } from "../lab/lab-harness.test-data";
import { createComparison } from "./comparison";

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);

it.each(SEEDS)("two_machines_show_one_moment_after_random_actions_of_seed_%i", async (seed) => {
  const random = randomNumbers(seed);
  const among = (count: number) => Math.floor(random() * count);
  const { lab: first, another, animate } = await startLab();
  const { lab: second, engine } = another();
  engine.hertz = [500, 1_500, 2_000, 3_333][seed % 4] ?? 1_000;
  const comparison = createComparison(first, () => second);
  comparison.show();
  await comparison.start({ kind: "copy" });
  const labs = [first, second];
  const actions: ((lab: typeof first) => void)[] = [
    (lab) => lab.clock.play(),
    (lab) => lab.clock.pause(),
    (lab) => lab.time.seek(random() * 400),
    (lab) => lab.time.seek(Infinity),
    (lab) => lab.time.goTo(random() * 900),
    (lab) => lab.clock.setSpeed([0.01, 1, 4, Infinity][among(4)] ?? 1),
    (lab) => void lab.time.step("step", random() < 0.5 ? 1 : -1),
    (lab) => lab.change({ limit: 1 + among(20) }),
    (lab) => lab.change({ "traffic.rate": 1_000 + among(9_000) }),
    (lab) => lab.undo(),
    (lab) => lab.redo(),
    (lab) => lab.time.setLoop({ from: 10 + among(50), to: 80 + among(100) }),
    (lab) => lab.time.setLoop(null),
    (lab) => lab.clock.skipToEffect(),
    (lab) => lab.time.setRange({ from: among(100), to: 150 }),
  ];
  for (let count = 0; count < 40; count++) {
    const lab = labs[among(2)] ?? first;
    actions[among(actions.length)]?.(lab);
    await animate(10 * among(12));
  }
  first.time.setLoop(null);
  first.clock.pause();
  await animate(2_000);
  const { time } = first.clock;
  for (const lab of labs) {
    const { hertz } = lab.run;
    const shown = Math.floor(toCycles(time, hertz));
    expect(lab.moment()?.t, `at ${hertz} Hz`).toBe(shown);
    expect(lab.tick.get().t, `picture at ${hertz} Hz`).toBe(shown);
    expect(lab.state.get().replay).toBeNull();
  }
  // Both got the same traffic at the same times. The fake engine keeps the order in which changes came.
  const [ours, theirs] = labs.map(({ state, run }) =>
    (state.get().scenario?.interventions ?? [])
      .filter(({ set }) => "traffic.rate" in set)
      .map(({ at, set }) => ({ rate: set["traffic.rate"], milliseconds: (at / run.hertz) * 1e3 }))
      .sort((a, b) => a.milliseconds - b.milliseconds),
  );
  expect(theirs?.map(({ rate }) => rate)).toEqual(ours?.map(({ rate }) => rate));
  theirs?.forEach(({ milliseconds }, index) => {
    expect(Math.abs(milliseconds - (ours?.[index]?.milliseconds ?? NaN))).toBeLessThan(3);
  });
});
