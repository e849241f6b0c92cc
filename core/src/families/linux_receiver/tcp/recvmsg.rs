//! The receiving process: one system call after the other (W figure 4). While it holds the socket's lock, which it keeps
//! when it loses the CPU, segments gather in the backlog. It processes them before it releases the lock. Left out: reading
//! a part of a segment.

use super::input::{acknowledge, tcp_v4_do_rcv, window};
use crate::families::linux_receiver::kernel::Kernel;
use crate::families::linux_receiver::reclaim;
use crate::families::linux_receiver::socket::Socket;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// The receiving process of a connection.
pub async fn process(kernel: Rc<Kernel>, number: usize) -> Infallible {
    let socket = &kernel.sockets[number];
    loop {
        tcp_recvmsg(&kernel, socket).await;
        if socket.closed.get() {
            reclaim::exit(&kernel, socket).await;
        }
        kernel.host.call_leaf(Step::Iperf).await;
    }
}

/// Returns with some data, at most as much as the process asks for.
async fn tcp_recvmsg(kernel: &Kernel, socket: &Socket) {
    let tcp = socket.tcp();
    let most = {
        let options = kernel.options.borrow();
        (options.read_bytes / options.segment).max(1)
    };
    let mut copied = 0;
    let _tcp_recvmsg = kernel.host.call(Step::TcpRecvmsg, crate::cpu::Packet::NONE).await;
    lock(kernel, socket, true);
    loop {
        copied += receive_queue(kernel, socket, most - copied).await;
        if copied >= most || (copied > 0 && tcp.backlog.is_empty()) || socket.closed.get() {
            break;
        }
        clean_up(kernel, socket, copied).await;
        // from here on, segments in sequence may be copied directly to the process
        tcp.wanted.set(most - copied);
        if tcp.prequeue.is_empty() {
            release_sock(kernel, socket).await;
            if copied == 0 && tcp.direct.get() == 0 {
                wait_for_data(kernel, socket).await;
            }
            lock(kernel, socket, true);
        }
        copied += drain_prequeue(kernel, socket).await;
    }
    tcp.wanted.set(0);
    clean_up(kernel, socket, copied).await;
    release_sock(kernel, socket).await;
}

/// Copies the data that is in sequence, acknowledged and without holes.
async fn receive_queue(kernel: &Kernel, socket: &Socket, most: u64) -> u64 {
    let mut copied = 0;
    while copied < most
        && let Some(packet) = socket.receive.take()
    {
        let counted = kernel.buffer_of(packet).counted;
        kernel.copy_to_user(packet, socket.receive.place).await;
        socket.give_back(counted);
        copied += 1;
    }
    copied
}

/// Processes the segments that software interrupts left to the waiting process (the prequeue). Returns how many
/// segments went directly to the process: those of the prequeue and of the backlog that was processed just before.
async fn drain_prequeue(kernel: &Kernel, socket: &Socket) -> u64 {
    let tcp = socket.tcp();
    while let Some(packet) = tcp.prequeue.take() {
        tcp_v4_do_rcv(kernel, socket, packet).await;
    }
    tcp.wanted.set(0);
    tcp.direct.take()
}

/// Sleeps until there is something to read, unless there is something already.
async fn wait_for_data(kernel: &Kernel, socket: &Socket) {
    let tcp = socket.tcp();
    if socket.receive.is_empty() && tcp.prequeue.is_empty() && !socket.closed.get() {
        kernel.host.sleep(socket.channel()).await;
    }
}

/// Processes the backlog, then releases the lock. Nothing can happen in between.
async fn release_sock(kernel: &Kernel, socket: &Socket) {
    while let Some(packet) = socket.tcp().backlog.take() {
        kernel.host.work(Step::ReleaseSock, packet).await;
        tcp_v4_do_rcv(kernel, socket, packet).await;
    }
    lock(kernel, socket, false);
}

fn lock(kernel: &Kernel, socket: &Socket, locked: bool) {
    kernel.host.set_gate(socket.tcp().locked_gate, locked);
}

/// Acknowledges after the process has copied data: two segments at once, or one when nothing else waits. It also
/// acknowledges when the window has grown to twice the window that the sender knows.
async fn clean_up(kernel: &Kernel, socket: &Socket, copied: u64) {
    let tcp = socket.tcp();
    let waiting = tcp.next.get() - tcp.acknowledged.get();
    let last = copied > 0 && waiting > 0 && socket.used() == 0;
    let known = tcp.edge.get() - tcp.next.get();
    let opens = copied > 0 && window(kernel, socket) >= (2 * known).max(1);
    if waiting > 1 || last || opens {
        acknowledge(kernel, socket).await;
    }
}
