// The history of a packet at a time between its steps: later steps do not count as spent.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PacketOutcome } from "../../frame/frame";
import { describePacket, readPacketHistory } from "../../frame/packet-history";
import { buildFrame } from "../../gallery/build-frame";
import { oneInterface } from "../../gallery/synthetic-topologies";
import { PacketHistoryPanel } from "./packet-history";

const MICROSECOND = oneInterface.clock_hz / 1e6;
const step = (number: number, begin: number, end: number) =>
  [number, 2, begin, end, end - begin, 0].map((value, at) =>
    at >= 2 && at <= 4 ? value * MICROSECOND : value,
  );

/** Two steps, from 10 to 20 and from 20 to 50 µs; the packet is dropped at 50 µs. */
function seenAt(microseconds: number) {
  const frame = buildFrame(oneInterface, {
    t: microseconds * MICROSECOND,
    selected: 7,
    places: [{}, microseconds < 10 ? { packets: [7] } : {}],
    packetFacts: [7, 0, PacketOutcome.dropped, 2, 50 * MICROSECOND, 40 * MICROSECOND, 0, 60],
    packetSteps: [step(1, 10, 20), step(2, 20, 50)],
  });
  const drawn = renderToStaticMarkup(
    <PacketHistoryPanel
      topology={oneInterface}
      frame={frame}
      packet={7}
      onSeek={() => undefined}
      heading={null}
    />,
  );
  const history = readPacketHistory(frame, 7);
  if (history === null) throw new Error("the frame has the history of packet 7");
  const [body = "", foot = ""] = drawn.split("<tfoot>");
  return { said: describePacket(oneInterface, history, frame), body, foot };
}

it("before_the_first_step_nothing_is_spent", () => {
  const { said, body, foot } = seenAt(5);
  expect(said).toContain("Waits in the Receive ring. 0 µs of CPU time so far.");
  expect(body.match(/later, /g)).toHaveLength(2);
  expect(body).not.toContain("history-spent");
  expect(foot).toContain("Up to the shown time");
  expect(foot).toContain(">0 µs<");
});

it("a_running_step_counts_with_the_time_spent_so_far", () => {
  const { said, body, foot } = seenAt(26);
  expect(said).toContain("16 µs of CPU time so far.");
  expect(body).toContain(">10 µs<");
  expect(body).toContain(">6 µs of 30 µs<");
  expect(body).not.toContain("later");
  expect(body).toContain(">running<");
  expect(foot).toContain(">16 µs<");
});

it("after_the_last_step_everything_counts", () => {
  const { body, foot } = seenAt(60);
  expect(body).not.toContain("later");
  expect(foot).toContain("All of it wasted");
  expect(foot).toContain(">40 µs<");
});

it("the_button_of_a_time_names_the_step", () => {
  expect(seenAt(60).body).toContain('aria-label="Go to 0.010 ms: lnread, copying the packet"');
});
