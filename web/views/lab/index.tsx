// The lab: one simulated machine in linked views, laid out for a projector, a desk, a tablet, a phone.
//
//   wide     knobs | machine, timeline | sentence, curve, outcomes
//   medium   sentence; machine; timeline; curve | outcomes; knobs in a drawer
//   narrow   one column; a strip at the bottom keeps rates, headline, cure and the offered rate in view
//   projector  machine | sentence, curve, in larger type
import { useEffect, useState } from "react";
import type { Announcer } from "../../store/announcements/announcer";
import { isConcealed, type ViewName } from "../../store/lab/limits";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Dialog } from "../../ui/dialog";
import { useMedia, useFontSize } from "../../ui/appearance";
import { CurveCard } from "../curve";
import { Knobs } from "../knobs";
import { OutcomesCard } from "../outcomes";
import { DiagnosisCard } from "../diagnosis";
import { ScenarioPicker } from "../scenarios";
import { Transport } from "../transport";
import "./lab.css";
import { MachineCard, TimelineCard } from "./picture-cards";
import { ReplayProgress } from "./replay-progress";
import { BottomBar } from "./bottom-bar";

export type LabLayout = "projector" | "wide" | "medium" | "narrow";

interface LabViewProps {
  services: AppServices;
  /** CSS pixels of the window that something beside the lab takes: a lesson's text. */
  reservedWidth?: number;
}

export function LabView({ services, reservedWidth = 0 }: LabViewProps) {
  const { lab } = services;
  // A lesson sets the scenario and shows its knobs itself.
  const inLesson = useStore(lab.state, ({ limits }) => limits.unlocked !== null);
  useAnnouncements(services.announcer, !inLesson);
  const layout = useLayout(services, reservedWidth, inLesson);
  const ready = useStore(lab.state, ({ topology }) => topology !== null);
  const [drawer, setDrawer] = useState(false);
  // Where notices stand is decided by it (app.css).
  useEffect(() => {
    document.body.dataset.lab = inLesson ? `${layout} lesson` : layout;
    return () => {
      delete document.body.dataset.lab;
    };
  }, [layout, inLesson]);
  if (!ready) {
    return (
      <>
        <p className="loading">Starting the simulator …</p>
        <ReplayProgress lab={lab} />
      </>
    );
  }
  const folded = layout === "medium" || layout === "narrow" || layout === "projector";
  return (
    <div className={`lab lab-${layout} ${inLesson ? "lab-in-lesson" : ""}`}>
      <div className="lab-bar">
        {!inLesson && <ScenarioPicker services={services} />}
        <Transport services={services}>
          {folded && !inLesson && (
            <Button icon="knobs" aria-expanded={drawer} onClick={() => setDrawer(!drawer)}>
              Knobs
            </Button>
          )}
        </Transport>
      </div>
      {inLesson ? null : folded ? (
        <Dialog title="Knobs" drawer open={drawer} onClose={() => setDrawer(false)}>
          <Knobs lab={lab} preferences={services.preferences} />
        </Dialog>
      ) : (
        <div className="lab-knobs">
          <Card title="Knobs">
            <Knobs lab={lab} preferences={services.preferences} />
          </Card>
        </div>
      )}
      <LabViews services={services} layout={layout} />
      {layout === "narrow" && !inLesson && <BottomBar services={services} />}
      <ReplayProgress lab={lab} />
    </div>
  );
}

/** The views in the order in which each layout reads. */
function LabViews({ services, layout }: { services: AppServices; layout: LabLayout }) {
  const { lab } = services;
  const limits = useStore(lab.state, (state) => state.limits);
  const type = useFontSize();
  const projectorFontSize = layout === "projector" ? type : 0;
  const seen = (view: ViewName) => !isConcealed(limits, view);
  const machine = seen("machine") && (
    <MachineCard services={services} projectorFontSize={projectorFontSize} />
  );
  const timeline = seen("timeline") && (
    <TimelineCard services={services} projectorFontSize={projectorFontSize} />
  );
  const sentence = seen("sentence") && <DiagnosisCard services={services} />;
  const curve = seen("curve") && (
    <CurveCard services={services} projectorFontSize={projectorFontSize} />
  );
  const outcomes = seen("outcomes") && <OutcomesCard lab={lab} />;
  switch (layout) {
    // For a projector: machine, sentence and curve on the first screen; what explains them is a turn of
    // the wheel away.
    case "wide":
    case "projector":
      return (
        <>
          <div className="lab-pictures">
            {machine}
            {timeline}
          </div>
          <div className="lab-results">
            {sentence}
            {curve}
            {outcomes}
          </div>
        </>
      );
    case "medium":
      return (
        <>
          {sentence}
          {machine}
          {timeline}
          <div className="lab-two-columns">
            {curve}
            {outcomes}
          </div>
        </>
      );
    case "narrow":
      return (
        <>
          {sentence}
          {machine}
          {curve}
          {timeline}
          {outcomes}
        </>
      );
  }
}

/** The window's width from which three columns fit, and two where a lesson has the knobs. */
const WIDE_PIXELS = 1240;
const WIDE_IN_LESSON_PIXELS = 1000;
const MEDIUM_PIXELS = 640;
/** On a smaller screen the type is not a projector's either (ui/tokens.css). */
const PROJECTOR_PIXELS = 1000;

function useLayout({ lab }: AppServices, aside: number, inLesson: boolean): LabLayout {
  // With neither of them the third column would hold the sentence alone.
  const column = useStore(
    lab.state,
    ({ limits }) => !isConcealed(limits, "curve") || !isConcealed(limits, "outcomes"),
  );
  const wished = useStore(lab.state, (state) => state.layout);
  const widest = inLesson ? WIDE_IN_LESSON_PIXELS : WIDE_PIXELS;
  const wide = useMedia(`(min-width: ${widest + aside}px)`);
  const medium = useMedia(`(min-width: ${MEDIUM_PIXELS + aside}px)`);
  // A lecturer's link may be opened on a phone.
  const large = useMedia(`(min-width: ${PROJECTOR_PIXELS}px)`);
  if (wished === "projector" && large) return "projector";
  return wide && column ? "wide" : medium ? "medium" : "narrow";
}

/** Announces the machine while it is shown; clears the last announcement when another page is opened. */
export function useAnnouncements(announcer: Announcer, shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    announcer.setMachineShown(true);
    return () => announcer.setMachineShown(false);
  }, [announcer, shown]);
}
