//! The parts that a machine plugs into the executor: devices, and activities (interrupt handlers and threads) with the
//! scheduler that chooses among threads.

use super::step_costs::Part;
use crate::trace::{ContextId, Origin, PlaceId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

/// A piece of hardware: a state machine that asks the host to be called at a certain time.
pub trait Device {
    fn fire(&self);
}

/// The code of an activity. Handlers and threads never end.
pub type Software = Pin<Box<dyn Future<Output = Infallible>>>;

/// Interrupt priority level. A higher level preempts a lower one.
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
    /// Interprocessor interrupts.
    pub const INTERPROCESSOR: Level = Level(5);
    /// The clock (SPLCLOCK).
    pub const CLOCK: Level = Level(6);
    pub(super) const COUNT: usize = 8;
}

/// A wait channel: a thread sleeps on it until somebody wakes the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel(pub u8);

/// The number of an activity that is a thread.
pub type ThreadId = usize;

/// Decides which thread runs on a CPU when no interrupt is in service. Each CPU has its own scheduler; the implementations
/// are in `crate::schedulers`.
pub trait Scheduler {
    /// The thread can run from now on.
    fn ready(&self, thread: ThreadId, now: Cycles);
    /// The thread sleeps from now on.
    fn asleep(&self, thread: ThreadId, now: Cycles);
    /// Returns the thread that should have the CPU. The executor gives it the CPU.
    fn pick(&self, now: Cycles) -> Option<ThreadId>;
    /// A clock tick has passed.
    fn tick(&self, now: Cycles);
    /// The CPU has been given to this thread, or to nobody. Until the next call all time is charged to it, interrupts included.
    fn switched(&self, _to: Option<ThreadId>, _now: Cycles) {}
    /// Whether a switch between the two costs nothing because both are one process, such as a signal handler and the code
    /// that it interrupts.
    fn switch_is_free(&self, _from: ThreadId, _to: ThreadId) -> bool {
        false
    }
}

/// Lets the kernel and the knobs keep a reference to the scheduler.
impl<T: Scheduler> Scheduler for Rc<T> {
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

/// An interrupt handler, a thread, or a CPU's idle activity.
pub(super) struct Activity {
    pub context: ContextId,
    /// The CPU that it always runs on.
    pub cpu: usize,
    pub is_thread: bool,
    /// Decides what its steps cost.
    pub part: Part,
    /// Running or preempted; for a thread also ready to run.
    pub active: Cell<bool>,
    pub waits_for: Cell<Option<Channel>>,
    /// Its code, as long as the machine exists. The idle activity has none.
    pub code: RefCell<Option<Software>>,
    /// Cycles left of the step that has been interrupted.
    pub remaining: Cell<Cycles>,
    /// The first part of its trace records, saved while it does not run. The saved part contains the activity's level, which
    /// the activity may have raised.
    pub origin: Cell<Origin>,
    /// The place that its current packet was taken from.
    pub packet_from: Cell<PlaceId>,
}

impl Activity {
    pub fn new(context: ContextId, level: Level, cpu: u8, is_thread: bool, part: Part) -> Activity {
        Activity {
            context,
            cpu: usize::from(cpu),
            is_thread,
            part,
            active: Cell::new(false),
            waits_for: Cell::new(None),
            code: RefCell::new(None),
            remaining: Cell::new(Cycles::ZERO),
            origin: Cell::new(Origin::new(context, level.0).on_cpu(cpu)),
            packet_from: Cell::new(0),
        }
    }
}
