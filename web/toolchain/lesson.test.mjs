// The arguments of `npm run lesson` are parsed, or refused with the right form.
import { expect, test, vi } from "vitest";
import { readLessonArguments } from "./lesson.mjs";
import { importParser } from "./lessons.mjs";

test("a package is built for production after the lessons were parsed", async () => {
  vi.stubEnv("NODE_ENV", undefined);
  await importParser("model.ts");
  expect(process.env.NODE_ENV).toBeUndefined();
  vi.unstubAllEnvs();
});

test("an action and a lesson", () => {
  expect(readLessonArguments(["check"])).toMatchObject({ action: "check", name: "" });
  expect(readLessonArguments(["new", "my-lesson"])).toMatchObject({ name: "my-lesson" });
  expect(readLessonArguments(["export", "7", "--scorm=1.2", "--output", "a.zip"])).toEqual({
    action: "export",
    name: "7",
    scorm: "1.2",
    output: "a.zip",
  });
});

test.each([
  [[], "no action"],
  [["test"], "“test”"],
  [["new"], "no lesson is named"],
  [["preview", "a", "b"], "“b” was not expected"],
  [["check", "--scorm", "1.2"], "--scorm"],
  [["export", "7"], "the format is missing"],
  [["export", "7", "--scorm", "1.3"], "“1.3” is no version of SCORM here"],
])("%j is refused, and the remedy shows a form", (words, problem) => {
  expect(() => readLessonArguments(words)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(problem),
      remedy: expect.stringContaining("npm run lesson -- "),
    }),
  );
});
