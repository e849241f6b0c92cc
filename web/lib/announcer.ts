// Decides when a screen reader hears about the machine: when the diagnosis changes, at most every five seconds. The
// answer to a key is announced at once. The texts come from the other files of this folder.

export const ANNOUNCE_MILLISECONDS = 5_000;

export interface Announcer {
  /** The current diagnosis. It is announced, now or later, if its id differs from the last announced one. */
  offerDiagnosis(id: string, text: string): void;
  /** Announces the current diagnosis now, whatever was announced before: somebody waited for it. */
  announceDiagnosis(id: string, text: string): void;
  /** Announces another text now, such as the answer to a key or the result of an action. */
  announce(text: string): void;
  /** Announces the machine's new scenario, if the machine is shown. */
  announceScenario(text: string): void;
  /** Tells whether the page shows the machine. If it does not, clears the live region. */
  setMachineShown(shown: boolean): void;
}

export interface AnnouncerDependencies {
  setLiveText(text: string): void;
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
}

export function createAnnouncer({ setLiveText, now, schedule }: AnnouncerDependencies): Announcer {
  let current = { id: "", text: "" };
  let announced = { id: "", at: -Infinity };
  let isScheduled = false;
  // The first page may show no machine. The page that shows one calls setMachineShown.
  let isMachineShown = false;

  function announceCurrent() {
    announced = { id: current.id, at: now() };
    setLiveText(current.text);
  }

  function announceWhenDue() {
    if (isScheduled || current.id === announced.id || current.id === "") return;
    const delay = announced.at + ANNOUNCE_MILLISECONDS - now();
    if (delay <= 0) return announceCurrent();
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      announceWhenDue();
    }, delay);
  }

  return {
    offerDiagnosis(id, text) {
      if (!isMachineShown) return;
      current = { id, text };
      announceWhenDue();
    },
    announceDiagnosis(id, text) {
      if (!isMachineShown) return;
      current = { id, text };
      announceCurrent();
    },
    announce: setLiveText,
    announceScenario(text) {
      if (isMachineShown) setLiveText(text);
    },
    setMachineShown(shown) {
      isMachineShown = shown;
      if (shown) return;
      current = { id: "", text: "" };
      announced = { id: "", at: -Infinity };
      setLiveText("");
    },
  };
}
