// Compiles programs in kernel C, in a worker of the simulator. Few people open a program, so the compiler is a module of its own,
// which is fetched for the first one. The simulator gets the code before it opens the scenario.
import { msg } from "../i18n/i18n";
import type * as compilerPackage from "./pkg/compiler";
import compilerAddress from "./pkg/compiler_bg.wasm?url";

type Compiler = typeof compilerPackage;

let compiler: Promise<Compiler> | null = null;

/** Loads the compiler: once, and again after a failure. */
function loadCompiler(): Promise<Compiler> {
  if (compiler !== null) return compiler;
  const loading = load();
  loading.catch(() => (compiler = null));
  return (compiler = loading);
}

async function load(): Promise<Compiler> {
  try {
    const [wasm, response] = await Promise.all([import("./pkg/compiler"), fetch(compilerAddress)]);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    wasm.initSync({ module: await response.arrayBuffer() });
    return wasm;
  } catch (error) {
    const problem = msg("The compiler of kernel C could not be fetched.");
    const allowed = msg("Check the connection, then try again.");
    const text = (text: string) => ({ text, values: [] });
    const refusal = { field: "program", value: "", problem: text(problem), allowed: text(allowed) };
    throw new Error(JSON.stringify({ errors: [refusal] }), { cause: error });
  }
}

/** JSON `ProgramProblem[]`: what is wrong with a program. */
export async function checkProgram(text: string): Promise<string> {
  return (await loadCompiler()).check_program(text);
}

/** JSON: the problems of a breakpoint's condition as `ProgramProblem[]`, or its code as a text. */
export async function checkCondition(text: string, condition: string): Promise<string> {
  return (await loadCompiler()).check_condition(text, condition);
}

/** What the simulator's module knows of programs. */
interface Simulator {
  program_target(scenario: string): Uint32Array;
  keep_program(scenario: string, code: Uint8Array): void;
}

/** Compiles the program of a scenario and hands its code to the simulator; null if the scenario has none. */
export function prepareProgram(simulator: Simulator, scenario: string): Promise<void> | null {
  const program = programOf(scenario);
  if (program === null) return null;
  const { file, text } = program;
  return loadCompiler().then(({ compile_program }) => {
    const target = simulator.program_target(scenario);
    simulator.keep_program(scenario, compile_program(file, text, target));
  });
}

/** The name and the text of a scenario's program. The simulator refuses scenarios of another form. */
function programOf(scenario: string): { file: string; text: string } | null {
  if (!scenario.includes('"program"')) return null;
  try {
    const { program } = JSON.parse(scenario) as { program?: { file?: unknown; text?: unknown } };
    const { file = "", text } = program ?? {};
    return typeof file === "string" && typeof text === "string" && text !== ""
      ? { file, text }
      : null;
  } catch {
    return null;
  }
}
