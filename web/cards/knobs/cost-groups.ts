// The knobs of the costs, grouped by where this machine runs their steps: in interrupts, in threads, in processes. The
// topology says it for steps that move a packet, and for those that run in one place on every machine. Any other step
// runs where the rest of its block of pseudo-code runs.
import { msg } from "../../i18n/i18n";
import type { ContextKind, Parameter } from "../../generated/model";
import type { Topology } from "../../frame/topology";

const COSTS = "costs.";

type Where = "interrupt" | "thread" | "process";

const TITLES: readonly { title: string; where: readonly Where[] }[] = [
  { title: msg("In interrupts"), where: ["interrupt"] },
  { title: msg("In interrupts or in threads"), where: ["interrupt", "thread"] },
  { title: msg("In kernel threads"), where: ["thread"] },
  { title: msg("In processes"), where: ["process"] },
];
const ELSEWHERE = msg("In several of these");

export interface CostGroup {
  /** A message of the catalogue. */
  title: string;
  parameters: Parameter[];
}

/** Returns the groups that have knobs. */
export function groupCosts(topology: Topology, parameters: readonly Parameter[]): CostGroup[] {
  const places = placesOfSteps(topology);
  const titleOf = ({ path }: Parameter): string => {
    const found = [...(places.get(path) ?? [])].sort().join();
    return TITLES.find(({ where }) => where.join() === found)?.title ?? ELSEWHERE;
  };
  return [...TITLES.map(({ title }) => title), ELSEWHERE]
    .map((title) => ({ title, parameters: parameters.filter((one) => titleOf(one) === title) }))
    .filter((group) => group.parameters.length > 0);
}

export function isCost({ path }: Parameter): boolean {
  return path.startsWith(COSTS);
}

/** Where each step of this machine runs, by the path of its cost. */
function placesOfSteps({ steps, code }: Topology): Map<string, Set<Where>> {
  const own = steps.map(({ runs_in }) => new Set(runs_in.map(placeOf)));
  const places = new Map<string, Set<Where>>();
  steps.forEach(({ id }, step) => places.set(costPath(id), own[step] ?? new Set()));
  for (const block of blocksOf(code)) {
    const inBlock = block.flatMap(({ step }) => (step < 0 ? [] : [step]));
    const together = new Set(inBlock.flatMap((step) => [...(own[step] ?? [])]));
    for (const step of inBlock) {
      if (own[step]?.size === 0) places.set(costPath(steps[step]?.id ?? ""), together);
    }
  }
  return places;
}

/** A block begins with a line that is not indented. */
function blocksOf(code: Topology["code"]): Topology["code"][] {
  const blocks: Topology["code"][] = [];
  for (const line of code) {
    if (line.indent === 0 || blocks.length === 0) blocks.push([]);
    blocks.at(-1)?.push(line);
  }
  return blocks;
}

function placeOf(kind: ContextKind): Where {
  return kind === "thread" || kind === "process" ? kind : "interrupt";
}

/** "LnreadBytes" is the step of `costs.lnread_bytes`. */
export function costPath(stepId: string): string {
  return `${COSTS}${stepId.replace(/(?<=.)[A-Z]/g, "_$&").toLowerCase()}`;
}
