// Links that are opened one soon after the other: the last one is shown, and its address stays.
import { expect } from "vitest";
import { it as base } from "../desk/lab/lab-harness.test-data";
import { createUrlSync, type Address } from "./url-sync";

const SECOND = "#/lab?scenario=second";
const FIRST = "#/lab?scenario=first";

const it = base.extend("bar", ({ harness, lab, animate }) => {
  const timers = new Set<{ run: () => void; at: number }>();
  let hash = "#/lab?scenario=first";
  const address: Address = {
    hash: () => hash,
    replace(next) {
      hash = next;
      return true;
    },
    isHidden: () => false,
    later(run, milliseconds) {
      const timer = { run, at: harness.now() + milliseconds };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const sync = createUrlSync(harness.lab, address);
  sync.watch();
  const bar = {
    hash: () => hash,
    /** A knob is turned, and its link is written into the address. */
    async written(): Promise<string> {
      await animate(50);
      lab.change({ limit: 5 });
      await animate(1_200);
      bar.fire();
      return hash;
    },
    /** The person opens a link. */
    open(link: string) {
      hash = link;
      sync.hashChanged();
    },
    /** The timers that are due run, before anything else goes on. */
    fire() {
      for (const timer of [...timers].filter(({ at }) => at <= harness.now())) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
  return bar;
});

const shownId = ({ state }: { state: { get(): { base: { id: string } | null } } }) =>
  state.get().base?.id;

it("the_link_before_the_last_one_is_opened_again", async ({ lab, bar, pass }) => {
  const written = await bar.written();
  expect(written).toContain("limit");
  bar.open(SECOND);
  await pass(20);
  expect(shownId(lab)).toBe("second");
  bar.open(written);
  await pass(20);
  expect(shownId(lab)).toBe("first");
});

it("an_address_whose_machine_is_being_built_is_not_overwritten", async ({
  lab,
  bar,
  animate,
  pass,
}) => {
  await animate(50);
  lab.change({ limit: 5 });
  await animate(1_200);
  bar.open(SECOND);
  await pass(0);
  lab.change({ limit: 6 });
  bar.fire();
  expect(bar.hash()).toBe(SECOND);
});

it("the_second_of_two_events_for_one_link_does_not_build_its_machine_again", async ({
  engine,
  bar,
  pass,
}) => {
  const before = engine.opened.length;
  bar.open(FIRST);
  bar.open(SECOND);
  bar.open(SECOND);
  await pass(20);
  expect(engine.opened.slice(before).map(({ scenario }) => scenario.id)).toEqual([
    "first",
    "second",
  ]);
});

it("back_over_a_link_that_was_refused_leaves_the_machine_as_it_is", async ({
  engine,
  bar,
  pass,
}) => {
  const written = await bar.written();
  const before = engine.opened.length;
  bar.open("#/lab?scenario=none");
  await pass(20);
  bar.open(written);
  await pass(20);
  expect(engine.opened.length).toBe(before);
});

it("back_from_a_lesson_to_the_link_that_was_written_last_leaves_the_lab_as_it_is", async ({
  lab,
  engine,
  bar,
  pass,
}) => {
  const written = await bar.written();
  // The lesson begins before this change is in the address.
  lab.change({ limit: 6 });
  await pass(200);
  lab.park();
  await pass(20);
  const before = engine.opened.length;
  bar.open(written);
  lab.resume();
  await pass(20);
  expect(engine.opened.length).toBe(before + 1);
  expect(lab.values().limit).toBe(6);
});
