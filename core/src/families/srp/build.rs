//! Builds a machine of this family around its host, and applies new settings to it.

use super::apps::Alarms;
use super::kernel::Kernel;
use super::options::{Options, Purpose};
use super::peer::{Peer, PeerParts};
use super::plan::MachinePlan;
use super::signaled;
use super::socket::{COMPUTE, Socket};
use crate::cpu::{HostBuilder, Scheduler};
use crate::family::{Built, Live, MachineBuilder, Plan, Wire};
use crate::hardware::{Receiver, Transmitter};
use crate::scenario::{Design, Pattern, Settings, TrafficSettings, Value};
use crate::schedulers::{MoveToRear, ProcessThreads, Shares, TimeSharing};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Plan for MachinePlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder.host)
    }

    /// Hardware slots, in order: the clock, the transmitters, the alarms, then the peer, or the sources and their clients.
    fn build(self: Box<Self>, mut machine: MachineBuilder<'_>) -> Built {
        let settings = &machine.settings.machine;
        let quantum = Rc::new(Cell::new(settings.quantum));
        let shares = Rc::new(Cell::new(self.settings.shares));
        let rows = processes(&self);
        let scheduler: Box<dyn Scheduler> = if self.settings.by_shares {
            Box::new(MoveToRear::new(rows, shares.clone()))
        } else {
            Box::new(TimeSharing::new(rows, quantum.clone(), settings.clock))
        };
        machine.clock(self.clock_line);
        let receivers = self.receive.iter().map(|ids| machine.receiver(ids.ring, ids.line)).collect();
        let mut transmitters = Vec::new();
        for ids in &self.transmit {
            let slot = machine.slot();
            transmitters.push(machine.transmitter(slot, ids.ring, ids.line));
        }
        let slot_alarms = machine.slot();
        let alarms = machine.add(slot_alarms, Alarms::new(machine.host, slot_alarms, self.settings.onoff));
        let kernel = Rc::new(new_kernel(&self, &mut machine, receivers, transmitters, alarms));
        match self.settings.purpose.is_tcp() {
            true => add_peer(&self, &kernel, &mut machine),
            false => add_sources(&kernel, &mut machine),
        }
        let software = self.builder.software(&kernel);
        machine.finish(software, vec![scheduler], Knobs { kernel, quantum, shares })
    }
}

/// Adds the other end of a TCP connection.
fn add_peer(plan: &MachinePlan, kernel: &Kernel, machine: &mut MachineBuilder<'_>) {
    let answers = (plan.settings.purpose == Purpose::Gateway).then(|| kernel.receivers[1].clone());
    let slot = machine.slot();
    let parts = PeerParts { slot, data: kernel.receivers[0].clone(), answers };
    let peer = machine.add(slot, Peer::new(machine.host, parts, machine.settings));
    kernel.transmitters.iter().for_each(|transmitter| transmitter.set_listener(peer.clone()));
    assert!(kernel.peer.set(peer).is_ok(), "a connection has only one peer");
}

/// Adds the senders of UDP packets: a source for each interface, and clients that wait for replies on the first one.
fn add_sources(kernel: &Kernel, machine: &mut MachineBuilder<'_>) {
    let wire =
        |number: usize| Wire { receiver: kernel.receivers[number].clone(), stream: number as u8, output: number as u8 };
    for number in 0..kernel.receivers.len() {
        let slot = machine.slot();
        machine.source(slot, wire(number), open_loop);
    }
    let slot = machine.slot();
    let clients = machine.clients(slot, wire(0));
    kernel.transmitters.iter().for_each(|transmitter| transmitter.set_listener(clients.clone()));
    assert!(kernel.clients.set(clients).is_ok(), "a machine has one set of clients");
}

/// Returns the traffic and rate of a source. When clients that wait for replies use the first interface, the other
/// interfaces get jittered packets.
fn open_loop(settings: &Settings, stream: u8) -> (TrafficSettings, u64) {
    let traffic = settings.traffic.clone();
    match traffic.pattern {
        Pattern::Rpc if stream == 0 => (traffic, 0),
        Pattern::Rpc => (TrafficSettings { pattern: Pattern::Jittered, ..traffic }, settings.traffic.rate),
        _ => (traffic, settings.traffic.rate),
    }
}

/// Returns all processes. Each has the threads that it is charged for; the receiving process also has its signal
/// handler or kernel thread.
fn processes(plan: &MachinePlan) -> Vec<ProcessThreads> {
    let mut rows = Vec::new();
    if let Some(receiver) = plan.receiver_thread {
        let is_signal = plan.settings.design == Design::Srp;
        let handler = plan.asynchronous_thread.filter(|_| is_signal);
        let thread = plan.asynchronous_thread.filter(|_| !is_signal);
        let threads = [receiver].into_iter().chain(thread).collect();
        rows.push(ProcessThreads { handler, threads, reserved: true });
    }
    // R 5.1: every stage's process has a CPU guarantee, because a packet has to pass all of them
    let stage = |thread: &usize| ProcessThreads { threads: vec![*thread], reserved: true, handler: None };
    rows.extend(plan.stage_threads.iter().map(stage));
    for thread in plan.onoff_threads.iter().chain([&plan.user_thread]) {
        rows.push(ProcessThreads { threads: vec![*thread], ..ProcessThreads::default() });
    }
    rows
}

fn new_kernel(
    plan: &MachinePlan,
    machine: &mut MachineBuilder<'_>,
    receivers: Vec<Rc<Receiver>>,
    transmitters: Vec<Rc<Transmitter>>,
    alarms: Rc<Alarms>,
) -> Kernel {
    let mut socket_queue = |place| machine.queue(place, "srp.socket");
    let owners: Vec<usize> = plan.receiver_thread.into_iter().chain(plan.asynchronous_thread).collect();
    let sockets = if plan.stage_threads.is_empty() {
        // in FreeBSD's gateway no process receives packets
        vec![Socket::new(
            plan.inputs.first().copied().map(&mut socket_queue),
            plan.queue.map(&mut socket_queue),
            0,
            owners,
        )]
    } else {
        let stages = plan.inputs.iter().zip(&plan.stage_threads).enumerate();
        stages
            .map(|(number, (place, thread))| Socket::new(Some(socket_queue(*place)), None, number as u8, vec![*thread]))
            .collect()
    };
    Kernel {
        host: machine.host.clone(),
        settings: RefCell::new(machine.settings.clone()),
        srp: Cell::new(plan.settings),
        receivers,
        transmitters,
        ipintrq: plan.ipintrq.map(|place| machine.queue(place, "queues.ipintrq")),
        netisr: plan.softintr,
        sockets,
        own_address: plan.own_address.map(|place| machine.ring(place)),
        mischarged: plan.mischarged,
        alarms,
        clients: OnceCell::new(),
        peer: OnceCell::new(),
    }
}

/// The parts that knobs act on.
struct Knobs {
    kernel: Rc<Kernel>,
    quantum: Rc<Cell<Cycles>>,
    shares: Rc<Cell<Shares>>,
}

impl Live for Knobs {
    fn apply(&self, settings: &Settings, _changes: &BTreeMap<String, Value>) {
        let kernel = &self.kernel;
        let srp = Options::from(settings);
        *kernel.settings.borrow_mut() = settings.clone();
        kernel.srp.set(srp);
        kernel.sockets.iter().for_each(|socket| signaled::treatment_changed(kernel, socket));
        self.quantum.set(settings.machine.quantum);
        self.shares.set(srp.shares);
        if let Some(peer) = kernel.peer.get() {
            peer.change(settings);
        }
        if settings.kernel.compute {
            kernel.host.wake(COMPUTE);
        }
    }
}
