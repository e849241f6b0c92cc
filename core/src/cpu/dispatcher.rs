//! The state of the run loop: the active CPU's nested interrupts, the thread beneath them, the thread switch in progress, and
//! how far the loop may run.

use super::Level;
use super::activity::Device;
use crate::trace::LineId;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Who has the CPU when no interrupt is in service.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheduled {
    /// At the start of a run, before the scheduler has been asked.
    Undecided,
    Idle,
    Thread(usize),
}

impl Scheduled {
    pub fn thread(self) -> Option<usize> {
        match self {
            Scheduled::Thread(thread) => Some(thread),
            Scheduled::Undecided | Scheduled::Idle => None,
        }
    }
}

/// The part of the dispatcher that belongs to one CPU, as it is saved while that CPU is parked.
#[derive(Clone, Copy)]
pub(super) struct DispatchState {
    interrupt_stack: [(LineId, usize); Level::COUNT],
    interrupt_depth: usize,
    scheduled: Scheduled,
    switched_from: Scheduled,
    pub switch_left: Cycles,
    suspended_switch: Cycles,
}

impl DispatchState {
    pub const UNDECIDED: DispatchState = DispatchState {
        interrupt_stack: [(0, 0); Level::COUNT],
        interrupt_depth: 0,
        scheduled: Scheduled::Undecided,
        switched_from: Scheduled::Undecided,
        switch_left: Cycles::ZERO,
        suspended_switch: Cycles::ZERO,
    };
}

/// The state of the run loop.
pub(super) struct Dispatcher {
    /// Indexed by the slot of their events.
    pub devices: RefCell<Vec<Rc<dyn Device>>>,
    /// The line and the preempted activity of each interrupt in service, newest last; and how many there are.
    pub interrupt_stack: [Cell<(LineId, usize)>; Level::COUNT],
    pub interrupt_depth: Cell<usize>,
    pub scheduled: Cell<Scheduled>,
    /// Who had the CPU before the thread switch in progress. Its state is on the CPU until the switch is complete.
    pub switched_from: Cell<Scheduled>,
    /// Cycles left of the switch to the scheduled thread. Zero when no switch is in progress.
    pub switch_left: Cell<Cycles>,
    /// Cycles left of a switch that an interrupt has preempted.
    pub suspended_switch: Cell<Cycles>,
    /// The end of the slice, and the time at which the counters are sampled next. The loop pauses at `pause_at`: the
    /// earliest of these two times and the next actions of the parked CPUs.
    pub slice_end: Cell<Cycles>,
    pub next_sample: Cell<Cycles>,
    pub pause_at: Cell<Cycles>,
    /// How many iterations the caller still allows.
    pub iterations_left: Cell<u64>,
    /// How many iterations in a row have passed without time moving.
    pub iterations_without_time: Cell<u64>,
}

impl Dispatcher {
    pub fn new() -> Dispatcher {
        Dispatcher {
            devices: RefCell::default(),
            interrupt_stack: [const { Cell::new((0, 0)) }; Level::COUNT],
            interrupt_depth: Cell::new(0),
            scheduled: Cell::new(Scheduled::Undecided),
            switched_from: Cell::new(Scheduled::Undecided),
            switch_left: Cell::new(Cycles::ZERO),
            suspended_switch: Cell::new(Cycles::ZERO),
            slice_end: Cell::new(Cycles::ZERO),
            next_sample: Cell::new(Cycles::NEVER),
            pause_at: Cell::new(Cycles::ZERO),
            iterations_left: Cell::new(0),
            iterations_without_time: Cell::new(0),
        }
    }

    pub fn state(&self) -> DispatchState {
        DispatchState {
            interrupt_stack: std::array::from_fn(|number| self.interrupt_stack[number].get()),
            interrupt_depth: self.interrupt_depth.get(),
            scheduled: self.scheduled.get(),
            switched_from: self.switched_from.get(),
            switch_left: self.switch_left.get(),
            suspended_switch: self.suspended_switch.get(),
        }
    }

    pub fn set_state(&self, state: DispatchState) {
        for (cell, entry) in self.interrupt_stack.iter().zip(state.interrupt_stack) {
            cell.set(entry);
        }
        self.interrupt_depth.set(state.interrupt_depth);
        self.scheduled.set(state.scheduled);
        self.switched_from.set(state.switched_from);
        self.switch_left.set(state.switch_left);
        self.suspended_switch.set(state.suspended_switch);
    }
}
