// The card that a person has opened. The step of the browser's history keeps its link, so that the browser's Back button
// returns to the card: the focus is on it, and it is in view.
import { useEffect, useRef, type RefObject } from "react";
import { replaceHash } from "../../shell/location-hash";

interface HistoryState {
  openedCard?: string;
}

export function keepOpenedCard(hash: string): void {
  replaceHash(location.hash, { openedCard: hash } satisfies HistoryState);
}

/** Focuses the card that was opened, as soon as it is rendered. `rendered` changes when more cards are there. */
export function useOpenedCard(cards: RefObject<HTMLElement | null>, rendered: number): void {
  const wanted = useRef((history.state as HistoryState | null)?.openedCard);
  useEffect(() => {
    const links = [...(cards.current?.querySelectorAll<HTMLElement>("a[href]") ?? [])];
    const card = links.find((link) => link.getAttribute("href") === wanted.current);
    if (card === undefined) return;
    wanted.current = undefined;
    // Waits for a frame, because the app first moves the focus to the heading of the opened page.
    requestAnimationFrame(() => {
      card.focus({ preventScroll: true });
      card.scrollIntoView({ block: "center" });
    });
  }, [cards, rendered]);
}
