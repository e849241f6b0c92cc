// The state of the embedded page: applies an address to the lab. A wrong field of the address is reported in a notice, and
// the page opens without it.
import { tr } from "../../i18n/i18n";
import type { FieldProblem } from "../../engine/protocol";
import type { Catalogue } from "../../generated/model";
import type { PageDesk } from "../app-services";
import { NO_LIMITS } from "../../model/limits";
import { VIEWS } from "../../model/views";
import { similarSettings } from "../link/link-changes";
import { describeProblem } from "../../model/scenario/setting-text";
import { findParameter } from "../../model/scenario/settings";
import { createStore, type Store } from "../../lib/store";
import type { EmbedAddress } from "./embed-address";
import { EMBED_VIEW_ROWS } from "./embed-views";

export interface EmbedStore {
  store: Store<EmbedAddress>;
  /** Starts the simulator with the first address. Resolves with what is wrong in it, when its machines are open. */
  start(): Promise<readonly FieldProblem[]>;
  /** Shows another address. Resolves with what is wrong with it, when its machines are open. */
  open(address: EmbedAddress): Promise<readonly FieldProblem[]>;
}

/** `prefersStill`: the reader wants no motion, so the machine is paused unless the address says otherwise. */
export function createEmbedStore(services: PageDesk, first: EmbedAddress): EmbedStore {
  const { lab, comparison, preferences, notices } = services;
  const store = createStore(first);
  let latest = first;

  function apply(address: EmbedAddress): void {
    latest = address;
    store.set(address);
    preferences.set({ theme: address.theme });
    const shown = address.views.flatMap((view) => EMBED_VIEW_ROWS[view].shows);
    const hidden = VIEWS.filter((view) => !shown.includes(view));
    lab.state.set({ limits: { ...NO_LIMITS, hidden } });
  }

  /** Opens the second machine. A later address may have been opened meanwhile; then this one does not count. */
  async function compare(address: EmbedAddress): Promise<readonly FieldProblem[]> {
    const isLatest = () => latest === address;
    if (!isLatest()) return [];
    const { second } = address;
    const wrong =
      second === null && comparison.state.get().phase === "off"
        ? []
        : await (await import("./second-machine")).openSecondMachine(services, second);
    return isLatest() ? report(address, wrong) : [];
  }

  function report(address: EmbedAddress, wrong: readonly FieldProblem[]): readonly FieldProblem[] {
    const problems = [
      ...address.problems(),
      ...unknownKnobs(address, lab.state.get().catalogue),
      ...wrong,
    ];
    const key = "embed";
    notices.dismiss(key);
    if (problems.length > 0) {
      notices.show({
        key,
        tone: "bad",
        title: tr("The address of this embedded lab has a mistake"),
        text: problems.map(describeProblem),
        actions: [],
      });
    }
    return problems;
  }

  apply(first);
  return {
    store,
    async start() {
      await lab.start(linkOf(first));
      return compare(first);
    },
    async open(address) {
      const before = linkOf(store.get());
      apply(address);
      const link = linkOf(address);
      if (link !== before) {
        await lab.openLink(link === "#/lab?" ? firstLink(lab.state.get()) : link);
      }
      return compare(address);
    },
  };
}

/** The link of the lab, with the code view open if the address names it. */
function linkOf({ link, views }: EmbedAddress): string {
  const isAdded = views.includes("code") && !/[?&]code=/.test(link);
  return isAdded ? `${link}&code=1`.replace("?&", "?") : link;
}

function unknownKnobs({ knobs }: EmbedAddress, catalogue: Catalogue | null): FieldProblem[] {
  if (catalogue === null || knobs === null) return [];
  return knobs
    .filter((path) => findParameter(catalogue, path) === undefined)
    .map((value) => ({
      field: "knobs",
      value,
      problem: tr("there is no such setting"),
      allowed: similarSettings(value, catalogue.parameters),
    }));
}

/** The link of the scenario that opens without a link. */
function firstLink({ catalogue }: { catalogue: { scenarios: readonly { id: string }[] } | null }) {
  return `#/lab?scenario=${catalogue?.scenarios[0]?.id ?? ""}`;
}
