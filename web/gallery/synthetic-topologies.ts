// Invented machines for the gallery and for tests. They resemble no kernel on purpose: a view has to read them from
// the Topology.
//
//   twoInterfaces   two rings, two routes, one shared queue, four interrupt lines, a process in the path
//   oneInterface    the shortest path there can be: ring, queue, ring
import type { Topology } from "../frame/topology";

export const oneInterface: Topology = {
  model: "made-up",
  scenario: "made-up-one",
  design: "made-up",
  clock_hz: 150_000_000,
  cpus: 1,
  contexts: [
    context("hardware", "Hardware", "", "hardware", "no CPU spent"),
    context("clock", "Clock", "hardclock", "clock", "SPLCLOCK"),
    context("device", "Device interrupt", "lnintr", "device", "SPLIMP"),
    context("thread", "IP thread", "ipintr", "thread", "IPL 0"),
    context("user", "User process", "compute", "process", "IPL 0"),
    context("idle", "Idle", "", "idle", "IPL 0"),
  ],
  places: [
    place("wire_in", "Wire in", "", "wire_in", 0, 0, 0, 0, ""),
    place("ring", "Receive ring", "", "receive_ring", 0, 32, 1, 0, "refused at the receive ring"),
    place("queue", "IP input queue", "ipintrq", "queue", 3, 50, 2, -1, "dropped at ipintrq"),
    place("output", "Output queue", "ifqueue", "queue", 3, 50, 3, 1, "dropped at the output queue"),
    place("transmit", "Transmit ring", "", "transmit_ring", 0, 16, 4, 1, ""),
    place("wire_out", "Wire out", "", "wire_out", 0, 0, 5, 1, ""),
  ],
  edges: [
    edge("arrive", 0, 1, 0, []),
    edge("receive", 1, 2, 2, [0, 1, 2, 3]),
    edge("forward", 2, 3, 3, [4, 5, 6]),
    edge("start", 3, 4, 3, [7]),
    edge("send", 4, 5, 0, []),
  ],
  lines: [
    line("receive", "receive interrupt", "", 2, 0),
    line("transmit", "transmit interrupt", "", 2, 1),
    line("clock", "clock tick", "", 1, -1),
  ],
  gates: [{ id: "input", name: "Input", on: "inhibited", off: "open" }],
  steps: [
    step("entry", "interrupt entry", "entering the interrupt", 0),
    step("lnread", "lnread", "copying the packet", 1),
    step("ether_input", "ether_input", "looking at the header", 2),
    step("enqueue", "netisr_input", "putting it on the queue", 3),
    step("dequeue", "ipintr", "taking it off the queue", 4),
    step("ipinput", "ipinput", "checking the packet", 5),
    step("ip_output", "ip_output", "finding the route", 6),
    step("lnstart", "lnstart", "putting it on the ring", 7),
    step("hardclock", "hardclock", "counting a tick", 8),
    step("compute", "compute", "the program's own work", 9),
  ],
  code: [
    code("lnintr", "while a frame is in the ring:", 0),
    code("lnintr", "copy it to memory", 1),
    code("lnintr", "look at its type", 1),
    code("lnintr", "if there is room: put it on the queue", 1),
    code("ipintr", "take a packet off the queue", 0),
    code("ipintr", "check header and sum", 0),
    code("ipintr", "find the route, send it", 0),
    code("ipintr", "start the transmitter", 0),
    code("hardclock", "count a tick", 0),
    code("compute", "loop for ever", 0),
  ],
};

export const twoInterfaces: Topology = {
  model: "made-up",
  scenario: "made-up-two",
  design: "made-up",
  clock_hz: 100_000_000,
  cpus: 1,
  contexts: [
    context("wires", "Hardware", "", "hardware", "no CPU spent"),
    context("tick", "Clock", "", "clock", "SPLCLOCK"),
    context("alarm", "Device interrupt", "alarm", "device", "SPLIMP"),
    context("soft", "Software interrupt", "softwork", "software", "SPLNET"),
    context("worker", "Sorting thread", "sorter", "thread", "IPL 0"),
    context("judge", "Judging process", "judged", "process", "IPL 0"),
    context("sums", "Sums", "sums", "process", "IPL 0"),
    context("rest", "Idle", "", "idle", "IPL 0"),
  ],
  places: [
    place("west_in", "West wire in", "", "wire_in", 0, 0, 0, 0, ""),
    place(
      "west_ring",
      "West ring",
      "rx0",
      "receive_ring",
      0,
      32,
      1,
      0,
      "refused at the receive ring",
    ),
    place("heap", "Sorting queue", "sortq", "queue", 4, 64, 2, -1, "dropped before sorting"),
    place("court", "Judging queue", "judgeq", "queue", 5, 32, 3, -1, "dropped before judging"),
    place(
      "east_out_queue",
      "East queue",
      "outq1",
      "queue",
      4,
      20,
      4,
      1,
      "dropped at the east queue",
    ),
    place(
      "west_out_queue",
      "West queue",
      "outq0",
      "queue",
      4,
      20,
      4,
      0,
      "dropped at the west queue",
    ),
    place("east_send", "East send ring", "tx1", "transmit_ring", 0, 16, 5, 1, ""),
    place("west_send", "West send ring", "tx0", "transmit_ring", 0, 16, 5, 0, ""),
    place("east_out", "East wire out", "", "wire_out", 0, 0, 6, 1, ""),
    place("west_out", "West wire out", "", "wire_out", 0, 0, 6, 0, ""),
    place("east_in", "East wire in", "", "wire_in", 0, 0, 0, 1, ""),
    place(
      "east_ring",
      "East ring",
      "rx1",
      "receive_ring",
      0,
      32,
      1,
      1,
      "refused at the receive ring",
    ),
  ],
  edges: [
    edge("west_arrive", 0, 1, 0, []),
    edge("east_arrive", 10, 11, 0, []),
    edge("west_lift", 1, 2, 2, [0, 1]),
    edge("east_lift", 11, 2, 2, [0, 1]),
    edge("sort", 2, 3, 4, [2, 3]),
    edge("judge_east", 3, 4, 5, [4, 5]),
    edge("judge_west", 3, 5, 5, [4, 5]),
    edge("start_east", 4, 6, 3, [6]),
    edge("start_west", 5, 7, 3, [6]),
    edge("east_leave", 6, 8, 0, []),
    edge("west_leave", 7, 9, 0, []),
  ],
  lines: [
    line("west_receive", "west receive", "rxint0", 2, 0),
    line("east_receive", "east receive", "rxint1", 2, 1),
    line("west_transmit", "west transmit", "txint0", 3, 0),
    line("east_transmit", "east transmit", "txint1", 3, 1),
    line("tick", "tick", "", 1, -1),
  ],
  gates: [],
  steps: [
    step("alarm", "alarm", "answering the alarm", 0),
    step("lift", "lift", "lifting the packet off the ring", 1),
    step("sort", "sort", "sorting", 2),
    step("pass", "pass_on", "passing it on", 3),
    step("read", "read", "reading it", 4),
    step("verdict", "verdict", "deciding", 5),
    step("send", "send", "sending it", 6),
    step("tick", "tick", "counting a tick", 7),
    step("sums", "sums", "doing sums", 8),
  ],
  code: [
    code("alarm", "answer the alarm", 0),
    code("alarm", "lift the packet off the ring", 1),
    code("sorter", "sort", 0),
    code("sorter", "pass it on", 0),
    code("judged", "read it", 0),
    code("judged", "decide", 0),
    code("softwork", "send it", 0),
    code("tick", "count a tick", 0),
    code("sums", "do sums", 0),
  ],
};

function context(
  id: string,
  name: string,
  paper_name: string,
  kind: Topology["contexts"][number]["kind"],
  ipl: string,
): Topology["contexts"][number] {
  return { id, name, paper_name, kind, ipl, cpu: 0 };
}

function place(
  id: string,
  name: string,
  paper_name: string,
  kind: Topology["places"][number]["kind"],
  context: number,
  capacity: number,
  stage: number,
  interface_: number,
  drop: string,
): Topology["places"][number] {
  return { id, name, paper_name, kind, context, capacity, stage, interface: interface_, drop };
}

function edge(
  id: string,
  from: number,
  to: number,
  context: number,
  steps: number[],
): Topology["edges"][number] {
  return { id, from, to, context, steps };
}

function line(
  id: string,
  name: string,
  paper_name: string,
  context: number,
  interface_: number,
): Topology["lines"][number] {
  return { id, name, paper_name, context, interface: interface_ };
}

function step(
  id: string,
  procedure: string,
  label: string,
  code: number,
): Topology["steps"][number] {
  return { id, procedure, label, code, runs_in: [] };
}

function code(procedure: string, text: string, indent: number): Topology["code"][number] {
  return { procedure, text, indent, step: -1, line: 0 };
}
