//! The code view's numbers: for each line of pseudo-code its visits and cycles in the window, and the share of both that went
//! to packets that were thrown away later; and the call stack of each context. Written only when the request asks for it.
//!
//! A line belongs to one step, so a line's cycles are the CPU time of its step. Each cycle of a CPU is counted once: at the line
//! of the running context's step, as a thread switch, or as idle. The counts come from the trace. If the trace no longer
//! has the whole window, or the window has more than `RECORDS_MAX` records, only the newest part of the window is counted,
//! and `CodeFactFields::from` says where that part begins.

use super::Request;
use super::layout::{CallStackFields, CodeFactFields, CodeLineFields, Section};
use super::writer::{Writer, some_packet};
use crate::session::Session;
use crate::trace::{Event, NO_PACKET, PacketId, PacketIndex, PacketOutcome, Record, VisibleState};
use crate::units::Cycles;

#[cfg(test)]
mod tests;

/// Largest number of records that are read for one frame. Ten milliseconds of work at most; a window of 100 ms of M's router
/// has at most 70,000.
const RECORDS_MAX: u64 = 400_000;

pub fn write(writer: &mut Writer, session: &Session, request: &Request, state: Option<&VisibleState>) {
    if request.stacks
        && let Some(state) = state
    {
        writer.section(Section::CallStacks, stacks(state));
    }
    if request.code {
        write_counts(writer, session, request.counted);
    }
}

/// Writes the facts, and the lines if the trace has a part of the window.
fn write_counts(writer: &mut Writer, session: &Session, t: Cycles) {
    let mut facts = CodeFactFields::default();
    if let Some((from, to)) = counted_part(session, t) {
        let packets = session.packets();
        let Count { lines, switch_cycles, idle_cycles, unlisted_cycles, .. } =
            Count::new(session, &packets, from).run(session, to);
        facts = CodeFactFields { from, to, switch_cycles, idle_cycles, unlisted_cycles };
        writer.section(Section::CodeLines, lines);
    }
    writer.record(Section::CodeFacts, facts, 0);
}

/// The part of the window that is counted, or `None` if the trace has no part of it.
fn counted_part(session: &Session, t: Cycles) -> Option<(Cycles, Cycles)> {
    let window = session.window(t);
    let recorder = session.recorder();
    let to = window.to.time;
    let oldest_read = first_at(session, to).saturating_sub(RECORDS_MAX).max(recorder.first());
    // An older record may have the same time as the oldest one that is read.
    let is_whole = |number: u64| number == recorder.first();
    let after = |number: u64| recorder.record(number).map_or(Cycles::ZERO, |record| record.time() + Cycles(1));
    let readable = if is_whole(oldest_read) { recorder.from() } else { after(oldest_read) };
    let from = window.from.time.max(readable);
    (recorder.is_on() && from < to).then_some((from, to))
}

/// One row for each open procedure of each context, outermost first. If the current step is another one than the step
/// that opened the innermost procedure, the context has one more row for it.
fn stacks(state: &VisibleState) -> Vec<CallStackFields> {
    let mut rows = Vec::new();
    for (context, shown) in state.contexts.iter().enumerate() {
        let row = |depth: u8, step: u16, packet: PacketId, is_current: bool| CallStackFields {
            context,
            depth,
            step,
            packet: some_packet(packet),
            is_current,
        };
        let opened = shown.procedures.last().map(|open| (open.step, open.begin));
        let is_opening = shown.step.is_some_and(|step| opened == Some((step.step, step.begin)));
        for (number, open) in shown.procedures.iter().enumerate() {
            let is_current = is_opening && number + 1 == shown.procedures.len();
            rows.push(row(open.depth, open.step, open.packet, is_current));
        }
        if let Some(step) = shown.step.filter(|_| !is_opening) {
            rows.push(row(shown.procedures.len() as u8, step.step, step.packet, true));
        }
    }
    rows
}

/// Whose work a step is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// For a packet that was delivered, or for no packet.
    Useful,
    Wasted,
    Undecided,
}

/// A step of a context.
#[derive(Clone, Copy)]
struct Running {
    line: usize,
    purpose: Purpose,
}

/// Reads the records of the window once.
struct Count<'a> {
    packets: &'a PacketIndex,
    /// The line of each step.
    line_of: Vec<usize>,
    /// The step of each context that has one.
    steps: Vec<Option<Running>>,
    /// For each CPU: its context, and the time at which its thread switch ends.
    cpus: Vec<(usize, Cycles)>,
    /// Cycles up to here are counted.
    time: Cycles,
    lines: Vec<CodeLineFields>,
    switch_cycles: u64,
    idle_cycles: u64,
    /// For steps without a line. Tests check that there are none.
    unlisted_cycles: u64,
}

impl<'a> Count<'a> {
    fn new(session: &Session, packets: &'a PacketIndex, from: Cycles) -> Count<'a> {
        let topology = session.topology();
        let mut state = session.recorder().state_before(first_at(session, from));
        state.advance(from.max(state.time));
        let mut count = Count {
            packets,
            line_of: topology.steps.iter().map(|step| usize::try_from(step.code).unwrap_or(usize::MAX)).collect(),
            steps: vec![None; state.contexts.len()],
            cpus: Vec::new(),
            time: from,
            lines: vec![CodeLineFields::default(); topology.code.len()],
            switch_cycles: 0,
            idle_cycles: 0,
            unlisted_cycles: 0,
        };
        for (context, shown) in state.contexts.iter().enumerate() {
            count.steps[context] = shown.step.map(|step| count.running(step.step, step.packet));
        }
        let switched = |context: u8| {
            let switch = state.contexts[usize::from(context)].switch;
            switch.map_or(Cycles::ZERO, |(begin, cycles)| begin + Cycles(u64::from(cycles)))
        };
        count.cpus = state.cpus.iter().map(|cpu| (usize::from(cpu.running), switched(cpu.running))).collect();
        count
    }

    fn run(mut self, session: &Session, to: Cycles) -> Count<'a> {
        session.recorder().scan(first_at(session, self.time), |record| {
            if record.time() >= to {
                return false;
            }
            self.read(record);
            true
        });
        self.pass(to);
        self
    }

    fn read(&mut self, record: Record) {
        let context = usize::from(record.context());
        if let Some(start) = record.step_start() {
            self.pass(record.time());
            let running = self.running(start.step, start.packet);
            if let Some(line) = self.lines.get_mut(running.line) {
                line.visits += 1;
                line.wasted_visits += u64::from(running.purpose == Purpose::Wasted);
            }
            self.steps[context] = Some(running);
            return;
        }
        let cpu = usize::from(record.cpu());
        let switched_to = match record.event() {
            Event::Run { switch } => Some((context, record.time() + Cycles(u64::from(switch)))),
            Event::Interrupt { .. } => Some((context, Cycles::ZERO)),
            Event::Return { to, .. } => Some((usize::from(to), Cycles::ZERO)),
            Event::Block => None,
            _ => return,
        };
        self.pass(record.time());
        if record.ends_procedures() {
            self.steps[context] = None;
        }
        if let Some(switched_to) = switched_to {
            self.cpus[cpu] = switched_to;
        }
    }

    fn running(&self, step: u16, packet: PacketId) -> Running {
        let outcome = if packet == NO_PACKET { PacketOutcome::Delivered } else { self.packets.outcome(packet) };
        let purpose = match outcome {
            PacketOutcome::Delivered => Purpose::Useful,
            PacketOutcome::Dropped => Purpose::Wasted,
            PacketOutcome::Inside => Purpose::Undecided,
        };
        Running { line: self.line_of[usize::from(step)], purpose }
    }

    /// Counts the time up to `to`. Every CPU goes on with its context.
    fn pass(&mut self, to: Cycles) {
        if to == self.time {
            return;
        }
        for cpu in 0..self.cpus.len() {
            let (context, switched) = self.cpus[cpu];
            let resumed = switched.clamp(self.time, to);
            self.switch_cycles += (resumed - self.time).0;
            self.spend(context, (to - resumed).0);
        }
        self.time = to;
    }

    fn spend(&mut self, context: usize, cycles: u64) {
        let Some(Running { line, purpose }) = self.steps[context] else {
            self.idle_cycles += cycles;
            return;
        };
        let Some(line) = self.lines.get_mut(line) else {
            self.unlisted_cycles += cycles;
            return;
        };
        line.cycles += cycles;
        match purpose {
            Purpose::Useful => {}
            Purpose::Wasted => line.wasted_cycles += cycles,
            Purpose::Undecided => line.undecided_cycles += cycles,
        }
    }
}

/// The number of the first record at `time` or later.
fn first_at(session: &Session, time: Cycles) -> u64 {
    let recorder = session.recorder();
    if time == Cycles::ZERO { recorder.first() } else { recorder.first_after(time - Cycles(1)) }
}
