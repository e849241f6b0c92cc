//! What the kernels of several families share: the cost of an interrupt, Linux's softirqs (`softirq`), the compute-bound process,
//! and the form of the pseudo-code. Each family has the rest of its kernel.

mod softirq;

pub use softirq::{Softirq, Softirqs};

use crate::cpu::{Channel, Host, Packet, Work};
use crate::scenario::{Settings, Step};
use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

/// A line of pseudo-code: procedure, indent, text, and the step that executes the line. The code view shows the lines and
/// highlights the running step. Tests check that every step that a machine takes has exactly one line (`frame/code.rs`).
pub type CodeLine = (&'static str, u8, &'static str, Option<Step>);

/// The clock's handler. Every machine has it.
pub const CLOCK: &[CodeLine] = &[("hardclock", 0, "clock interrupt: count a tick, run timers", Some(Step::Hardclock))];

/// The compute-bound process, which a knob can start at any time.
pub const COMPUTING: &[CodeLine] = &[("compute", 0, "compute-bound process: compute", Some(Step::Compute))];

/// The compute-bound process has been switched on. No family uses this channel for something else.
pub const COMPUTE: Channel = Channel(u8::MAX);

/// The CPU saves its state and jumps to the handler.
pub fn enter(host: &Host) -> Work {
    host.call_leaf(Step::InterruptEntry)
}

/// The CPU restores its state and returns.
pub fn leave(host: &Host) -> Work {
    host.call_leaf(Step::InterruptReturn)
}

/// A process that always wants the CPU (M 7), as long as its knob is on. Every kernel can run it.
pub async fn compute(host: Rc<Host>, settings: Rc<RefCell<Settings>>) -> Infallible {
    loop {
        let is_on = settings.borrow().kernel.compute;
        if is_on {
            drop(host.call(Step::Compute, Packet::NONE).await);
        } else {
            host.sleep(COMPUTE).await;
        }
    }
}
