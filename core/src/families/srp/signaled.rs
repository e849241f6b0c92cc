//! Signaled receiver processing (R 5, figure 3). After `ether_input`, next stage submission (NSS) finds the packet's socket by
//! multi-stage early demultiplexing (MED). It puts the packet on the socket's unprocessed input queue (UIQ), unless the socket's
//! buffer is full. A signal tells the process about it. By default protocols run at once, in the process and at its expense.
//! The process may also catch the signal, block it until just before it receives, or ignore it: then the receive call runs the
//! protocols.
//!
//! ```text
//! device interrupt: NSS -> [UIQ] -> SIGUIQ's handler, or receive call -> [receive queue] -> process
//! ```
//!
//! In a gateway every stage ends with NSS, which finds the packet's next stage.

use super::kernel::Kernel;
use super::options::Siguiq;
use super::protocol::process_input;
use super::socket::Socket;
use crate::cpu::Packet;
use crate::kernel::CodeLine;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// Submits a packet to a stage (R 5.2). Drops it before any protocol runs when the packet, the UIQ and the receive queue together
/// exceed the socket's buffer.
pub async fn next_stage_submit(kernel: &Kernel, packet: Packet, stage: usize) {
    let host = &kernel.host;
    let socket = &kernel.sockets[stage];
    let procedure = host.call(Step::NextStageSubmit, packet).await;
    if socket.waiting() + 1 > socket.input().limit() {
        socket.input().throw_away(packet, Step::InputQueueFull).await;
    } else {
        socket.input().put(packet);
        notify(kernel, socket).await;
    }
    drop(procedure);
}

/// Wakes the process that waits for the packet, or else signals the socket's owner (R 5.3). A process that is in the kernel gets
/// the signal when it returns to its own code.
async fn notify(kernel: &Kernel, socket: &Socket) {
    if kernel.host.has_sleeper(socket.arrivals) {
        kernel.host.thread_wakeup(socket.arrivals).await;
    } else if socket.computes.get() {
        signal(kernel, socket).await;
    }
}

/// Signals the process, unless it ignores SIGUIQ, the signal is pending already, or its handler runs. While the process blocks
/// the signal, the signal only becomes pending.
async fn signal(kernel: &Kernel, socket: &Socket) {
    let siguiq = kernel.srp.get().siguiq;
    let is_signaled = socket.pending.get() || !kernel.host.has_sleeper(socket.asynchronous);
    if siguiq == Siguiq::Ignored || is_signaled {
        return;
    }
    let _psignal = kernel.host.call(Step::SignalPost, Packet::NONE).await;
    if siguiq == Siguiq::Blocked {
        socket.pending.set(true);
    } else {
        kernel.host.wake(socket.asynchronous);
    }
}

/// Delivers a blocked SIGUIQ just before the process receives (R 5.4), so that the packets' data is still in the cache when it is
/// copied. Two model choices: the delivery happens at this moment, and it costs no CPU time.
pub fn unblock(kernel: &Kernel, socket: &Socket) {
    if socket.pending.replace(false) {
        socket.computes.set(false);
        kernel.host.wake(socket.asynchronous);
    }
}

/// Applies a new treatment of SIGUIQ: a pending signal is delivered, or dropped when signals are ignored.
pub fn treatment_changed(kernel: &Kernel, socket: &Socket) {
    match kernel.srp.get().siguiq {
        Siguiq::Blocked => {}
        Siguiq::Ignored => socket.pending.set(false),
        Siguiq::Default | Siguiq::Caught if socket.pending.replace(false) => kernel.host.wake(socket.asynchronous),
        Siguiq::Default | Siguiq::Caught => {}
    }
}

/// Delivers a signal that came during the receive call, when the call returns to the process.
pub async fn return_to_process(kernel: &Kernel, socket: &Socket) {
    if socket.has_input() {
        signal(kernel, socket).await;
    }
}

/// SIGUIQ's handler: the default one, in the kernel, or the process's own.
pub async fn siguiq_handler(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    let socket = &kernel.sockets[0];
    loop {
        if !socket.has_input() {
            host.sleep(socket.asynchronous).await;
            continue;
        }
        let handler = host.call(Step::SignalHandler, Packet::NONE).await;
        if kernel.srp.get().siguiq == Siguiq::Caught {
            host.work(Step::SignalCatch, Packet::NONE).await;
        }
        process_input(&kernel, socket).await;
        drop(handler);
    }
}

pub const INPUT: &[CodeLine] = &[
    ("NSS", 2, "MED: find the socket; put the packet on its UIQ", Some(Step::NextStageSubmit)),
    ("NSS", 3, "if packet, UIQ and receive queue exceed the buffer: throw it away", Some(Step::InputQueueFull)),
];

pub const SIGNAL: &[CodeLine] = &[
    ("psignal", 3, "if the process does not wait: signal it", Some(Step::SignalPost)),
    ("SIGUIQ", 0, "signal's handler, in the process:", Some(Step::SignalHandler)),
    ("SIGUIQ", 1, "if caught: the process's own code, then a receive call", Some(Step::SignalCatch)),
    ("SIGUIQ", 1, "each packet of the UIQ: run the protocols", None),
];
