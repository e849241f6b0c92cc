// The lab: one simulated machine in linked views, laid out for a projector, a desk, a tablet, a phone.
//
//   wide     knobs | machine, timeline | sentence, curve, outcomes
//   medium   sentence; machine; timeline; curve | outcomes; knobs in a drawer
//   narrow   one column; a strip at the bottom keeps rates, headline, cure and the offered rate in view
//   projector  machine | sentence, curve, in larger type
import { useState } from "react";
import { useStore } from "../../store/react";
import type { Workbench } from "../../store/workbench";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Dialog } from "../../ui/dialog";
import { useMedia } from "../../ui/use-media";
import { CurveCard } from "../curve";
import { Knobs } from "../knobs";
import { OutcomesCard } from "../outcomes";
import { SentenceCard } from "../sentence";
import { ScenarioPicker } from "../scenarios";
import { Transport } from "../transport";
import "./lab.css";
import { MachineCard, TimelineCard } from "./pictures";
import { ReplayCover } from "./replay-cover";
import { Strip } from "./strip";

export type LabLayout = "projector" | "wide" | "medium" | "narrow";

export function LabView({ workbench }: { workbench: Workbench }) {
  const { lab } = workbench;
  const layout = useLayout(workbench);
  const ready = useStore(lab.state, ({ topology }) => topology !== null);
  const [drawer, setDrawer] = useState(false);
  if (!ready) return <p className="waiting">Starting the simulator …</p>;
  const folded = layout === "medium" || layout === "narrow" || layout === "projector";
  return (
    <div className={`lab lab-${layout}`}>
      <div className="lab-bar">
        <ScenarioPicker lab={lab} />
        <Transport lab={lab}>
          {folded && (
            <Button icon="knobs" aria-haspopup="dialog" onClick={() => setDrawer(true)}>
              Knobs
            </Button>
          )}
        </Transport>
      </div>
      {folded ? (
        <Dialog title="Knobs" drawer open={drawer} onClose={() => setDrawer(false)}>
          <Knobs lab={lab} preferences={workbench.preferences} />
        </Dialog>
      ) : (
        <div className="lab-knobs">
          <Card title="Knobs" untitled>
            <Knobs lab={lab} preferences={workbench.preferences} />
          </Card>
        </div>
      )}
      <LabViews workbench={workbench} layout={layout} />
      {layout === "narrow" && <Strip lab={lab} />}
      <ReplayCover lab={lab} />
    </div>
  );
}

/** The views in the order in which each layout reads. */
function LabViews({ workbench, layout }: { workbench: Workbench; layout: LabLayout }) {
  const { lab } = workbench;
  const machine = <MachineCard lab={lab} projector={layout === "projector"} />;
  const timeline = <TimelineCard lab={lab} />;
  const sentence = <SentenceCard lab={lab} />;
  const curve = <CurveCard workbench={workbench} />;
  const outcomes = <OutcomesCard lab={lab} />;
  switch (layout) {
    case "wide":
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
    case "projector":
      return (
        <>
          <div className="lab-pictures">{machine}</div>
          <div className="lab-results">
            {sentence}
            {curve}
          </div>
        </>
      );
    case "medium":
      return (
        <>
          {sentence}
          {machine}
          {timeline}
          <div className="lab-pair">
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

function useLayout({ preferences }: Workbench): LabLayout {
  const wished = useStore(preferences, (one) => one.layout);
  const wide = useMedia("(min-width: 1240px)");
  const medium = useMedia("(min-width: 640px)");
  if (wished === "projector") return "projector";
  return wide ? "wide" : medium ? "medium" : "narrow";
}
