// Opens links in the lab. machine-link.ts writes them, and link/link.ts has their format.
import type { Catalogue } from "../../generated/model";
import { RefusedError } from "../../engine/problems";
import { parseLink, type ParsedLink } from "../link/link";
import { needCompressor } from "../link/program-field";
import type { RunEditor } from "./run-editor";
import { initialSpeed, warmUpMilliseconds } from "./initial-view";
import { setView, type LabCore } from "./lab-state";
import { badLink, otherModel } from "./link-notices";
import type { Player } from "./player";

/** What the lab needs from the browser. */
export interface BrowserActions {
  save(name: string, text: string): void;
  copy(text: string): void;
  reload(): void;
  /** Whether the person has asked for less motion. */
  reducesMotion(): boolean;
}

export type LabLinks = ReturnType<typeof createLabLinks>;

export function createLabLinks(
  core: LabCore,
  editor: RunEditor,
  player: Player,
  browser: BrowserActions,
) {
  const { state, notices } = core;

  function tryParseLink(
    hash: string,
    catalogue: Catalogue,
    refuse: (hash: string, error: RefusedError) => void = reportBadLink,
  ): ParsedLink | null {
    try {
      return parseLink(hash, catalogue);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      refuse(hash, error);
      return null;
    }
  }

  function reportBadLink(hash: string, error: RefusedError): void {
    notices.show(badLink(hash, error, state.get().catalogue, browser.copy));
  }

  /** Opens a link. Resolves with false when it cannot be read, and when its machine did not open. `adapt`: to another machine. */
  async function open(
    hash: string,
    adapt: (link: ParsedLink) => ParsedLink = (link) => link,
    refuse = reportBadLink,
  ): Promise<boolean> {
    const loading = needCompressor(hash);
    if (loading !== null) await loading;
    const { catalogue } = state.get();
    const link = catalogue === null ? null : tryParseLink(hash, catalogue, refuse);
    return link !== null && catalogue !== null && openParsedLink(hash, adapt(link), catalogue);
  }

  /** Opens a parsed link. Resolves with false when it waits for its capture, was refused, or was cancelled. */
  async function openParsedLink(
    hash: string,
    link: ParsedLink,
    catalogue: Catalogue,
  ): Promise<boolean> {
    const head = link.head ?? link.t;
    const warm = { milliseconds: warmUpMilliseconds(catalogue, link.scenario) };
    const until = head === null ? warm : { cycles: head };
    const { capture } = link.scenario;
    if (capture !== undefined && !core.captures.has(capture.digest)) {
      state.set({ pendingLink: { hash, capture } });
      return false;
    }
    const { curves: linkedCurves, ...view } = link.view;
    const { curves } = state.get();
    const question = view.question ?? null;
    // A question names its curves. Other curves would be in the way of its answer.
    const pinned = question === null ? curves.pinned : [];
    const linked = { curves: { ...curves, pinned, ...linkedCurves }, question };
    // The link's view applies only to the link's machine.
    if (!(await editor.open(link.base, link.scenario, until, link.t, linked))) return false;
    dismissRefusals();
    const speed = head === null ? initialSpeed(link.scenario, state.get()) : state.get().speed;
    setView(core, { speed, ...view });
    if (!core.follows) core.clock.set({ loopMark: null });
    player.invalidate();
    if (link.otherModel !== null) notices.show(otherModel(link.otherModel, catalogue.model));
    return true;
  }

  /** Dismisses earlier refusals, which are out of date now. */
  function dismissRefusals(): void {
    for (const key of ["link", "refused"]) notices.dismiss(key);
  }

  return { open, tryParseLink, openParsedLink, dismissRefusals };
}
