// The questions of the page Explore, read from their data files, in the order of the page.
import { readFileSync } from "node:fs";
import type { Question } from "../../web/explore/question";

const TOPICS = [
  ...["overload", "losses", "interrupts", "quotas", "shares"],
  ...["latency", "sockets", "memory", "drivers", "cpus"],
];

export function questionsOf(): Question[] {
  return TOPICS.flatMap((topic) => {
    const file = new URL(`../../web/explore/questions/${topic}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, "utf8")) as Question[];
  });
}
