//! Code that spends CPU time on memory: kswapd, which reclaims pages when few are free, and the end of a process that the
//! kernel kills when nothing is left to reclaim (W 4.1, 4.2). Left out: swapping out processes' pages; mixing clean pages
//! among the dirty ones.

use super::kernel::{KSWAPD, Kernel};
use super::memory::PAGES;
use super::socket::Socket;
use crate::cpu::{Channel, Packet};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// A killed process sleeps here for ever.
const NEVER: Channel = Channel(0);

/// The kernel thread that keeps some pages free.
pub async fn kswapd(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    let memory = &kernel.memory;
    loop {
        if memory.is_exhausted() {
            out_of_memory(&kernel).await;
        }
        if memory.is_enough() || !memory.can_reclaim() {
            host.sleep(KSWAPD).await;
            continue;
        }
        let _kswapd = host.call(Step::Kswapd, Packet::NONE).await;
        while !memory.is_enough() && memory.can_reclaim() {
            shrink_list(&kernel).await;
        }
    }
}

/// Reclaims a batch of pages, after the disk has written them if they are dirty.
async fn shrink_list(kernel: &Kernel) {
    kernel.host.work(Step::ShrinkList, Packet::NONE).await;
    let disk = kernel.options.borrow().disk;
    if let Some(time) = disk {
        kernel.disk.write(time);
        kernel.host.sleep(PAGES).await;
    }
    kernel.memory.reclaim();
}

/// Lets a process that found too few pages wait for pages or reclaim some itself. If dirty pages must be written to the disk, the
/// process waits until kswapd has reclaimed some. Otherwise it reclaims a batch itself.
pub async fn wait_for_pages(kernel: &Kernel) {
    let waits = kernel.options.borrow().disk.is_some();
    if waits && !kernel.host.has_sleeper(KSWAPD) {
        kernel.host.sleep(PAGES).await;
    } else if !waits {
        shrink_list(kernel).await;
    }
}

/// Kills iperf, which has more memory than any other process, with all its connections. In the real kernel the next process
/// that asks for a page finds out that memory is exhausted; here kswapd does.
async fn out_of_memory(kernel: &Kernel) {
    if kernel.sockets.iter().all(|socket| socket.closed.get()) {
        return;
    }
    let _out_of_memory = kernel.host.call(Step::OutOfMemory, Packet::NONE).await;
    kernel.memory.kills.set(kernel.memory.kills.get() + 1);
    kernel.host.set_gate(kernel.gates.killed, true);
    for socket in &kernel.sockets {
        socket.closed.set(true);
        if let Some(network) = &kernel.network {
            network.close(socket.number);
        }
        kernel.host.wake(socket.channel());
    }
}

/// Ends a killed process: gives back everything that waited for it, and never runs again.
pub async fn exit(kernel: &Kernel, socket: &Socket) {
    if let Some(tcp) = &socket.tcp {
        kernel.host.set_gate(tcp.locked_gate, false);
    }
    loop {
        for queue in socket.queues() {
            let is_counted = socket
                .tcp
                .as_ref()
                .is_none_or(|tcp| queue.place == socket.receive.place || queue.place == tcp.out_of_order.place);
            while let Some(packet) = queue.take() {
                let counted = kernel.buffer_of(packet).counted;
                kernel.drop_at(packet, queue.place, Step::KfreeSkb).await;
                if is_counted {
                    socket.give_back(counted);
                }
            }
        }
        kernel.host.sleep(NEVER).await;
    }
}
