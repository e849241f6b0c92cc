//! Everything that can be seen of a machine at one moment, as the trace tells it: what is in each queue, what each
//! context does and with which packet, lines, gates and level. `apply` moves it one record further.

use super::{ContextId, Event, NO_PACKET, PacketId, PlaceId, Record, Running};
use crate::units::Cycles;
use std::cell::Cell;
use std::collections::VecDeque;

/// A procedure that has been entered and not left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenProcedure {
    /// The step that opened it.
    pub step: u16,
    pub depth: u8,
    pub packet: PacketId,
    pub begin: Cycles,
}

/// The step that a context is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepInProgress {
    pub step: u16,
    pub packet: PacketId,
    pub depth: u8,
    pub begin: Cycles,
    pub cycles: u32,
    /// Spent up to `VisibleState::time` or, when it does not run, up to its preemption.
    pub spent: u32,
}

/// What one context does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContextState {
    /// In the middle of something (running or preempted), not blocked or returned.
    pub active: bool,
    pub blocked: bool,
    pub procedures: Vec<OpenProcedure>,
    pub step: Option<StepInProgress>,
    /// A thread switch that has to be finished first: when it began, and what it costs.
    pub switch: Option<(Cycles, u32)>,
    /// The packet taken from a place and not yet put down, and that place.
    pub hand: Option<(PacketId, PlaceId)>,
    /// Cycles run since the start.
    pub cycles: u64,
}

/// One interrupt line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineState {
    pub asserted: bool,
    pub enabled: bool,
    pub in_service: bool,
}

/// So many packets of a place are known by number, the newest; of those before them only how many they are.
pub const NAMED_MAX: usize = 1024;

/// What is in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceState {
    /// Packets that came before those in `contents`.
    pub unnamed: u32,
    pub contents: VecDeque<PacketId>,
    /// How many have ever left from the front: with a ring's size it gives the slot of the first.
    pub taken: u64,
    /// Transmit rings: how many at the front have been sent and wait to be taken back.
    pub sent: u32,
    pub limit: u32,
}

impl PlaceState {
    /// Packets in it.
    pub fn count(&self) -> usize {
        self.unnamed as usize + self.contents.len()
    }

    fn push(&mut self, packet: PacketId) {
        self.contents.push_back(packet);
        if self.contents.len() > NAMED_MAX {
            self.contents.pop_front();
            self.unnamed += 1;
        }
    }

    fn pop(&mut self, packet: PacketId) {
        if self.unnamed > 0 {
            self.unnamed -= 1;
        } else {
            let front = self.contents.pop_front();
            debug_assert_eq!(front, Some(packet), "a place gives its oldest packet first");
        }
        self.taken += 1;
    }
}

/// What one CPU is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuState {
    pub running: ContextId,
    pub level: u8,
}

/// The visible state at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleState {
    pub time: Cycles,
    /// By CPU; most machines have one.
    pub cpus: Vec<CpuState>,
    pub contexts: Vec<ContextState>,
    pub places: Vec<PlaceState>,
    pub lines: Vec<LineState>,
    pub gates: Vec<bool>,
    pub interventions: u32,
    pub intervention_last: Option<Cycles>,
}

impl VisibleState {
    /// `idle` is what each CPU is at when it has nothing to do, as at first.
    pub fn new(contexts: usize, places: usize, lines: usize, gates: usize, idle: &[ContextId]) -> VisibleState {
        VisibleState {
            time: Cycles::ZERO,
            cpus: idle.iter().map(|idle| CpuState { running: *idle, level: 0 }).collect(),
            contexts: vec![ContextState::default(); contexts],
            places: vec![PlaceState::default(); places],
            lines: vec![LineState::default(); lines],
            gates: vec![false; gates],
            interventions: 0,
            intervention_last: None,
        }
    }

    /// Whether one of the CPUs works in this context.
    pub fn is_running(&self, context: usize) -> bool {
        self.cpus.iter().any(|cpu| usize::from(cpu.running) == context)
    }

    /// Lets time pass: the running contexts spend cycles.
    pub fn advance(&mut self, to: Cycles) {
        for cpu in &self.cpus {
            let context = &mut self.contexts[usize::from(cpu.running)];
            context.cycles += (to - self.time).0;
            let mut goes_on = self.time;
            if let Some((begin, cycles)) = context.switch {
                goes_on = begin + Cycles(u64::from(cycles));
                if to < goes_on {
                    continue;
                }
                context.switch = None;
            }
            if let Some(step) = &mut context.step {
                step.spent = step.spent.saturating_add((to - goes_on).0 as u32).min(step.cycles);
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
                self.turn_to(cpu, context);
                if switch > 0 {
                    self.contexts[usize::from(context)].switch = Some((self.time, switch));
                }
            }
            Event::Interrupt { line, latched } => {
                self.turn_to(cpu, context);
                self.contexts[usize::from(context)].active = true;
                let line = &mut self.lines[usize::from(line)];
                line.in_service = true;
                line.asserted &= !latched;
            }
            Event::Return { line, to } => {
                self.lines[usize::from(line)].in_service = false;
                self.end(context, false);
                self.turn_to(cpu, to);
            }
            Event::Block => self.end(context, true),
            Event::Ready => {
                let state = &mut self.contexts[usize::from(context)];
                state.active = true;
                state.blocked = false;
            }
            Event::Step(running) => self.begin(context, running),
            Event::Arrive { packet, place, line, .. } => {
                self.places[usize::from(place)].push(packet);
                if let Some(line) = self.lines.get_mut(usize::from(line)) {
                    line.asserted = true;
                }
            }
            Event::Refuse { .. } => {}
            Event::Push { packet, place } => {
                self.places[usize::from(place)].push(packet);
                self.put_down(context, packet);
            }
            Event::Pop { packet, place, lowers } => {
                self.pop(context, packet, place);
                if let Some(line) = lowers {
                    self.lines[usize::from(line)].asserted = false;
                }
            }
            Event::Drop { packet, .. } => self.put_down(context, packet),
            Event::Deliver { place, raises: Some(line), .. } => {
                self.places[usize::from(place)].sent += 1;
                self.lines[usize::from(line)].asserted = true;
            }
            Event::Deliver { packet, raises: None, .. } => self.put_down(context, packet),
            Event::Line { line, asserted, enabled, in_service } => {
                self.lines[usize::from(line)] = LineState { asserted, enabled, in_service };
            }
            Event::Gate { gate, on } => self.gates[usize::from(gate)] = on,
            Event::Intervention { index } => {
                self.interventions = index + 1;
                self.intervention_last = Some(record.time());
            }
            Event::Capacity { place, limit } => self.places[usize::from(place)].limit = limit,
        }
    }

    /// The same as `apply` for one after the other, sooner done: most steps leave nothing, because their handler returns
    /// later, or another outermost procedure begins in their context.
    pub fn apply_all(&mut self, records: &[Cell<Record>]) {
        let mut needed = Vec::with_capacity(records.len());
        let mut undone_before = 0_u64; // contexts, as bits
        for record in records.iter().rev().map(Cell::get) {
            let context = 1 << record.context();
            let step = record.step_begun();
            if step.is_some() && undone_before & context != 0 {
                continue;
            }
            if step.map_or(record.ends_steps(), |step| step.opens && step.depth == 0) {
                undone_before |= context;
            }
            needed.push(record);
        }
        for record in needed.into_iter().rev() {
            self.apply(record); // the last of all, and of each CPU, is among them
        }
    }

    fn turn_to(&mut self, cpu: usize, context: ContextId) {
        let before = std::mem::replace(&mut self.cpus[cpu].running, context);
        self.contexts[usize::from(before)].switch = None; // a preempted switch comes with a record of its own
    }

    /// A handler has returned, or a thread waits.
    fn end(&mut self, context: ContextId, blocked: bool) {
        let state = &mut self.contexts[usize::from(context)];
        state.active = false;
        state.blocked = blocked;
        state.procedures.clear();
        state.step = None;
    }

    fn begin(&mut self, context: ContextId, running: Running) {
        let time = self.time;
        let state = &mut self.contexts[usize::from(context)];
        state.active = true;
        let around = running.depth + u8::from(!running.opens);
        while state.procedures.last().is_some_and(|open| open.depth >= around) {
            state.procedures.pop();
        }
        if running.opens {
            let open = OpenProcedure { step: running.step, depth: running.depth, packet: running.packet, begin: time };
            state.procedures.push(open);
        }
        state.step = Some(StepInProgress {
            step: running.step,
            packet: running.packet,
            depth: running.depth,
            begin: time,
            cycles: running.cycles,
            spent: 0,
        });
    }

    fn put_down(&mut self, context: ContextId, packet: PacketId) {
        let hand = &mut self.contexts[usize::from(context)].hand;
        if hand.is_some_and(|(held, _)| held == packet) {
            *hand = None;
        }
    }

    /// A transmit ring gives back what was sent: the packet is gone, not in anyone's hand.
    fn pop(&mut self, context: ContextId, packet: PacketId, place: PlaceId) {
        let state = &mut self.places[usize::from(place)];
        state.pop(packet);
        if state.sent > 0 {
            state.sent -= 1;
        } else {
            self.contexts[usize::from(context)].hand = Some((packet, place));
        }
    }

    /// The packet that a context's current step works on, if any.
    pub fn packet_of(&self, context: usize) -> PacketId {
        self.contexts[context].step.map_or(NO_PACKET, |step| step.packet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Origin;

    /// A thread in the middle of a step of 100 cycles is switched to, for 30 cycles.
    #[test]
    fn what_is_left_of_the_time_after_a_switch_is_the_steps() {
        const IDLE: ContextId = 0;
        const THREAD: ContextId = 1;
        let mut state = VisibleState::new(2, 0, 0, 0, &[IDLE]);
        let step = Running { step: 7, packet: NO_PACKET, depth: 0, opens: true, cycles: 100 };
        let events = [Event::Run { switch: 0 }, Event::Step(step), Event::Run { switch: 30 }];
        for (time, event) in [0, 0, 10].map(Cycles).into_iter().zip(events) {
            state.apply(Record::new(time, Origin::new(THREAD, 0), event));
        }
        let spent = |state: &VisibleState| state.contexts[usize::from(THREAD)].step.map(|step| step.spent);
        let mut looked_at_often = state.clone();
        for time in 11..=55 {
            looked_at_often.advance(Cycles(time));
        }
        state.advance(Cycles(55));
        assert_eq!(spent(&state), Some(10 + 15));
        assert_eq!(state, looked_at_often);
    }
}
