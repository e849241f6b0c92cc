// The link changes when a person does something, and not while time alone passes.
import { beforeEach, expect, it } from "vitest";
import { watchLink } from "./link-watch";
import { startLab, type LabHarness } from "./lab-harness.test-data";

let harness: LabHarness;
let links: string[];

beforeEach(async () => {
  harness = await startLab();
  await harness.animate(50);
  links = [];
  watchLink(harness.lab, () => links.push(harness.lab.link()));
});

it("a_seek_or_step_while_paused_updates_the_link", async () => {
  const { lab } = harness;
  lab.clock.pause();
  await harness.animate(50);
  lab.time.seek(150);
  await harness.animate(20);
  expect(links.at(-1)).toContain("&t=150&");
  void lab.time.step("step", 1);
  await harness.animate(50);
  expect(links.at(-1)).toContain("&t=157&");
});

it("after_a_pause_the_link_has_the_shown_time_though_the_machine_was_slow", async () => {
  const { lab, engine, animate } = harness;
  engine.isSlow = true;
  await animate(500);
  engine.answer();
  lab.clock.pause();
  await animate(10);
  // The frame that was asked for before the pause, and the frame of the pause.
  engine.answer();
  engine.answer();
  expect(links.at(-1)).toContain(`&t=${lab.tick.get().t}&`);
});

it("while_playing_time_alone_does_not_update_the_link", async () => {
  await harness.animate(300);
  expect(links).toEqual([]);
});

it("a_link_that_was_just_opened_is_not_updated", async () => {
  const fresh = await startLab();
  fresh.lab.clock.pause();
  let changes = 0;
  watchLink(fresh.lab, () => changes++);
  await fresh.animate(50);
  expect(changes).toBe(0);
});

it("an_empty_address_gets_the_first_machines_link_once", async () => {
  const fresh = await startLab();
  const written: string[] = [];
  watchLink(fresh.lab, () => written.push(fresh.lab.link()), { isAddressEmpty: true });
  await fresh.animate(500);
  expect(written).toHaveLength(1);
  expect(written[0]).toContain("#/lab?");
});

it("a_page_that_is_hidden_and_shown_again_does_not_update_the_link", async () => {
  const fresh = await startLab();
  fresh.lab.clock.play();
  await fresh.animate(50);
  let changes = 0;
  let isHidden = false;
  watchLink(fresh.lab, () => changes++, { ignoresChanges: () => isHidden });
  isHidden = true;
  fresh.lab.clock.pause();
  await fresh.animate(50);
  isHidden = false;
  fresh.lab.clock.play();
  await fresh.animate(50);
  expect(changes).toBe(0);
  fresh.lab.clock.pause();
  await fresh.animate(50);
  expect(changes).toBeGreaterThan(0);
});

it("the_first_action_updates_the_link", () => {
  harness.lab.clock.setSpeed(0.5);
  expect(links.at(-1)).toContain("speed=0.5");
});

it("a_zoom_while_following_updates_the_link", async () => {
  const { t } = harness.lab.tick.get();
  harness.lab.time.setRange({ from: t - 10, to: t + 1 }, true);
  await harness.animate(20);
  expect(links.at(-1)).toContain("view=11&");
});

it("opening_the_code_view_updates_the_link", () => {
  harness.lab.showCode(true);
  expect(links.at(-1)).toContain("&code=1");
});
