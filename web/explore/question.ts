// The form of a question (questions/*.json) and the list of all questions, in the order of a course. The texts name
// designs, which code may not: this is why they are JSON.
import type { Value } from "../generated/model";
import cpus from "./questions/cpus.json";
import drivers from "./questions/drivers.json";
import interrupts from "./questions/interrupts.json";
import latency from "./questions/latency.json";
import losses from "./questions/losses.json";
import memory from "./questions/memory.json";
import overload from "./questions/overload.json";
import quotas from "./questions/quotas.json";
import shares from "./questions/shares.json";
import sockets from "./questions/sockets.json";
import type { TopicId } from "./topics";

export interface Question {
  id: string;
  /** The question in at most six words. */
  title: string;
  /** The question as a student asks it, in at most forty words. */
  text: string;
  /** Other words by which a student may search for it. */
  words?: string;
  /** The first topic is the shelf that the question is on. */
  topics: readonly TopicId[];
  /** Paper and section, as scenarios write it: "M 6.2, figure 6-1". */
  source: string;
  /** A link of the lab or of a comparison, without the field `question`. */
  link: string;
  /** At most three. A page can do an action that has `set` or `jump`; the others are done by looking. */
  actions: readonly Action[];
  /** What to watch while doing the actions. */
  watch: string;
  /** Numbers that the panel shows meanwhile. */
  numbers?: readonly WatchedNumber[];
  answer: string;
  /** What the page shows after the actions, if the answer is true. */
  check: readonly Check[];
}

/** A number of the card "Where it went": the delivered packets, all or at one place, the packets lost at a place, or the share
 * of the last context whose id begins so. */
export type WatchedNumber = "delivered" | `${"delivered" | "lost" | "cpu"} ${string}`;

export interface Action {
  words: string;
  /** Knobs that the action turns. */
  set?: Readonly<Record<string, Value>>;
  /** Jumps so many simulated milliseconds ahead, to the effect of the last change: 50 or, where queues first have to fill or
   * threads to get their turns, more. */
  jump?: number;
}

/** A text that a part of the page must contain, or a number in that text that must lie between two bounds. A number in the
 * results of a comparison is found by its row. */
export interface Check {
  /** The accessible name of the part: a region, such as "What is happening". */
  in: string;
  /** Id of the diagnosis, where the part is the diagnosis. */
  diagnosis?: string;
  /** A regular expression. Its first group is the number. */
  text?: string;
  min?: number;
  max?: number;
  /** The row of a comparison's results, and the machine in whose column the number is. */
  row?: string;
  machine?: "A" | "B";
}

export const QUESTIONS: readonly Question[] = [
  ...overload,
  ...losses,
  ...interrupts,
  ...quotas,
  ...shares,
  ...latency,
  ...sockets,
  ...memory,
  ...drivers,
  ...cpus,
] as Question[];

export function findQuestion(id: string): Question | undefined {
  return QUESTIONS.find((question) => question.id === id);
}
