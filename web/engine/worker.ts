// The worker for the shown machine and for trials. The only file that imports the simulator's wasm package: it connects
// the package to the servers and does nothing else.
import { prepareJudge } from "./judge";
import * as wasm from "./pkg/livelock_wasm";
import type { Simulator } from "./machine";
import type { Answer, Command } from "./protocol";
import { SessionServer } from "./session-server";
import { checkCondition, checkProgram, prepareProgram } from "./compiler";
import { parseTrapMilliseconds, withTrap } from "./trap-hook";
import { TrialServer } from "./trial-server";

const prepare = (scenario: string) => prepareProgram(wasm, scenario);

const simulator: Simulator = {
  validate: wasm.validate,
  checkProgram,
  checkCondition,
  prepare,
  open: (scenario, traceMegabytes) => new wasm.Session(scenario, traceMegabytes),
  trial: (scenario) => new wasm.Trial(scenario),
  judge: (work, text) => prepareJudge(wasm, prepare, work, text),
};

const post = (answer: Answer, transfer: Transferable[] = []) => {
  self.postMessage(answer, { transfer });
};

/** Captures that arrived before the simulator was started. */
const earlyCaptures: Float64Array[] = [];

let server: SessionServer | TrialServer | null = null;

self.onmessage = (event: MessageEvent<Command>) => {
  const command = event.data;
  if (command.kind === "start") return start(command);
  if (command.kind === "capture") {
    if (server === null) earlyCaptures.push(command.arrivals);
    else wasm.keep_capture(command.arrivals);
    return;
  }
  void server?.handle(command);
};

function start(command: Extract<Command, { kind: "start" }>): void {
  const exports = wasm.initSync({ module: command.module });
  for (const arrivals of earlyCaptures.splice(0)) wasm.keep_capture(arrivals);
  if (command.role === "trial") {
    server = new TrialServer(simulator, post);
    post({ kind: "ready" });
    return;
  }
  const trapAt = parseTrapMilliseconds(command.query);
  const triggerTrap = () => breakInstance(exports as unknown as Record<string, unknown>);
  server = new SessionServer(
    trapAt === null ? simulator : withTrap(simulator, trapAt, triggerTrap),
    post,
  );
  post({ kind: "ready" });
}

/** Causes a trap ("memory access out of bounds") by a call with an address beyond the memory. */
function breakInstance(exports: Record<string, unknown>): void {
  const entry = Object.entries(exports).find(([name]) => /^session_.*advance$/.test(name));
  (entry?.[1] as ((...numbers: number[]) => unknown) | undefined)?.(0xfffffff0, 0, 1);
}
