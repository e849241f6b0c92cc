// Starts the lab: fetches the catalogue, starts the simulator when it is needed, and opens the link in the address or the
// first scenario. Keeps a link that is opened meanwhile.
import { tr } from "../../i18n/i18n";
import type { Engine } from "../../engine/client";
import type { Catalogue } from "../../generated/model";
import { openingView, openingWidth, warmUpMilliseconds } from "./initial-view";
import type { LabLinks } from "./lab-links";
import { waitForState, type ReadableStore } from "../../lib/store";
import { needCompressor } from "../link/program-field";
import { setView, type LabCore, type LabState } from "./lab-state";
import type { RunEditor } from "./run-editor";

interface LabStartParts {
  core: LabCore;
  engine: Engine;
  editor: RunEditor;
  links: LabLinks;
  openLink(hash: string): void;
}

export class LabStart {
  /** A link that was opened before the first machine; null if there is none. */
  private earlyLink: string | null = null;

  constructor(private readonly parts: LabStartParts) {}

  /** Keeps a link until the machine of the start is open. Returns false when that is open already. */
  keepsLink(hash: string): boolean {
    if (this.parts.core.state.get().phase !== "starting") return false;
    this.earlyLink = hash;
    return true;
  }

  /** `needed` resolves when the page needs a machine. The catalogue is fetched at once. */
  async start(address: string, needed: Promise<unknown> = Promise.resolve()): Promise<void> {
    const { core, engine, links, openLink } = this.parts;
    const { state, clock } = core;
    try {
      const fetched = engine.catalogue().then((catalogue) => state.set({ catalogue }));
      const [catalogue] = await Promise.all([needed.then(() => engine.start()), fetched]);
      const hash = this.takeEarlyLink() ?? address;
      const loading = needCompressor(hash);
      if (loading !== null) await loading;
      const link = links.tryParseLink(hash, catalogue);
      setView(core, openingView(hash));
      await (link === null
        ? this.openFirst(catalogue)
        : links.openParsedLink(hash, link, catalogue));
      if (state.get().scenario === null && link !== null) await this.openFirst(catalogue);
      if (!core.follows) clock.set(openingWidth(hash));
      if (state.get().scenario === null)
        return this.reportFailure(tr("The opening scenario could not be run."));
      state.set({ phase: "ready" });
      const later = this.takeEarlyLink();
      if (later !== null) openLink(later);
    } catch (error) {
      this.reportFailure(error instanceof Error ? error.message : String(error));
    }
  }

  /** Starts without a machine, when another lab of the page has started. */
  async startAfter(other: ReadableStore<LabState>): Promise<void> {
    const { state } = this.parts.core;
    const fetched = await waitForState(
      other,
      ({ catalogue, phase }) => catalogue !== null || phase !== "starting",
    );
    state.set({ catalogue: fetched.catalogue });
    const { scenario, fatalError } = await waitForState(other, ({ phase }) => phase !== "starting");
    // A machine that broke later says nothing about this one.
    state.set(scenario === null ? { phase: "broken", fatalError } : { phase: "ready" });
  }

  private takeEarlyLink(): string | null {
    const link = this.earlyLink;
    this.earlyLink = null;
    return link;
  }

  private reportFailure(text: string): void {
    const title = tr("The simulator could not be started");
    const requirements = tr(
      "It needs WebAssembly and module workers: any browser of the last three years has them.",
    );
    const fatalError = { title, text: [text, requirements], report: null };
    this.parts.core.state.set({ phase: "broken", fatalError });
  }

  private openFirst(catalogue: Catalogue): Promise<boolean> {
    const first = catalogue.scenarios[0];
    if (first === undefined) throw new Error("The simulator has no scenarios.");
    const until = { milliseconds: warmUpMilliseconds(catalogue, first) };
    return this.parts.editor.open(first, first, until, null);
  }
}
