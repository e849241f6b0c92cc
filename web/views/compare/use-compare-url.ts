// Keeps the address of the comparison and the two machines in step: a link that is opened or pasted opens both machines,
// and what a person does is written into the address, at most once a second.
import { useEffect } from "react";
import { tr } from "../../i18n/i18n";
import { RefusedError } from "../../engine/problems";
import { parseCompareLink } from "../../store/compare/compare-link";
import { watchLink } from "../../store/link/link-watch";
import { describeProblem } from "../../store/scenario/setting-text";
import { waitForState } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { subscribeHash } from "../app/location-hash";

const WRITE_MILLISECONDS = 1_000;

export function useCompareUrl(services: AppServices): void {
  useEffect(() => {
    const { lab, comparison } = services;
    let written = "";
    let timer: ReturnType<typeof setTimeout> | null = null;
    let stopWatching: (() => void)[] = [];

    const write = () => {
      timer = null;
      const link = comparison.link();
      if (link === null || !location.hash.startsWith("#/compare")) return;
      written = link;
      history.replaceState(null, "", written);
    };
    const writeSoon = () => (timer ??= setTimeout(write, WRITE_MILLISECONDS));
    const watch = () => {
      const { phase, follower } = comparison.state.get();
      stopWatching.forEach((stop) => stop());
      stopWatching = [];
      if (phase !== "ready" || follower === null) return;
      stopWatching = [watchLink(lab, writeSoon), watchLink(follower, writeSoon)];
      writeSoon();
    };

    const open = async () => {
      const { hash } = location;
      if (hash === written) return;
      const link = readLink(services, hash);
      if (link === null) return;
      written = hash;
      await waitForState(lab.state, ({ phase }) => phase !== "starting");
      await lab.pairing.openLink(link.leader);
      await comparison.startWithLink(link.follower);
      if (link.isSwapped !== comparison.state.get().isSwapped) comparison.swap();
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

/** Reads the link in the address. A notice says what is wrong with a broken one. */
function readLink({ notices }: AppServices, hash: string) {
  try {
    return parseCompareLink(hash);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    notices.show({
      key: "link",
      tone: "bad",
      title: tr("This link of a comparison cannot be opened as it is"),
      text: [
        ...error.problems.map(describeProblem),
        tr("Ask for the link again, or correct that part of the address."),
      ],
      actions: [],
    });
    return null;
  }
}
