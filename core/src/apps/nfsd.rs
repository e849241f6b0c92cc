//! A file server (M 7.1): several threads, because one may have to wait for the disk. Each takes a request off the socket
//! queue, fetches its data, and sends the answer back as the same packet. Left out: what is in a request, writes, fragments.
//!
//!   [socket queue] -> nfsd (1 of n): in memory? -> answer -> output queue
//!                                     `-> disk, wait, disk interrupt

use crate::cpu::{Channel, Packet};
use crate::kernel::{Kernel, SERVED, SERVERS, enter, ip_output, leave};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

pub async fn nfsd(kernel: Rc<Kernel>, number: u8) -> Infallible {
    let host = &kernel.host;
    let queue = kernel.socketq.as_ref().expect("a file server has a socket");
    let disk = kernel.disk.as_ref().expect("a file server has a disk");
    loop {
        let Some(packet) = queue.take() else {
            host.sleep(Channel(SERVERS + number)).await;
            continue;
        };
        kernel.tell_taken(queue);
        drop(host.call(Step::NfsdRead, packet).await);
        if disk.is_needed(packet) {
            disk.request(number);
            host.sleep(Channel(SERVED + number)).await;
        }
        drop(host.call(Step::NfsdAnswer, packet).await);
        ip_output(&kernel, packet).await;
    }
}

pub async fn disk_interrupt(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    let disk = kernel.disk.as_ref().expect("a file server has a disk");
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::DiskInterrupt, Packet::NONE).await;
        while let Some(number) = disk.take_served() {
            kernel.host.thread_wakeup(Channel(SERVED + number)).await;
        }
        drop(procedure);
        leave(host).await;
    }
}
