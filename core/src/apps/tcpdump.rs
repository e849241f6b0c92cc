//! tcpdump, the network monitor (M 8): a user process that takes packets off the packet filter's queue and writes their
//! headers to the null device or to a disk file. Left out: the disk itself (writes are buffered).

use crate::kernel::{Kernel, READER};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

pub async fn tcpdump(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    loop {
        let Some(packet) = kernel.delivery_queue().take() else {
            host.sleep(READER).await;
            continue;
        };
        kernel.tell_taken(kernel.delivery_queue());
        drop(host.call(Step::FilterRead, packet).await);
        drop(host.call(Step::Tcpdump, packet).await);
        let to_disk = kernel.settings.borrow().kernel.to_disk;
        if to_disk {
            drop(host.call(Step::TcpdumpWrite, packet).await);
        }
        kernel.deliver(packet);
    }
}
