// The numbers of a debugger's view, as core/src/frame/debug_view.rs writes them.
import { expect, it } from "vitest";
import { readDebugView, readLastWrite, readPacketLoss } from "./debug-view";

it("a_view_has_contexts_courses_and_losses_in_their_order", () => {
  const head = [50, 10, 60, 2, 7, 30];
  const contexts = [2, 3, 0, 2, 24, 8, 5, 2, 1, 31];
  const variables = [1, 4, 0, 1, 2, 4];
  const knobs = [1, 9, 9, 9, 9, 9];
  const losses = [1, 8, 2, 1, 12, 400, 55];
  const numbers = [...head, ...contexts, ...variables, ...knobs, ...losses];
  expect(readDebugView(JSON.stringify(numbers))).toEqual({
    ...{ t: 50, from: 10, to: 60, since: { line: 7, at: 30 } },
    contexts: [
      { context: 3, state: "running", lines: [24, 8] },
      { context: 5, state: "asleep", lines: [31] },
    ],
    variables: [
      {
        value: 4,
        columns: [
          [0, 1],
          [2, 4],
        ],
      },
    ],
    knobs: [
      {
        value: 9,
        columns: [
          [9, 9],
          [9, 9],
        ],
      },
    ],
    losses: [{ line: 8, place: 2, refused: true, count: 12, packet: 400, at: 55 }],
  });
  const quiet = [50, 10, 60, 2, 0, 0, 0, 0, 0, 0];
  expect(readDebugView(JSON.stringify(quiet))).toMatchObject({ since: null, losses: [] });
});

it("no_number_means_that_there_was_no_write_and_no_loss", () => {
  expect(readLastWrite("[]")).toBeNull();
  expect(readPacketLoss("[]")).toBeNull();
  expect(readLastWrite("[5,9,1,2]")).toEqual({ at: 5, line: 9, before: 1, after: 2 });
  expect(readPacketLoss("[0,2,1,1,7,90]")).toMatchObject({ line: 0, refused: true, at: 90 });
});
