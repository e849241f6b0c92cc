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
import { isConcealed } from "../../model/limits";
import { VIEW_ROWS, VIEWS, VIEWS_IN_COLUMN, type ViewRow } from "../../model/views";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Dialog } from "../../ui/dialog";
import { useMedia, useFontSize } from "../../ui/appearance";
import { useProgressiveRender } from "../../ui/use-progressive-render";
import { Introduction } from "./introduction";
import { startComparison } from "../../cards/compared/start-comparison";
import { Knobs } from "../../cards/knobs";
import { QuestionSlot } from "../../cards/question/question-slot";
import { ScenarioPicker } from "../../cards/scenarios";
import { Transport } from "../../cards/transport";
import "./lab.css";
import { ViewCard } from "../../cards/view-cards";
import { ReplayProgress } from "../../cards/replay-progress";
import { BottomBar } from "./bottom-bar";

export type LabLayout = "projector" | "wide" | "medium" | "narrow";

interface LabViewProps {
  services: AppServices;
  /** CSS pixels of the window that are not available: a lesson's text, or a program, beside the lab. */
  reservedWidth?: number;
  /** The timeline is above the machine. */
  timelineFirst?: boolean;
}

export function LabView({ services, reservedWidth = 0, timelineFirst = false }: LabViewProps) {
  const { lab } = services;
  // A lesson chooses the scenario and shows its own knobs; in the workshop the program is the machine.
  const inLesson = lab.kind === "lesson";
  const inWorkshop = lab.kind === "workshop";
  const isBeside = inLesson || inWorkshop;
  useAnnouncements(services.announcer, !isBeside);
  const layout = useLayout(services, reservedWidth, isBeside);
  const ready = useStore(lab.state, ({ topology }) => topology !== null);
  const cards = useProgressiveRender(ready ? VIEWS.length : 1);
  const [drawer, setDrawer] = useState(false);
  const showsCode = useStore(
    lab.state,
    (state) => state.showsCode && !isConcealed(state.limits, "code"),
  );
  const hasRoomForKnobs = useMedia(`(min-width: ${KNOBS_AND_CODE_PIXELS}px)`);
  const compareWith = useCallback(
    (path: string) => startComparison(services, { kind: "without", path }),
    [services],
  );
  // notices.css places the toasts by this attribute.
  useEffect(() => {
    document.body.dataset.lab = isBeside ? `${layout} lesson` : layout;
    return () => {
      delete document.body.dataset.lab;
    };
  }, [layout, isBeside]);
  if (!ready) {
    return (
      <>
        {isBeside ? <p className="loading">{tr("Starting the simulator …")}</p> : <Introduction />}
        <ReplayProgress lab={lab} />
      </>
    );
  }
  const hasDrawer = inWorkshop || layout !== "wide" || (showsCode && !hasRoomForKnobs);
  const knobs = (
    <Knobs
      lab={lab}
      preferences={services.preferences}
      onCompare={isBeside ? undefined : compareWith}
    />
  );
  const classes = [
    `lab lab-${layout}`,
    isBeside ? "lab-in-lesson" : "",
    !isBeside && cards < VIEWS.length ? "lab-being-filled" : "",
    showsCode ? "lab-with-code" : "",
    hasDrawer ? "lab-with-drawer" : "",
  ];
  return (
    <div className={classes.join(" ")}>
      {!isBeside && <QuestionSlot services={services} />}
      <div className="lab-bar">
        {!isBeside && <ScenarioPicker services={services} />}
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
      <LabViews {...{ services, layout, cards, isBeside, timelineFirst }} />
      {layout === "narrow" && !isBeside && <BottomBar services={services} />}
      <ReplayProgress lab={lab} />
    </div>
  );
}

interface LabViewsProps {
  services: AppServices;
  layout: LabLayout;
  /** How many of the cards are rendered. */
  cards: number;
  isBeside: boolean;
  /** As in LabViewProps. */
  timelineFirst: boolean;
}

const TIMELINE_FIRST = VIEWS_IN_COLUMN.filter((view) => view !== "timeline").flatMap((view) =>
  view === "machine" ? ["timeline" as const, view] : [view],
);

/** The views in the order of each layout. */
function LabViews({ services, layout, cards, isBeside, timelineFirst }: LabViewsProps) {
  const limits = useStore(services.lab.state, (state) => state.limits);
  const type = useFontSize();
  const isLow = useMedia(`(max-height: ${LOW_PIXELS}px)`);
  // What a lesson's step asks to look at is on one screen with its text; so is a program with its machine.
  const leavesHeight = layout === "wide" || (layout === "medium" && isBeside);
  const order = timelineFirst ? TIMELINE_FIRST : VIEWS_IN_COLUMN;
  const cardsOf = (isIncluded: (row: ViewRow) => boolean) =>
    order
      .slice(0, cards)
      .filter((view) => !isConcealed(limits, view) && isIncluded(VIEW_ROWS[view]))
      .map((view) => (
        <ViewCard
          key={view}
          {...{ services, view }}
          projectorFontSize={layout === "projector" ? type : 0}
          isCompact={isLow && leavesHeight}
        />
      ));
  // On a projector machine, diagnosis and curve are on the first screen. Diagnosis and curve stay there while the others scroll.
  const scrollsOthers = layout === "projector" && !isBeside;
  const isAtLeft = ({ kind, isOnFirstScreen = false }: ViewRow) =>
    kind === "picture" || (scrollsOthers && !isOnFirstScreen);
  const isSentence = (row: ViewRow) => row === VIEW_ROWS.sentence;
  // Beside a text a projector has one column: what is happening comes first.
  if (layout === "projector" && isBeside)
    return (
      <>
        <div className="lab-results">{cardsOf(isSentence)}</div>
        <div className="lab-pictures">{cardsOf(isAtLeft)}</div>
        <div className="lab-results">{cardsOf((row) => !isAtLeft(row) && !isSentence(row))}</div>
      </>
    );
  switch (layout) {
    case "wide":
    case "projector":
      return (
        <>
          <div className="lab-pictures">{cardsOf(isAtLeft)}</div>
          <div className="lab-results">{cardsOf((row) => !isAtLeft(row))}</div>
        </>
      );
    case "medium":
      return (
        <>
          {cardsOf(({ kind }) => kind !== "numbers")}
          <div className="lab-two-columns">{cardsOf(({ kind }) => kind === "numbers")}</div>
        </>
      );
    case "narrow":
      return cardsOf(() => true);
  }
}

/** The least window widths for three columns, and for two columns beside a lesson or a program, without the knobs. */
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

function useLayout({ lab }: AppServices, reservedWidth: number, isBeside: boolean): LabLayout {
  // Without numbers, the third column would hold only the diagnosis.
  const hasThirdColumn = useStore(lab.state, ({ limits }) =>
    VIEWS.some((view) => VIEW_ROWS[view].kind === "numbers" && !isConcealed(limits, view)),
  );
  const chosen = useStore(lab.state, (state) => state.layout);
  const widest = isBeside ? WIDE_IN_LESSON_PIXELS : WIDE_PIXELS;
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
