// How long a lesson takes, and how hard its sentences are, as a report for its author. Estimates, not checks: the times are
// those of a student who reads English as a second language.
import { flesch } from "flesch";
import { syllable } from "syllable";
import { textOfBlocks } from "./answer-key";
import { tasksOf, type Lesson, type Step, type Task } from "../lesson";

/** Words a minute, read with care. */
const READING_RATE = 130;
/** Looking at the machine of a step, in minutes. */
const LOOKING_MINUTES = 0.5;
const TASK_MINUTES: Record<Task["kind"], number> = {
  choice: 1,
  number: 1.5,
  text: 2,
  prediction: 2,
  goal: 4,
  program: 15,
};

/** Longer sentences are listed. */
const SENTENCE_WORDS_MAX = 25;

/** Flesch's reading ease: 60 and more is plain English; 30 and less is a scientific paper. */
export const PLAIN_ENGLISH = 60;

export interface StepReadability {
  title: string;
  line: number;
  words: number;
  minutes: number;
  /** Flesch's reading ease. */
  ease: number;
  longSentences: string[];
}

export interface Readability {
  steps: StepReadability[];
  minutes: number;
}

export function readabilityOf(lesson: Lesson): Readability {
  const steps = lesson.steps.map(readabilityOfStep);
  return { steps, minutes: steps.reduce((sum, { minutes }) => sum + minutes, 0) };
}

function readabilityOfStep(step: Step): StepReadability {
  const sentences = sentencesOf(textOfStep(step));
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  const tasks = tasksOf(step).reduce((sum, { kind }) => sum + TASK_MINUTES[kind], 0);
  return {
    title: step.title,
    line: step.line,
    words: words.length,
    minutes: words.length / READING_RATE + LOOKING_MINUTES + tasks,
    ease: flesch({ sentence: sentences.length, word: words.length, syllable: syllables }),
    longSentences: sentences.filter((one) => wordsOf(one).length > SENTENCE_WORDS_MAX),
  };
}

/** The text of a step for a learner who answers right at once: no feedback on wrong answers, and no hints. */
function textOfStep(step: Step): string {
  return step.body
    .map((item) => {
      if (item.kind !== "task") return textOfBlocks(item.blocks);
      const { task } = item;
      const options = task.kind === "choice" ? task.options : [];
      const read = options.map(({ right, text, feedback }) => {
        const option = textOfBlocks([{ kind: "paragraph", children: text }]);
        return right ? `${option}\n${textOfBlocks(feedback)}` : option;
      });
      return [textOfBlocks(task.prose), ...read].join("\n");
    })
    .join("\n");
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });

function sentencesOf(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) => [...SEGMENTER.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => wordsOf(sentence).length > 0);
}

function wordsOf(sentence: string): string[] {
  return sentence.match(/[\p{L}\p{N}][\p{L}\p{N}',.-]*/gu) ?? [];
}
