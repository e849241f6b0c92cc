//! What is checked of a context: after a step that something has interrupted, at each clock tick, and at its end; and how a fault
//! gets its place.

use super::awake::Awake;
use super::calls::Next;
use super::execution::{Context, Execution};
use super::faults::{self, Wants};
use super::packets::{Held, bits};
use super::slow_faults::{self, Goes};
use crate::cpu::{Fault, Packet};
use crate::program::loops::loop_around;
use crate::program::way;
use crate::units::Cycles;
use std::pin::Pin;

/// How long a level may be held without a packet, and how long a loop may run without one, in milliseconds of CPU time.
pub const HELD_MILLISECONDS: u64 = 5;
pub const LOOP_MILLISECONDS: u64 = 200;

/// The CPU time of a context when it moved a packet last, and when it called something last.
#[derive(Default)]
pub struct Busy {
    moved: Cycles,
    called: Cycles,
    /// The clock tick at which somebody has looked.
    ticks: u64,
    pub(super) awake: Awake,
}

impl Execution {
    /// This context was called, or has slept.
    pub fn begin_turn(&mut self) {
        let cpu_time = self.cpu_time();
        self.busy =
            Busy { moved: cpu_time, called: cpu_time, ticks: self.state.watch.ticks.get(), awake: Awake::default() };
        self.own.turn += 1;
        self.own.unannounced_block = None;
        self.own.found_none = None;
        self.state.watch.turn_begins();
    }

    pub(super) fn cpu_time(&self) -> Cycles {
        let host = self.state.host();
        host.counters.cycles(host.current_context(), host.now())
    }

    /// The packet of a step: an interrupt may have passed it on meanwhile.
    pub fn taken_away(&mut self, packet: Packet, next: &Next) -> Option<Box<Fault>> {
        let (call, wants) = match next {
            Next::Take(..) => return None,
            Next::Put(..) => ("lnput", Wants::Moves),
            Next::Screen(_) => ("screend_enqueue", Wants::Moves),
            Next::Drop(..) => ("m_freem", Wants::Frees),
            _ => (self.own.open.last().map_or("this line", |(step, _)| step.row().procedure), Wants::Uses),
        };
        let is_gone = packet.is_some() && self.state.packets.owned(bits(packet)).is_none();
        is_gone.then(|| Context::new(&self.state, &mut self.own).not_owned(bits(packet), call, wants))
    }

    /// Looks, once a clock tick or when none has come for long, what this context has done with its CPU time. A level that is held
    /// for long is told; a loop that goes on for long without a packet stops the machine.
    pub fn look(&mut self) -> Option<Box<Fault>> {
        let state = self.state.clone();
        let (clock, now) = (state.watch.clock, state.host().now());
        if !state.watch.has_ticked(self.busy.ticks, now) {
            return None;
        }
        if state.watch.ticks.get() == self.busy.ticks {
            state.watch.tick(now);
        }
        self.busy.ticks = state.watch.ticks.get();
        let cpu_time = self.cpu_time();
        if std::mem::take(&mut self.own.has_moved) {
            self.busy.moved = cpu_time;
        }
        let has_called = std::mem::take(&mut self.own.has_called);
        if has_called {
            self.busy.called = cpu_time;
        }
        let is_long = |since: Cycles, milliseconds| cpu_time - since > clock.cycles_in_milliseconds(milliseconds);
        let keeps_out = self.keeps_out();
        if keeps_out && is_long(self.busy.moved, HELD_MILLISECONDS) {
            let raised = self.own.levels.first().map(|raised| state.since(raised.mark));
            let name = &state.program.functions[usize::from(self.own.function)].name;
            state.host().tell(self.placed(slow_faults::level_held(name, raised, HELD_MILLISECONDS)));
        }
        let since = if keeps_out { self.busy.moved } else { self.busy.called };
        if is_long(since, LOOP_MILLISECONDS) {
            return Some(self.no_end(&Goes::Milliseconds(LOOP_MILLISECONDS)));
        }
        if has_called {
            self.watch_awake(cpu_time - self.busy.moved);
        }
        let lost = self.lost()?;
        Some(faults::lost(lost.packet.id, state.since(lost.mark), None))
    }

    /// A packet that this context has taken and that no variable has. While another context is in the middle of its work, that one
    /// may have it: then somebody looks later.
    fn lost(&self) -> Option<Held> {
        let state = &self.state;
        let is_kept = |bits| !state.works_alone() || state.is_kept(bits);
        state.packets.lost(self.own.id, is_kept)
    }

    pub(super) fn keeps_out(&self) -> bool {
        self.own.is_handler || !self.own.levels.is_empty()
    }

    /// The loop that runs goes on without an end. It is told at its first line.
    pub fn no_end(&self, goes: &Goes) -> Box<Fault> {
        let loops = &self.state.program.loops;
        let mut chain = self.chain();
        let around = chain.iter().rposition(|(_, line)| loop_around(loops, *line).is_some());
        let around = around.and_then(|depth| {
            let found = loop_around(loops, chain[depth].1);
            chain.truncate(depth + 1);
            found
        });
        if let (Some(found), Some((_, line))) = (around, chain.last_mut()) {
            *line = found.first;
        }
        let raised = self.own.levels.first().map(|raised| self.state.since(raised.mark));
        let endless = around.and_then(|one| one.endless.as_ref());
        Box::new(Fault { chain, ..*slow_faults::no_end(endless, goes, self.keeps_out(), raised) })
    }

    /// Whether a function that returns has nothing left to put in order.
    #[inline]
    pub fn has_nothing(&self) -> bool {
        self.own.levels.is_empty() && !self.state.packets.has_taken(self.own.id)
    }

    /// A function that the machine has called returns: it has put interrupts and packets in order.
    pub fn end_fault(&self, function: u16) -> Option<Box<Fault>> {
        let (state, program) = (&self.state, &self.state.program);
        if let Some(raised) = self.own.levels.first() {
            let (since, end) = (state.since(raised.mark), self.activity.borrow().last_line(program));
            let way = way(program, since.line, end, "splx");
            return Some(faults::level_not_restored(&program.functions[usize::from(function)].name, since, &way));
        }
        let lost = self.lost()?;
        let activity = self.activity.borrow();
        let variable = activity.variable_of(program, function, bits(lost.packet));
        Some(faults::lost(lost.packet.id, state.since(lost.mark), variable))
    }

    /// The functions that run, the outermost first, and their lines.
    fn chain(&self) -> Vec<(String, u32)> {
        let (program, activity) = (&self.state.program, self.activity.borrow());
        let name = |function: u16| program.functions[usize::from(function)].name.clone();
        let stack = activity.stack(program).into_iter();
        let mut chain: Vec<(String, u32)> = stack.map(|running| (name(running.function), running.line)).collect();
        if chain.is_empty() {
            chain.push((name(self.own.function), activity.last_line(program)));
        }
        chain
    }

    /// A fault at the line that runs, if it says no other one.
    pub(super) fn placed(&self, mut fault: Box<Fault>) -> Fault {
        let chain = std::mem::take(&mut fault.chain);
        let chain = if chain.is_empty() { self.chain() } else { chain };
        let line = chain.last().map_or(0, |(_, line)| *line);
        Fault { file: self.state.file.clone(), line, chain, ..*fault }
    }

    /// Stops the machine for good, at the line that runs. In a box: who does not stop needs no room for it.
    #[cold]
    #[inline(never)]
    pub fn stop(&self, fault: Box<Fault>) -> Pin<Box<dyn Future<Output = ()> + '_>> {
        Box::pin(async { self.state.stop(Box::new(self.placed(fault))).await })
    }

    /// A fault before this function is called.
    pub fn before(&self, function: u16, mut fault: Box<Fault>) -> Box<Fault> {
        let row = &self.state.program.functions[usize::from(function)];
        fault.chain = vec![(row.name.clone(), row.line)];
        fault
    }
}
