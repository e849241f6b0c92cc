// A machine of a slide on paper: the diagnosis, the pictures of the machine and of its timeline, its curve, and where its time and
// packets went. Everything is drawn from what was measured (slide-pictures.ts).
import { useCallback, useMemo, useState, type ComponentType } from "react";
import { readOutcomes } from "../../model/measures/outcomes";
import type { ViewName } from "../../model/views";
import { CurvePicture } from "../../cards/curve/curve-picture";
import { CpuTime } from "../../cards/outcomes/cpu-time";
import { Latency } from "../../cards/outcomes/latency";
import { PacketOutcomes } from "../../cards/outcomes/packet-outcomes";
import "../../cards/outcomes/outcomes.css";
import { readPalette, type Palette } from "../../ui/palette";
import { SvgDrawing } from "../../ui/svg-drawing";
import { drawMachine, drawTimeline, type MachineDrawing } from "./machine-drawings";
import type { SlidePicture } from "./slide-pictures";

export function PrintedMachine({ picture }: { picture: SlidePicture }) {
  const { label, views, diagnosis } = picture;
  const { headline, sentence } = diagnosis;
  const isSaid = views.includes("sentence");
  // Paper is light in every theme, so the colours are those of this part of the page.
  const [palette, setPalette] = useState<Palette | null>(null);
  const holder = useCallback((element: HTMLElement | null) => {
    if (element !== null) setPalette(readPalette(element));
  }, []);
  return (
    <figure className="printed-picture" ref={holder}>
      {(label !== "" || isSaid) && (
        <figcaption>
          {label !== "" && <b>{label}. </b>}
          {isSaid && (
            <>
              {headline} <span className="muted">{sentence}</span>
            </>
          )}
        </figcaption>
      )}
      {palette !== null &&
        views.map((view) => {
          const Printed = PRINTED[view];
          return Printed && <Printed key={view} {...{ picture, palette }} />;
        })}
    </figure>
  );
}

interface PrintedProps {
  picture: SlidePicture;
  palette: Palette;
}

/** Each view on paper. Null: the caption has the diagnosis, and code is not printed. */
const PRINTED: Readonly<Record<ViewName, ComponentType<PrintedProps> | null>> = {
  sentence: null,
  machine: (props) => <Drawing draw={drawMachine} {...props} />,
  timeline: (props) => <Drawing draw={drawTimeline} {...props} />,
  code: null,
  curve: ({ picture: { curve, ...picture } }) =>
    curve && <CurvePicture {...picture} curve={curve} />,
  outcomes: PrintedOutcomes,
};

interface DrawingProps extends PrintedProps {
  draw(picture: SlidePicture, palette: Palette): MachineDrawing;
}

function Drawing({ draw, picture, palette }: DrawingProps) {
  return <SvgDrawing {...useMemo(() => draw(picture, palette), [draw, picture, palette])} />;
}

function PrintedOutcomes({ picture: { frame, topology } }: PrintedProps) {
  const outcomes = useMemo(() => readOutcomes(frame, topology), [frame, topology]);
  return (
    <div className="outcomes">
      <CpuTime outcomes={outcomes} hertz={topology.clock_hz} />
      <PacketOutcomes outcomes={outcomes} />
      <Latency outcomes={outcomes} />
    </div>
  );
}
