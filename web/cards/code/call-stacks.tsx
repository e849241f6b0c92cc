// The call stacks at the shown moment: for each CPU the running context's, and below it those that are interrupted.
import { tr } from "../../i18n/i18n";
import type { CallStack } from "../../frame/code-lines";
import { formatNumber } from "../../lib/format/numbers";
import type { Topology } from "../../frame/topology";
import "./call-stacks.css";

interface CallStacksProps {
  topology: Topology;
  stacks: readonly CallStack[];
  /** Calls change more than three times a second, so they are not listed. */
  isTooFast: boolean;
}

export function CallStacks({ topology, stacks, isTooFast }: CallStacksProps) {
  return (
    <section className="code-stacks" aria-label={tr("Call stack")}>
      <h3>{tr("Call stack")}</h3>
      {isTooFast ? (
        <p className="muted">
          {tr("The calls change too fast to read. Pause, step by line, or play more slowly.")}
        </p>
      ) : stacks.length === 0 ? (
        <p className="muted">{tr("No steps are recorded at this time.")}</p>
      ) : (
        stacks.map((stack) => <Stack key={stack.context} topology={topology} stack={stack} />)
      )}
    </section>
  );
}

function Stack({ topology, stack }: { topology: Topology; stack: CallStack }) {
  const context = topology.contexts[stack.context];
  const name = context?.name ?? "";
  const state = stack.isRunning ? tr("running") : tr("interrupted");
  return (
    <div className={`code-stack code-stack-${stack.isRunning ? "running" : "interrupted"}`}>
      <h4>
        <span
          className="code-stack-colour"
          style={{ background: `var(--context-${context?.kind ?? "idle"})` }}
        />
        {name}
        {topology.cpus > 1 && !name.endsWith(`CPU ${stack.cpu}`)
          ? tr(", CPU {cpu}", { cpu: stack.cpu })
          : ""}{" "}
        <span className="code-stack-state">{state}</span>
      </h4>
      {stack.entries.length === 0 ? (
        <p className="muted">
          {context?.kind === "idle" ? tr("nothing to do") : tr("no call yet")}
        </p>
      ) : (
        <ol aria-label={tr("{name}, {state}, innermost call first", { name, state })}>
          {stack.entries.map(({ step, packet, isCurrent }, index) => (
            <li key={index} className={isCurrent ? "is-current" : undefined}>
              <span className="mono">{topology.steps[step]?.procedure}</span>
              {packet >= 0 && (
                <span className="muted">
                  {" "}
                  {tr("packet {packet}", { packet: formatNumber(packet) })}
                </span>
              )}
              {isCurrent && <span className="code-stack-label">{topology.steps[step]?.label}</span>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
