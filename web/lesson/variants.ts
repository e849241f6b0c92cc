// Variants of steps: the same step with other numbers, so that neighbours in a lab have different ones. A learner's seed
// chooses one variant of each step. The tests run all of them.
import type { Lesson, Step } from "./lesson";

/** A learner's seed is a whole number from 1 to this. */
export const LEARNER_SEED_MAX = 999_999;

/** The lesson with the variants of a learner. */
export function lessonOfSeed(lesson: Lesson, seed: number): Lesson {
  return withVariants(lesson, ({ id, variants }) =>
    variantOf(seed, lesson.id, id, variants.length),
  );
}

/** The lesson once for each variant, so that every variant of every step occurs. */
export function allVariants(lesson: Lesson): Lesson[] {
  const count = Math.max(1, ...lesson.steps.map(({ variants }) => variants.length));
  return Array.from({ length: count }, (_, index) =>
    withVariants(lesson, ({ variants }) => index % Math.max(1, variants.length)),
  );
}

function withVariants(lesson: Lesson, choose: (step: Step) => number): Lesson {
  if (lesson.steps.every(({ variants }) => variants.length === 0)) return lesson;
  const steps = lesson.steps.map((step) => {
    const { variants } = step;
    const variant = variants[choose(step)];
    return variant === undefined ? step : { ...variant, variants };
  });
  return { ...lesson, steps };
}

/** The variant that a seed chooses, by FNV-1a with 32 bits: neighbouring seeds give unrelated numbers. */
export function variantOf(seed: number, lesson: string, step: string, variants: number): number {
  let hash = 0x811c9dc5;
  // An id has ASCII letters only.
  for (const letter of `${seed} ${lesson} ${step}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  }
  // The low bits of FNV-1a change least, so the high bits are mixed in.
  return ((hash ^ (hash >>> 15)) >>> 0) % Math.max(1, variants);
}
