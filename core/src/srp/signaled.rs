//! Signaled receiver processing (R 5, figure 3): after `ether_input` NSS asks MED whose packet it is and puts it on that
//! socket's unprocessed input queue, unless what waits at the socket already fills its buffer. The process is told by a
//! signal: by default protocols run at once, in the process and at its expense; it may catch the signal,
//! block it until just before it receives, or ignore it and have the receive call run them.
//!
//!   device interrupt: NSS -> [UIQ] -> SIGUIQ's handler, or receive call -> [receive queue] -> process
//!
//! In a gateway every stage ends in NSS, which finds the next one for the packet as it is by then.

use super::kernel::Kernel;
use super::protocol::process_input;
use super::settings::Siguiq;
use super::socket::Socket;
use crate::cpu::Packet;
use crate::kernel::CodeLine;
use crate::scenario::Step;
use crate::system::About;
use std::convert::Infallible;
use std::rc::Rc;

pub const ABOUT: About = About {
    id: "srp",
    name: "Signaled receiver processing (SRP)",
    source: "R 5, figure 3",
    one_line: "A packet signals its process, which runs the protocols itself: at once, or when it receives.",
};

/// Submits a packet to a stage (R 5.2): dropped before any protocol when packet, UIQ and receive queue are too much.
pub async fn next_stage_submit(kernel: &Kernel, packet: Packet, stage: usize) {
    let host = &kernel.host;
    let socket = &kernel.sockets[stage];
    let procedure = host.call(Step::NextStageSubmit, packet).await;
    if socket.waiting() + 1 > socket.input().limit() {
        kernel.drop_at(packet, socket.input(), Step::InputQueueFull).await;
    } else {
        socket.input().put(packet);
        notify(kernel, socket).await;
    }
    drop(procedure);
}

/// Wakes who waits for the packet, else signals the owner (R 5.3). A process that is in the kernel gets the signal when it
/// returns to code of its own.
async fn notify(kernel: &Kernel, socket: &Socket) {
    if kernel.host.somebody_waits(socket.arrivals) {
        kernel.host.thread_wakeup(socket.arrivals).await;
    } else if socket.computes.get() {
        signal(kernel, socket).await;
    }
}

/// Marks SIGUIQ for the process, unless it ignores it, is marked already, or has its handler running. While it blocks the
/// signal the mark is all there is.
async fn signal(kernel: &Kernel, socket: &Socket) {
    let siguiq = kernel.srp.get().siguiq;
    let is_marked = socket.pending.get() || !kernel.host.somebody_waits(socket.asynchronous);
    if siguiq == Siguiq::Ignored || is_marked {
        return;
    }
    let _psignal = kernel.host.call(Step::SignalPost, Packet::NONE).await;
    if siguiq == Siguiq::Blocked {
        socket.pending.set(true);
    } else {
        kernel.host.wake(socket.asynchronous);
    }
}

/// A process that blocks SIGUIQ lets it in just before it receives (R 5.4): then the packets' data is still in the cache when
/// it is copied. When this is and that it costs nothing is ours.
pub fn unblocks(kernel: &Kernel, socket: &Socket) {
    if socket.pending.replace(false) {
        socket.computes.set(false);
        kernel.host.wake(socket.asynchronous);
    }
}

/// The process may treat the signal in another way from now on: one that waited is delivered, or forgotten when signals are
/// ignored.
pub fn changes(kernel: &Kernel, socket: &Socket) {
    match kernel.srp.get().siguiq {
        Siguiq::Blocked => {}
        Siguiq::Ignored => socket.pending.set(false),
        Siguiq::Default | Siguiq::Caught if socket.pending.replace(false) => kernel.host.wake(socket.asynchronous),
        Siguiq::Default | Siguiq::Caught => {}
    }
}

/// The receive call returns to the process: a signal that came meanwhile is delivered now.
pub async fn returns_to_process(kernel: &Kernel, socket: &Socket) {
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
    ("NSS", 2, "MED: whose is it? put it on the socket's UIQ", Some(Step::NextStageSubmit)),
    ("NSS", 3, "if packet, UIQ and receive queue are too much: throw it away", Some(Step::InputQueueFull)),
];

pub const SIGNAL: &[CodeLine] = &[
    ("psignal", 3, "if nobody waits for it: signal the process", Some(Step::SignalPost)),
    ("SIGUIQ", 0, "signal's handler, in the process:", Some(Step::SignalHandler)),
    ("SIGUIQ", 1, "if caught: the process's own code, then a receive call", Some(Step::SignalCatch)),
    ("SIGUIQ", 1, "each packet of the UIQ: run the protocols", None),
];
