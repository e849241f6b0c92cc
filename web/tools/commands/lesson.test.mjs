// The arguments of `npm run lesson` are parsed, or refused with the right form.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { readLessonArguments } from "./lesson.mjs";
import { importParser, readText } from "../vite/lessons.mjs";

test("a package is built for production after the lessons were parsed", async () => {
  vi.stubEnv("NODE_ENV", undefined);
  await importParser("lesson.ts");
  expect(process.env.NODE_ENV).toBeUndefined();
  vi.unstubAllEnvs();
});

test("a lesson's file reads the same with a byte order mark, in UTF-16 and with CR LF", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lesson-"));
  const file = path.join(folder, "lesson.md");
  const text = "# “Title”\r\n\r\ntext\r\n";
  const marked = `\u{feff}${text}`;
  const saved = [Buffer.from(text), Buffer.from(marked), Buffer.from(marked, "utf16le")];
  for (const bytes of [...saved, Buffer.from(marked, "utf16le").swap16()]) {
    writeFileSync(file, bytes);
    expect(readText(file)).toBe("# “Title”\n\ntext\n");
  }
  rmSync(folder, { recursive: true });
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
