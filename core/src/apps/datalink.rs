//! A user process that reads from a data-link socket (M 4.3): awakened, it copies each packet into its own buffer.

use crate::kernel::{Kernel, READER, copy};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

pub async fn datalink(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    loop {
        let Some(packet) = kernel.delivery_queue().take() else {
            host.sleep(READER).await;
            continue;
        };
        let procedure = host.call(Step::DatalinkRead, packet).await;
        if kernel.size_matters(Step::DatalinkReadBytes) {
            copy(&kernel, packet, Step::DatalinkReadBytes).await;
        }
        kernel.deliver(packet);
        drop(procedure);
    }
}
