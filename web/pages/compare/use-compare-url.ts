// Keeps the address of the comparison and the two machines in step: a link that is opened or pasted opens both machines,
// and what a person does is written into the address, at most once a second.
import { useEffect } from "react";
import { tr } from "../../i18n/i18n";
import { problemCollector, RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import { parseCompareLink } from "../../desk/compare/compare-link";
import { parseLink } from "../../desk/link/link";
import { fieldsOfHash, readableHash } from "../../desk/link/link-repair";
import { watchLink } from "../../desk/lab/link-watch";
import { describeProblem, labelProblems } from "../../model/scenario/setting-text";
import { waitForState } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { replaceHash, subscribeHash } from "../../shell/location-hash";

const WRITE_MILLISECONDS = 1_000;

const isCompareHash = (hash: string) => /^#\/compare\b/.test(readableHash(hash));

export function useCompareUrl(services: AppServices): void {
  useEffect(() => {
    const { lab, comparison } = services;
    let written = "";
    /** The address of a link that was refused. It stays until the person does something. */
    let refused = "";
    /** The address whose machines are being opened. Until they are open, nothing is written. */
    let opening: string | null = null;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let stopWatching: (() => void)[] = [];

    const write = () => {
      timer = null;
      const link = comparison.link();
      if (link === null || !isCompareHash(location.hash)) return;
      if (opening === null && replaceHash(link)) written = link;
      else writeSoon();
    };
    const writeSoon = () => (timer ??= setTimeout(write, WRITE_MILLISECONDS));
    const watch = () => {
      const { phase, machines } = comparison.state.get();
      stopWatching.forEach((stop) => stop());
      stopWatching = [];
      if (phase !== "ready") return;
      stopWatching = machines.map((machine) =>
        watchLink(machine, writeSoon, {
          ignoresChanges: () => document.hidden && location.hash === refused,
        }),
      );
      if (location.hash !== refused) writeSoon();
    };

    const open = async () => {
      const { hash } = location;
      if (hash === written || fieldsOfHash(hash, "compare") === null) return;
      written = refused = opening = hash;
      await openMachines(hash);
      if (opening === hash) opening = null;
    };
    const openMachines = async (hash: string) => {
      await waitForState(lab.state, ({ phase }) => phase !== "starting");
      const link = opening === hash ? readLink(services, hash) : null;
      if (link === null) return;
      refused = "";
      const [first, second] = link.links;
      await lab.openLink(first);
      if (opening !== hash) return;
      await comparison.startWithLink(second);
      if (opening !== hash) return;
      if (link.isSwapped) comparison.swap();
    };
    void open();
    watch();
    const stops = [comparison.state.subscribe(watch), subscribeHash(() => void open())];
    return () => {
      for (const stop of [...stops, ...stopWatching]) stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [services]);
}

/** Reads the link in the address, with those of both machines. A notice says what is wrong with a broken one. */
function readLink({ lab, notices }: AppServices, hash: string) {
  const { catalogue } = lab.state.get();
  const problems: FieldProblem[] = [];
  const collectProblems = problemCollector(problems);
  try {
    const link = parseCompareLink(hash);
    if (link === null || catalogue === null) return null;
    for (const machine of link.links) collectProblems(() => parseLink(machine, catalogue), null);
    if (problems.length > 0) throw new RefusedError(problems);
    return link;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    notices.show({
      key: "link",
      tone: "bad",
      title: tr("This link of a comparison cannot be opened as it is"),
      text: [
        ...labelProblems(error.problems, catalogue).map(describeProblem),
        tr("Ask for the link again, or correct that part of the address."),
      ],
      actions: [],
    });
    return null;
  }
}
