// The page that compares two machines: the same packets, one clock, one transport. The columns hold what each machine has
// for itself (diagnosis, picture, knobs); below is what both have in common: results, curves and timelines. On a phone the
// columns are above each other and long, so the results are before them.
import { useEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { MACHINE_LETTERS, type MachineLetter } from "../../model/machine-letters";
import { Button } from "../../ui/button";
import { CardHeading } from "../../ui/card";
import { Dialog } from "../../ui/dialog";
import { useFontSize, useMedia } from "../../ui/appearance";
import { focusPage, PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { Segmented } from "../../ui/segmented";
import { QuestionSlot } from "../../cards/question/question-slot";
import { Knobs } from "../../cards/knobs";
import { useAnnouncements } from "../lab";
import { MachineCard } from "../../cards/picture-cards";
import { ReplayProgress } from "../../cards/replay-progress";
import { Transport } from "../../cards/transport";
import {
  useComparedMachines,
  describeOwn,
  useDifferences,
  type ComparedMachine,
  type ComparedMachines,
} from "../../cards/compared/compared-machine";
import { KeyNumbersBar } from "./key-numbers";
import { MachineColumn, titleIdOf } from "./machine-column";
import { ComparedPacket } from "./packet";
import { ComparedResults, RESULTS_ID } from "../../cards/compared/results";
import { TargetChoice } from "./target-choice";
import { DIFFERENCES_ID, SettingDifferences } from "../../cards/compared/setting-differences";
import { BothCurves, ComparedTimelines } from "../../cards/compared/compared-cards";
import { useCompareUrl } from "./use-compare-url";
import { useWastedWorkScale } from "../../cards/compared/wasted-work-scale";
import "../../cards/compared/compare.css";

export default function ComparePage({ services }: { services: AppServices }) {
  const { lab, comparison, announcer } = services;
  const ready = useStore(lab.state, ({ topology }) => topology !== null);
  const { phase, machines: opened } = useStore(comparison.state, (state) => state);
  usePageTitle(tr("Compare"));
  // The page on which a person chooses the second machine does not show the first.
  useAnnouncements(announcer, ready && phase === "ready");
  useEffect(() => comparison.show(), [comparison]);
  useCompareUrl(services);
  const machines = useComparedMachines(services);
  if (!ready || phase === "opening") {
    return (
      <>
        <p className="loading">
          {ready ? tr("Opening the second machine …") : tr("Starting the simulator …")}
        </p>
        {opened.map((machine) => (
          <ReplayProgress key={machine === lab ? "desk" : "second"} lab={machine} />
        ))}
      </>
    );
  }
  if (machines === null) return <CompareStart services={services} />;
  return <Comparison services={services} machines={machines} />;
}

/** From this width on the machines are side by side (compare.css has the same width). */
const SIDE_BY_SIDE = "(min-width: 900px)";
/** On such a projector two pictures side by side have text that the last row can read. */
const ROOM_FOR_TWO = "(min-width: 1600px) and (min-height: 900px)";
/** In a lower window the lanes are low, so that more of both pictures is on the first screen. */
const LOW = "(max-height: 860px)";

type ShownPictures = MachineLetter | "both";

/** Which pictures a projector shows, and a function that changes it. In a small window the text of two would be too small for the last
 * row: there the picture of one machine has the whole width, and the other one is one key away. */
function useShownPictures(isProjector: boolean): [ShownPictures, (shown: ShownPictures) => void] {
  const [chosen, setChosen] = useState<ShownPictures | null>(null);
  const isRoomy = useMedia(ROOM_FOR_TWO);
  return [isProjector ? (chosen ?? (isRoomy ? "both" : "A")) : "both", setChosen];
}

interface PictureChoiceProps {
  value: ShownPictures;
  onChange(shown: ShownPictures): void;
}

function PictureChoice(props: PictureChoiceProps) {
  const single = MACHINE_LETTERS.map((letter) => ({
    id: letter,
    label: letter,
    title: tr("Only the picture of {letter}, in large type", { letter }),
  }));
  const options = [...single, { id: "both" as const, label: tr("Both") }];
  return <Segmented<ShownPictures> label={tr("Pictures")} options={options} {...props} />;
}

/** Asks what the lab's machine is to be compared with. */
function CompareStart({ services }: { services: AppServices }) {
  const base = useStore(services.lab.state, (state) => state.base);
  return (
    <div className="compare-start">
      <h2 {...PAGE_HEADING_PROPS}>{tr("Compare two machines")}</h2>
      <p>
        {rich(
          `Both machines get the same packets at the same times, and one clock drives both. So every
            difference that you see comes from the knobs that differ. The first machine is the one
            in the lab: <strong>{title}</strong>.`,
          { title: tr(base?.title ?? ""), strong: <strong /> },
        )}
      </p>
      <TargetChoice services={services} />
    </div>
  );
}

/** Both machines have dozens of controls. From the page's heading, these buttons reach each machine and the results with
 * few keys. */
function SkipButtons({ machines }: { machines: ComparedMachines }) {
  const focus = (id: string) => document.getElementById(id)?.focus();
  return (
    <>
      {machines.map(({ letter }) => (
        <button
          key={letter}
          type="button"
          className="skip-link"
          onClick={() => focus(titleIdOf(letter))}
        >
          {tr("Skip to machine {letter}", { letter })}
        </button>
      ))}
      <button type="button" className="skip-link" onClick={() => focus(RESULTS_ID)}>
        {tr("Skip to the results")}
      </button>
    </>
  );
}

interface ComparisonProps {
  services: AppServices;
  machines: ComparedMachines;
}

function Comparison({ services, machines }: ComparisonProps) {
  const type = useFontSize();
  const layout = useStore(services.lab.state, (state) => state.layout);
  const isLarge = useMedia("(min-width: 1000px)");
  const isSideBySide = useMedia(SIDE_BY_SIDE);
  const isLow = useMedia(LOW);
  const projectorFontSize = layout === "projector" && isLarge ? type : 0;
  const [pictures, setPictures] = useShownPictures(projectorFontSize > 0);
  const [knobsOf, setKnobsOf] = useState<MachineLetter | null>(null);
  const wastedWorkFullScale = useWastedWorkScale(machines);
  const differences = useDifferences(machines);
  // The button that began the comparison had the focus, and is no longer on the page.
  useEffect(() => {
    if (document.activeElement === document.body) focusPage();
  }, []);
  const [first, second] = machines;
  const results = <ComparedResults machines={machines} />;
  const layoutClass = isSideBySide ? "" : "compare-stacked";
  const pictureOf = ({ letter, services: own }: ComparedMachine) => (
    <MachineCard
      services={own}
      letter={letter}
      projectorFontSize={projectorFontSize}
      wastedWorkFullScale={wastedWorkFullScale}
      isCompact={isLow && isSideBySide}
      isOneOfTwo={pictures === "both"}
    />
  );
  const alone = machines.find(({ letter }) => letter === pictures);
  return (
    <div className={`compare ${projectorFontSize > 0 ? "compare-projector" : layoutClass}`}>
      <QuestionSlot services={services} isBelowHeading />
      <ComparisonBar {...{ services, machines }} />
      <div className="compare-line">
        <SettingDifferences
          machines={machines}
          differences={differences}
          ifNone={tr(
            "The machines are the same. Turn a knob of one of them: “Knobs of B”, for example.",
          )}
        />
        {projectorFontSize > 0 && <PictureChoice value={pictures} onChange={setPictures} />}
      </div>
      {!isSideBySide && results}
      <div className="compare-columns">
        {machines.map((machine, index) => (
          <MachineColumn
            key={machine.services.lab === services.lab ? "desk" : "second"}
            machine={machine}
            other={index === 0 ? second : first}
            comparison={services.comparison}
            isOfDesk={machine.services.lab === services.lab}
            picture={pictures === "both" && pictureOf(machine)}
            ownSettings={describeOwn(differences, index === 0 ? "first" : "second")}
            onKnobs={() => setKnobsOf(machine.letter)}
            projectorFontSize={projectorFontSize}
          />
        ))}
      </div>
      {alone !== undefined && <CardHeading value="h3">{pictureOf(alone)}</CardHeading>}
      <ComparedPacket machines={machines} />
      <div className="compare-numbers">
        {isSideBySide && results}
        <BothCurves services={services} machines={machines} />
      </div>
      <ComparedTimelines {...{ machines, projectorFontSize }} />
      {!isSideBySide && <KeyNumbersBar machines={machines} />}
      <KnobsDrawer {...{ services, machines, knobsOf }} onChange={setKnobsOf} />
      {machines.map(({ letter, services: own }) => (
        <ReplayProgress key={letter} lab={own.lab} />
      ))}
    </div>
  );
}

/** The transport of both machines, and what chooses them. */
function ComparisonBar({ services, machines }: ComparisonProps) {
  const { comparison, lab } = services;
  const [choosing, setChoosing] = useState(false);
  const before = useStore(comparison.state, ({ machines: [first], before }) =>
    first === lab ? null : before,
  );
  return (
    <div className="compare-bar">
      <h2 className="visually-hidden" aria-describedby={DIFFERENCES_ID} {...PAGE_HEADING_PROPS}>
        {before === null
          ? tr("Compare two machines")
          : tr("Compare two machines: A before “{before}”, B now", { before })}
      </h2>
      <SkipButtons machines={machines} />
      <Transport services={services} />
      <div className="compare-tools">
        <Button onClick={() => setChoosing(true)}>{tr("Compare with …")}</Button>
        <Button title={tr("Exchange the sides of A and B")} onClick={comparison.swap}>
          {tr("Swap")}
        </Button>
      </div>
      <Dialog title={tr("Compare with")} open={choosing} onClose={() => setChoosing(false)}>
        <TargetChoice services={services} onChosen={() => setChoosing(false)} />
      </Dialog>
    </div>
  );
}

interface KnobsDrawerProps extends ComparisonProps {
  /** The machine whose knobs are open; null: none. */
  knobsOf: MachineLetter | null;
  onChange(knobsOf: MachineLetter | null): void;
}

function KnobsDrawer({ services, machines, knobsOf, onChange }: KnobsDrawerProps) {
  const [first, second] = machines;
  const { letter, services: own } = knobsOf === "B" ? second : first;
  return (
    <Dialog
      title={tr("Knobs of machine {letter}", { letter })}
      drawer
      open={knobsOf !== null}
      onClose={() => onChange(null)}
    >
      <Segmented<MachineLetter>
        label={tr("Machine")}
        options={machines.map(({ letter }) => ({
          id: letter,
          label: tr("Machine {letter}", { letter }),
        }))}
        value={knobsOf ?? "A"}
        onChange={onChange}
      />
      <p className="compare-note">{tr("Knobs of the traffic change both machines.")}</p>
      <Knobs key={letter} lab={own.lab} preferences={services.preferences} />
    </Dialog>
  );
}
