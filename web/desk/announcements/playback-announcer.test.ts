// Facts about the announcements of keys that move the time.
import { expect, it } from "vitest";
import type { Notice } from "../../lib/notices";
import type { Announcer } from "../../lib/announcer";
import { startLab } from "../lab/lab-harness.test-data";
import { createPlaybackAnnouncer, IDLE_MILLISECONDS } from "./playback-announcer";
import { WATCH_PACKETS, WATCH_RATES } from "../../model/playback";

async function start() {
  const { lab, animate, pass } = await startLab();
  const said: string[] = [];
  const announcer = { announce: (text: string) => said.push(text) } as unknown as Announcer;
  const notices = { show: ({ title }: Notice) => said.push(title), dismiss: () => undefined };
  const timers: (() => void)[] = [];
  const later = (run: () => void, milliseconds: number) => {
    expect(milliseconds).toBe(IDLE_MILLISECONDS);
    timers.push(run);
  };
  const playback = createPlaybackAnnouncer(lab, announcer, notices, later, () => [lab]);
  const runTimers = () => {
    for (const run of timers.splice(0)) run();
  };
  return { lab, playback, said, runTimers, animate, pass };
}

it("a_repeated_key_is_announced_when_it_is_released", async () => {
  const { playback, said, runTimers } = await start();
  playback.setSpeed(WATCH_RATES);
  playback.setSpeed(WATCH_PACKETS);
  runTimers();
  expect(said).toEqual(["Watch packets: 2 ms per second."]);
});

it("a_pause_is_announced_with_its_time_when_the_page_shows_that_time", async () => {
  const { lab, playback, said, runTimers, animate } = await start();
  await animate(100);
  playback.togglePlaying();
  runTimers();
  expect(said).toEqual([]);
  await animate(50);
  runTimers();
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^Paused at [\d,]+\.\d{3} ms/);
  playback.togglePlaying();
  runTimers();
  expect(said[1]).toBe("Playing, real time.");
  expect(lab.state.get().playing).toBe(true);
});

it("a_request_that_a_later_one_replaces_is_not_announced", async () => {
  const { playback, said, runTimers, animate } = await start();
  await animate(100);
  playback.togglePlaying();
  playback.follow();
  await animate(50);
  runTimers();
  expect(said).toEqual(["The timeline follows the shown time."]);
});

it("a_pause_that_a_jump_replaces_is_not_announced", async () => {
  const { lab, playback, said, runTimers, animate } = await start();
  await animate(100);
  playback.togglePlaying();
  lab.clock.skipToEffect();
  await animate(3_000);
  runTimers();
  expect(lab.state.get().playing).toBe(false);
  expect(said).toEqual([]);
});

it("a_step_that_is_found_too_late_is_not_announced", async () => {
  const { lab, playback, said, runTimers, animate } = await start();
  await animate(100);
  lab.clock.pause();
  await animate(50);
  const found: unknown[] = [];
  lab.time.step = (
    (step) =>
    async (...asked: Parameters<typeof step>) => {
      const moment = await step(...asked);
      found.push(moment);
      return moment;
    }
  )(lab.time.step);
  playback.step("packet", -1);
  playback.setSpeed(WATCH_RATES);
  runTimers();
  await animate(100);
  runTimers();
  expect(found).toEqual([expect.any(Number)]);
  expect(said).toEqual(["Watch rates: real time."]);
});
