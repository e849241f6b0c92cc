// The parts of a Topology by name. Ids are what the engine writes in its reports; indices are
// positions in these arrays and are what a Frame speaks of.
import type { Topology } from "../engine/model";

export type { Topology };
export type TopologyContext = Topology["contexts"][number];
export type TopologyPlace = Topology["places"][number];
export type TopologyEdge = Topology["edges"][number];
export type TopologyLine = Topology["lines"][number];
export type ContextKind = TopologyContext["kind"];

/** Hardware moves packets without the CPU; every other lane is work of the CPU. */
export function usesCpu(context: TopologyContext): boolean {
  return context.kind !== "hardware";
}

/** The CPU whose first lane this is, of a machine with several; else null. */
export function cpuOfFirstLane(topology: Topology, context: number): number | null {
  const row = topology.contexts[context];
  if (topology.cpus < 2 || row === undefined || !usesCpu(row)) return null;
  const first = topology.contexts.findIndex((one) => usesCpu(one) && one.cpu === row.cpu);
  return first === context ? row.cpu : null;
}

/** A context's name where its CPU is told already. */
export function nameWithoutCpu(topology: Topology, context: number): string {
  const row = topology.contexts[context];
  if (row === undefined) return "";
  const told = `, CPU ${row.cpu}`;
  const says = topology.cpus > 1 && row.name.endsWith(told);
  return says ? row.name.slice(0, -told.length) : row.name;
}

/** The numbers of the CPUs. */
export function cpuNumbers(topology: Topology): number[] {
  return Array.from({ length: topology.cpus }, (_, cpu) => cpu);
}

/** The paper's name when it says more than the plain one. */
export function paperName(named: { name: string; paper_name: string }): string {
  return named.paper_name === named.name ? "" : named.paper_name;
}
