// The two machines of a comparison as the page shows them: A is first, B is second.
import type { AppServices } from "../../store/app-services";
import { useKnobValues } from "../knobs";

export interface ComparedMachine {
  letter: "A" | "B";
  /** The app's services with this machine as the lab. */
  services: AppServices;
}

export type ComparedMachines = readonly [ComparedMachine, ComparedMachine];

/** The values of both machines' knobs. */
export function useBothValues([first, second]: ComparedMachines) {
  return [useKnobValues(first.services.lab), useKnobValues(second.services.lab)] as const;
}
