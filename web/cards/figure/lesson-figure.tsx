// A figure of the papers inside the text of a lesson: its picture, computed in this browser when it comes into view, with a
// caption, its source and its table. What the paper states about it is on the page Figures.
import { useEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Catalogue } from "../../generated/model";
import type { Pool } from "../../engine/pool";
import type { AppServices } from "../../desk/app-services";
import { createFigureRun, type Figure } from "../../desk/figures/figure-run";
import { tracer } from "../../desk/figures/tracer";
import { packagedLesson } from "../../desk/scorm/packaged-lesson";
import { useStore } from "../../lib/store";
import { FigurePictures } from "./figure-pictures";
import { Progress, useRunInView } from "./progress";
import { FIGURES, figureName, localizeFigure } from "./record";

interface LessonFigureProps {
  id: string;
  caption: string;
  services: AppServices;
}

export default function LessonFigure({ id, caption, services }: LessonFigureProps) {
  const catalogue = useStore(services.lab.state, (state) => state.catalogue);
  const pool = useStore(services.trials, (trials) => trials.pool);
  const figure = FIGURES.find((one) => one.id === id);
  if (figure === undefined)
    return <p role="note">{tr("This page has no figure “{id}”.", { id })}</p>;
  if (catalogue === null || pool === null) return <p className="loading">{tr("Loading …")}</p>;
  const localized = localizeFigure(figure);
  return <ComputedFigure key={id} figure={localized} {...{ caption, catalogue, pool }} />;
}

interface ComputedProps {
  figure: Figure;
  caption: string;
  catalogue: Catalogue;
  pool: Pool;
}

function ComputedFigure({ figure, caption, catalogue, pool }: ComputedProps) {
  const [run] = useState(() => createFigureRun(figure, catalogue, pool, tracer));
  const state = useStore(run.store, (value) => value);
  const element = useRunInView(run);
  useEffect(() => {
    // Paper shows everything, also what was never scrolled into view.
    window.addEventListener("beforeprint", run.start);
    return () => window.removeEventListener("beforeprint", run.start);
  }, [run]);
  return (
    <figure ref={element} className="lesson-figure">
      <FigurePictures figure={figure} state={state} catalogue={catalogue} />
      <Progress name={figureName(figure)} state={state} onRequest={run.start} />
      <figcaption>
        {caption}{" "}
        <span className="muted">
          {tr("Source: {name}, “{title}”.", { name: figureName(figure), title: figure.title })}
          {packagedLesson() === null && (
            <>
              {" "}
              <a href="#/figures">{tr("All figures, and what the papers state")}</a>
            </>
          )}
        </span>
      </figcaption>
    </figure>
  );
}
