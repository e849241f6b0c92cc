// What a step of a lesson allows and conceals, and the loads that its buttons give to the machine.
import type { Catalogue } from "../../generated/model";
import { asksForProgram, tasksOf, type Goal, type Settings, type Step } from "../../lesson/lesson";
import { expandPaths } from "../../lesson/settings";
import type { Limits } from "../../model/limits";
import { ALL_PROGRAM_KNOBS } from "../../model/program-knobs";
import { VIEWS } from "../../model/views";

/** Settings that a button gives to the machine: a cue of the step, or a load of its goal. */
export interface NamedLoad {
  label: string;
  set: Settings;
}

/** The limits of a step. Without a catalogue, before the lab has started, a group of paths unlocks nothing. */
export function stepLimits(step: Step, done: boolean, catalogue: Catalogue | null): Limits {
  const { free, curve } = step;
  const named = catalogue === null ? free : expandPaths(free, catalogue);
  const ofLoads = loadsOf(step).flatMap(({ set }) => Object.keys(set));
  return {
    unlocked: [...named, ...ofLoads, ...(asksForProgram(step) ? [ALL_PROGRAM_KNOBS] : [])],
    concealed: revealing(step, done),
    hidden: hiddenViews(step),
    curve,
    offersCures: false,
    awaitsProgram: asksForProgram(step),
  };
}

/** What a step has buttons or keys for: its cues, and the loads of its goals. */
function loadsOf(step: Step): NamedLoad[] {
  const ofGoals = tasksOf(step).flatMap((task) => (task.kind === "goal" ? namedLoads(task) : []));
  return [...step.cues, ...ofGoals];
}

export function namedLoads({ loads }: Goal): NamedLoad[] {
  return loads.map(({ name, set }) => ({ label: name, set }));
}

/** Returns the concealed views and values: the views that the step hides, and those that would give away the answer. */
export function concealedIn(step: Step, done: boolean) {
  return [...hiddenViews(step), ...revealing(step, done)];
}

function hiddenViews({ shown }: Step) {
  return VIEWS.filter((view) => !shown.includes(view));
}

/** The views and values that would give away the answer. */
function revealing({ concealed: { views, values, untilDone } }: Step, done: boolean) {
  return done && untilDone ? [] : [...views, ...values];
}
