//! What the CPU can be busy with: handlers and threads, their levels, and who decides between threads.

use crate::trace::{ContextId, PlaceId};
use crate::units::Cycles;
use std::cell::Cell;

/// Interrupt priority level; a higher one preempts a lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(pub u8);

impl Level {
    /// Threads and processes.
    pub const ZERO: Level = Level(0);
    /// Software interrupts of the network (SPLNET).
    pub const NET: Level = Level(2);
    /// Devices (SPLIMP).
    pub const IMP: Level = Level(4);
    /// The clock (SPLCLOCK).
    pub const CLOCK: Level = Level(6);
    pub(super) const COUNT: usize = 8;
}

/// Something that a thread can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel(pub u8);

/// Number of an activity that the scheduler sees.
pub type ThreadId = usize;

/// Decides which thread runs when no interrupt does. `schedulers` has the implementations.
pub trait ThreadPicker {
    /// A thread could run from now on.
    fn ready(&self, thread: ThreadId);
    /// A thread waits from now on.
    fn asleep(&self, thread: ThreadId);
    /// The thread that should have the CPU.
    fn pick(&self) -> Option<ThreadId>;
    /// A clock tick went by.
    fn tick(&self, now: Cycles);
}

/// One thing that the CPU can be busy with: an interrupt handler or a thread.
pub struct Activity {
    pub context: ContextId,
    pub level: Level,
    /// Raised by software above its own level (spl).
    pub(super) raised: Cell<Level>,
    pub is_thread: bool,
    /// Running, preempted, or (a thread) ready to run.
    pub(super) active: Cell<bool>,
    pub(super) waits_for: Cell<Option<Channel>>,
    /// Cycles left of the step that it is in the middle of.
    pub(super) remaining: Cell<Cycles>,
    pub(super) depth: Cell<u8>,
    /// Where the packet in its hand is from.
    pub(super) taken_from: Cell<PlaceId>,
}

impl Activity {
    pub(super) fn level_now(&self) -> Level {
        self.level.max(self.raised.get())
    }
}
