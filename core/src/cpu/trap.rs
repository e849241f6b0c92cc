//! Traps: what stops a machine for good. Software traps when it breaks a rule that a real kernel would not survive, and the
//! executor traps when no time passes any more. A trap is an event of the machine and no panic of the simulator: the CPUs halt
//! at that cycle, the trace has its record, and every later run returns it.
//!
//! Rules about time are no traps: a livelocked kernel goes on, because that is what it does. Breaking one of them is a verdict,
//! which is told with its place and counts in a judgement.

use super::Host;
use super::work::Work;
use crate::message::Message;
use crate::scenario::Step;
use crate::trace::{Breach, ContextId, Event, NO_PACKET, PacketId};
use crate::units::Cycles;
use serde::Serialize;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

/// The executor gives up after this many iterations in a row without a change of the time.
pub(super) const STUCK_AFTER: u64 = 10_000;

/// How many turns of loops software may take without a change of the time.
const TURNS_MAX: u32 = 100_000;

/// Why a machine has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrapCause {
    /// No time passes any more: software or hardware loops without spending cycles. The step is a hint where: the last one during
    /// which an event could happen.
    NoTime { step: Step },
    /// The kernel has broken a rule, for this packet or `NO_PACKET`. Rules have numbers from 1; whoever checks them names them.
    Kernel { rule: u8, packet: PacketId },
    /// The kernel is a program that somebody has written, and a line of it breaks a rule.
    Program(Arc<Fault>),
}

/// What a line of a program did, for the person who wrote it: three sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The rule's number in `program::RULES`.
    pub rule: u8,
    /// The packet that it is about, or `NO_PACKET`.
    pub packet: PacketId,
    /// The program's file, and the line in it, from 1.
    pub file: String,
    pub line: u32,
    /// The functions that run, the outermost first, each with the line that it has reached. None runs if nobody was in the middle of it.
    pub chain: Vec<(String, u32)>,
    /// The earlier line that it follows from.
    pub since: Option<Since>,
    pub problem: Message,
    /// What a real kernel would do.
    pub real: Message,
    pub remedy: Message,
}

/// A line of a program at a time of its run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Since {
    pub line: u32,
    #[serde(serialize_with = "cycles")]
    pub at: Cycles,
}

fn cycles<S: serde::Serializer>(Cycles(at): &Cycles, to: S) -> Result<S::Ok, S::Error> {
    at.serialize(to)
}

/// A program breaks a rule about time. The machine goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub at: Cycles,
    pub fault: Arc<Fault>,
}

/// A machine keeps so many verdicts: the first ones.
const VERDICTS_MAX: usize = 64;

impl From<Breach> for TrapCause {
    fn from(breach: Breach) -> TrapCause {
        TrapCause::Kernel { rule: breach.rule as u8, packet: breach.packet }
    }
}

/// A machine has stopped for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    pub at: Cycles,
    pub cause: TrapCause,
    /// The context that ran.
    pub context: ContextId,
}

impl fmt::Display for Trap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cycles(at) = self.at;
        match &self.cause {
            TrapCause::Program(fault) => {
                let Fault { file, line, problem, real, remedy, .. } = &**fault;
                write!(out, "{file}:{line}: the kernel stopped at cycle {at}: {problem} {real} {remedy}")
            }
            TrapCause::NoTime { step } => {
                let row = step.row();
                write!(out, "no time passes at cycle {at}, near step {} ({})", row.id, row.procedure)
            }
            TrapCause::Kernel { rule, packet: NO_PACKET } => {
                write!(out, "the kernel stopped at cycle {at}, by rule {rule}")
            }
            TrapCause::Kernel { rule, packet } => {
                write!(out, "the kernel stopped at cycle {at}, by rule {rule} for packet {packet}")
            }
        }
    }
}

impl std::error::Error for Trap {}

/// The turns that software may still take at this time.
#[derive(Default)]
pub(super) struct Fuel {
    at: Cell<Cycles>,
    turns: Cell<u32>,
    /// Lines of a program that are not counted as an iteration yet.
    pub lines: Cell<u32>,
}

impl Host {
    /// The trap that has stopped the machine.
    pub fn trapped(&self) -> Option<Trap> {
        self.trap.get().cloned()
    }

    /// Stops the machine. Await the result: software does not go on. The first trap counts.
    pub fn trap(&self, cause: TrapCause) -> Work {
        if self.trap.get().is_none() {
            let context = self.current_context();
            let (rule, packet) = match &cause {
                TrapCause::NoTime { .. } => (0, NO_PACKET),
                TrapCause::Kernel { rule, packet } => (*rule, *packet),
                TrapCause::Program(fault) => (fault.rule, fault.packet),
            };
            let is_first = self.trap.set(Trap { at: self.now.get(), cause, context }).is_ok();
            debug_assert!(is_first, "tested above");
            self.trace_as(context, Event::Trap { rule, packet });
            self.dispatcher.iterations_left.set(0);
            self.dispatcher.pause_at.set(self.now.get());
            self.request_dispatch();
        }
        Work::paused()
    }

    /// Tells a verdict, once for each rule and line.
    pub fn tell(&self, fault: Fault) {
        let mut verdicts = self.verdicts.borrow_mut();
        let is_new = verdicts.iter().all(|known| (known.fault.rule, known.fault.line) != (fault.rule, fault.line));
        if is_new && verdicts.len() < VERDICTS_MAX {
            verdicts.push(Verdict { at: self.now.get(), fault: Arc::new(fault) });
        }
    }

    /// The verdicts so far, in order of time.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.verdicts.borrow().clone()
    }

    /// Software takes turns of a loop that may spend no time. Await the result. A loop in which neither a step takes time nor
    /// a turn is counted would never give the host back.
    #[inline]
    pub fn turns(&self, count: u32) -> Work {
        let Fuel { at, turns, .. } = &self.fuel;
        if at.replace(self.now.get()) != self.now.get() {
            turns.set(0);
        }
        turns.set(turns.get().saturating_add(count));
        if turns.get() > TURNS_MAX { self.trap_stuck() } else { Work::done() }
    }

    /// No time passes any more.
    #[cold]
    pub(super) fn trap_stuck(&self) -> Work {
        self.trap(TrapCause::NoTime { step: self.step_last.get() })
    }
}
