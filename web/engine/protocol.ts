// The types of all messages between the page and its workers. One worker has the session (the machine that is shown);
// the others run trials for curves and goals, and judge
// programs. Bulk data are typed arrays whose buffers are transferred. Everything else
// is JSON text that Rust writes and the page parses once.
//
//   page --- start, open, cancel, frame, intervene, ask ---> session worker
//   page <-- ready, progress, opened, cancelled, frame, scenario, answer, refused, trapped ---
//   page --- start, trial, cancel ---> trial worker
//   page --- capture ---> either, also before it starts: a list of packets that scenarios may name
//   page <-- ready, finished, cancelled, refused, trapped ---
import type { ScenarioError } from "../generated/model";

/** The part of a Worker that the page uses, so that tests can replace it. */
export interface WorkerLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** How many numbers a frame request has; their order is part of the contract with the core. The worker writes the last
 * one: the moment up to which the frame's window counts. */
export const REQUEST_LENGTH = 8;
export const FrameFlag = { columns: 1, spans: 2, depths: 4, callStacks: 8, codeLines: 16 } as const;

/** How the machine runs before a frame is taken: how far, for how long, and what it records. */
export interface RunOptions {
  /** The cycle up to which the machine runs, if the budget allows. */
  until: number;
  /** Wall time the worker may spend running, in milliseconds. */
  budget: number;
  /** Whether steps are recorded. They are not recorded at speeds far above real time. */
  tracing: boolean;
  /** Whether the answer has the diagnosis at the frame's time. The windows of this frame and of the next ones without a
   * diagnosis end there too, so that all numbers of the page have one window. */
  diagnose: boolean;
  /** If a moment of this kind is after `from` and not after the frame's time, the frame shows the first one. */
  stop?: { at: BreakpointBoundary; from: number };
}

/** How far to run. In milliseconds for a scenario that is not open yet, because its clock rate is not known. */
export type RunTarget = { cycles: number } | { milliseconds: number };

/** The moments that a person can step to. A packet: it arrives, leaves or is dropped. A drop: it is refused or dropped.
 * A switch: a CPU begins to switch to another thread. Idle: a CPU has nothing more to do. A line: the step with this number
 * begins, which is a line of code. */
export type Boundary = NamedBoundary | LineBoundary | ProgramBoundary;
export type NamedBoundary = "step" | "packet" | "drop" | "interrupt" | "switch" | "idle";
export type LineBoundary = `line ${number}`;
/** In a program. A line: any line of it begins. Within: a line begins in this context, in at most so many functions that call each
 * other, or the context's handler has ended. */
export type ProgramBoundary = "line" | `within ${number} ${number}` | BreakpointBoundary;
/** The steps of lines, each with its condition behind a colon, if it has one. */
export type BreakpointBoundary = `break ${string}`;

export type Question =
  | { what: "validate"; scenario: string }
  | { what: "check_program"; text: string }
  /** The condition of a breakpoint: its problems, or its code. */
  | { what: "check_condition"; text: string; condition: string }
  /** What a debugger shows of a program. */
  | {
      what: "debug_view";
      t: number;
      from: number;
      to: number;
      columns: number;
      variables: readonly number[];
    }
  | { what: "last_write"; t: number; variable: number }
  /** The local variables at a moment, from a replay. A later question ends it: then there are none. */
  | { what: "locals"; t: number }
  | { what: "packet_loss"; packet: number }
  | { what: "neighbour"; t: number; boundary: Boundary; direction: 1 | -1 }
  | { what: "packet"; packet: number }
  | { what: "report"; from: number; to: number }
  | { what: "chrome_trace"; from: number; to: number }
  | { what: "capture" }
  | { what: "trace_hash" };

export type Role = "session" | "trial";

/** What the workers of the pool do besides trials, each with a text of its own (challenges.ts): judge a load of a challenge, say
 * what a program gets whose loads are judged, sweep the window of a scenario's program. */
export type JudgeWork = "load" | "award" | "window";

export type Command =
  | { kind: "start"; role: Role; module: WebAssembly.Module; query: string }
  | { kind: "capture"; arrivals: Float64Array }
  | { kind: "open"; task: number; scenario: string; until: RunTarget; traceMegabytes: number }
  | { kind: "frame"; task: number; request: Float64Array; runOptions: RunOptions }
  | { kind: "intervene"; task: number; changes: string; at: number }
  | { kind: "ask"; task: number; question: Question }
  /** Of the waiting trials, that with the lowest priority number runs first. */
  | { kind: "trial"; task: number; work?: JudgeWork; scenario: string; priority: number }
  | { kind: "cancel"; task: number };

/** A mistake of the user in the language of the page: the field, its value, and what is allowed. */
export interface FieldProblem {
  field: string;
  value: string;
  problem: string;
  allowed: string;
}

export type Answer =
  | { kind: "ready" }
  | { kind: "progress"; task: number; done: number }
  | {
      kind: "opened";
      task: number;
      topology: string;
      scenario: string;
      head: number;
      atBound: boolean;
    }
  | {
      kind: "frame";
      task: number;
      frame: Float64Array;
      request: Float64Array;
      diagnosis: string | null;
      atBound: boolean;
      /** Why the kernel has stopped for good. */
      fault: ScenarioError | null;
      /** The rules about time that the program has broken so far; null if no diagnosis was asked for. */
      told: readonly Told<ScenarioError>[] | null;
      /** Wall time spent running the machine, in milliseconds. */
      spent: number;
      /** The frame's time, if it is a moment of `RunOptions.stop`. */
      stoppedAt: number | null;
    }
  | { kind: "scenario"; task: number; scenario: string; head: number }
  | { kind: "answer"; task: number; text: string; head: number }
  | { kind: "finished"; task: number; report: string }
  | { kind: "cancelled"; task: number }
  | { kind: "refused"; task: number; problems: ScenarioError[] }
  | { kind: "trapped"; task: number; message: string; command: string; head: number };

/** A rule about time that the program has broken, at this cycle. The machine goes on. */
export interface Told<Problem> {
  at: number;
  problem: Problem;
}

/** Commands with a task number, which their answer repeats. */
export type TaskCommand = Exclude<Command, { kind: "start" | "capture" }>;

/** The message to the worker that reads one capture file. */
export interface ReadCaptureCommand {
  module: WebAssembly.Module;
  file: Blob;
  /** How many packets to read from the start; 0: all. */
  packetsMax: number;
}

/** Its answer. */
export type CaptureAnswer =
  | { kind: "read"; digest: string; arrivals: Float64Array }
  | { kind: "refused"; problems: ScenarioError[] }
  | { kind: "failed"; message: string };
