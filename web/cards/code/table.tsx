// The lines of code as a table, grouped by procedure. Arrow keys move between the lines: up and down to another line, right
// and left to the next and previous run of the line, Enter pins its highlight.
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import { tr } from "../../i18n/i18n";
import type { CodeBlock, CodeCounts, CodeLine, LineCounts } from "../../frame/code-lines";
import { formatNumber, formatPercentFixed } from "../../lib/format/numbers";
import type { Topology } from "../../frame/topology";
import { describeWasted, shareOfTime, wastedShare } from "./descriptions";
import type { ShownCode } from "./use-code";
import { pressedKey } from "../../ui/pressed-key";

interface CodeTableProps {
  topology: Topology;
  blocks: readonly CodeBlock[];
  shown: ShownCode;
  playing: boolean;
  /** Steps that another view or this one highlights. */
  highlighted: readonly number[];
  pinned: number | null;
  onPin(line: number | null): void;
  /** The pointer or the focus is on a line, or on none. */
  onPoint(line: number | null): void;
  onRun?: ((step: number, direction: 1 | -1) => void) | undefined;
}

export function CodeTable(props: CodeTableProps) {
  const { topology, blocks, shown, playing, highlighted, pinned } = props;
  const counts = shown.counts === "unknown" ? null : shown.counts;
  const scroller = useRef<HTMLDivElement>(null);
  const marked = shown.isTooFast ? [] : shown.running;
  // Tab goes to the running line, which is in view, until the person has chosen another.
  const [chosen, setActive] = useState<number | null>(null);
  const active = chosen ?? Math.max(0, topology.steps[marked[0] ?? -1]?.code ?? 0);
  useLineInView(scroller, playing ? null : `[aria-current="true"]`, marked.join());
  useLineInView(scroller, ".is-highlighted", highlighted.join());
  const leading = useLeadingLine(counts?.lines ?? []);
  // While the machine plays, the table scrolls to the line with the most CPU time, until the person has chosen one.
  const follows = playing && chosen === null;
  useLineInView(scroller, follows ? "[data-longest]" : null, counts === null ? "" : `${leading}`);
  const lines = topology.code.length;
  const longest = Math.max(...(counts?.lines ?? []).map(({ cycles }) => cycles), 1);
  const focusLine = (line: number) => {
    const next = Math.max(0, Math.min(lines - 1, line));
    setActive(next);
    scroller.current?.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus();
  };
  const pressed = (event: KeyboardEvent, line: CodeLine) => {
    if (pressOnLine(event, line, lines, focusLine, props.onRun)) event.preventDefault();
  };
  return (
    <div className="code-scroll" ref={scroller}>
      <table className="code-table">
        <CodeHead />
        {blocks.map((block, index) => (
          <tbody key={index}>
            <tr className="code-block">
              <th scope="rowgroup" className="mono">
                {block.procedure}
              </th>
            </tr>
            {block.lines.map((line, position) => (
              <Line
                key={line.line}
                line={line}
                showsProcedure={isNewProcedure(block, position)}
                counts={counts}
                longest={longest}
                topology={topology}
                runningOn={marked.flatMap((step, cpu) =>
                  step === line.step && step >= 0 ? [cpu] : [],
                )}
                isSteady={shown.isTooFast}
                isHighlighted={highlighted.includes(line.step) && line.step >= 0}
                isPinned={pinned === line.line}
                isActive={active === line.line}
                onPin={() => props.onPin(pinned === line.line ? null : line.line)}
                onFocus={() => {
                  setActive(line.line);
                  props.onPoint(line.line);
                }}
                onPoint={props.onPoint}
                onKey={(event) => pressed(event, line)}
              />
            ))}
          </tbody>
        ))}
        {counts !== null && <OtherTime topology={topology} counts={counts} longest={longest} />}
      </table>
    </div>
  );
}

/** What a key does on a line: moves to another line, or to another run of this one. Returns whether it did anything. */
function pressOnLine(
  event: KeyboardEvent,
  { line, step }: CodeLine,
  lines: number,
  focusLine: (line: number) => void,
  onRun: CodeTableProps["onRun"],
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  switch (pressedKey(event)) {
    case "ArrowDown":
      focusLine(line + 1);
      return true;
    case "ArrowUp":
      focusLine(line - 1);
      return true;
    case "Home":
      focusLine(0);
      return true;
    case "End":
      focusLine(lines - 1);
      return true;
    case "ArrowRight":
      if (step >= 0) onRun?.(step, 1);
      return true;
    case "ArrowLeft":
      if (step >= 0) onRun?.(step, -1);
      return true;
    default:
      return false;
  }
}

function CodeHead() {
  return (
    <>
      <caption className="visually-hidden">
        {tr(`The code that the machine runs. Up and down move between the lines, right and left go to the
              next and previous run of a line, Enter keeps its highlight.`)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{tr("Line")}</th>
          <th scope="col" className="number code-visits">
            {tr("Visits")}
          </th>
          <th scope="col" className="number code-cycles">
            {tr("Cycles")}
          </th>
          <th scope="col" className="code-share">
            {tr("CPU time")}
          </th>
          <th scope="col" className="number code-lost">
            {tr("Thrown away")}
          </th>
        </tr>
      </thead>
    </>
  );
}

/** Whether the line belongs to another procedure than the line before and the heading. */
function isNewProcedure({ procedure, lines }: CodeBlock, position: number): boolean {
  const before = lines[position - 1]?.procedure ?? procedure;
  return lines[position]?.procedure !== before;
}

interface LineProps {
  line: CodeLine;
  showsProcedure: boolean;
  counts: CodeCounts | null;
  /** Cycles of the line with most cycles: the length of the longest bar. */
  longest: number;
  topology: Topology;
  /** The CPUs that execute the line now. */
  runningOn: readonly number[];
  /** Lines change too fast to mark one: the gutter shows each line's share of time instead. */
  isSteady: boolean;
  isHighlighted: boolean;
  isPinned: boolean;
  isActive: boolean;
  onPin(): void;
  onFocus(): void;
  onPoint(line: number | null): void;
  onKey(event: KeyboardEvent): void;
}

function Line(props: LineProps) {
  const { line, counts, longest, topology, runningOn, isHighlighted, isPinned } = props;
  const own = line.step < 0 ? undefined : counts?.lines[line.line];
  const isRunning = runningOn.length > 0;
  const intensity = props.isSteady && own !== undefined ? own.cycles / longest : 0;
  const classes = [
    "code-line",
    isRunning ? "is-running" : "",
    isHighlighted ? "is-highlighted" : "",
  ];
  return (
    <tr
      className={classes.join(" ")}
      data-longest={own !== undefined && own.cycles === longest ? true : undefined}
      style={{ "--intensity": intensity } as CSSProperties}
      onPointerEnter={(event) => event.pointerType !== "touch" && props.onPoint(line.line)}
      onPointerLeave={(event) => event.pointerType !== "touch" && props.onPoint(null)}
    >
      <th scope="row">
        <button
          type="button"
          className="code-text"
          data-line={line.line}
          tabIndex={props.isActive ? 0 : -1}
          aria-pressed={isPinned}
          aria-current={isRunning ? "true" : undefined}
          style={{ "--indent": line.indent } as CSSProperties}
          onClick={props.onPin}
          onFocus={props.onFocus}
          onBlur={() => props.onPoint(null)}
          onKeyDown={props.onKey}
        >
          <span className="code-mark" aria-hidden="true">
            {isRunning ? (topology.cpus > 1 ? `▶${runningOn.join()}` : "▶") : ""}
          </span>
          {isRunning && <span className="visually-hidden">{tr("running now:")} </span>}
          {props.showsProcedure && <span className="code-procedure">{line.procedure} </span>}
          <span>{line.text}</span>
        </button>
      </th>
      {line.step < 0 ? (
        <td className="muted code-free">{counts === null ? "" : tr("no cycles of its own")}</td>
      ) : (
        <Numbers own={own} counts={counts} longest={longest} hertz={topology.clock_hz} />
      )}
    </tr>
  );
}

function Numbers({
  own,
  counts,
  longest,
  hertz,
}: {
  own: LineCounts | undefined;
  counts: CodeCounts | null;
  longest: number;
  hertz: number;
}) {
  if (own === undefined || counts === null) return <EmptyNumbers visits="" />;
  if (own.visits === 0 && own.cycles === 0) return <EmptyNumbers visits="0" />;
  const wasted = wastedShare(own);
  return (
    <>
      <td className="number mono">{formatNumber(own.visits)}</td>
      <td className="number mono code-cycles">{formatNumber(own.cycles)}</td>
      <td className="code-share">
        <span className="mono">{formatPercentFixed(shareOfTime(own.cycles, counts))}</span>
        <Bar cycles={own.cycles} wasted={own.wastedCycles} longest={longest} />
      </td>
      <td
        className={wasted > 0 ? "number mono code-wasted" : "number mono"}
        title={describeWasted(own, hertz)}
      >
        {own.cycles === 0 ? "" : wasted === 0 ? "0" : formatPercentFixed(wasted)}
      </td>
    </>
  );
}

function EmptyNumbers({ visits }: { visits: string }) {
  return (
    <>
      <td className="number mono muted">{visits}</td>
      <td className="code-cycles" />
      <td className="code-share" />
      <td />
    </>
  );
}

/** A line's CPU time, relative to the longest line's; the hatched part went to packets thrown away later. */
function Bar({ cycles, wasted, longest }: { cycles: number; wasted: number; longest: number }) {
  return (
    <span className="code-bar" aria-hidden="true">
      <span
        className="code-bar-useful"
        style={{ width: `${(100 * (cycles - wasted)) / longest}%` }}
      />
      {wasted > 0 && (
        <span className="fill-waste" style={{ width: `${(100 * wasted) / longest}%` }} />
      )}
    </span>
  );
}

/** The time that belongs to no line, and the sums. */
function OtherTime({
  topology,
  counts,
  longest,
}: {
  topology: Topology;
  counts: CodeCounts;
  longest: number;
}) {
  const { switchCycles, idleCycles, unlistedCycles, total } = counts;
  // A built-in kernel's steps all have a line.
  const unlisted: [string, number][] =
    unlistedCycles > 0 ? [[tr("calls and other steps"), unlistedCycles]] : [];
  const rows: [string, number][] = [
    ...unlisted,
    [tr("thread switches"), switchCycles],
    [topology.cpus > 1 ? tr("idle CPUs") : tr("idle CPU"), idleCycles],
  ];
  return (
    <tfoot>
      <tr>
        <th scope="row">{tr("all lines")}</th>
        <Numbers own={total} counts={counts} longest={Infinity} hertz={topology.clock_hz} />
      </tr>
      {rows.map(([name, cycles]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td />
          <td className="number mono code-cycles">{formatNumber(cycles)}</td>
          <td className="code-share">
            <span className="mono">{formatPercentFixed(shareOfTime(cycles, counts))}</span>
            <Bar cycles={0} wasted={0} longest={longest} />
          </td>
          <td />
        </tr>
      ))}
    </tfoot>
  );
}

/** Scrolls the table, but not the page, so that the line is visible after `key` has changed. */
/** The line that had the most CPU time when it was found: another one replaces it only when that has twice as much. So a change of
 * the machine moves the table, and chance does not. */
function useLeadingLine(lines: readonly { cycles: number }[]): number {
  const [leading, setLeading] = useState(-1);
  const next = leadingLine(leading, lines);
  if (next !== leading) setLeading(next);
  return next;
}

export function leadingLine(before: number, lines: readonly { cycles: number }[]): number {
  const most = Math.max(0, ...lines.map(({ cycles }) => cycles));
  const isStill = 2 * (lines[before]?.cycles ?? 0) >= most;
  return isStill && before >= 0 ? before : lines.findIndex(({ cycles }) => cycles === most);
}

function useLineInView(
  scroller: React.RefObject<HTMLDivElement | null>,
  selector: string | null,
  key: string,
): void {
  useEffect(() => {
    const box = scroller.current;
    if (box === null || selector === null || key === "") return;
    // The person reads or moves in the table itself.
    if (box.matches(":hover, :focus-within") && selector === ".is-highlighted") return;
    const line = box.querySelector<HTMLElement>(selector)?.closest("tr");
    if (line === undefined || line === null) return;
    const header = box.querySelector("thead")?.offsetHeight ?? 0;
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    const isVisible = top >= box.scrollTop + header && bottom <= box.scrollTop + box.clientHeight;
    if (!isVisible) box.scrollTo({ top: (top + bottom - box.clientHeight) / 2 });
  }, [scroller, selector, key]);
}
