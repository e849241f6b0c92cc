// The throughput card: the curve of the machine as its knobs stand, pinned earlier ones, what the
// papers state, and the dot "you are here", which is the offered rate's knob.
import { useMemo } from "react";
import type { Plot } from "../../charts/curve-geometry";
import type { Drawn } from "../../charts/label-spot";
import { formatNumber, formatRate } from "../../charts/format";
import { readOutcomes } from "../../charts/outcomes";
import type { Lab } from "../../store/lab";
import type { Mark } from "../../engine/model";
import { deliveredAt, lossBracket, type Point } from "../../store/curve-plan";
import { isConcealed, mayTurn } from "../../store/limits";
import { useStore } from "../../store/react";
import type { Values } from "../../store/settings";
import { RATE_PATH, type CurveState, type Sweep } from "../../store/sweep";
import type { Workbench } from "../../store/workbench";
import { Button, RoundButton } from "../../ui/button";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { useElementWidth } from "../canvas/use-element-width";
import { useKnobValues } from "../knobs/use-knob-values";
import { CurveChart } from "./chart";
import "./curve.css";
import { HereDot } from "./dot";
import { CurveTable } from "./table";

export function CurveCard({ workbench }: { workbench: Workbench }) {
  const sweep = useStore(workbench.trials, (trials) => trials.sweep);
  if (sweep === null) {
    return (
      <Card title="Throughput" className="curve-card">
        <p className="quiet">The first trials are being run …</p>
      </Card>
    );
  }
  return <SweepCard lab={workbench.lab} sweep={sweep} />;
}

function SweepCard({ lab, sweep }: { lab: Lab; sweep: Sweep }) {
  const curve = useStore(sweep.store, (state) => state);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const values = useKnobValues(lab);
  // What a paper states is marked when the knobs are those of its experiment.
  const marks = useMemo(
    () => catalogue?.marks.filter(({ applies }) => agree(applies, values)) ?? [],
    [catalogue, values],
  );
  const locked = useStore(lab.state, ({ limits }) => !mayTurn(limits, [RATE_PATH]));
  const latency = useStore(lab.state, ({ limits }) => !isConcealed(limits, "latency"));
  const [holder, width] = useElementWidth();
  const bracket = useMemo(() => lossBracket(curve.points), [curve.points]);
  return (
    <Card title="Throughput" className="curve-card" aside={<Aside curve={curve} sweep={sweep} />}>
      <div ref={holder} className="curve-holder" data-epoch={curve.epoch}>
        {width > 0 && (
          <CurveChart
            width={width}
            curve={curve}
            marks={marks}
            bracket={bracket}
            dot={(plot, drawn) => (
              <LiveDot
                drawn={drawn}
                lab={lab}
                values={values}
                points={curve.points}
                plot={plot}
                locked={locked}
              />
            )}
          />
        )}
      </div>
      {curve.failure !== null && <p role="status">A trial could not be run: {curve.failure}</p>}
      <KeptList curve={curve} sweep={sweep} />
      <Readings bracket={bracket} marks={marks} />
      <Disclosure label="The curve as a table">
        <CurveTable curve={curve} marks={marks} latency={latency} />
      </Disclosure>
    </Card>
  );
}

interface LiveDotProps {
  lab: Lab;
  values: Values;
  points: readonly Point[];
  plot: Plot;
  drawn: Drawn;
  /** The rate may not be turned: the dot only shows where one is. */
  locked: boolean;
}

/** The dot follows the machine ten times a second; nothing else of the card has to. */
function LiveDot({ lab, values, points, plot, drawn, locked }: LiveDotProps) {
  const here = useHere(lab, values, points);
  const pull = (rate: number) => lab.change({ [RATE_PATH]: rate });
  return <HereDot plot={plot} drawn={drawn} here={here} locked={locked} onPull={pull} />;
}

/** Where the machine stands on the axes: the knob's rate, and what it delivers now. */
function useHere(lab: Lab, values: Values, points: readonly Point[]) {
  const frame = useStore(lab.turns[1], (tick) => tick.frame);
  const topology = useStore(lab.state, (state) => state.topology);
  const rate = Number(values[RATE_PATH] ?? 0);
  const outcomes = useMemo(
    () => (frame === null || topology === null ? null : readOutcomes(frame, topology)),
    [frame, topology],
  );
  const measured = outcomes === null || outcomes.few ? null : outcomes.deliveredRate;
  const onCurve = deliveredAt(points, rate);
  return { rate, onCurve, delivered: measured ?? onCurve, measured: measured !== null };
}

interface ReadingsProps {
  bracket: { free: number; lossy: number } | null;
  marks: readonly Mark[];
}

/** What is read from the curve, and what the papers state for the same machine, one under the other. */
function Readings({ bracket, marks }: ReadingsProps) {
  return (
    <ul className="curve-words">
      <li>
        {bracket === null ? (
          "No loss at any rate tried."
        ) : (
          <>
            <Sign className="curve-mlfrr" path="M0 -5.5L5.5 0L0 5.5L-5.5 0z" />
            Loss-free up to about {formatRate(bracket.free)} (MLFRR)
          </>
        )}
      </li>
      {marks.map(({ claim, label, source }) => (
        <li key={claim}>
          <Sign path="M-5 -5L5 5M5 -5L-5 5" />
          <span>
            {label}, as the paper states (<span className="mono">{source}</span>)
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sign({ path, className }: { path: string; className?: string }) {
  return (
    <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" className="sign">
      <path className={className} d={path} />
    </svg>
  );
}

function agree(applies: Values, values: Values): boolean {
  return Object.entries(applies).every(([path, value]) => values[path] === value);
}

function Aside({ curve, sweep }: { curve: CurveState; sweep: Sweep }) {
  const { done, wanted, points, seeds } = curve;
  const drawing = done < wanted;
  return (
    <>
      <span data-testid="curve-progress">
        {drawing
          ? `trial ${formatNumber(done)} of ${formatNumber(wanted)}`
          : `${points.length} rates × ${seeds.length} ${seeds.length === 1 ? "seed" : "seeds"}`}
      </span>
      <Button
        look="quiet"
        icon="pin"
        disabled={points.length < 6}
        title="Keep this curve to compare"
        onClick={sweep.pin}
      >
        Pin
      </Button>
    </>
  );
}

/** Earlier curves on the chart: their letters, their names, and how to take them off. */
function KeptList({ curve, sweep }: { curve: CurveState; sweep: Sweep }) {
  const kept = keptCurves(curve);
  if (kept.length === 0) return null;
  return (
    <ul className="kept">
      <li>
        <b>now</b> {curve.name}
      </li>
      {kept.map(({ id, tag, name }) => (
        <li key={id}>
          <b>{tag}</b> {name}
          <RoundButton icon="close" label={`Take off: ${name}`} onClick={() => sweep.unpin(id)} />
        </li>
      ))}
    </ul>
  );
}

export interface KeptLine {
  id: number;
  /** What stands at the line's end: "A", "B", or "before". */
  tag: string;
  name: string;
  points: readonly Point[];
}

export function keptCurves(curve: CurveState): KeptLine[] {
  const lines = curve.pinned.map((one, index) => ({
    ...one,
    tag: String.fromCharCode(65 + index),
  }));
  const { before } = curve;
  const shown = before !== null && !curve.pinned.some(({ name }) => name === before.name);
  return shown && before.name !== curve.name ? [...lines, { ...before, tag: "before" }] : lines;
}
