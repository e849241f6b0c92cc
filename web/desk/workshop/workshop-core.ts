// What the parts of a workshop share: what the page shows of the open program, and what they need from outside.
import type { Scenario } from "../../generated/model";
import type { ProgramProblem } from "../../i18n/model-texts";
import type { Notices } from "../../lib/notices";
import type { Store } from "../../lib/store";
import type { Lab } from "../lab/lab";
import type { Programs, StoredProgram } from "./programs";

/** What a text is, as far as the page knows. */
export type Checked = "checking" | "wrong" | "right" | "failed";

export interface WorkshopState {
  /** The id of the open program; null before one is open. */
  open: string | null;
  /** What the editor shows. */
  text: string;
  checked: Checked;
  problems: readonly ProgramProblem[];
  /** What the machine runs, the id of its program, and since when in milliseconds since 1970; null before the first run. */
  ran: { text: string; program: string; at: number } | null;
  /** The link in the address could not be opened: nothing else is shown in its place. */
  isLinkRefused: boolean;
  /** Why the last run was stopped, and of which text it was. Until a person starts another one, none starts. */
  stop: { line: number; problem: string; text: string } | null;
  /** The rules about time that the run has broken so far: the machine goes on. */
  told: readonly ToldRule[];
}

/** A line that has broken a rule, at this cycle of the run; 0: no line. */
export interface ToldRule {
  line: number;
  problem: string;
  at: number;
}

export const NOTHING_OPEN: WorkshopState = {
  open: null,
  text: "",
  checked: "checking",
  problems: [],
  ran: null,
  isLinkRefused: false,
  stop: null,
  told: [],
};

export interface WorkshopDependencies {
  lab: Lab;
  programs: Programs;
  notices: Notices;
  /** The machine that a program is written for; null: any. */
  machineOf(program: StoredProgram): Promise<Scenario | null>;
  /** The machine of a link may belong to a challenge: then its program is for this challenge. */
  noteChallenge?(program: StoredProgram, number: number): Promise<void>;
  /** The desk is that of lessons: a machine with another program belongs to a step, and not to the learner. */
  isInLesson?: boolean;
  /** Wall time: milliseconds since 1970. */
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
}

export interface WorkshopCore extends WorkshopDependencies {
  readonly state: Store<WorkshopState>;
}

export function openProgram({ programs, state }: WorkshopCore): StoredProgram | undefined {
  return programs.find(state.get().open ?? "");
}
