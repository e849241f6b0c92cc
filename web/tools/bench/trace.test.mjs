// Facts about the reading of traces: the page's thread is found, tasks go to the frame that they follow.
import { expect, test } from "vitest";
import { workPerFrame } from "./trace.mjs";

/** @param {string} name @param {number} ts @param {number} dur @param {number} tid */
const event = (name, ts, dur, tid = 1) => ({ name, ph: "X", pid: 1, tid, ts, dur, tdur: dur / 2 });

test("all_tasks_between_two_frames_are_the_first_frames_work", () => {
  const traceEvents = [
    event("RunTask", 0, 900),
    event("RunTask", 1_000, 3_000),
    event("FireAnimationFrame", 1_500, 1_000),
    event("RunTask", 5_000, 1_000),
    event("RunTask", 6_000, 50_000, 2),
    event("RunTask", 16_000, 3_000),
    event("FireAnimationFrame", 16_500, 1_000),
    event("RunTask", 33_000, 3_000),
    event("FireAnimationFrame", 33_500, 1_000),
  ];
  const { cpu, wall, longest } = workPerFrame(JSON.stringify({ traceEvents }));
  expect(wall).toEqual([4, 3]);
  expect(longest).toBe(1.5);
  expect(cpu).toEqual([2, 1.5]);
});
