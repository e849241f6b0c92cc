// When a screen reader is told what the machine does: when the diagnosis changes, at most every five
// seconds. What a key asks for is said at once. The texts come from elsewhere; this only decides when.

export const ANNOUNCE_MILLISECONDS = 5_000;

export interface Announcer {
  /** The present diagnosis; said now or later if its id differs from the last one said. */
  offerDiagnosis(id: string, text: string): void;
  /** The present diagnosis is what somebody waited for: said now, whatever was said before. */
  announceDiagnosis(id: string, text: string): void;
  /** Says something else now: what was asked for, or what was done. */
  announce(text: string): void;
  /** Names the machine that is there from now on; only where it is shown. */
  announceScenario(text: string): void;
  /** Whether the machine is shown. What was said of one that no longer is, is taken back. */
  setMachineShown(shown: boolean): void;
}

export interface AnnouncerDependencies {
  setLiveText(text: string): void;
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
}

export function createAnnouncer({ setLiveText, now, schedule }: AnnouncerDependencies): Announcer {
  let present = { id: "", text: "" };
  let said = { id: "", at: -Infinity };
  let waiting = false;
  // The page that is opened first may show no machine: whoever shows one says so.
  let attending = false;

  function speak() {
    said = { id: present.id, at: now() };
    setLiveText(present.text);
  }

  function settle() {
    if (waiting || present.id === said.id || present.id === "") return;
    const wait = said.at + ANNOUNCE_MILLISECONDS - now();
    if (wait <= 0) return speak();
    waiting = true;
    schedule(() => {
      waiting = false;
      settle();
    }, wait);
  }

  return {
    offerDiagnosis(id, text) {
      if (!attending) return;
      present = { id, text };
      settle();
    },
    announceDiagnosis(id, text) {
      if (!attending) return;
      present = { id, text };
      speak();
    },
    announce: setLiveText,
    announceScenario(text) {
      if (attending) setLiveText(text);
    },
    setMachineShown(shown) {
      attending = shown;
      if (shown) return;
      present = { id: "", text: "" };
      said = { id: "", at: -Infinity };
      setLiveText("");
    },
  };
}
