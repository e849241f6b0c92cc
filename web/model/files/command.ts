// The `livelock` commands that print the numbers of the page's run. They name every moment in cycles, so that the results are
// equal bit for bit. Quotes are those of a Unix shell. A run that options cannot describe is read from its saved file.
import type { Intervention, Scenario, Value } from "../../generated/model";

export interface CommandRun {
  /** The scenario that `livelock` knows by its id, and the settings in which the run differs from it at the start. */
  base: Scenario;
  set: Readonly<Record<string, Value>>;
  scenario: Scenario;
  /** Cycles. */
  from: number;
  to: number;
  head: number;
}

/** More turned knobs than this make a command that nobody reads. */
const TURNED_MAX = 12;

/** The command that prints the report of the window as JSON. */
export function runCommand(run: CommandRun, savedFile: string): string {
  const { from, to, head } = run;
  const options = scenarioOptions(run);
  if (options === null) return words(["livelock", "run", savedFile, "--format", "json"]);
  const until = head === to ? [] : ["--until", cycles(head)];
  const window = ["--window", `${from}cycles..${cycles(to)}`, ...until];
  return words(["livelock", "run", ...options, ...window, "--format", "json"]);
}

/** The command that writes a range of the run as a Chrome trace. */
export function traceCommand(
  run: CommandRun,
  range: { from: number; to: number },
  savedFile: string,
): string {
  const options = scenarioOptions(run) ?? [savedFile];
  const ends = ["--from", cycles(range.from), "--until", cycles(range.to)];
  return `${words(["livelock", "trace", ...options, ...ends, "--format", "chrome"])} > trace.json`;
}

/** Whether the command reads the saved file of the run. */
export function needsSavedFile(run: CommandRun): boolean {
  return scenarioOptions(run) === null;
}

/** The scenario and the options that change it; null if the options would be too long or cannot say it. */
function scenarioOptions({ base, set, scenario }: CommandRun): string[] | null {
  const turned = turnedAfter(base.interventions, scenario.interventions);
  if (turned === null || turned.length > TURNED_MAX) return null;
  const { capture, program } = scenario;
  // The saved file has the program's text.
  if (program !== undefined) return null;
  // `--capture` chooses this pattern itself.
  const changes = Object.entries(set).filter(
    ([path, value]) => !(capture !== undefined && path === PATTERN && value === "capture"),
  );
  return [
    base.id,
    ...changes.flatMap(([path, value]) => ["--set", `${path}=${value}`]),
    ...turned.flatMap(({ at, set: knobs }) => ["--at", `${cycles(at)}:${knobChanges(knobs)}`]),
    ...(scenario.seed === base.seed ? [] : ["--seed", String(scenario.seed)]),
    ...(capture === undefined
      ? []
      : [`--capture=${capture.file}`, "--first", String(capture.packets)]),
  ];
}

const PATTERN = "traffic.pattern";

/** The interventions that come after those of the base scenario; null if the run does not have the base's. */
function turnedAfter(
  base: readonly Intervention[],
  run: readonly Intervention[],
): readonly Intervention[] | null {
  const known = JSON.stringify(run.slice(0, base.length)) === JSON.stringify(base);
  return known ? run.slice(base.length) : null;
}

function knobChanges(set: Intervention["set"]): string {
  return Object.entries(set)
    .map(([path, value]) => `${path}=${value}`)
    .join(",");
}

function cycles(count: number): string {
  return `${Math.round(count)}cycles`;
}

function words(parts: readonly string[]): string {
  return parts.map(shellWord).join(" ");
}

/** A word that a Unix shell passes on unchanged. */
export function shellWord(text: string): string {
  if (/^[A-Za-z0-9_%+:,./=-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
