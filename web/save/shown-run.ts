// The data of a run that a person saves: the scenario with its knobs, the shown window, and the answers of
// the simulator (report, trace). A lesson that conceals values conceals them here too.
import { msg, tr } from "../i18n/i18n";
import { citation as citationFile } from "virtual:citation";
import type { Replayed, Report } from "../generated/model";
import type { Frame } from "../frame/frame";
import type { AppServices } from "../desk/app-services";
import type { Machine, ShownMachine } from "../desk/lab/machine";
import { changesFromBase } from "../desk/link/link-changes";
import { settingDifferences, type SettingDifference } from "../model/scenario/setting-text";
import { catalogueForMachine, valuesAt, valuesAtStart } from "../model/scenario/settings";
import { describedTrace } from "../model/files/chrome-trace";
import { citationOf, type Citation, type CitationFile } from "../model/files/citation";
import { needsSavedFile, runCommand, traceCommand, type CommandRun } from "../model/files/command";
import { fileName, type SavedMoment } from "../model/files/file-name";
import { resultsTable } from "../model/files/results-table";
import {
  RUN_FILE_KIND,
  RUN_FILE_VERSION,
  runFileText,
  runResults,
  type ShownMoment,
} from "../model/files/run-file";
import { findPage } from "../shell/pages";

export const citation = citationFile as CitationFile;

/** A mistake or a limit that a person can do something about; the text says what. */
export class SaveError extends Error {}

export const CONCEALED = msg(
  "This step of the lesson conceals values, so results, trace and commands cannot be saved. They can be saved when the step shows them.",
);
const STARTING = msg("The machine is still starting. Wait until it is shown, then try again.");

export function concealsValues({ state }: ShownMachine): boolean {
  return state.get().limits.concealed.length > 0;
}

interface Shown {
  lab: ShownMachine;
  frame: Frame;
  hertz: number;
}

function shownOf(lab: Machine): Shown {
  const frame = lab.frames.current ?? lab.tick.get().frame;
  const { topology } = lab.state.get();
  if (frame === null || topology === null) throw new SaveError(tr(STARTING));
  return { lab, frame, hertz: topology.clock_hz };
}

/** The address that opens the state of the page. */
export function linkOf({ lab, comparison }: AppServices): string {
  return new URL(comparison.link() ?? lab.link(), location.href).href;
}

export interface Results {
  report: Report;
  capture: Replayed | null;
  shown: ShownMoment;
}

/** Asks the simulator for the report of the shown window. */
export async function resultsOf(lab: Machine): Promise<Results> {
  if (concealsValues(lab)) throw new SaveError(tr(CONCEALED));
  const { frame, hertz } = shownOf(lab);
  const { windowFrom: from, windowTo: to } = frame;
  if (to <= from)
    throw new SaveError(
      tr(
        "Nothing has been counted yet at the shown time. Let the machine run for a few milliseconds, then try again.",
      ),
    );
  // Both questions are asked at once, so that the machine does not run between the answers.
  const [{ text, head }, replayed] = await Promise.all([
    lab.ask({ what: "report", from, to }),
    lab.ask({ what: "capture" }),
  ]);
  const shown: ShownMoment = {
    clock_hz: hertz,
    time_cycles: Math.round(frame.t),
    time_us: (frame.t * 1e6) / hertz,
    from_cycles: from,
    to_cycles: to,
    head_cycles: head,
  };
  const capture = JSON.parse(replayed.text) as Replayed | null;
  return { report: JSON.parse(text) as Report, capture, shown };
}

function scenarioOf(lab: ShownMachine) {
  const { catalogue, scenario, base } = lab.state.get();
  if (catalogue === null || scenario === null || base === null) throw new SaveError(tr(STARTING));
  return { catalogue, scenario, base };
}

/** `letter`: of a compared machine; it is part of the names of files. */
export async function runFileOf(lab: Machine, letter: string): Promise<string> {
  const { catalogue, scenario } = scenarioOf(lab);
  const isConcealed = concealsValues(lab);
  const { frame, hertz } = shownOf(lab);
  const head = Math.round(Math.max(frame.head, frame.t));
  const moment = {
    clock_hz: hertz,
    time_cycles: Math.round(frame.t),
    time_us: (frame.t * 1e6) / hertz,
  };
  const results = isConcealed ? null : await resultsOf(lab);
  const shown = results?.shown ?? {
    ...moment,
    from_cycles: 0,
    to_cycles: head,
    head_cycles: head,
  };
  return runFileText({
    kind: RUN_FILE_KIND,
    version: RUN_FILE_VERSION,
    model: catalogue.model,
    scenario,
    shown,
    settings: valuesAt(catalogue, scenario, frame.t),
    results: results && runResults(results.report, scenario, results.capture),
    // Of two machines that are compared, each has a file of its own.
    link: new URL(lab.link(), location.href).href,
    command: isConcealed ? null : runCommand(commandRun(lab, shown), savedRunName(lab, letter)),
  });
}

export async function resultsRows(lab: Machine): Promise<string[][]> {
  const { report, shown } = await resultsOf(lab);
  const { catalogue, scenario } = scenarioOf(lab);
  return resultsTable(report, valuesAt(catalogue, scenario, shown.time_cycles));
}

function commandRun(
  lab: ShownMachine,
  { from_cycles: from, to_cycles: to, head_cycles: head }: ShownMoment,
): CommandRun {
  const { catalogue, scenario, base } = scenarioOf(lab);
  return { ...changesFromBase(base, scenario, catalogue), scenario, from, to, head };
}

export interface Commands {
  run: string;
  trace: string;
  /** The file that the commands read; "" if they need none. */
  file: string;
  /** The capture file that they read; "" if there is none. */
  capture: string;
}

export async function commandsOf(lab: Machine, letter: string): Promise<Commands> {
  const { shown } = await resultsOf(lab);
  const run = commandRun(lab, shown);
  const file = savedRunName(lab, letter);
  return {
    run: runCommand(run, file),
    trace: traceCommand(run, visibleRange(lab), file),
    file: needsSavedFile(run) ? file : "",
    capture: run.scenario.capture?.file ?? "",
  };
}

export type TraceRange = "visible" | "recorded";

/** The range that the timeline shows, as far as the machine has run. */
function visibleRange(lab: Machine): { from: number; to: number } {
  const { frame } = shownOf(lab);
  const from = Math.max(0, Math.floor(frame.from));
  return { from, to: Math.max(from + 1, Math.min(Math.ceil(frame.to), frame.head)) };
}

/** The Chrome trace of a range of the run. */
export async function traceOf(
  services: AppServices,
  lab: Machine,
  range: TraceRange,
): Promise<string> {
  if (concealsValues(lab)) throw new SaveError(tr(CONCEALED));
  const { frame } = shownOf(lab);
  if (frame.traceFrom >= frame.head)
    throw new SaveError(
      tr(
        "At this speed the machine records no steps, so there is no trace yet. Choose “Watch packets”, let it run, then try again.",
      ),
    );
  const { from, to } =
    range === "visible" ? visibleRange(lab) : { from: frame.traceFrom, to: frame.head };
  if (to <= frame.traceFrom)
    throw new SaveError(
      tr(
        "The steps of the visible range are no longer recorded. Save the whole recorded trace, or go to a later time.",
      ),
    );
  const { text } = await lab.ask({ what: "chrome_trace", from, to });
  const { scenario } = scenarioOf(lab);
  return describedTrace(text, `Livelock Lab: ${scenario.title}`, linkOf(services));
}

export function citationFor(services: AppServices, lab: ShownMachine): Citation {
  const { catalogue, scenario } = scenarioOf(lab);
  const { title, source } = scenario;
  return citationOf(citation, { title, source, model: catalogue.model, link: linkOf(services) });
}

/** The machine belongs to the page: its scenario and moment name the files. */
export function showsMachine(): boolean {
  const pages = ["lab", "workshop", "compare", "lessons", "lecture"];
  return pages.includes(findPage(location.hash).path);
}

function momentOf(lab: ShownMachine): SavedMoment {
  const { scenario, topology } = lab.state.get();
  const frame = lab.frames.current;
  if (!showsMachine() || scenario === null)
    return { scenario: findPage(location.hash).path, microseconds: null };
  const isKnown = frame !== null && topology !== null;
  return {
    // A program runs on the machine of a scenario, whose own kernel has the scenario's name.
    scenario: scenario.program?.file.replace(/\.c$/, "") ?? scenario.id,
    microseconds: isKnown ? (frame.t * 1e6) / topology.clock_hz : null,
  };
}

export function savedName(lab: ShownMachine, what: string, extension: string, letter = ""): string {
  return fileName({ ...momentOf(lab), letter }, what, extension);
}

export function savedRunName(lab: ShownMachine, letter: string): string {
  return savedName(lab, "run", "json", letter);
}

/** The machines that the page shows: one, or A and B of a comparison. */
export function machinesOf({ comparison }: AppServices): readonly Machine[] {
  return comparison.shownMachines();
}

/** The knobs that differ at the shown time from the scenario: its value first, then the shown one. */
export function differencesFromScenario(lab: ShownMachine): readonly SettingDifference[] {
  const { catalogue, scenario, base } = lab.state.get();
  if (catalogue === null || scenario === null || base === null) return [];
  const now = valuesAt(catalogue, scenario, lab.tick.get().frame?.t ?? 0);
  const machine = catalogueForMachine(catalogue, now);
  return settingDifferences(machine, valuesAtStart(catalogue, base), now);
}
