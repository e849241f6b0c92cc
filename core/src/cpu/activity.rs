//! What the CPU can be busy with: interrupt handlers and threads, and who chooses among threads.

use super::Software;
use crate::trace::{ContextId, Origin, PlaceId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Interrupt priority level; a higher one preempts a lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(pub u8);

impl Level {
    /// Threads and processes.
    pub const ZERO: Level = Level(0);
    /// Software interrupts of the network (SPLNET).
    pub const NET: Level = Level(2);
    /// A device below the others (M 4.4).
    pub const BELOW_IMP: Level = Level(3);
    /// Devices (SPLIMP).
    pub const IMP: Level = Level(4);
    /// Another CPU's call.
    pub const INTERPROCESSOR: Level = Level(5);
    /// The clock (SPLCLOCK).
    pub const CLOCK: Level = Level(6);
    pub(super) const COUNT: usize = 8;
}

/// Something that a thread can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel(pub u8);

/// Number of an activity that the scheduler sees.
pub type ThreadId = usize;

/// Decides which thread runs on a CPU when no interrupt does: each CPU has its own. `schedulers` has the implementations.
pub trait ThreadPicker {
    /// A thread could run from now on.
    fn ready(&self, thread: ThreadId, now: Cycles);
    /// A thread waits from now on.
    fn asleep(&self, thread: ThreadId, now: Cycles);
    /// The thread that should have the CPU; it gets it.
    fn pick(&self, now: Cycles) -> Option<ThreadId>;
    /// A clock tick went by.
    fn tick(&self, now: Cycles);
    /// The CPU is this thread's from now on, or nobody's: it pays for all time until the next call, interrupts included.
    fn switched(&self, _to: Option<ThreadId>, _now: Cycles) {}
    /// Turning from one to the other costs nothing: both are one process, as a signal's handler and what it interrupts.
    fn switch_is_free(&self, _from: ThreadId, _to: ThreadId) -> bool {
        false
    }
}

/// Kernels, and whoever turns knobs, may keep a hand on it.
impl<T: ThreadPicker> ThreadPicker for Rc<T> {
    fn ready(&self, thread: ThreadId, now: Cycles) {
        (**self).ready(thread, now);
    }

    fn asleep(&self, thread: ThreadId, now: Cycles) {
        (**self).asleep(thread, now);
    }

    fn pick(&self, now: Cycles) -> Option<ThreadId> {
        (**self).pick(now)
    }

    fn tick(&self, now: Cycles) {
        (**self).tick(now);
    }

    fn switched(&self, to: Option<ThreadId>, now: Cycles) {
        (**self).switched(to, now);
    }

    fn switch_is_free(&self, from: ThreadId, to: ThreadId) -> bool {
        (**self).switch_is_free(from, to)
    }
}

/// One thing that the CPU can be busy with: an interrupt handler or a thread.
pub(super) struct Activity {
    pub context: ContextId,
    pub level: Level,
    /// The one that it runs on, always.
    pub cpu: usize,
    pub is_thread: bool,
    /// Running, preempted, or (a thread) ready to run.
    pub active: Cell<bool>,
    pub waits_for: Cell<Option<Channel>>,
    /// What it does, as long as the machine runs. Idleness has none.
    pub code: RefCell<Option<Software>>,
    /// Cycles left of the step that it is in the middle of.
    pub remaining: Cell<Cycles>,
    /// What its records begin with (its level among it, which it may have raised), while it does not run.
    pub origin: Cell<Origin>,
    /// Where the packet in its hand is from.
    pub taken_from: Cell<PlaceId>,
}

impl Activity {
    pub fn new(context: ContextId, level: Level, cpu: u8, is_thread: bool) -> Activity {
        Activity {
            context,
            level,
            cpu: usize::from(cpu),
            is_thread,
            active: Cell::new(false),
            waits_for: Cell::new(None),
            code: RefCell::new(None),
            remaining: Cell::new(Cycles::ZERO),
            origin: Cell::new(Origin::new(context, level.0).on_cpu(cpu)),
            taken_from: Cell::new(0),
        }
    }
}
