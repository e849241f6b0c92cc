// The parts of a Topology by name. The engine's reports use ids; a frame uses indices, which are positions in these
// arrays.
import { msg, tr } from "../i18n/i18n";
import type { Topology } from "../generated/model";

export type { Topology };
export type TopologyContext = Topology["contexts"][number];
export type TopologyPlace = Topology["places"][number];
export type TopologyEdge = Topology["edges"][number];
export type TopologyLine = Topology["lines"][number];
export type ContextKind = TopologyContext["kind"];

/** Whether a context uses the CPU: all contexts do, except the hardware, which moves packets by itself. */
export function usesCpu(context: TopologyContext): boolean {
  return context.kind !== "hardware";
}

/** If this context has the first lane of a CPU, returns the number of that CPU. Null otherwise, or with a single CPU. */
export function cpuOfFirstLane(topology: Topology, context: number): number | null {
  const row = topology.contexts[context];
  if (topology.cpus < 2 || row === undefined || !usesCpu(row)) return null;
  const first = topology.contexts.findIndex((one) => usesCpu(one) && one.cpu === row.cpu);
  return first === context ? row.cpu : null;
}

/** The name of a context without its CPU, for use under a heading that names the CPU. */
export function nameWithoutCpu(topology: Topology, context: number): string {
  const row = topology.contexts[context];
  if (row === undefined) return "";
  const suffix = tr(", CPU {cpu}", { cpu: row.cpu });
  const hasSuffix = topology.cpus > 1 && row.name.endsWith(suffix);
  return hasSuffix ? row.name.slice(0, -suffix.length) : row.name;
}

/** The interface of a place, if several interfaces have such a place: "eth0"; "" if there is no other. */
export function interfaceName({ places }: Topology, place: number): string {
  const row = places[place];
  if (row === undefined) return "";
  const isShared = places.some(({ kind, name }, index) => {
    return index !== place && kind === row.kind && name === row.name;
  });
  // The core ends the id of such a place with the name of its interface.
  return isShared ? row.id.slice(row.id.lastIndexOf("_") + 1) : "";
}

/** The name of a place. If several interfaces have such a place, it ends with the interface: "receive ring eth0". */
export function nameWithInterface(topology: Topology, place: number): string {
  const name = topology.places[place]?.name ?? "";
  return [name, interfaceName(topology, place)].filter((word) => word !== "").join(" ");
}

/** The numbers of the CPUs. */
export function cpuNumbers(topology: Topology): number[] {
  return Array.from({ length: topology.cpus }, (_, cpu) => cpu);
}

/** The text for the hardware, in place of a priority level. The engine's own text, "no CPU spent", is for reports. */
const WITHOUT_CPU = msg("needs no CPU");

/** What is written below the name of a lane: the priority level, or the paper's name if the context has no level. */
export function levelText(context: TopologyContext): string {
  if (!usesCpu(context)) return tr(WITHOUT_CPU);
  return context.ipl === "" ? context.paper_name : context.ipl;
}

/** The paper's name, or "" if it is the same as the plain name. */
export function paperName(named: { name: string; paper_name: string; kind?: string }): string {
  if (named.kind === "hardware") return tr(WITHOUT_CPU);
  return named.paper_name === named.name ? "" : named.paper_name;
}
