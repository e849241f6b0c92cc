// Which machine a program runs on: its own, the one that is shown, or, at the beginning, that of the first scenario.
import { tr } from "../../i18n/i18n";
import type { Catalogue, KernelProgram, Scenario } from "../../generated/model";
import { RATE_PATH } from "../../model/curve-axis";
import { warmUpMilliseconds } from "../lab/initial-view";
import type { Lab } from "../lab/lab";
import { isJudgedRun, ownerOf } from "./own-machine";

/**
 * Runs a program on its own machine, or on the shown one, unless that is another program's. `isAfresh`: not on the shown one, whose
 * packets may end.
 */
export async function runMachine(
  lab: Lab,
  catalogue: Catalogue,
  program: KernelProgram,
  own: Scenario | null,
  isAfresh: boolean,
): Promise<boolean> {
  const { scenario } = lab.state.get();
  const isFitting =
    scenario !== null && ownerOf(scenario) === (own === null ? undefined : ownerOf(own));
  // The packets of a judged run are interventions, and what a person looks at is one of them.
  if (isFitting && !isAfresh) return lab.runProgram(program, isJudgedRun(scenario));
  const machine = own === null ? machineFor(catalogue, program) : { ...own, program };
  const undo = scenario === null ? "clear" : "append";
  const isOpen = await lab.open(machine, warmUpMilliseconds(catalogue, machine), undo);
  if (isOpen) lab.clock.start();
  return isOpen;
}

/** The scenario whose machine a program begins with: the kernel of the 1980s, of which only the hardware and the costs stay. */
const MACHINE = "figure-6-1";

function machineFor({ scenarios, model }: Catalogue, program: KernelProgram): Scenario {
  const machine = scenarios.find(({ id }) => id === MACHINE) ?? scenarios[0];
  if (machine === undefined) throw new Error("the catalogue has no scenario");
  const settings = { ...machine.settings };
  // At its own rate it would drown before anybody has written a line.
  delete settings[RATE_PATH];
  const texts = { title: tr("A kernel of your own"), source: "", text: "" };
  return { ...machine, ...texts, settings, model, program };
}
