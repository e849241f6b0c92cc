//! The visible state of a machine at one time, as the trace gives it: the packets in each queue, what each context does and
//! for which packet, lines, gates and levels. `apply` advances it by one record.

use super::topology::Topology;
use super::{ContextId, Event, PacketId, PlaceId, Record, StepStart};
use crate::units::Cycles;
use std::cell::Cell;
use std::collections::VecDeque;

/// A procedure that has been entered and not yet left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenProcedure {
    /// The step that opened it.
    pub step: u16,
    pub depth: u8,
    pub packet: PacketId,
    pub begin: Cycles,
}

/// The current step of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepInProgress {
    pub step: u16,
    pub packet: PacketId,
    pub depth: u8,
    pub begin: Cycles,
    pub cycles: u32,
    /// Cycles spent up to `VisibleState::time`; if the context has been preempted, up to the preemption.
    pub spent: u32,
}

/// The state of a context.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContextState {
    /// Running, preempted or ready; not blocked, and not returned.
    pub active: bool,
    pub blocked: bool,
    pub procedures: Vec<OpenProcedure>,
    pub step: Option<StepInProgress>,
    /// The functions of a program that run here, the outermost first: the step of the line that each has reached. A thread that
    /// sleeps keeps them. Empty in a machine without a program, and if lines cost nothing.
    pub calls: Vec<u16>,
    /// A thread switch in progress: when it began, and how many cycles it takes.
    pub switch: Option<(Cycles, u32)>,
    /// The packet that the context has taken from a place and not yet passed on, and that place.
    pub held: Option<(PacketId, PlaceId)>,
    /// Cycles spent since the start.
    pub cycles: u64,
}

/// The state of an interrupt line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineState {
    pub asserted: bool,
    pub enabled: bool,
    pub in_service: bool,
}

/// Largest number of packets of a place that are listed by number: the newest ones. Older packets are only counted, so that
/// keyframes and frames are bounded.
pub const LISTED_MAX: usize = 1024;

/// The packets in a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceState {
    /// How many older packets are not in `contents`.
    pub unlisted: u32,
    /// Oldest first.
    pub contents: VecDeque<PacketId>,
    /// How many packets have ever been taken from the front. Modulo the size of a ring this is the slot of the first packet.
    pub taken: u64,
    /// In a transmit ring: how many packets at the front have been sent and not yet been reclaimed.
    pub sent: u32,
    /// How many packets fit; changed by `Event::Capacity`.
    pub limit: u32,
}

impl PlaceState {
    /// How many packets are in the place.
    pub fn count(&self) -> usize {
        self.unlisted as usize + self.contents.len()
    }

    fn push(&mut self, packet: PacketId) {
        self.contents.push_back(packet);
        if self.contents.len() > LISTED_MAX {
            self.contents.pop_front();
            self.unlisted += 1;
        }
    }

    fn pop(&mut self, packet: PacketId) {
        if self.unlisted > 0 {
            self.unlisted -= 1;
        } else {
            let front = self.contents.pop_front();
            debug_assert_eq!(front, Some(packet), "the oldest packet is taken first");
        }
        self.taken += 1;
    }
}

/// The running context and the level of a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuState {
    pub running: ContextId,
    pub level: u8,
}

/// The visible state at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleState {
    pub time: Cycles,
    /// Indexed by CPU. Most machines have one.
    pub cpus: Vec<CpuState>,
    pub contexts: Vec<ContextState>,
    pub places: Vec<PlaceState>,
    pub lines: Vec<LineState>,
    pub gates: Vec<bool>,
    /// The values of a program's variables, as a 32-bit pattern; of a packet, its number.
    pub variables: Vec<u32>,
    pub interventions: u32,
    pub intervention_last: Option<Cycles>,
}

impl VisibleState {
    /// The state before anything has happened.
    pub fn of(topology: &Topology) -> VisibleState {
        let (contexts, places, idle) = (topology.contexts.len(), topology.places.len(), topology.idle_contexts());
        let state = VisibleState::new(contexts, places, topology.lines.len(), topology.gates.len(), &idle);
        VisibleState { variables: topology.variables.iter().map(|variable| variable.initial).collect(), ..state }
    }

    /// `idle` are the idle contexts by CPU, which run at first.
    pub fn new(contexts: usize, places: usize, lines: usize, gates: usize, idle: &[ContextId]) -> VisibleState {
        VisibleState {
            time: Cycles::ZERO,
            cpus: idle.iter().map(|idle| CpuState { running: *idle, level: 0 }).collect(),
            contexts: vec![ContextState::default(); contexts],
            places: vec![PlaceState::default(); places],
            lines: vec![LineState::default(); lines],
            gates: vec![false; gates],
            variables: Vec::new(),
            interventions: 0,
            intervention_last: None,
        }
    }

    /// Whether one of the CPUs runs this context.
    pub fn is_running(&self, context: usize) -> bool {
        self.cpus.iter().any(|cpu| usize::from(cpu.running) == context)
    }

    /// Advances the time. The running contexts spend cycles.
    pub fn advance(&mut self, to: Cycles) {
        for cpu in &self.cpus {
            let context = &mut self.contexts[usize::from(cpu.running)];
            context.cycles += (to - self.time).0;
            let mut step_resumes = self.time;
            if let Some((begin, cycles)) = context.switch {
                step_resumes = begin + Cycles(u64::from(cycles));
                if to < step_resumes {
                    continue;
                }
                context.switch = None;
            }
            if let Some(step) = &mut context.step {
                step.spent = step.spent.saturating_add((to - step_resumes).0 as u32).min(step.cycles);
            }
        }
        self.time = to;
    }

    pub fn apply(&mut self, record: Record) {
        self.advance(record.time());
        let cpu = usize::from(record.cpu());
        self.cpus[cpu].level = record.level();
        let context = record.context();
        match record.event() {
            Event::Run { switch } => {
                self.switch_to(cpu, context);
                if switch > 0 {
                    self.contexts[usize::from(context)].switch = Some((self.time, switch));
                }
            }
            Event::Interrupt { line, latched } => {
                self.switch_to(cpu, context);
                self.contexts[usize::from(context)].active = true;
                let line = &mut self.lines[usize::from(line)];
                line.in_service = true;
                line.asserted &= !latched;
            }
            Event::Return { line, to } => {
                self.lines[usize::from(line)].in_service = false;
                self.end(context, false);
                self.switch_to(cpu, to);
            }
            Event::Block => self.end(context, true),
            Event::Ready => {
                let state = &mut self.contexts[usize::from(context)];
                state.active = true;
                state.blocked = false;
            }
            Event::Step(start) => {
                self.begin_step(context, start);
                self.reach_line(context, start.step, record.calls());
            }
            Event::Arrive { packet, place, line, .. } => {
                self.places[usize::from(place)].push(packet);
                if let Some(line) = self.lines.get_mut(usize::from(line)) {
                    line.asserted = true;
                }
            }
            Event::Refuse { .. } | Event::Trap { .. } => {}
            Event::Push { packet, place } => {
                self.places[usize::from(place)].push(packet);
                self.release_held(context, packet);
            }
            Event::Pop { packet, place, deasserts } => {
                self.pop(context, packet, place);
                if let Some(line) = deasserts {
                    self.lines[usize::from(line)].asserted = false;
                }
            }
            Event::Drop { packet, .. } => self.release_held(context, packet),
            Event::Deliver { place, asserts: Some(line), .. } => {
                self.places[usize::from(place)].sent += 1;
                self.lines[usize::from(line)].asserted = true;
            }
            Event::Deliver { packet, asserts: None, .. } => self.release_held(context, packet),
            Event::Line { line, asserted, enabled, in_service } => {
                self.lines[usize::from(line)] = LineState { asserted, enabled, in_service };
            }
            Event::Gate { gate, on } => self.gates[usize::from(gate)] = on,
            Event::Variable { variable, value } => self.variables[usize::from(variable)] = value,
            Event::Intervention { index } => {
                self.interventions = index + 1;
                self.intervention_last = Some(record.time());
            }
            Event::Capacity { place, limit } => self.places[usize::from(place)].limit = limit,
        }
    }

    /// The same as `apply` for each record in turn, but faster. Most steps have no effect on the final state, because
    /// later their handler returns, or another outermost procedure begins in their context. These steps are skipped.
    pub fn apply_all(&mut self, records: &[Cell<Record>]) {
        let mut needed = Vec::with_capacity(records.len());
        let mut overwritten = 0_u64; // one bit for each context whose earlier steps do not matter
        let mut left = 0_u64; // one bit for each context whose earlier lines do not matter either
        for record in records.iter().rev().map(Cell::get) {
            let context = 1 << record.context();
            let step = record.step_start();
            let calls = record.calls();
            let matters = overwritten & context == 0 || calls > 0 && left & context == 0;
            if step.is_some() && !matters {
                continue;
            }
            if calls == 1 || record.returns() {
                left |= context;
            }
            if step.map_or(record.ends_procedures(), |step| step.opens && step.depth == 0) {
                overwritten |= context;
            }
            needed.push(record);
        }
        for record in needed.into_iter().rev() {
            self.apply(record); // the last record of each CPU is among them, so the final time and levels are right
        }
    }

    fn switch_to(&mut self, cpu: usize, context: ContextId) {
        let previous_context = std::mem::replace(&mut self.cpus[cpu].running, context);
        self.contexts[usize::from(previous_context)].switch = None; // a preempted switch that goes on writes a new record
    }

    /// A handler has returned, or a thread sleeps.
    fn end(&mut self, context: ContextId, blocked: bool) {
        let state = &mut self.contexts[usize::from(context)];
        state.active = false;
        state.blocked = blocked;
        state.procedures.clear();
        state.step = None;
        if !blocked {
            state.calls.clear();
        }
    }

    /// A line of a program begins, in the innermost of so many functions. If the trace begins in the middle of a function, the line
    /// of its caller is not known: then the same line stands for it.
    fn reach_line(&mut self, context: ContextId, line: u16, calls: u8) {
        if calls > 0 {
            self.contexts[usize::from(context)].calls.resize(usize::from(calls), line);
            self.contexts[usize::from(context)].calls[usize::from(calls) - 1] = line;
        }
    }

    fn begin_step(&mut self, context: ContextId, start: StepStart) {
        let time = self.time;
        let state = &mut self.contexts[usize::from(context)];
        state.active = true;
        let depth = start.depth + u8::from(!start.opens);
        while state.procedures.last().is_some_and(|open| open.depth >= depth) {
            state.procedures.pop();
        }
        if start.opens {
            let open = OpenProcedure { step: start.step, depth: start.depth, packet: start.packet, begin: time };
            state.procedures.push(open);
        }
        state.step = Some(StepInProgress {
            step: start.step,
            packet: start.packet,
            depth: start.depth,
            begin: time,
            cycles: start.cycles,
            spent: 0,
        });
    }

    fn release_held(&mut self, context: ContextId, packet: PacketId) {
        let held = &mut self.contexts[usize::from(context)].held;
        if held.is_some_and(|(id, _)| id == packet) {
            *held = None;
        }
    }

    /// Takes a packet from a place. A sent packet in a transmit ring has left the machine: it is only reclaimed, and no
    /// context holds it afterwards.
    fn pop(&mut self, context: ContextId, packet: PacketId, place: PlaceId) {
        let state = &mut self.places[usize::from(place)];
        state.pop(packet);
        if state.sent > 0 {
            state.sent -= 1;
        } else {
            self.contexts[usize::from(context)].held = Some((packet, place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{NO_PACKET, Origin};

    /// The CPU switches, in 30 cycles, to a thread that is in the middle of a step of 100 cycles.
    #[test]
    fn time_after_the_end_of_a_switch_is_spent_on_the_step() {
        const IDLE: ContextId = 0;
        const THREAD: ContextId = 1;
        let mut state = VisibleState::new(2, 0, 0, 0, &[IDLE]);
        let step = StepStart { step: 7, packet: NO_PACKET, depth: 0, opens: true, cycles: 100 };
        let events = [Event::Run { switch: 0 }, Event::Step(step), Event::Run { switch: 30 }];
        for (time, event) in [0, 0, 10].map(Cycles).into_iter().zip(events) {
            state.apply(Record::new(time, Origin::new(THREAD, 0), event));
        }
        let spent = |state: &VisibleState| state.contexts[usize::from(THREAD)].step.map(|step| step.spent);
        let mut advanced_in_small_steps = state.clone();
        for time in 11..=55 {
            advanced_in_small_steps.advance(Cycles(time));
        }
        state.advance(Cycles(55));
        assert_eq!(spent(&state), Some(10 + 15));
        assert_eq!(state, advanced_in_small_steps);
    }
}
