//! The screend firewall (M 6.1): a user process that judges every packet, with one system call a packet. It accepts all.
//! Its system call goes on in the kernel with the packet just accepted, down to the wire.

use crate::kernel::{Kernel, SCREEND, ip_output};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

pub async fn screend(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    let queue = kernel.screenq.as_ref().expect("a machine with screend has a screening queue");
    loop {
        let Some(packet) = queue.take() else {
            host.sleep(SCREEND).await;
            continue;
        };
        kernel.tell_taken(queue);
        drop(host.call(Step::ScreendRead, packet).await);
        drop(host.call(Step::ScreendDecide, packet).await);
        ip_output(&kernel, packet).await;
    }
}
