// The code view's data: blocks of lines, counts, running steps and call stacks.
import { expect, it } from "vitest";
import { buildFrame } from "../gallery/build-frame";
import { oneInterface } from "../gallery/synthetic-topologies";
import { codeBlocks, readCallStacks, readCodeCounts, runningSteps } from "./code-lines";
import { ContextState } from "./frame";

const [DEVICE, THREAD] = [2, 3];
const LNREAD = 1;
const IPINPUT = 5;

it("a_block_begins_at_each_line_that_is_not_indented", () => {
  const blocks = codeBlocks(oneInterface);
  expect(blocks[0]?.procedure).toBe("lnintr");
  expect(blocks[0]?.lines.map(({ indent }) => indent)).toEqual([0, 1, 1, 1]);
  expect(blocks.flatMap(({ lines }) => lines).map(({ line }) => line)).toEqual(
    oneInterface.code.map((_, line) => line),
  );
});

it("a_frame_without_counts_is_not_a_frame_whose_window_is_unknown", () => {
  expect(readCodeCounts(buildFrame(oneInterface, {}))).toBe("absent");
  expect(readCodeCounts(buildFrame(oneInterface, { codeFacts: [0, 0, 0, 0, 0] }))).toBe("unknown");
});

it("counts_are_summed_and_a_shortened_window_is_partial", () => {
  const codeLines = oneInterface.code.map((_, line) => [2, 100 * line, 1, 50 * line, 10]);
  const fields = { windowFrom: 100, codeLines, codeFacts: [100, 1100, 30, 40, 0] };
  const counts = readCodeCounts(buildFrame(oneInterface, fields));
  if (typeof counts === "string") throw new Error(counts);
  expect(counts).toMatchObject({
    available: 1000,
    isPartial: false,
    switchCycles: 30,
    idleCycles: 40,
  });
  expect(counts.lines[3]).toMatchObject({ visits: 2, cycles: 300, wastedCycles: 150 });
  expect(counts.total).toMatchObject({ visits: 20, cycles: 4500, wastedCycles: 2250 });
  const shorter = readCodeCounts(buildFrame(oneInterface, { ...fields, windowFrom: 0 }));
  expect(shorter).toMatchObject({ isPartial: true });
});

it("the_running_context_comes_before_the_interrupted_one_innermost_call_first", () => {
  const contexts = oneInterface.contexts.map((_, context) =>
    context === DEVICE
      ? { state: ContextState.running, step: LNREAD }
      : context === THREAD
        ? { state: ContextState.preempted, step: IPINPUT }
        : {},
  );
  const frame = buildFrame(oneInterface, {
    running: DEVICE,
    contexts,
    callStacks: [
      [DEVICE, 0, 0, -1, 0],
      [DEVICE, 1, LNREAD, 812, 1],
      [THREAD, 0, IPINPUT, 811, 1],
    ],
  });
  expect(runningSteps(frame)).toEqual([LNREAD]);
  const stacks = readCallStacks(frame, oneInterface);
  expect(stacks.map(({ context, isRunning }) => [context, isRunning])).toEqual([
    [DEVICE, true],
    [THREAD, false],
  ]);
  expect(stacks[0]?.entries).toEqual([
    { step: LNREAD, packet: 812, isCurrent: true },
    { step: 0, packet: -1, isCurrent: false },
  ]);
});
