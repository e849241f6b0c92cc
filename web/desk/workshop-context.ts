// What the page “Write a kernel” works on: the desk of the workshop, and the program that it runs. The page creates it when it is
// first opened; it stays while other pages are open.
import type { AppServices } from "./app-services";
import { NO_LIMITS } from "../model/limits";
import { judgedOf, programsOf } from "./stored-programs";
import { createDebugger, type Debugger } from "./workshop/debugger";
import { machineInHead } from "./workshop/own-machine";
import { createWorkshop, type Workshop } from "./workshop/workshop";

export interface WorkshopContext {
  /** Those with the desk of the workshop. */
  services: AppServices;
  workshop: Workshop;
  debug: Debugger;
  /** Shows the desk; the returned function leaves it. */
  show(): () => void;
}

/** What an editor of a program works on, here and in a lesson. */
export type ProgramContext = Omit<WorkshopContext, "show">;

const contexts = new WeakMap<AppServices["desks"], WorkshopContext>();

export function workshopContextOf({ desks }: AppServices): WorkshopContext {
  const known = contexts.get(desks);
  if (known !== undefined) return known;
  const services = desks.of("workshop");
  const { lab, notices } = services;
  // The editor shows the code. A cure would turn a knob of a kernel that is built in.
  lab.state.set({ limits: { ...NO_LIMITS, hidden: ["code"], offersCures: false } });
  const workshop = createWorkshop({
    lab,
    programs: programsOf(notices),
    notices,
    async machineOf({ id, text }) {
      const challenge = judgedOf(notices).challengeOf(id);
      const { catalogue } = lab.state.get();
      if (challenge === undefined) return catalogue && machineInHead(catalogue, text);
      const table = await import("./challenges/challenge-table");
      const row = table.findChallenge(challenge);
      return row === undefined ? null : table.machineOf(row);
    },
    async noteChallenge({ id }, number) {
      if (judgedOf(notices).challengeOf(id) !== undefined) return;
      const { CHALLENGES } = await import("./challenges/challenge-table");
      const row = CHALLENGES.find((one) => one.number === number);
      if (row !== undefined) judgedOf(notices).begin(id, row.id);
    },
    now: () => Date.now(),
    schedule: (run, milliseconds) => void setTimeout(run, milliseconds),
  });
  const { announcer, playbackAnnouncer: playback } = services;
  const context: WorkshopContext = {
    services,
    workshop,
    debug: createDebugger({ lab, workshop, announcer, playback }),
    show() {
      desks.show(services);
      return () => desks.show(desks.lab);
    },
  };
  contexts.set(desks, context);
  return context;
}
