//! What belongs to one context while it runs the program: what the interpreter waits for, the procedures that are open, the levels
//! that are raised, and what it did last, for the rules.

use super::execution::Pause;
use super::watch::Mark;
use crate::cpu::Fault;
use crate::program::code::Address;
use crate::scenario::Step;
use crate::scenario::costs::STEPS;
use crate::trace::{ContextId, PlaceId};

/// Open procedures of a context: a record has four bits, and sending a packet opens six more.
const OPEN_MAX: usize = 9;

/// The state of one context.
pub struct Own {
    pub id: ContextId,
    pub open: Open,
    pub pause: Option<Pause>,
    pub fault: Option<Box<Fault>>,
    /// The instruction of the last call.
    pub at: Address,
    /// What `lnintr_cause` says.
    pub causes: i32,
    /// Wake-ups cost nothing here: the step around this code has paid, as in the built-in kernels.
    pub wakes_for_nothing: bool,
    /// The number of the thread's function.
    pub thread: Option<usize>,
    /// The place that had no room for a packet when this context looked last, and the step of a drop there.
    pub refused: Option<(PlaceId, Step)>,
    /// It has read a packet since it last yielded or announced that it will sleep: a process may have got work.
    pub has_read: bool,
    /// The levels that spl calls have returned and that are not restored.
    pub levels: Vec<Raised>,
    /// The function that the machine has called, and how many times this context has been called or has slept before.
    pub function: u16,
    pub turn: u64,
    /// It keeps interrupts out by itself.
    pub is_handler: bool,
    /// The call that found no packet last, in this turn, and where.
    pub found_none: Option<(&'static str, Mark)>,
    /// Variables outside functions whose values are kept, and since when.
    pub remembered: Vec<(u16, Mark)>,
    /// It has called assert_wait since its last thread_block; and the thread_block without one that was told.
    pub has_announced: bool,
    pub unannounced_block: Option<Address>,
    /// It has moved a packet, or called something, since somebody looked.
    pub has_moved: bool,
    pub has_called: bool,
}

impl Own {
    pub fn new(id: ContextId) -> Own {
        Own {
            id,
            open: Open { rows: [(STEPS[0].step, 0); OPEN_MAX], count: 0 },
            pause: None,
            fault: None,
            at: 0,
            causes: 0,
            wakes_for_nothing: false,
            thread: None,
            refused: None,
            has_read: false,
            levels: Vec::new(),
            function: 0,
            turn: 0,
            is_handler: false,
            found_none: None,
            remembered: Vec::new(),
            has_announced: false,
            unannounced_block: None,
            has_moved: false,
            has_called: false,
        }
    }

    pub fn turn(&self) -> (ContextId, u64) {
        (self.id, self.turn)
    }
}

/// The procedures that are open, and the values of their packets. The innermost one may be charged for its packet.
pub struct Open {
    rows: [(Step, u64); OPEN_MAX],
    count: usize,
}

impl Open {
    pub fn last(&self) -> Option<&(Step, u64)> {
        self.rows.get(self.count.wrapping_sub(1))
    }

    /// Returns false if there is no room.
    #[inline]
    pub fn push(&mut self, step: Step, bits: u64) -> bool {
        let Some(row) = self.rows.get_mut(self.count) else { return false };
        *row = (step, bits);
        self.count += 1;
        true
    }

    /// Takes the innermost ones away, so many if there are. Returns how many there were.
    #[inline]
    pub fn pop(&mut self, count: usize) -> usize {
        let count = count.min(self.count);
        self.count -= count;
        count
    }
}

/// A level that was raised: the one before, and where.
#[derive(Clone, Copy)]
pub struct Raised {
    pub before: u8,
    pub mark: Mark,
}
