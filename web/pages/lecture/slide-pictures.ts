// Measures the machines of a lecture's print, slide by slide, on a machine of their own: the lab's machine stays as it is.
// printed-machine.tsx draws what was measured.
import { useEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Catalogue } from "../../generated/model";
import type { Opened, FrameRequest } from "../../engine/client";
import { FrameFlag } from "../../engine/protocol";
import type { Lesson, Step } from "../../lesson/lesson";
import { VIEW_ROWS, VIEWS, type ViewName } from "../../model/views";
import { followRange, followWidthSeconds, motionSpan, WATCH_PACKETS } from "../../model/playback";
import { DEFAULT_CHOICES, type CurveChoices } from "../../model/curve-choices";
import { valuesAtStart, type SettingValues } from "../../model/scenario/settings";
import type { AppServices } from "../../desk/app-services";
import { createSweep, type CurveState } from "../../desk/curve/sweep";
import { tracer, type Snapshot } from "../../desk/figures/tracer";
import { waitForState } from "../../lib/store";
import { timelineColumns } from "./machine-drawings";
import { machinesOfSlide, type SlideMachine } from "./slide-machines";

/** A machine of a slide as it is printed. */
export interface SlidePicture extends Snapshot {
  catalogue: Catalogue;
  label: string;
  views: readonly ViewName[];
  values: SettingValues;
  choices: CurveChoices;
  /** Null if the slide shows no curve. */
  curve: CurveState | null;
}

export interface SlidePictures {
  /** What is measured so far, slide by slide. */
  slides: ReadonlyMap<number, readonly SlidePicture[]>;
  /** The slide that is being measured; null when all are. */
  drawing: number | null;
}

const NOTHING: SlidePictures = { slides: new Map(), drawing: 0 };

export function useSlidePictures(services: AppServices, lecture: Lesson): SlidePictures {
  const [pictures, setPictures] = useState(NOTHING);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const measureAll = async () => {
      const { catalogue } = await waitForState(
        services.lab.state,
        (state) => state.catalogue !== null,
      );
      for (const [slide, step] of lecture.steps.entries()) {
        if (signal.aborted || catalogue === null) return;
        setPictures((before) => ({ ...before, drawing: slide }));
        const measured: SlidePicture[] = [];
        for (const machine of machinesOfSlide(lecture, slide, catalogue)) {
          // A machine that cannot be run has no picture; the others have one.
          const picture = await measureMachine(services, catalogue, machine, step, signal).catch(
            () => null,
          );
          if (picture !== null) measured.push(picture);
        }
        if (signal.aborted) return;
        setPictures((before) => ({
          ...before,
          slides: new Map(before.slides).set(slide, measured),
        }));
      }
      setPictures((before) => ({ ...before, drawing: null }));
    };
    void measureAll();
    return () => controller.abort();
  }, [services, lecture]);
  return pictures;
}

async function measureMachine(
  services: AppServices,
  catalogue: Catalogue,
  machine: SlideMachine,
  step: Step,
  signal: AbortSignal,
): Promise<SlidePicture> {
  const { label, scenario, run, span } = machine;
  const values = valuesAtStart(catalogue, scenario);
  const { axisPath, measure } = step.curve ?? DEFAULT_CHOICES;
  const choices = { ...DEFAULT_CHOICES, axisPath, measure };
  const views = printedViews(step);
  const snapshot = await tracer.snapshot(scenario, run, (opened) => frameAt(opened, span), signal);
  const curve = views.includes("curve")
    ? await measureCurve(services, catalogue, { scenario, values, choices }, signal)
    : null;
  return { ...snapshot, catalogue, label, views, values, choices, curve };
}

/** A slide with two pictures has the numbers only for low windows. Paper has room for the pictures. */
function printedViews({ shown, compare }: Step): readonly ViewName[] {
  return VIEWS.filter(
    (view) => shown.includes(view) && !(VIEW_ROWS[view].kind === "numbers" && compare !== null),
  );
}

/** The frame of the end of the run. `span`: the width of the timeline in simulated seconds. */
function frameAt({ topology, head }: Opened, span: number | null): FrameRequest {
  const width = (span ?? followWidthSeconds(WATCH_PACKETS)) * topology.clock_hz;
  return {
    t: head,
    ...followRange(head, width),
    width: timelineColumns(topology),
    selectedPacket: -1,
    motionSpan: motionSpan(WATCH_PACKETS, topology.clock_hz),
    flags: FrameFlag.columns | FrameFlag.spans | FrameFlag.depths,
    serial: 0,
    runOptions: { until: 0, budget: 0, tracing: true, diagnose: true },
  };
}

type CurveSource = Pick<SlidePicture, "values" | "choices"> & Pick<SlideMachine, "scenario">;

async function measureCurve(
  { trials }: AppServices,
  catalogue: Catalogue,
  { scenario, values, choices }: CurveSource,
  signal: AbortSignal,
): Promise<CurveState> {
  const { pool } = await waitForState(trials, (state) => state.pool !== null);
  if (pool === null) throw new Error("trials have started without their pool");
  const sweep = createSweep(catalogue, pool, setTimeout, "print");
  sweep.choose(choices);
  sweep.show(scenario, scenario, values, 0);
  const stop = sweep.watch();
  signal.addEventListener("abort", stop);
  const isMeasured = ({ axis, points, done, wanted, failure }: CurveState) =>
    axis === null || failure !== null || (points.length > 0 && done >= wanted);
  const curve = await waitForState(sweep.store, isMeasured);
  stop();
  return curve;
}

export function progressText({ drawing }: SlidePictures, slides: number): string {
  return drawing === null
    ? tr("All pictures are drawn.")
    : tr("Drawing the pictures: {slide} of {slides} …", { slide: drawing + 1, slides });
}
