// The functions of the program that run in each context at the shown moment, the innermost first. Each leads to its line, and has
// its local variables while the machine is paused.
import { msg, tr } from "../../../i18n/i18n";
import type { CallState, ContextCalls, DebugView } from "../../../frame/debug-view";
import type { DebugLocals } from "../../../frame/debug-locals";
import type { Topology } from "../../../generated/model";
import { functionAt } from "../../../frame/program-lines";
import { LocalList } from "./local-list";
import { MomentLink, type MomentLinkProps } from "./moment-link";

interface CallListProps extends Pick<MomentLinkProps, "onGoTo"> {
  topology: Topology;
  view: DebugView;
  /** Null: they are not known yet. */
  locals: DebugLocals | null;
  isPlaying: boolean;
}

const STATES: Record<CallState, string> = {
  running: msg("runs"),
  waiting: msg("waits for the CPU"),
  asleep: msg("asleep"),
};

export function CallList({ topology, view, locals, isPlaying, onGoTo }: CallListProps) {
  const contexts = view.contexts.filter((one) => !isBetweenCalls(topology, one));
  return (
    <section className="debugger-part" aria-label={tr("Functions that run")}>
      <h4>{tr("Functions that run")}</h4>
      {isPlaying && <p className="muted">{tr("Pause the machine to see local variables.")}</p>}
      {contexts.length === 0 && (
        <p className="muted">{tr("No function of the program runs at this moment.")}</p>
      )}
      {contexts.map((one) => {
        const context = topology.contexts[one.context];
        const name = context?.name ?? "";
        const state = tr(STATES[one.state]);
        const found = isPlaying ? undefined : locals?.contexts.get(one.context);
        // Those of another moment may be of other functions.
        const known = found?.length === one.lines.length ? found : undefined;
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
              {one.lines
                .map((line, depth) => {
                  const called = functionAt(topology, line);
                  const shown = known?.[depth];
                  const isOld = locals?.t !== view.t;
                  return (
                    <li key={depth}>
                      <MomentLink place={{ line }} hertz={1} onGoTo={onGoTo}>
                        <code>{called}</code> {tr("line {line}", { line })}
                      </MomentLink>
                      {shown && <LocalList {...{ topology, shown, isOld, onGoTo }} name={called} />}
                    </li>
                  );
                })
                .reverse()}
            </ol>
          </div>
        );
      })}
    </section>
  );
}

/** netisr as a thread sleeps when it has returned: the machine calls it again. */
function isBetweenCalls(topology: Topology, { state, lines: [first = 0] }: ContextCalls): boolean {
  return state === "asleep" && functionAt(topology, first) === "netisr";
}
