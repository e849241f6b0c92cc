// Writes links to the lab's machine: to its run, the shown moment and the view. lab-links.ts opens them.
import { formatLink, type LinkState } from "../link/link";
import { viewOf } from "../link/link-fields";
import { needsRestart, withChangeAt } from "../../model/scenario/settings";
import { warmUpMilliseconds } from "./initial-view";
import type { LabCore } from "./lab-state";
import type { Player } from "./player";

/** A run and a position in it. */
type RunPosition = Pick<LinkState, "scenario" | "t" | "head">;

/** A link to the current state. A link that waits for its capture stays, so that a reload loses nothing. */
export function linkToState(core: LabCore): string {
  return core.state.get().pendingLink?.hash ?? linkTo(core, currentPosition(core));
}

/** A link to the machine alone, with pending changes. */
export function linkToMachine(core: LabCore, player: Player): string {
  return linkTo(core, positionAfterPending(core, player), { layout: "auto", question: null });
}

function currentPosition({ state, position }: LabCore): RunPosition | null {
  const { scenario } = state.get();
  return scenario && { scenario, t: Math.min(position.t, position.head), head: position.head };
}

/** The position after all pending changes have reached the machine. */
function positionAfterPending(core: LabCore, player: Player): RunPosition | null {
  const { scenario, catalogue, pendingValues } = core.state.get();
  if (scenario === null || catalogue === null || Object.keys(pendingValues).length === 0) {
    return currentPosition(core);
  }
  const { t, head, hertz } = core.position;
  const now = player.isAtLiveEdge ? head : Math.floor(t);
  const turned = withChangeAt(catalogue, scenario, now, pendingValues);
  if (!needsRestart(catalogue, pendingValues)) return { scenario: turned, t: now, head: now };
  const start = Math.round((warmUpMilliseconds(catalogue, turned) * hertz) / 1e3);
  return { scenario: turned, t: start, head: start };
}

function linkTo(
  { state, kind }: LabCore,
  machine: RunPosition | null,
  page: Partial<Pick<LinkState, "layout" | "question">> = {},
): string {
  const { base, catalogue } = state.get();
  const linked = kind === "workshop" ? "workshop" : "lab";
  if (base === null || machine === null || catalogue === null) return `#/${linked}`;
  return formatLink({ ...viewOf(state.get()), ...page, base, ...machine }, catalogue, linked);
}
