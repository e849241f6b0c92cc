// The lab page: one simulated machine in linked views, in one of four layouts.
//
//   wide       knobs | machine, timeline | diagnosis, curve, outcomes
//   medium     diagnosis; machine; timeline; curve | outcomes; knobs in a drawer
//   narrow     one column; a bar at the bottom with rates, headline, suggested action and offered rate
//   projector  machine | diagnosis, curve, in larger type
//
// The code view is beside the machine, or below it in one column, so that both are on one screen.
import { useCallback, useEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Announcer } from "../../lib/announcer";
import { isConcealed, type ViewName } from "../../model/limits";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Dialog } from "../../ui/dialog";
import { lazyPart } from "../../ui/lazy-part";
import { useMedia, useFontSize } from "../../ui/appearance";
import { useProgressiveRender } from "../../ui/use-progressive-render";
import { Introduction } from "./introduction";
import { startComparison } from "../../cards/compared/start-comparison";
import { Knobs } from "../../cards/knobs";
import { OutcomesCard } from "../../cards/outcomes";
import { DiagnosisCard } from "../../cards/diagnosis";
import { QuestionSlot } from "../../cards/question/question-slot";
import { ScenarioPicker } from "../../cards/scenarios";
import { Transport } from "../../cards/transport";
import "./lab.css";
import { CodeCard } from "../../cards/code-card";
import { MachineCard, TimelineCard } from "../../cards/picture-cards";
import { ReplayProgress } from "../../cards/replay-progress";
import { BottomBar } from "./bottom-bar";

/** Loaded after the first picture, because its trials take longer than loading it. */
const CurveCard = lazyPart(
  async () => (await import("../../cards/curve")).CurveCard,
  () => (
    <Card title={tr("Throughput")} className="curve-card curve-waiting">
      <p className="muted">{tr("Running the first trials …")}</p>
    </Card>
  ),
);

export type LabLayout = "projector" | "wide" | "medium" | "narrow";

interface LabViewProps {
  services: AppServices;
  /** CSS pixels of the window that are not available: a lesson's text beside the lab. */
  reservedWidth?: number;
  /** The timeline is above the machine. */
  timelineFirst?: boolean;
}

export function LabView({ services, reservedWidth = 0, timelineFirst = false }: LabViewProps) {
  const { lab } = services;
  // A lesson chooses the scenario and shows its own knobs.
  const inLesson = useStore(lab.state, ({ limits }) => limits.unlocked !== null);
  useAnnouncements(services.announcer, !inLesson);
  const layout = useLayout(services, reservedWidth, inLesson);
  const ready = useStore(lab.state, ({ topology }) => topology !== null);
  const cards = useProgressiveRender(ready ? CARDS.length : 1);
  const [drawer, setDrawer] = useState(false);
  const showsCode = useStore(
    lab.state,
    (state) => state.showsCode && !isConcealed(state.limits, "code"),
  );
  const hasRoomForKnobs = useMedia(`(min-width: ${KNOBS_AND_CODE_PIXELS}px)`);
  const compareKnob = useCallback(
    (path: string) => startComparison(services, { kind: "without", path }),
    [services],
  );
  // notices.css places the toasts by this attribute.
  useEffect(() => {
    document.body.dataset.lab = inLesson ? `${layout} lesson` : layout;
    return () => {
      delete document.body.dataset.lab;
    };
  }, [layout, inLesson]);
  if (!ready) {
    return (
      <>
        {inLesson ? <p className="loading">{tr("Starting the simulator …")}</p> : <Introduction />}
        <ReplayProgress lab={lab} />
      </>
    );
  }
  const hasDrawer = layout !== "wide" || (showsCode && !hasRoomForKnobs);
  const knobs = <Knobs lab={lab} preferences={services.preferences} onCompare={compareKnob} />;
  const classes = [
    `lab lab-${layout}`,
    inLesson ? "lab-in-lesson" : "",
    !inLesson && cards < CARDS.length ? "lab-being-filled" : "",
    showsCode ? "lab-with-code" : "",
    hasDrawer ? "lab-with-drawer" : "",
  ];
  return (
    <div className={classes.join(" ")}>
      {!inLesson && <QuestionSlot services={services} />}
      <div className="lab-bar">
        {!inLesson && <ScenarioPicker services={services} />}
        <Transport services={services}>
          {hasDrawer && !inLesson && (
            <Button icon="knobs" aria-expanded={drawer} onClick={() => setDrawer(!drawer)}>
              {tr("Knobs")}
            </Button>
          )}
        </Transport>
      </div>
      {inLesson ? null : hasDrawer ? (
        <Dialog title={tr("Knobs")} drawer open={drawer} onClose={() => setDrawer(false)}>
          {knobs}
        </Dialog>
      ) : (
        <div className="lab-knobs">
          <Card title={tr("Knobs")}>{cards > 1 && knobs}</Card>
        </div>
      )}
      <LabViews {...{ services, layout, cards, inLesson, timelineFirst }} />
      {layout === "narrow" && !inLesson && <BottomBar services={services} />}
      <ReplayProgress lab={lab} />
    </div>
  );
}

interface LabViewsProps {
  services: AppServices;
  layout: LabLayout;
  /** How many of the cards are rendered. */
  cards: number;
  inLesson: boolean;
  /** As in LabViewProps. */
  timelineFirst: boolean;
}

/** The views in the order in which they appear: no view moves one that is there already. Those of the first screen come first. */
const CARDS: readonly ViewName[] = ["sentence", "machine", "code", "curve", "timeline", "outcomes"];
const TIMELINE_FIRST: typeof CARDS = [
  "sentence",
  "timeline",
  "machine",
  "code",
  "curve",
  "outcomes",
];

/** The views in the order of each layout. */
function LabViews({ services, layout, cards, inLesson, timelineFirst }: LabViewsProps) {
  const { lab } = services;
  const order = timelineFirst ? TIMELINE_FIRST : CARDS;
  const limits = useStore(lab.state, (state) => state.limits);
  const type = useFontSize();
  const projectorFontSize = layout === "projector" ? type : 0;
  const isLow = useMedia(`(max-height: ${LOW_PIXELS}px)`);
  const isShown = (view: ViewName) => !isConcealed(limits, view) && order.indexOf(view) < cards;
  // What a lesson's step asks to look at is on one screen with its text.
  const leavesHeight = layout === "wide" || (layout === "medium" && inLesson);
  const machine = isShown("machine") && (
    <MachineCard
      services={services}
      projectorFontSize={projectorFontSize}
      isCompact={isLow && leavesHeight}
    />
  );
  const timeline = isShown("timeline") && (
    <TimelineCard services={services} projectorFontSize={projectorFontSize} />
  );
  const [above, below] = timelineFirst ? [timeline, null] : [null, timeline];
  const code = isShown("code") && <CodeCard services={services} />;
  const sentence = isShown("sentence") && <DiagnosisCard services={services} />;
  const curve = isShown("curve") && (
    <CurveCard services={services} projectorFontSize={projectorFontSize} />
  );
  const outcomes = isShown("outcomes") && <OutcomesCard lab={lab} />;
  // On a projector machine, diagnosis and curve are on the first screen. Diagnosis and curve stay there while the others scroll.
  const isOutcomesScrolled = layout === "projector" && limits.unlocked === null;
  switch (layout) {
    case "wide":
    case "projector":
      return (
        <>
          <div className="lab-pictures">
            {above}
            {machine}
            {below}
            {isOutcomesScrolled && outcomes}
          </div>
          <div className="lab-results">
            {sentence}
            {code}
            {curve}
            {!isOutcomesScrolled && outcomes}
          </div>
        </>
      );
    case "medium":
      return (
        <>
          {sentence}
          {above}
          {machine}
          {code}
          {below}
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
          {above}
          {machine}
          {code}
          {curve}
          {below}
          {outcomes}
        </>
      );
  }
}

/** The least window widths for three columns, and for two columns in a lesson, which shows the knobs itself. */
const WIDE_PIXELS = 1240;
const WIDE_IN_LESSON_PIXELS = 940;
const MEDIUM_PIXELS = 640;
/** Beside the code view, a narrower window has no column of knobs. */
const KNOBS_AND_CODE_PIXELS = 1600;
/** In a lower window the machine is compact, so that the timeline begins on the first screen; lab.css has the same
 * height. */
const LOW_PIXELS = 860;
/** Below this width tokens.css does not enlarge the type, so the projector layout is not used. */
const PROJECTOR_PIXELS = 1000;

function useLayout({ lab }: AppServices, reservedWidth: number, inLesson: boolean): LabLayout {
  // Without curve and outcomes, the third column would hold only the diagnosis.
  const hasThirdColumn = useStore(
    lab.state,
    ({ limits }) => !isConcealed(limits, "curve") || !isConcealed(limits, "outcomes"),
  );
  const chosen = useStore(lab.state, (state) => state.layout);
  const widest = inLesson ? WIDE_IN_LESSON_PIXELS : WIDE_PIXELS;
  const wide = useMedia(`(min-width: ${widest + reservedWidth}px)`);
  const medium = useMedia(`(min-width: ${MEDIUM_PIXELS + reservedWidth}px)`);
  // A link with the projector layout may be opened on a phone.
  const large = useMedia(`(min-width: ${PROJECTOR_PIXELS}px)`);
  if (chosen === "projector" && large) return "projector";
  return wide && hasThirdColumn ? "wide" : medium ? "medium" : "narrow";
}

/** Announces the machine while it is shown; clears the last announcement when another page is opened. */
export function useAnnouncements(announcer: Announcer, shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    announcer.setMachineShown(true);
    return () => announcer.setMachineShown(false);
  }, [announcer, shown]);
}
