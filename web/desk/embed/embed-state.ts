// What the embedding page learns about the machines: their state, and when it changes.
import { readThroughput } from "../../model/measures/outcomes";
import type { ShownDiagnosis } from "../../i18n/model-texts";
import { withEachMachine, type Comparison } from "../compare/comparison";
import type { Machine, ShownMachine } from "../lab/machine";
import type { EmbedState, MachineState } from "./protocol";

/** What an embedded page shows. */
export interface EmbeddedLab {
  lab: Machine;
  comparison: Comparison;
  /** The full address of a link of the lab. */
  fullAddress(link: string): string;
}

/** A state is sent at most this often, in wall milliseconds. */
const STATE_MILLISECONDS = 100;

export function readEmbedState({ lab, comparison, fullAddress }: EmbeddedLab): EmbedState {
  const { speed, topology } = lab.state.get();
  const second = secondMachine({ lab, comparison });
  return {
    ...machineState(lab),
    playing: lab.clock.willPlay,
    speed,
    milliseconds: (lab.tick.get().t / (topology?.clock_hz ?? 1)) * 1e3,
    second: second && machineState(second),
    link: fullAddress(comparison.link() ?? lab.link()),
  };
}

/** The second machine of a comparison; null while there is none. */
export function secondMachine({
  lab,
  comparison,
}: Pick<EmbeddedLab, "lab" | "comparison">): Machine | null {
  const { phase, machines } = comparison.state.get();
  return phase === "ready" ? (machines.find((machine) => machine !== lab) ?? null) : null;
}

/** Calls `onChange` when the state has changed, but not because time passes while the machine plays. */
export function watchEmbedState(
  embedded: EmbeddedLab,
  schedule: (run: () => void, milliseconds: number) => void,
  onChange: () => void,
): void {
  const { comparison } = embedded;
  let last = "";
  let isScheduled = false;

  const compare = () => {
    isScheduled = false;
    const key = changesOf(embedded);
    if (key === last) return;
    last = key;
    onChange();
  };
  const compareSoon = () => {
    if (isScheduled) return;
    isScheduled = true;
    schedule(compare, STATE_MILLISECONDS);
  };
  withEachMachine(comparison, (machine) => {
    machine.state.subscribe(compareSoon);
    machine.tick.subscribe(compareSoon);
  });
  comparison.state.subscribe(compareSoon);
  compareSoon();
}

/** The values whose change is sent, as a text. The time of a playing machine changes constantly, so it is left out. */
function changesOf({ lab, comparison }: EmbeddedLab): string {
  const { playing, speed } = lab.state.get();
  const second = secondMachine({ lab, comparison });
  const t = playing ? 0 : lab.tick.get().t;
  return JSON.stringify([
    machineChanges(lab),
    second && machineChanges(second),
    ...[lab.clock.willPlay, speed, t],
  ]);
}

function machineChanges({ state, tick, values }: ShownMachine): unknown {
  const { base, scenario } = state.get();
  return [base?.id, scenario?.interventions.length, values(), headlineOf(tick.get().diagnosis)];
}

/** While the machine settles, the headline counts milliseconds down. */
function headlineOf(diagnosis: ShownDiagnosis | null): string | undefined {
  return diagnosis?.id === "settling" ? diagnosis.id : diagnosis?.headline;
}

function machineState({ state, tick, values }: ShownMachine): MachineState {
  const { base, topology } = state.get();
  const { frame, diagnosis } = tick.get();
  const throughput = frame === null || topology === null ? null : readThroughput(frame, topology);
  return {
    scenario: base?.id ?? "",
    title: base?.title ?? "",
    settings: values(),
    rates:
      throughput === null || throughput.isTooFew
        ? null
        : { offered: throughput.offeredRate, delivered: throughput.deliveredRate },
    diagnosis: diagnosis && {
      id: diagnosis.id,
      tone: diagnosis.tone,
      headline: diagnosis.headline,
      sentence: diagnosis.sentence,
    },
  };
}
