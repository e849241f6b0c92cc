// The address and the lab in step. A link that is opened or pasted changes the lab. What a person does in the lab is written
// into the address, at most once a second, so that a reload restores it. Leaves out the browser: use-url-sync.ts has it.
import type { Scenario } from "../generated/model";
import { parseLink } from "../desk/link/link";
import { fieldsOfHash } from "../desk/link/link-repair";
import type { Machine, ShownMachine } from "../desk/lab/machine";
import { watchLink } from "../desk/lab/link-watch";

const WRITE_MILLISECONDS = 1_000;
/** After a pause the address is written soon, because the person may copy it. By then the last frame has arrived. */
const WRITE_AFTER_PAUSE_MILLISECONDS = 150;

/** The address bar, and a timer. */
export interface Address {
  hash(): string;
  /** Returns whether the hash was replaced. A link that was opened a moment ago is not. */
  replace(hash: string): boolean;
  /** Whether the page is hidden. */
  isHidden(): boolean;
  /** Runs this later. Returns a function that cancels it. */
  later(run: () => void, milliseconds: number): () => void;
}

export interface UrlSync {
  /** To be called when the hash has changed. */
  hashChanged(): void;
  /** Writes the address while the lab is shown. Returns a function that stops it. */
  watch(): () => void;
}

export function createUrlSync(lab: Machine, address: Address): UrlSync {
  /** The link that was written last, and the machine that it was written of. */
  let written: { hash: string; scenario: Scenario | null } = { hash: "", scenario: null };
  /** The link whose machine is being built. Until it is there, the link in the address is the one to keep. */
  let opening: string | null = null;

  async function open(hash: string): Promise<void> {
    opening = hash;
    await lab.openLink(hash);
    if (opening === hash) opening = null;
  }

  function hashChanged(): void {
    const hash = address.hash();
    if (fieldsOfHash(hash, "lab") === null || hash === opening) return;
    const isShown = opening === null && lab.state.get().scenario === written.scenario;
    // The browser's Back button leads from a lesson to the lab as the person left it.
    if (hash === written.hash && (isShown || lab.state.get().isParked)) return;
    void open(hash);
  }

  function watch(): () => void {
    let cancel: (() => void) | null = null;
    // Somebody who leaves the page to ask for a damaged link again finds it in the address afterwards.
    const keepsDamagedLink = () => address.isHidden() && isDamaged(address.hash(), lab);
    const write = () => {
      cancel = null;
      const { scenario } = lab.state.get();
      const hash = lab.link();
      if (opening !== null || !address.replace(hash)) return writeSoon();
      written = { hash, scenario };
    };
    const writeSoon = () => {
      cancel ??= address.later(write, WRITE_MILLISECONDS);
    };
    const stop = watchLink(lab, writeSoon, {
      isAddressEmpty: fieldsOfHash(address.hash(), "lab") === null,
      ignoresChanges: keepsDamagedLink,
    });
    let { playing } = lab.state.get();
    const stopPausing = lab.state.subscribe(() => {
      const pauses = playing && !lab.state.get().playing;
      ({ playing } = lab.state.get());
      if (!pauses || keepsDamagedLink()) return;
      cancel?.();
      cancel = address.later(write, WRITE_AFTER_PAUSE_MILLISECONDS);
    });
    return () => {
      stop();
      stopPausing();
      cancel?.();
    };
  }

  return { hashChanged, watch };
}

/** Whether the link in the address was refused. */
function isDamaged(hash: string, { state }: ShownMachine): boolean {
  const { catalogue } = state.get();
  if (catalogue === null) return false;
  try {
    parseLink(hash, catalogue);
    return false;
  } catch {
    return true;
  }
}
