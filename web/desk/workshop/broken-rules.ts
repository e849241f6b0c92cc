// Programs that break a rule of the kernel on purpose (core/programs/panics): each in the smallest way, so that a learner meets the
// fault before it happens in a kernel of their own. The head of a file says which rule, how, and on which machine (own-machine.ts):
//
//   /* P4, packet lost: when the queue is full, the handler
//    * returns and forgets the packet.
//    *
//    *     livelock run figure-6-1 --set kernel.ip=softint --kernel p04-full-queue.c */
import type { Message } from "../../generated/model";
import table from "../../generated/rules.json";

export interface BrokenRule {
  file: string;
  text: string;
  /** What is wrong, in English as in the file. */
  says: string;
}

export interface Rule {
  number: number;
  name: Message;
  /** What breaks it. */
  when: Message;
  /** What a real kernel does then. */
  real: Message;
  /** Whether the machine stops; else it tells the fault and goes on. */
  halts: boolean;
  programs: readonly BrokenRule[];
}

const files: Record<string, string> = import.meta.glob("../../../core/programs/panics/*.c", {
  query: "?raw",
  import: "default",
  eager: true,
});

const HEAD = /^\/\* P(\d+), [^:]+: (.+?)\n \*\n/s;

const programs = Object.entries(files).map(([path, text]) => {
  const [, number, head = ""] = HEAD.exec(text) ?? [];
  const says = head.replaceAll("\n * ", " ");
  return { number: Number(number), file: path.replace(/^.*\//, ""), text, says };
});

export const RULES: readonly Rule[] = table.rules.map(
  ({ number, name, when, real, consequence }) => ({
    ...{ number, name, when, real, halts: consequence === "halts" },
    programs: programs.filter((one) => one.number === number),
  }),
);
