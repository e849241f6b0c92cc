// Draws the pictures of a lecture's print. The machines of all slides are opened one after the other; each is shown for a
// moment in the page's own cards ("the stage"), and what the cards show becomes an SVG picture, with text as text. The stage
// itself is not printed.
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { tr } from "../../i18n/i18n";
import type { Lesson, Step } from "../../lesson/model";
import type { ViewName } from "../../store/lab/limits";
import type { AppServices } from "../../store/app-services";
import { DEFAULT_CHOICES } from "../../store/curve/curve-choices";
import { waitForState } from "../../store/store";
import { svgElement } from "../../take-away/svg-document";
import { readPalette } from "../../ui/palette";
import { MachineCard, TimelineCard } from "../lab/picture-cards";
import { offscreenRenderer } from "../offscreen";
import { OutcomesCard } from "../outcomes";
import { pictureOf } from "../take-away/picture";
import { picturesIn } from "../take-away/saved-parts";
import { machinesOfSlide, type PrintedMachine } from "./printed-machines";

const CurveCard = lazy(async () => ({ default: (await import("../curve")).CurveCard }));

/** A machine of a slide as it is printed. */
export interface PrintedPicture {
  label: string;
  /** The diagnosis, if the slide shows it. */
  headline: string;
  sentence: string;
  drawings: readonly { name: string; svg: string }[];
}

export interface PrintedPictures {
  /** The pictures that are drawn so far, slide by slide. */
  slides: ReadonlyMap<number, readonly PrintedPicture[]>;
  /** The slide that is being drawn; null when all are. */
  drawing: number | null;
}

/** What the stage shows: a machine of a slide, opened in the lab. */
interface Staged {
  /** Tells one machine from the next. */
  key: string;
  step: Step;
}

const LOOK_AGAIN_MILLISECONDS = 60;
/** A curve of a slow machine on a slow computer. Then the print goes on without it. */
const PATIENCE_MILLISECONDS = 60_000;

export function usePrintedPictures(services: AppServices, lecture: Lesson) {
  const [pictures, setPictures] = useState<PrintedPictures>({ slides: new Map(), drawing: 0 });
  const [staged, setStaged] = useState<Staged | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isLeft = false;
    const { lab } = services;
    const show = async (machine: PrintedMachine, step: Step, key: string) => {
      if (!(await lab.open(machine.scenario, machine.run, "clear")) || isLeft) return null;
      lab.pause();
      const { across, upright } = step.curve ?? DEFAULT_CHOICES;
      lab.setCurves({ across, upright });
      const hertz = lab.state.get().topology?.clock_hz ?? 0;
      lab.state.set({ viewWidth: Math.round((machine.span ?? 0) * hertz) });
      setStaged({ key, step });
      return drawn(services, step, stage, () => isLeft);
    };
    const drawAll = async () => {
      const { catalogue } = await waitForState(lab.state, ({ phase }) => phase === "ready");
      if (isLeft || catalogue === null) return;
      lab.suspendSession();
      for (const [slide, step] of lecture.steps.entries()) {
        setPictures((before) => ({ ...before, drawing: slide }));
        const found: PrintedPicture[] = [];
        for (const [at, machine] of machinesOfSlide(lecture, slide, catalogue).entries()) {
          const picture = await show(machine, step, `${slide} ${at}`);
          if (isLeft) return;
          if (picture !== null) found.push({ ...picture, label: machine.label });
        }
        setPictures(({ slides }) => ({
          slides: new Map(slides).set(slide, found),
          drawing: slide,
        }));
      }
      setStaged(null);
      setPictures((before) => ({ ...before, drawing: null }));
    };
    void drawAll();
    return () => {
      isLeft = true;
      lab.restoreSession();
    };
  }, [services, lecture]);
  const shown = staged && <Stage key={staged.key} {...{ services, stage }} step={staged.step} />;
  return { pictures, stage: shown };
}

interface StageProps {
  services: AppServices;
  step: Step;
  stage: RefObject<HTMLDivElement | null>;
}

/** The cards of a slide, as wide as the paper. */
function Stage({ services, step, stage }: StageProps) {
  const isShown = (view: ViewName) => step.shown.includes(view);
  return (
    <div className="print-stage" ref={stage} inert>
      {isShown("machine") && <MachineCard services={services} projectorFontSize={0} isCompact />}
      {isShown("timeline") && <TimelineCard services={services} projectorFontSize={0} />}
      {isShown("curve") && (
        <Suspense fallback={null}>
          <CurveCard services={services} />
        </Suspense>
      )}
      {isShown("outcomes") && <OutcomesCard lab={services.lab} />}
    </div>
  );
}

/** The pictures of the staged cards, as soon as they show the open machine and no longer change. */
async function drawn(
  services: AppServices,
  step: Step,
  stage: RefObject<HTMLDivElement | null>,
  isLeft: () => boolean,
): Promise<Omit<PrintedPicture, "label"> | null> {
  const until = performance.now() + PATIENCE_MILLISECONDS;
  let last = "";
  while (!isLeft() && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLISECONDS));
    const { diagnosis, frame } = services.lab.tick.get();
    const element = stage.current;
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
  const wanted = step.shown.filter((view) => view !== "sentence" && view !== "code");
  if (wanted.length > 0 && picturesIn(element).length === 0) return false;
  if (!step.shown.includes("curve")) return true;
  const curve = trials.get().sweep?.store.get();
  return curve !== undefined && curve.points.length > 0 && curve.done >= curve.wanted;
}

function drawingsIn(stage: Element) {
  const renderer = offscreenRenderer();
  return picturesIn(stage, true).map(({ name, description, elements }) => {
    const picture = pictureOf(elements, (canvas) => renderer.drawingOf(canvas));
    const svg = svgElement(picture, readPalette(elements[0]));
    return { name: description === "" ? name : description, svg };
  });
}

/** A picture that is drawn, as part of the page. */
export function Drawing({ name, svg }: { name: string; svg: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
    // The name of the holder is enough.
    documentElement.setAttribute("aria-hidden", "true");
    holder.current?.replaceChildren(document.importNode(documentElement, true));
  }, [svg]);
  return <div className="printed-drawing" role="img" aria-label={name} ref={holder} />;
}

export function progressText({ drawing }: PrintedPictures, slides: number): string {
  return drawing === null
    ? tr("All pictures are drawn.")
    : tr("Drawing the pictures: slide {slide} of {slides} …", { slide: drawing + 1, slides });
}
