// The sections that the lab requests with each frame while the code view is open.
import { expect, it } from "vitest";
import { FrameFlag } from "../../engine/protocol";
import { startLab } from "./lab-harness.test-data";

const STACKS = FrameFlag.callStacks;
const COUNTS = FrameFlag.codeLines;

it("frames_have_the_code_views_sections_only_while_it_is_open", async () => {
  const { lab, engine, animate } = await startLab();
  await animate(300);
  expect(engine.requests.some(({ flags }) => (flags & (STACKS | COUNTS)) !== 0)).toBe(false);
  lab.showCode(true);
  engine.requests.length = 0;
  await animate(1000);
  const { requests } = engine;
  expect(requests.every(({ flags }) => (flags & STACKS) !== 0)).toBe(true);
  const counted = requests.filter(({ flags }) => (flags & COUNTS) !== 0).length;
  expect(counted).toBeGreaterThanOrEqual(4);
  expect(counted).toBeLessThanOrEqual(6);
});

it("every_frame_of_a_paused_machine_is_counted", async () => {
  const { lab, engine, animate } = await startLab();
  lab.showCode(true);
  await animate(100);
  lab.clock.pause();
  engine.requests.length = 0;
  for (const t of [50, 60, 70]) {
    lab.time.seek(t);
    await animate(10);
  }
  expect(engine.requests).toHaveLength(3);
  expect(engine.requests.every(({ flags }) => (flags & COUNTS) !== 0)).toBe(true);
});

it("the_link_opens_and_keeps_the_code_view", async () => {
  const { lab } = await startLab();
  expect(lab.link()).not.toContain("code=");
  lab.showCode(true);
  expect(lab.link()).toContain("&code=1");
});
