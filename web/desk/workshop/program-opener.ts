// Opens programs in the editor: stored ones, new ones, and those that the machine got by undo or by a link. None of them takes
// the place of another one.
import type { KernelProgram } from "../../generated/model";
import { challengeOfMachine } from "../../model/challenge-machine";
import { PROGRAM_BYTES_MAX, type NewProgram, type StoredProgram } from "./programs";
import type { ProgramRun } from "./program-run";
import { NOTHING_OPEN, openProgram, type WorkshopCore } from "./workshop-core";
import { noRoom, tooLong } from "./workshop-notices";

export interface ProgramOpener {
  /** Shows a stored program, which is then checked. */
  show(program: StoredProgram): void;
  /** Stores a program beside the others; null: there is no room. */
  add(program: NewProgram): StoredProgram | null;
  /** Opens the machine and the program of a link; the link may have none. Resolves with whether the link was opened. */
  openLink(hash: string): Promise<boolean>;
}

export function createProgramOpener(core: WorkshopCore, run: ProgramRun): ProgramOpener {
  const { lab, programs, notices, isInLesson = false, now, state } = core;
  let isLinkOpening = false;

  function show(program: StoredProgram): void {
    run.textChanged();
    const { id, text, stopped } = program;
    programs.change(id, { opened: now() });
    const stop = stopped && { ...stopped, text };
    state.set({ ...NOTHING_OPEN, open: id, text, stop, ran: state.get().ran });
    void run.check();
  }

  function add(program: NewProgram): StoredProgram | null {
    const isTooLong = new TextEncoder().encode(program.text).length > PROGRAM_BYTES_MAX;
    const text = withLineFeeds(program.text);
    const added = isTooLong ? null : programs.add({ ...program, text });
    if (added === null) notices.show(isTooLong ? tooLong(program) : noRoom());
    return added;
  }

  /** Shows the program of the machine. `byUndo`: it may be an earlier text of the program that is open. */
  function showMachines(program: KernelProgram, byUndo: boolean): void {
    run.takeOver(program);
    const { statement, knobs, file } = program;
    const text = withLineFeeds(program.text);
    const known = programs.store.get().list.find((one) => one.text === text);
    const open = openProgram(core);
    const isUndo = byUndo && known === undefined && open?.file === file;
    const shown = known ?? (isUndo ? open : add({ file, text, statement, knobs }));
    if (shown === null) return;
    const { scenario } = lab.state.get();
    const challenge = scenario && challengeOfMachine(scenario);
    if (challenge !== null) void core.noteChallenge?.(shown, challenge);
    run.textChanged();
    const before = state.get().text;
    const fresh = { ...NOTHING_OPEN, checked: "right" } as const;
    state.set({ ...fresh, open: shown.id, text, ran: { text, program: shown.id, at: now() } });
    if (isUndo) programs.write(shown.id, text, before);
    programs.change(shown.id, { statement, knobs, stopped: null, opened: now() });
  }

  function followUndo(): void {
    const { scenario, replay } = lab.state.get();
    const program = scenario?.program;
    if (program === undefined || replay !== null || isLinkOpening) return;
    if (isInLesson && program.file !== openProgram(core)?.file) return;
    if (run.isFromElsewhere(program)) showMachines(program, true);
  }
  lab.state.subscribe(followUndo);

  return {
    show,
    add,
    async openLink(hash) {
      isLinkOpening = true;
      const isOpen = await lab.openLink(hash);
      isLinkOpening = false;
      const program = lab.state.get().scenario?.program;
      if (isOpen && program !== undefined) showMachines(program, false);
      return isOpen;
    },
  };
}

/** Lines as the editor has them. */
export const withLineFeeds = (text: string) => text.replace(/\r\n?/g, "\n");
