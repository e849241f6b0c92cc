// The table of the timeline: one tab stop, rows named by their time, buttons named by their action, and a seek that
// is announced when its time is shown.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { staticFrameSource, writableFrameSource } from "../../frame/frame-source";
import { buildFrame } from "../../gallery/build-frame";
import { oneInterface } from "../../gallery/synthetic-topologies";
import { onceShown } from "../canvas/frame-hooks";
import { TimelineTable } from "./table";

const MICROSECOND = oneInterface.clock_hz / 1e6;
const span = (step: number, begin: number, end: number, packet: number) => [
  ...[2, 0, step, begin * MICROSECOND, end * MICROSECOND, packet, 1, 0],
];
const frame = buildFrame(oneInterface, {
  t: 30 * MICROSECOND,
  spansComplete: true,
  spans: [span(1, 10, 20, 4391), span(2, 20, 40, 4391), span(4, 40, 55, -1)],
});
const drawn = renderToStaticMarkup(
  <TimelineTable
    name="The timeline as a table"
    topology={oneInterface}
    frames={staticFrameSource(frame)}
    onSelect={() => undefined}
    onSeek={() => undefined}
  />,
);

it("has_one_tab_stop", () => {
  expect(drawn).toContain('role="grid"');
  expect(drawn.match(/tabindex="0"/g)).toHaveLength(1);
  expect(drawn.match(/<button/g)).toHaveLength(5);
});

it("a_row_is_named_by_its_time_and_a_button_by_its_action", () => {
  expect(drawn).toContain('<th scope="row" aria-label="0.010 ms"');
  expect(drawn).toContain('aria-label="Go to 0.010 ms: lnread begins"');
  expect(drawn).toContain('aria-label="Select packet 4,391"');
});

it("procedures_after_the_shown_time_are_marked_later", () => {
  expect(
    [...drawn.matchAll(/data-cell="\d 3" tabindex="-1">([^<]*)</g)].map(([, took]) => took),
  ).toEqual(["10 µs", "running, 20 µs in all", "later, 15 µs"]);
});

it("a_seek_is_announced_once_when_its_time_is_shown", () => {
  const frames = writableFrameSource();
  let told = 0;
  onceShown(frames, 20, () => (told += 1));
  for (const t of [5, 20, 30, 20]) {
    expect(told).toBe(t === 5 ? 0 : t === 20 && told === 0 ? 0 : 1);
    frames.show(buildFrame(oneInterface, { t }));
  }
  expect(told).toBe(1);
});
