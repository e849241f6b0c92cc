// The table of the code view: one tab stop, the running line is named, and waste has a number and a hatched bar.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { codeBlocks, readCodeCounts } from "../../frame/code-lines";
import { buildFrame } from "../../gallery/build-frame";
import { oneInterface as withoutSteps } from "../../gallery/synthetic-topologies";
import { describeCounted, describeRunning, describeWasted } from "./descriptions";
import { CodeTable, leadingLine } from "./table";
import type { ShownCode } from "./use-code";

/** Each line has the step of its number. */
const oneInterface = {
  ...withoutSteps,
  code: withoutSteps.code.map((row, step) => ({ ...row, step })),
};
const codeLines = oneInterface.code.map((_, line) => [
  4,
  100 * (line + 1),
  line === 1 ? 3 : 0,
  line === 1 ? 150 : 0,
  0,
]);
const frame = buildFrame(oneInterface, { codeLines, codeFacts: [0, 10_000, 500, 4_000, 0] });
const counts = readCodeCounts(frame);
if (typeof counts === "string") throw new Error(counts);
const shown: ShownCode = { frame, counts, running: [1], isTooFast: false };

function draw(changes: Partial<ShownCode> = {}, pinned: number | null = null): string {
  return renderToStaticMarkup(
    <CodeTable
      topology={oneInterface}
      blocks={codeBlocks(oneInterface)}
      shown={{ ...shown, ...changes }}
      playing={false}
      highlighted={[]}
      pinned={pinned}
      onPin={() => undefined}
      onPoint={() => undefined}
    />,
  );
}

it("has_one_tab_stop_and_a_button_for_each_line", () => {
  expect(draw().match(/tabindex="0"/gi)).toHaveLength(1);
  expect(draw().match(/<button/g)).toHaveLength(oneInterface.code.length);
});

it("marks_the_running_line_by_text_and_triangle", () => {
  expect(draw().match(/aria-current="true"/g)).toHaveLength(1);
  expect(draw()).toContain("running now: ");
  expect(draw()).toContain("▶");
});

it("marks_no_line_while_lines_change_too_fast_but_shows_their_shares", () => {
  const fast = draw({ isTooFast: true });
  expect(fast).not.toContain("aria-current");
  expect(fast).toContain("--intensity:1");
  expect(draw()).not.toContain("--intensity:1");
});

it("waste_has_a_number_and_a_hatched_bar", () => {
  expect(draw()).toContain("75.0");
  // The line, and the sum of all lines.
  expect(draw().match(/fill-waste/g)).toHaveLength(2);
  expect(describeWasted({ ...counts.lines[1], undecidedCycles: 20 } as never, 150e6)).toBe(
    "3 of 4 visits and 75 % of the line’s time (1 µs) went to packets that were thrown away later; 10 % to packets that are still inside",
  );
});

it("the_sums_name_the_calls_of_a_program", () => {
  const called = { ...shown, counts: { ...counts, unlistedCycles: 7_500 } };
  expect(draw(called)).toMatch(/calls and other steps<\/th>.*?75\.0/);
  expect(draw()).not.toContain("calls and other steps");
});

it("says_what_is_counted_and_what_runs", () => {
  expect(describeCounted(shown, oneInterface)).toBe("Counted: 66.7 µs, from 0 to 0.1 ms.");
  const partial = { ...shown, counts: { ...counts, isPartial: true } };
  expect(describeCounted(partial, oneInterface)).toContain("the last 66.7 µs");
  expect(describeCounted({ ...shown, counts: "unknown" }, oneInterface)).toContain(
    "cannot be counted",
  );
  expect(describeRunning(shown, oneInterface)).toBe("Running: lnintr, copy it to memory.");
});

it("the_leading_line_changes_with_the_machine_and_not_by_chance", () => {
  const of = (...cycles: number[]) => cycles.map((one) => ({ cycles: one }));
  expect(leadingLine(-1, of(10, 30, 20))).toBe(1);
  expect(leadingLine(1, of(50, 30, 20))).toBe(1);
  expect(leadingLine(1, of(80, 30, 20))).toBe(0);
});
