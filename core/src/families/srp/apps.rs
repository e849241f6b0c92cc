//! The programs: a process that receives packets, a process that sends them back, a process that computes on large requests, and
//! `onoff` with the alarms that wake it.

use super::kernel::Kernel;
use super::options::Purpose;
use super::protocol::{data_bytes, receive};
use super::signaled;
use super::socket::{ONOFF, Socket};
use crate::cpu::{Channel, Device, Host, Packet};
use crate::scenario::{Design, Step};
use crate::units::Cycles;
use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

/// Number of steps of one millisecond each (R 6: "runs for 11 ms").
const ONOFF_STEPS: u64 = 11;
/// Length of the sleep after these steps (R 6).
const ONOFF_SLEEP_MILLISECONDS: u64 = 5;

/// A receive call, up to the return to the process's own code.
async fn receive_one(kernel: &Kernel, socket: &Socket) -> Packet {
    signaled::unblock(kernel, socket);
    let packet = receive(kernel, socket).await;
    socket.computes.set(true);
    if kernel.srp.get().design == Design::Srp {
        signaled::return_to_process(kernel, socket).await;
    }
    packet
}

/// Receives packets without end (R 6, figure 5 and table 1), or sends every packet back (figure 4).
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

/// Sends the packet itself as the reply, with other data.
async fn send_back(kernel: &Kernel, packet: Packet) {
    let host = &kernel.host;
    let _sosend = host.call(Step::SocketSend, packet).await;
    host.work_sized(Step::SocketCopy, packet, data_bytes(kernel, packet)).await;
    drop(host.call(Step::IpOutput, packet).await);
    drop(host.call(Step::EtherOutput, packet).await);
    kernel.send(packet).await;
}

/// Answers requests of many segments (R 6, table 2). It receives some segments, computes on them, and receives more.
/// After the last segment of a request it sends the answer. Packets keep coming while it computes.
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
            bytes += data_bytes(&kernel, packet);
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
    if let Some(peer) = &kernel.peer {
        peer.reply();
    }
}

/// Computes for 11 ms of CPU time, sleeps for 5 ms, and repeats (R 6, figure 6).
pub async fn onoff(kernel: Rc<Kernel>, number: usize) -> Infallible {
    let host = &kernel.host;
    let sleep = kernel.settings.borrow().machine.clock.cycles_in_milliseconds(ONOFF_SLEEP_MILLISECONDS);
    let channel = Channel(ONOFF + number as u8);
    loop {
        for _ in 0..ONOFF_STEPS {
            drop(host.call(Step::Onoff, Packet::NONE).await);
        }
        kernel.alarms.set(number, host.now() + sleep, channel);
        host.sleep(channel).await;
    }
}

/// Wakes sleeping processes at the exact cycle and at no CPU cost (a real kernel wakes them at a clock tick).
pub struct Alarms {
    host: Rc<Host>,
    slot: usize,
    /// Each process's wake-up time and channel.
    times: RefCell<Vec<(Cycles, Channel)>>,
}

impl Alarms {
    pub fn new(host: &Rc<Host>, slot: usize, processes: usize) -> Alarms {
        Alarms { host: host.clone(), slot, times: RefCell::new(vec![(Cycles::NEVER, Channel(0)); processes]) }
    }

    /// Wakes a process at `time`.
    pub fn set(&self, process: usize, time: Cycles, channel: Channel) {
        self.times.borrow_mut()[process] = (time, channel);
        self.schedule_next();
    }

    fn schedule_next(&self) {
        let next = self.times.borrow().iter().map(|(time, _)| *time).min().unwrap_or(Cycles::NEVER);
        self.host.schedule(self.slot, next);
    }
}

impl Device for Alarms {
    fn fire(&self) {
        for (time, channel) in self.times.borrow_mut().iter_mut().filter(|(time, _)| *time <= self.host.now()) {
            *time = Cycles::NEVER;
            self.host.wake(*channel);
        }
        self.schedule_next();
    }
}
