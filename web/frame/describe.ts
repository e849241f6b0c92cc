// The machine in sentences, for a screen reader: where the packets are, what the CPU does, what was lost, and which
// gates of the kernel are on. It leaves out empty queues, so that it is shorter than the table.
import { tr } from "../i18n/i18n";
import { shareOfWindow, type Frame } from "./frame";
import { cpuNumbers, nameWithInterface, usesCpu, type Topology } from "./topology";
import {
  formatDuration,
  formatMoment,
  formatPackets,
  formatPercentPlain,
  formatNumber,
  isEnoughForRate,
} from "../lib/format/numbers";

export function describeMachine(frame: Frame, topology: Topology): string {
  const at = formatMoment(frame.t, topology.clock_hz, 1e-3);
  return [
    tr("At {at}:", { at }),
    describePlaces(frame, topology),
    describeCpuTime(frame, topology),
    describeLosses(frame, topology),
    describeGates(frame, topology),
  ]
    .filter((words) => words !== "")
    .join(" ");
}

/** A time and the work of the CPU: "218.012 ms: Kernel network thread, ip_forward finds the next hop, packet 512." */
export function describeMoment(frame: Frame, topology: Topology): string {
  return `${formatMoment(frame.t, topology.clock_hz)}: ${describeWork(frame, topology)}.`;
}

/** The moment of a drop: what the CPU does, which packet is lost where, and what the window has lost. */
export function describeDropMoment(frame: Frame, topology: Topology): string {
  const lost = Array.from({ length: frame.recentDrops.length }, (_, row) => row)
    .filter((row) => frame.recentDrops.time(row) === frame.t)
    .map((row) =>
      tr("Packet {packet} is dropped at the {name}.", {
        packet: formatNumber(frame.recentDrops.packet(row)),
        name: nameWithInterface(topology, frame.recentDrops.place(row)),
      }),
    );
  return [describeMoment(frame, topology), ...lost, describeLosses(frame, topology)].join(" ");
}

/** The work of the CPU: "Kernel network thread, ip_forward finds the next hop, packet 512". */
export function describeWork(frame: Frame, topology: Topology): string {
  const many = topology.cpus > 1;
  const doing = cpuNumbers(topology).flatMap((cpu) => {
    const { running, step, packet } = currentWork(frame, topology, cpu);
    if (running === undefined) return [];
    const hand = packet >= 0 ? [tr("packet {packet}", { packet: formatNumber(packet) })] : [];
    // A procedure has several steps. Without the label, two steps in a row would have the same
    // text.
    const line = topology.code[step?.code ?? -1]?.line ?? 0;
    const where = line > 0 ? tr("line {line}: ", { line }) : "";
    const work = step === undefined ? [] : [`${where}${step.procedure} ${step.label}`.trim()];
    const words = [running.name, ...work, ...hand];
    return [`${many ? tr("CPU {cpu}: ", { cpu }) : ""}${words.join(", ")}`];
  });
  return doing.join("; ") || tr("no CPU works");
}

/** The context, step and packet that a CPU works on. */
function currentWork(frame: Frame, topology: Topology, cpu: number) {
  const context = cpu === 0 ? frame.running : frame.cpus.running(cpu);
  return {
    running: topology.contexts[context],
    step: topology.steps[frame.contexts.step(context)],
    packet: frame.contexts.packet(context),
  };
}

function describePlaces(frame: Frame, topology: Topology): string {
  const filled = topology.places.flatMap((_, index) => {
    const name = nameWithInterface(topology, index);
    const count = frame.places.count(index);
    const capacity = frame.places.capacity(index);
    if (count === 0) return [];
    if (capacity === 0) return [tr("{count} on the {name}", { count: formatPackets(count), name })];
    const full = count >= capacity ? tr(", full") : "";
    return [
      tr("{count} of {capacity} in the {name}{full}", {
        count: formatNumber(count),
        capacity: formatNumber(capacity),
        name,
        full,
      }),
    ];
  });
  return filled.length === 0
    ? tr("No queue holds a packet.")
    : tr("Packets: {join}.", { join: filled.join("; ") });
}

function describeCpuTime(frame: Frame, topology: Topology): string {
  const shares = topology.contexts
    .map((context, index) => ({
      context,
      share: frame.contexts.share(index),
    }))
    .filter(({ context, share }) => usesCpu(context) && share > 0)
    .sort((a, b) => b.share - a.share)
    .map(({ context, share }) => `${context.name} ${formatPercentPlain(share)}`);
  const now = cpuNumbers(topology)
    .map((cpu) => describeRunning(frame, topology, cpu))
    .join("");
  return shares.length === 0
    ? now.trim()
    : tr("CPU time: {join}.{now}", { join: shares.join(", "), now });
}

function describeRunning(frame: Frame, topology: Topology, cpu: number): string {
  const { running, step, packet } = currentWork(frame, topology, cpu);
  const doing = step === undefined ? "" : `, ${step.label}`;
  const hand = packet >= 0 ? tr(", packet {packet}", { packet: formatNumber(packet) }) : "";
  const who = topology.cpus > 1 ? tr("CPU {cpu}", { cpu }) : tr("the CPU");
  return running === undefined
    ? ""
    : tr(" Now {who} runs: {name}{doing}{hand}.", { who, name: running.name, doing, hand });
}

/** "In the last 2.9 ms: 43 packets arrived, 5 were delivered, 38 were dropped at the IP input queue with 41 % of the CPU time." */
function describeLosses(frame: Frame, topology: Topology): string {
  const hertz = topology.clock_hz;
  const { arrived, delivered, elapsedCycles } = frame.window;
  if (elapsedCycles <= 0) return "";
  const isRate = (packets: number) => isEnoughForRate(packets, elapsedCycles, hertz);
  const perSecond = (packets: number) => formatNumber((packets * hertz) / elapsedCycles);
  const places = topology.places
    .map((_, index) => ({ index, count: frame.places.drops(index) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ index, count }) => {
      const name = nameWithInterface(topology, index);
      const wasted = frame.places.wasted(index);
      const lost = isRate(count)
        ? tr("{rate} a second were dropped at the {name}", { rate: perSecond(count), name })
        : tr("{count, plural, one {# was} other {# were}} dropped at the {name}", { count, name });
      if (wasted <= 0) return tr("{lost} at no cost", { lost });
      const share = formatPercentPlain(shareOfWindow(frame, wasted));
      return tr("{lost} with {share} of the CPU time", { lost, share });
    });
  const facts = [
    isRate(arrived)
      ? tr("{rate} packets a second arrived", { rate: perSecond(arrived) })
      : tr("{count, plural, one {# packet} other {# packets}} arrived", { count: arrived }),
    isRate(delivered)
      ? tr("{rate} a second were delivered", { rate: perSecond(delivered) })
      : tr("{count, plural, one {# was} other {# were}} delivered", { count: delivered }),
    ...(places.length === 0 ? [tr("none was dropped")] : places),
  ];
  const elapsed = formatDuration(elapsedCycles, hertz);
  return tr("In the last {elapsed}: {facts}.", { elapsed, facts: facts.join(", ") });
}

function describeGates(frame: Frame, topology: Topology): string {
  const on = topology.gates.filter((_, index) => frame.gates.on(index));
  return on.length === 0 ? "" : tr("On: {join}.", { join: on.map(({ name }) => name).join(", ") });
}
