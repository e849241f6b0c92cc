// The tour of a first visit: a card beside the part of the lab that it is about, and a ring around that part. The card is not
// modal: everything else can be used meanwhile. On a narrow window the card is a sheet at the bottom.
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { readThroughput } from "../../model/measures/outcomes";
import { formatNumber } from "../../lib/format/numbers";
import { tr } from "../../i18n/i18n";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { TOUR_STEPS, type TourState, type TourStep } from "../../desk/tour/tour";
import { Button, IconButton } from "../../ui/button";
import { hasKeyboard } from "../../ui/keyboard";
import { focusPage } from "../../ui/page-heading";
import {
  aboveSheet,
  anchorOf,
  effectOf,
  isInBottomBar,
  placeCard,
  SHEET_PIXELS,
  type Rectangle,
} from "./anchor";
import "./tour.css";
import { pressedKey } from "../../ui/pressed-key";

/** The lessons are not loaded here: the page opens without them. */
const FIRST_LESSON_HASH = "#/lessons/how-a-packet-gets-in";

export function Tour({ services }: { services: AppServices }) {
  const { tour } = services;
  const { step, goal } = useStore(tour.state, (state) => state);
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const name = TOUR_STEPS[step ?? 0] ?? "arrival";
  const ring = useRing(name, card);
  useFocusOnStep(step, heading);
  useEscape(tour.close);
  // Another page has been opened.
  useEffect(() => () => tour.close(), [tour]);
  const closeByKey = (event: KeyboardEvent) => {
    if (pressedKey(event) !== "Escape") return;
    event.stopPropagation();
    tour.close();
    focusPage();
  };
  if (step === null) return null;
  const isLast = step === TOUR_STEPS.length - 1;
  const isDone = isLast && goal === "reached";
  return (
    <>
      {ring !== null && <div className="tour-ring" style={ring} aria-hidden="true" />}
      <section
        ref={card}
        className="tour-card"
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        onKeyDown={closeByKey}
      >
        <div className="tour-head">
          <p className="tour-count muted">
            {tr("Tour: {step} of {steps}", { step: step + 1, steps: TOUR_STEPS.length })}
          </p>
          <IconButton
            icon="close"
            label={tr("Close the tour")}
            onClick={() => {
              tour.close();
              focusPage();
            }}
          />
        </div>
        <h2 ref={heading} id="tour-title" className="heading tour-title" tabIndex={-1}>
          {titleOf(name)}
        </h2>
        <p id="tour-text">{textOf(name)}</p>
        <p className="tour-result" role="status">
          <Result key={`${name} ${goal}`} services={services} name={name} goal={goal} />
        </p>
        <div className="tour-actions">
          {step > 0 && <Button onClick={tour.back}>{tr("Back")}</Button>}
          {isDone ? (
            <>
              <Button onClick={tour.undo}>{tr("Undo it all")}</Button>
              <a className="button button-primary" href={FIRST_LESSON_HASH}>
                {tr("Begin lesson 1")}
              </a>
            </>
          ) : (
            <>
              {goal !== "reached" && (
                <Button variant="primary" aria-disabled={goal === "running"} onClick={tour.act}>
                  {tr("Do it for me")}
                </Button>
              )}
              {!isLast && (
                <Button variant={goal === "reached" ? "primary" : "plain"} onClick={tour.next}>
                  {goal === "reached" ? tr("Next") : tr("Skip this step")}
                </Button>
              )}
            </>
          )}
        </div>
      </section>
    </>
  );
}

function titleOf(name: TourStep): string {
  switch (name) {
    case "arrival":
      return tr("Packets arrive here");
    case "lanes":
      return tr("One CPU does all the work");
    case "overload":
      return tr("Raise the rate until the router breaks");
    case "waste":
      return tr("Here the work is lost");
    case "cure":
      return tr("Cure it");
  }
}

function textOf(name: TourStep): string {
  switch (name) {
    case "arrival":
      return tr(
        `Each dot is a packet. It comes over the wire and waits in the receive ring until the CPU takes it. You are about to
        break this router and to repair it. It takes half a minute.`,
      );
    case "lanes":
      return tr(
        `Each lane is one kind of work. A higher lane interrupts all lanes below it. The number is its share of the CPU time.`,
      );
    case "overload":
      return tr(
        `This router can forward about 4,000 packets a second. Set the offered rate to about 12,000 and see how many it
        delivers then.`,
      );
    case "waste":
      return tr(
        `The CPU receives every packet, and then has no time left to send it. So packets are dropped after the CPU has worked
        on them. That work falls down here.`,
      );
    case "cure":
      return [
        tr(
          `Let the kernel ask the interface for packets, a few at a time, instead of being interrupted by each one.`,
        ),
        hasKeyboard()
          ? tr("Press the button of the diagnosis, or the key C.")
          : tr("Press the button of the diagnosis."),
      ].join(" ");
  }
}

interface ResultProps {
  services: AppServices;
  name: TourStep;
  goal: TourState["goal"];
}

/** The result of a change, which a screen reader announces. It is rendered again for each state of a step's goal. The numbers
 * are those of the moment at which the goal was reached: a screen reader would announce a changing text again and again. */
function Result({ services, name, goal }: ResultProps) {
  const [text] = useState(() => describeResult(services, name, goal));
  return text;
}

function describeResult({ lab }: AppServices, name: TourStep, goal: TourState["goal"]): string {
  if (name !== "overload" && name !== "cure") return "";
  if (goal === "running") {
    return tr("The next 50 milliseconds of the machine are shown in two seconds …");
  }
  const { frame } = lab.tick.get();
  const { topology } = lab.state.get();
  if (goal !== "reached" || frame === null || topology === null) return "";
  const { offeredRate, deliveredRate } = readThroughput(frame, topology);
  const values = {
    offered: formatNumber(Math.round(offeredRate)),
    delivered: formatNumber(Math.round(deliveredRate)),
  };
  if (name === "overload") {
    return tr(
      "{offered} packets/s arrive, and only {delivered} get through. This is receive livelock.",
      values,
    );
  }
  return tr(
    `{delivered} packets/s get through again. The receive ring refuses the others, at no cost to the CPU. You have caused a
    receive livelock, and cured it.`,
    values,
  );
}

/** Moves the focus to the card when a person opens it or goes to another step. A visitor who has already begun to do
 * something keeps the focus there. */
function useFocusOnStep(step: number | null, heading: { current: HTMLElement | null }): void {
  useEffect(() => {
    if (step === null) return;
    const focused = document.activeElement;
    const isFree = focused === null || focused === document.body || focused.id === "main";
    if (isFree || focused.closest(".tour-card") !== null) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [step, heading]);
}

/** Escape closes the tour, unless something that was opened later takes the key. */
function useEscape(close: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (pressedKey(event) !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("dialog[open], :popover-open") !== null) return;
      close();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [close]);
}

const REPOSITION_MILLISECONDS = 500;
/** The least distance between the window's top and a part that was scrolled to, in CSS pixels. */
const LEAST_MARGIN = 16;

/** Scrolls to the step's anchor, places the card beside it, and returns the ring around it. */
function useRing(name: TourStep, card: { current: HTMLElement | null }): Rectangle | null {
  const [ring, setRing] = useState<Rectangle | null>(null);
  useLayoutEffect(() => {
    let hasScrolled = false;
    const place = () => {
      const element = card.current;
      const anchor = anchorOf(name);
      if (element === null) return;
      const isSheet = window.innerWidth < SHEET_PIXELS;
      const sheetTop = isSheet ? element.getBoundingClientRect().top : window.innerHeight;
      if (anchor !== null && !hasScrolled && !isInBottomBar(name)) {
        hasScrolled = true;
        scrollTo(anchor, sheetTop);
        return place();
      }
      const shown = anchor === null || !isSheet ? anchor : aboveSheet(anchor, sheetTop);
      setRing((before) => (isSameRectangle(before, shown) ? before : shown));
      if (isSheet || anchor === null) return element.removeAttribute("style");
      const { left, top } = placeCard(anchor, element, window, effectOf(name));
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    place();
    // An anchor moves when cards load, texts get longer, or the machine changes.
    const timer = setInterval(place, REPOSITION_MILLISECONDS);
    window.addEventListener("scroll", place, { passive: true, capture: true });
    window.addEventListener("resize", place);
    return () => {
      clearInterval(timer);
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [name, card]);
  return ring;
}

/** Scrolls the anchor into the part of the window above `bottom`. */
function scrollTo({ top, height }: Rectangle, bottom: number): void {
  if (top >= 0 && top + height <= bottom) return;
  window.scrollBy({ top: top - Math.max(LEAST_MARGIN, (bottom - height) / 2) });
}

function isSameRectangle(a: Rectangle | null, b: Rectangle | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
