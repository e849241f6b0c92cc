// The breakpoints as a list, for keyboard and screen reader as well: each with its line, its condition and what is wrong with that. The
// machine looks at a condition when the line begins.
import { useId, useState, type FormEvent } from "react";
import { tr } from "../../../i18n/i18n";
import { CONDITION_MAX, stopLine, type Breakpoint } from "../../../desk/workshop/breakpoints";
import { CONDITION_EXAMPLE } from "../../../cards/editor/c-text";
import type { ProgramContext } from "../../../desk/workshop-context";
import { useStore } from "../../../lib/store";
import { Button, IconButton } from "../../../ui/button";
import { firstMatch, useFocusFallback } from "../../../ui/use-focus-fallback";
import { MomentLink } from "./moment-link";

/** Where the focus goes when a breakpoint is removed. */
const ADDS = firstMatch(".debugger-add input");

interface BreakpointListProps {
  context: ProgramContext;
  breakpoints: readonly Breakpoint[];
  caretLine(): number;
}

export function BreakpointList({ context, breakpoints, caretLine }: BreakpointListProps) {
  const { debug } = context;
  return (
    <section className="debugger-part" aria-label={tr("Breakpoints")}>
      <h4>{tr("Breakpoints")}</h4>
      {breakpoints.length === 0 && (
        <p className="muted">{tr("None. Click beside a line number, or press F9 in a line.")}</p>
      )}
      <ul className="debugger-list">
        {breakpoints.map((one) => (
          <Row key={one.line} context={context} breakpoint={one} />
        ))}
      </ul>
      <Add caretLine={caretLine} onAdd={debug.toggle} lines={breakpoints.map(({ line }) => line)} />
    </section>
  );
}

function Row({ context, breakpoint }: { context: ProgramContext; breakpoint: Breakpoint }) {
  const { debug, services, workshop } = context;
  const { line, condition } = breakpoint;
  const id = useId();
  const removed = useFocusFallback(ADDS);
  const topology = useStore(services.lab.state, (state) => state.topology);
  const isRunText = useStore(workshop.state, ({ ran, text }) => ran?.text === text);
  const text = useStore(workshop.state, (state) => state.text.split("\n")[line - 1]?.trim() ?? "");
  const known = useStore(debug.state, ({ conditions }) => conditions.get(condition));
  const [problem] = known !== undefined && "problems" in known ? known.problems : [];
  const stop = isRunText ? stopLine(topology, line) : line;
  return (
    <li>
      <div className="debugger-breakpoint">
        <MomentLink place={{ line }} hertz={1} onGoTo={debug.goTo}>
          {tr("Line {line}", { line })}
        </MomentLink>
        <code className="debugger-code">{text}</code>
        <IconButton
          ref={removed}
          icon="close"
          label={tr("Remove the breakpoint in line {line}", { line })}
          onClick={() => debug.toggle(line)}
        />
      </div>
      <label className="debugger-condition">
        <span>{tr("only if")}</span>
        <input
          value={condition}
          maxLength={CONDITION_MAX}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder={CONDITION_EXAMPLE}
          aria-label={tr("Condition of the breakpoint in line {line}", { line })}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : id}
          onChange={(event) => debug.setCondition(line, event.target.value)}
        />
      </label>
      <p id={id} role="status" className="debugger-problem">
        {problem !== undefined && (
          <>
            {tr("Column {column}: {problem}", {
              column: problem.from.column,
              problem: problem.message,
            })}{" "}
            {problem.remedy}
          </>
        )}
      </p>
      {stop !== line && (
        <p className="muted">
          {stop === null
            ? tr("No line from here on has a statement, so this never stops.")
            : tr("This line has no statement: it stops in line {stop}.", { stop })}
        </p>
      )}
    </li>
  );
}

interface AddProps {
  lines: readonly number[];
  caretLine(): number;
  onAdd(line: number): void;
}

function Add({ lines, caretLine, onAdd }: AddProps) {
  const [typed, setTyped] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    const line = typed === "" ? caretLine() : Math.round(Number(typed));
    if (line > 0 && !lines.includes(line)) onAdd(line);
    setTyped("");
  };
  return (
    <form className="debugger-add" onSubmit={add}>
      <label>
        <span>{tr("Line")}</span>
        <input
          type="number"
          min={1}
          value={typed}
          placeholder={tr("caret")}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button type="submit">{tr("Set a breakpoint")}</Button>
    </form>
  );
}
