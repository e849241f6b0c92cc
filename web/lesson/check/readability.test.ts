// An author's report on time and readability.
import { expect, test } from "vitest";
import { PLAIN_ENGLISH, readabilityOf } from "./readability";
import { sampleLesson } from "../parse/sample.test-data";
import type { Lesson, StepItem } from "../lesson";

function lessonWith(text: string): Lesson {
  const lesson = sampleLesson();
  const [step] = lesson.steps;
  if (step === undefined) throw new Error("the sample lesson has a step");
  const body: StepItem[] = [
    { kind: "prose", blocks: [{ kind: "paragraph", children: [{ kind: "text", text }] }] },
  ];
  return { ...lesson, steps: [{ ...step, body }] };
}

test("more words take more time, and a task takes time too", () => {
  const short = readabilityOf(lessonWith("The ring is full.")).minutes;
  const long = readabilityOf(lessonWith("The ring is full. ".repeat(65))).minutes;
  expect(long - short).toBeCloseTo((64 * 4) / 130);
  expect(readabilityOf(sampleLesson()).minutes).toBeGreaterThan(short);
});

test("plain sentences are easy, and long ones are listed", () => {
  const plain = readabilityOf(lessonWith("The ring is full. The card drops the packet."));
  expect(plain.steps[0]?.ease).toBeGreaterThan(PLAIN_ENGLISH);
  expect(plain.steps[0]?.longSentences).toEqual([]);
  const hard = `Notwithstanding ${"considerable architectural ramifications ".repeat(12)}proliferate.`;
  const [step] = readabilityOf(lessonWith(hard)).steps;
  expect(step?.ease).toBeLessThan(0);
  expect(step?.longSentences).toEqual([hard]);
});
