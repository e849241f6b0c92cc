//! What the CPU that acts is at: interrupts on top of each other, the thread under them, a switch under way, and the slice.

use super::Level;
use super::executor::Device;
use crate::trace::LineId;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Who runs when no interrupt does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Loaded {
    /// Undecided: at the start.
    Nothing,
    Idle,
    Thread(usize),
}

impl Loaded {
    pub fn thread(self) -> Option<usize> {
        match self {
            Loaded::Thread(thread) => Some(thread),
            Loaded::Nothing | Loaded::Idle => None,
        }
    }
}

/// What one CPU is at, taken out of the processor and put back.
#[derive(Clone, Copy)]
pub(super) struct Doing {
    stack: [(LineId, usize); Level::COUNT],
    stacked: usize,
    loaded: Loaded,
    before_switch: Loaded,
    pub switching: Cycles,
    interrupted: Cycles,
}

impl Doing {
    pub const NOTHING: Doing = Doing {
        stack: [(0, 0); Level::COUNT],
        stacked: 0,
        loaded: Loaded::Nothing,
        before_switch: Loaded::Nothing,
        switching: Cycles::ZERO,
        interrupted: Cycles::ZERO,
    };
}

/// What the CPU is at.
pub(super) struct Processor {
    /// By the slot of their events.
    pub devices: RefCell<Vec<Rc<dyn Device>>>,
    /// Line and preempted activity of each interrupt in service, the newest last, and how many there are.
    pub stack: [Cell<(LineId, usize)>; Level::COUNT],
    pub stacked: Cell<usize>,
    pub loaded: Cell<Loaded>,
    /// Who had the CPU before the switch that is going on.
    pub before_switch: Cell<Loaded>,
    /// What is left of a switch to the loaded thread; zero when there is none.
    pub switching: Cell<Cycles>,
    /// What is left of a switch that interrupts run on top of and that goes on after them.
    pub interrupted: Cell<Cycles>,
    /// The slice's end, the next moment at which the counters are to be noted, and the first of these (or another CPU's turn):
    /// how far to run at a stretch.
    pub end: Cell<Cycles>,
    pub noting: Cell<Cycles>,
    pub limit: Cell<Cycles>,
    /// How many turns are left.
    pub turns: Cell<u64>,
    /// Turns that were made without time moving.
    pub without_time: Cell<u64>,
}

impl Processor {
    pub fn new() -> Processor {
        Processor {
            devices: RefCell::default(),
            stack: [const { Cell::new((0, 0)) }; Level::COUNT],
            stacked: Cell::new(0),
            loaded: Cell::new(Loaded::Nothing),
            before_switch: Cell::new(Loaded::Nothing),
            switching: Cell::new(Cycles::ZERO),
            interrupted: Cell::new(Cycles::ZERO),
            end: Cell::new(Cycles::ZERO),
            noting: Cell::new(Cycles::NEVER),
            limit: Cell::new(Cycles::ZERO),
            turns: Cell::new(0),
            without_time: Cell::new(0),
        }
    }

    pub fn doing(&self) -> Doing {
        Doing {
            stack: std::array::from_fn(|number| self.stack[number].get()),
            stacked: self.stacked.get(),
            loaded: self.loaded.get(),
            before_switch: self.before_switch.get(),
            switching: self.switching.get(),
            interrupted: self.interrupted.get(),
        }
    }

    pub fn set_doing(&self, doing: Doing) {
        for (cell, entry) in self.stack.iter().zip(doing.stack) {
            cell.set(entry);
        }
        self.stacked.set(doing.stacked);
        self.loaded.set(doing.loaded);
        self.before_switch.set(doing.before_switch);
        self.switching.set(doing.switching);
        self.interrupted.set(doing.interrupted);
    }
}
