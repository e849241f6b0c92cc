// Facts about sources of frames.
import { afterEach, expect, it, vi } from "vitest";
import { writableFrameSource } from "./frame-source";

afterEach(() => vi.unstubAllGlobals());

it("an_error_in_one_view_does_not_keep_the_frame_from_the_others", () => {
  const reported: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
  const source = writableFrameSource();
  const seen: string[] = [];
  source.subscribe(() => {
    throw new Error("a view");
  });
  source.subscribe(() => seen.push("another view"));
  source.show(null);
  expect(seen).toEqual(["another view"]);
  expect(reported).toHaveLength(1);
});
