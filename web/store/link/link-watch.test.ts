// The link changes when a person does something, and not while time alone passes.
import { beforeEach, expect, it } from "vitest";
import { watchLink } from "./link-watch";
import { startLab, type LabHarness } from "../lab/lab-harness.test-data";

let bench: LabHarness;
let links: string[];

beforeEach(async () => {
  bench = await startLab();
  await bench.animate(50);
  links = [];
  watchLink(bench.lab, () => links.push(bench.lab.link()));
});

it("a_seek_or_step_while_paused_updates_the_link", async () => {
  const { lab } = bench;
  lab.pause();
  await bench.animate(50);
  lab.seek(150);
  await bench.animate(20);
  expect(links.at(-1)).toContain("&t=150&");
  void lab.step("step", 1);
  await bench.animate(50);
  expect(links.at(-1)).toContain("&t=157&");
});

it("while_playing_time_alone_does_not_update_the_link", async () => {
  await bench.animate(300);
  expect(links).toEqual([]);
});

it("a_link_that_was_just_opened_is_not_updated", async () => {
  const fresh = await startLab();
  fresh.lab.pause();
  let changes = 0;
  watchLink(fresh.lab, () => changes++);
  await fresh.animate(50);
  expect(changes).toBe(0);
});

it("an_empty_address_gets_the_first_machines_link_once", async () => {
  const fresh = await startLab();
  const written: string[] = [];
  watchLink(fresh.lab, () => written.push(fresh.lab.link()), true);
  await fresh.animate(500);
  expect(written).toHaveLength(1);
  expect(written[0]).toContain("#/lab?");
});

it("the_first_action_updates_the_link", () => {
  bench.lab.setSpeed(0.5);
  expect(links.at(-1)).toContain("speed=0.5");
});

it("a_zoom_while_following_updates_the_link", async () => {
  const { t } = bench.lab.tick.get();
  bench.lab.setRange({ from: t - 10, to: t + 1 }, true);
  await bench.animate(20);
  expect(links.at(-1)).toContain("view=11&");
});
