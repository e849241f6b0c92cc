// Draws the pictures of a lecture's print. The machines of all slides are opened one after the other. The lab's own cards show
// each for a moment, and their pictures become SVG, with text as text. The cards themselves are not printed.
import { useEffect, useRef, useState, type RefObject } from "react";
import { tr } from "../../i18n/i18n";
import type { Lesson, Step } from "../../lesson/model";
import { VIEW_ROWS, VIEWS, type ViewName } from "../../model/views";
import type { AppServices } from "../../desk/app-services";
import { DEFAULT_CHOICES } from "../../model/curve-choices";
import { waitForState } from "../../lib/store";
import { svgElement } from "../../model/files/svg-document";
import { readPalette } from "../../ui/palette";
import { ViewCard } from "../../cards/view-cards";
import { offscreenRenderer } from "../../pictures/painter";
import { pictureOf } from "../../save/picture";
import { picturesIn } from "../../save/saved-parts";
import { machinesOfSlide, type SlideMachine } from "./slide-machines";

/** A machine of a slide as it is printed. */
export interface SlidePicture {
  label: string;
  /** The diagnosis, if the slide shows it. */
  headline: string;
  sentence: string;
  drawings: readonly { name: string; svg: string }[];
}

export interface SlidePictures {
  /** The pictures that are drawn so far, slide by slide. */
  slides: ReadonlyMap<number, readonly SlidePicture[]>;
  /** The slide that is being drawn; null when all are. */
  drawing: number | null;
}

/** A machine of a slide that is open in the lab. */
interface OpenMachine {
  /** Unique among the machines of the lecture. */
  key: string;
  step: Step;
}

const POLL_MILLISECONDS = 60;
/** On a slow computer a curve may take longer. Then the print goes on without the picture. */
const TIMEOUT_MILLISECONDS = 60_000;

export function useSlidePictures(services: AppServices, lecture: Lesson) {
  const [pictures, setPictures] = useState<SlidePictures>({ slides: new Map(), drawing: 0 });
  const [openMachine, setOpenMachine] = useState<OpenMachine | null>(null);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCancelled = false;
    const { lab } = services;
    const show = async (machine: SlideMachine, step: Step, key: string) => {
      if (!(await lab.open(machine.scenario, machine.run, "clear")) || isCancelled) return null;
      lab.pause();
      const { axisPath, measure } = step.curve ?? DEFAULT_CHOICES;
      lab.setCurves({ axisPath, measure });
      lab.setFollowedSeconds(machine.span ?? 0);
      setOpenMachine({ key, step });
      return waitForPicture(services, step, container, () => isCancelled);
    };
    const drawAll = async () => {
      const { catalogue } = await waitForState(lab.state, ({ phase }) => phase === "ready");
      if (isCancelled || catalogue === null) return;
      lab.suspendSession();
      for (const [slide, step] of lecture.steps.entries()) {
        setPictures((before) => ({ ...before, drawing: slide }));
        const found: SlidePicture[] = [];
        for (const [at, machine] of machinesOfSlide(lecture, slide, catalogue).entries()) {
          const picture = await show(machine, step, `${slide} ${at}`);
          if (isCancelled) return;
          if (picture !== null) found.push({ ...picture, label: machine.label });
        }
        setPictures(({ slides }) => ({
          slides: new Map(slides).set(slide, found),
          drawing: slide,
        }));
      }
      setOpenMachine(null);
      setPictures((before) => ({ ...before, drawing: null }));
    };
    void drawAll();
    return () => {
      isCancelled = true;
      lab.restoreSession();
    };
  }, [services, lecture]);
  const cards = openMachine && (
    <SlideCards key={openMachine.key} {...{ services, container }} step={openMachine.step} />
  );
  return { pictures, cards };
}

interface SlideCardsProps {
  services: AppServices;
  step: Step;
  container: RefObject<HTMLDivElement | null>;
}

/** The cards of a slide, as wide as the paper. */
function SlideCards({ services, step, container }: SlideCardsProps) {
  return (
    <div className="print-cards" ref={container} inert>
      {drawnViews(step).map((view) => (
        <ViewCard key={view} {...{ services, view }} projectorFontSize={0} isCompact />
      ))}
    </div>
  );
}

/** A slide with two pictures has the numbers only for low windows. Paper has room for the pictures. */
function drawnViews({ shown, compare }: Step): readonly ViewName[] {
  return VIEWS.filter((view) => {
    const { kind } = VIEW_ROWS[view];
    return shown.includes(view) && (kind === "picture" || (kind === "numbers" && compare === null));
  });
}

/** Waits until the cards show the open machine and no longer change. Returns their pictures. */
async function waitForPicture(
  services: AppServices,
  step: Step,
  container: RefObject<HTMLDivElement | null>,
  isCancelled: () => boolean,
): Promise<Omit<SlidePicture, "label"> | null> {
  const until = performance.now() + TIMEOUT_MILLISECONDS;
  let last = "";
  while (!isCancelled() && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    const { diagnosis, frame } = services.lab.tick.get();
    const element = container.current;
    if (element === null || frame === null || diagnosis === null) continue;
    if (!isComplete(services, step, element)) continue;
    const drawings = drawingsIn(element);
    const now = JSON.stringify(drawings);
    if (now === last) {
      const { headline, sentence } = diagnosis;
      const isSaid = step.shown.includes("sentence");
      return { drawings, headline: isSaid ? headline : "", sentence: isSaid ? sentence : "" };
    }
    last = now;
  }
  return null;
}

/** Whether every canvas is painted, and the curve is measured. */
function isComplete({ lab, trials }: AppServices, step: Step, element: Element): boolean {
  const renderer = offscreenRenderer();
  const canvases = [...element.querySelectorAll<HTMLCanvasElement>("canvas[data-picture]")];
  if (lab.frames.current === null) return false;
  if (canvases.some((canvas) => renderer.drawingOf(canvas) === null)) return false;
  const wanted = drawnViews(step);
  if (wanted.length > 0 && picturesIn(element).length === 0) return false;
  if (!wanted.includes("curve")) return true;
  const curve = trials.get().sweep?.store.get();
  return curve !== undefined && curve.points.length > 0 && curve.done >= curve.wanted;
}

function drawingsIn(cards: Element) {
  const renderer = offscreenRenderer();
  return picturesIn(cards, true).map(({ name, description, elements }) => {
    const picture = pictureOf(elements, (canvas) => renderer.drawingOf(canvas));
    const svg = svgElement(picture, readPalette(elements[0]));
    return { name: description === "" ? name : description, svg };
  });
}

export function progressText({ drawing }: SlidePictures, slides: number): string {
  return drawing === null
    ? tr("All pictures are drawn.")
    : tr("Drawing the pictures: {slide} of {slides} …", { slide: drawing + 1, slides });
}
