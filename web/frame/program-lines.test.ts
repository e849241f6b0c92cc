// The lines of a program, from what the machine says of its code.
import { expect, it } from "vitest";
import type { Topology } from "./topology";
import { countsByLine, describeLoss, roomLine, runningLines, runsProgram } from "./program-lines";

/** A machine with a line before those of the program, whose steps begin with 2. */
function machine(...texts: string[]): Topology {
  const pseudo = { text: "the CPU saves its state", line: 0, step: 0 };
  const lines = texts.map((text, at) => ({ text, line: at + 4, step: text === "{" ? -1 : at + 2 }));
  const steps = [
    { id: "InterruptEntry", code: 0 },
    { id: "Lnread", code: -1 },
    ...texts.map((_, at) => ({ id: `program_${at}`, code: at + 1 })),
  ];
  return { code: [pseudo, ...lines], steps } as unknown as Topology;
}

const topology = machine(
  "lnack(unit, 1);",
  "while ((p = lnread(unit)) != NULL)",
  "{",
  "m_freem(p);",
);
const callsOf = (step: string) => (step === "Lnread" ? ["lnread"] : []);

it("a_step_of_a_line_is_that_line_and_a_call_is_the_line_that_has_it", () => {
  expect(runningLines([2, 5], topology, callsOf)).toEqual([4, 7]);
  expect(runningLines([1], topology, callsOf)).toEqual([5]);
  expect(runningLines([0, -1], topology, callsOf)).toEqual([]);
});

it("a_call_of_two_lines_is_neither", () => {
  const twice = machine("p = lnread(0);", "p = lnread(1);");
  expect(runningLines([1], twice, callsOf)).toEqual([]);
});

it("each_line_with_statements_has_its_counts", () => {
  const counts = [1, 2, 3, 4, 5].map((visits) => ({ visits }) as never);
  const found = [...countsByLine(counts, topology)].map(([line, { visits }]) => [line, visits]);
  expect(found).toEqual([
    [4, 2],
    [5, 3],
    [7, 5],
  ]);
  expect(runsProgram(topology)).toBe(true);
  expect(runsProgram(machine())).toBe(false);
});

it("a_loss_names_the_line_that_dropped_the_packet_or_that_ran_meanwhile", () => {
  const places = [{ name: "receive ring" }];
  const loss = { line: 7, place: 0, refused: false, count: 1, packet: 9, at: 5 };
  const said = (change: Partial<typeof loss>) =>
    describeLoss({ ...topology, places } as unknown as Topology, { ...loss, ...change });
  expect(said({})).toBe("dropped by line 7: m_freem(p);");
  expect(said({ refused: true })).toBe(
    "refused, because the receive ring was full, while line 7 ran: m_freem(p);",
  );
  expect(said({ refused: true, line: 0 })).toBe(
    "refused, because the receive ring was full; no line of the program ran.",
  );
  expect(said({ line: 0 })).toBe("dropped at the receive ring, by no line of the program.");
});

it("a_full_ring_leads_to_the_line_that_makes_room_in_it_if_there_is_one", () => {
  const places = [{ kind: "receive_ring" }, { kind: "queue" }] as Topology["places"];
  const loss = { line: 0, place: 0, refused: true, count: 1, packet: 9, at: 5 };
  const of = (given: Topology, more: Partial<typeof loss> = {}, givesBack = false) =>
    roomLine({ ...given, places }, { ...loss, ...more }, givesBack)?.line;
  expect(of(topology)).toBe(5);
  expect(of(topology, { refused: false })).toBeUndefined();
  expect(of(topology, { place: 1 })).toBeUndefined();
  expect(of(topology, {}, true), "nothing gives back").toBeUndefined();
  expect(of(machine("lnread(0);", "lninitdesc(0);"), {}, true)).toBe(5);
  expect(of(machine("lnread(0);", "lnread(1);"))).toBeUndefined();
});
