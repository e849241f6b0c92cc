// The functions of the program that run in each context at the shown moment, the innermost first. Each leads to its line.
import { msg, tr } from "../../../i18n/i18n";
import type { CallState, ContextCalls, DebugView } from "../../../frame/debug-view";
import type { Topology } from "../../../generated/model";
import { functionAt } from "../../../desk/workshop/debugger";
import { MomentLink, type MomentLinkProps } from "./moment-link";

interface CallListProps extends Pick<MomentLinkProps, "onGoTo"> {
  topology: Topology;
  view: DebugView;
}

const STATES: Record<CallState, string> = {
  running: msg("runs"),
  waiting: msg("waits for the CPU"),
  asleep: msg("asleep"),
};

export function CallList({ topology, view, onGoTo }: CallListProps) {
  const contexts = view.contexts.filter((one) => !isBetweenCalls(topology, one));
  return (
    <section className="debugger-part" aria-label={tr("Functions that run")}>
      <h4>{tr("Functions that run")}</h4>
      {contexts.length === 0 && (
        <p className="muted">{tr("No function of the program runs at this moment.")}</p>
      )}
      {contexts.map((one) => {
        const context = topology.contexts[one.context];
        const name = context?.name ?? "";
        const state = tr(STATES[one.state]);
        return (
          <div key={one.context} className="debugger-context">
            <p>
              <span
                className="debugger-colour"
                style={{ background: `var(--context-${context?.kind ?? "idle"})` }}
              />
              {name} <span className="muted">{state}</span>
            </p>
            <ol aria-label={tr("{name}, {state}, innermost function first", { name, state })}>
              {[...one.lines].reverse().map((line, index) => (
                <li key={index}>
                  <MomentLink place={{ line }} hertz={1} onGoTo={onGoTo}>
                    <code>{functionAt(topology.code, line)}</code> {tr("line {line}", { line })}
                  </MomentLink>
                </li>
              ))}
            </ol>
          </div>
        );
      })}
    </section>
  );
}

/** netisr as a thread sleeps when it has returned: the machine calls it again. */
function isBetweenCalls({ code }: Topology, { state, lines: [first = 0] }: ContextCalls): boolean {
  return state === "asleep" && functionAt(code, first) === "netisr";
}
