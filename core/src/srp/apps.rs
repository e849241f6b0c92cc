//! The programs: a process that receives, one that sends packets back, one that computes on large requests; and `onoff`.

use super::alarms::Alarms;
use super::kernel::Kernel;
use super::protocol::{data_of, receive};
use super::settings::Purpose;
use super::signaled;
use super::socket::{ONOFF, Socket};
use crate::cpu::{Channel, Packet};
use crate::scenario::{Design, Step};
use std::convert::Infallible;
use std::rc::Rc;

/// R 6: "runs for 11 ms", a millisecond a step.
const ONOFF_STEPS: u64 = 11;
/// R 6: then it sleeps so long.
const ONOFF_SLEEP_MILLISECONDS: u64 = 5;

/// The receive call as a process sees it: in the end it is back in code of its own.
async fn receive_one(kernel: &Kernel, socket: &Socket) -> Packet {
    signaled::unblocks(kernel, socket);
    let packet = receive(kernel, socket).await;
    socket.computes.set(true);
    if kernel.srp.get().design == Design::Srp {
        signaled::returns_to_process(kernel, socket).await;
    }
    packet
}

/// Receives without end (R 6, figure 5 and table 1), or sends every packet back (figure 4).
pub async fn receiver(kernel: Rc<Kernel>) -> Infallible {
    let socket = &kernel.sockets[0];
    let echoes = kernel.srp.get().purpose == Purpose::Echo;
    loop {
        let packet = receive_one(&kernel, socket).await;
        drop(kernel.host.call(Step::Application, packet).await);
        if echoes {
            send_back(&kernel, packet).await;
        } else {
            kernel.deliver(packet, socket);
        }
    }
}

/// The reply is the packet itself, with other data.
async fn send_back(kernel: &Kernel, packet: Packet) {
    let host = &kernel.host;
    let _sosend = host.call(Step::SocketSend, packet).await;
    host.work_sized(Step::SocketCopy, packet, data_of(kernel, packet)).await;
    drop(host.call(Step::IpOutput, packet).await);
    drop(host.call(Step::EtherOutput, packet).await);
    kernel.send(packet).await;
}

/// Answers requests of many segments (R 6, table 2): receives some, computes on them, receives more; a request that is
/// complete is answered. While it computes packets go on coming.
pub async fn server(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    let socket = &kernel.sockets[0];
    let mut of_request = 0;
    loop {
        let settings = kernel.srp.get();
        let mut bytes = 0;
        let whole = settings.request.saturating_sub(of_request).max(1);
        let segments = settings.chunk.min(whole);
        for _ in 0..segments {
            let packet = receive_one(&kernel, socket).await;
            bytes += data_of(&kernel, packet);
            kernel.deliver(packet, socket);
        }
        drop(host.call(Step::Application, Packet::NONE).await);
        host.work_sized(settings.task, Packet::NONE, bytes).await;
        of_request += segments;
        if of_request >= settings.request {
            of_request = 0;
            reply(&kernel).await;
        }
    }
}

async fn reply(kernel: &Kernel) {
    let _sosend = kernel.host.call(Step::SocketSend, Packet::NONE).await;
    drop(kernel.host.call(Step::FxpStart, Packet::NONE).await);
    if let Some(peer) = kernel.peer.get() {
        peer.has_reply();
    }
}

/// Computes for 11 ms of CPU time, sleeps for 5 ms of time, and so on (R 6, figure 6).
pub async fn onoff(kernel: Rc<Kernel>, alarms: Rc<Alarms>, number: usize) -> Infallible {
    let host = &kernel.host;
    let sleep = kernel.settings.borrow().machine.clock.cycles_in_milliseconds(ONOFF_SLEEP_MILLISECONDS);
    let channel = Channel(ONOFF + number as u8);
    loop {
        for _ in 0..ONOFF_STEPS {
            drop(host.call(Step::Onoff, Packet::NONE).await);
        }
        alarms.set(number, host.now() + sleep, channel);
        host.sleep(channel).await;
    }
}
