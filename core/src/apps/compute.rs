//! A process that always wants the CPU (M 7), as long as its knob is on.

use crate::cpu::Packet;
use crate::kernel::{COMPUTE, Kernel};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

pub async fn compute(kernel: Rc<Kernel>) -> Infallible {
    loop {
        if kernel.settings.borrow().kernel.compute {
            drop(kernel.host.call(Step::Compute, Packet::NONE).await);
        } else {
            kernel.host.sleep(COMPUTE).await;
        }
    }
}
