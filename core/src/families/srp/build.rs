//! Builds a machine of this family around its host.

use super::apps::Alarms;
use super::kernel::Kernel;
use super::options::{Options, Purpose};
use super::peer::{Peer, PeerParts};
use super::plan::MachinePlan;
use super::socket::Socket;
use crate::cpu::{HostBuilder, Scheduler};
use crate::family::{Built, MachineBuilder, Plan, Wire};
use crate::hardware::{Clients, Receiver, Transmitter};
use crate::scenario::{Design, Pattern, Settings, TrafficSettings};
use crate::schedulers::{MoveToRear, ProcessThreads, TimeSharing};
use std::cell::Cell;
use std::rc::Rc;

impl Plan for MachinePlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder.host)
    }

    /// Hardware slots, in order: the clock, the transmitters, the alarms, then the peer, or the sources and their clients.
    fn build(self: Box<Self>, mut machine: MachineBuilder<'_>) -> Built {
        let rows = processes(&self);
        let scheduler: Box<dyn Scheduler> = if self.settings.by_shares {
            Box::new(MoveToRear::new(rows, machine.value(|settings| Options::of(settings).shares)))
        } else {
            let quantum = machine.value(|settings| settings.machine.quantum);
            Box::new(TimeSharing::new(rows, quantum, machine.settings.machine.clock))
        };
        machine.clock(self.clock_line);
        let receivers: Vec<Rc<Receiver>> =
            self.receive.iter().map(|ids| machine.receiver(ids.ring, ids.line)).collect();
        let mut transmitters = Vec::new();
        for ids in &self.transmit {
            let slot = machine.slot();
            transmitters.push(machine.transmitter(slot, ids.ring, ids.line));
        }
        let slot_alarms = machine.slot();
        let alarms = machine.add(slot_alarms, Alarms::new(machine.host, slot_alarms, self.settings.onoff));
        let mut devices = Devices { receivers, transmitters, alarms, clients: None, peer: None };
        match self.settings.purpose.is_tcp() {
            true => devices.peer = Some(add_peer(&self, &devices, &mut machine)),
            false => devices.clients = Some(add_sources(&devices, &mut machine)),
        }
        let kernel = Rc::new(new_kernel(&self, &mut machine, devices));
        let changed = kernel.clone();
        machine.on_change(move |settings, _| changed.settings_changed(settings));
        machine.run_compute(self.user_thread);
        machine.run_plan(self.builder, &kernel);
        machine.finish(vec![scheduler])
    }
}

struct Devices {
    receivers: Vec<Rc<Receiver>>,
    transmitters: Vec<Rc<Transmitter>>,
    alarms: Rc<Alarms>,
    clients: Option<Rc<Clients>>,
    peer: Option<Rc<Peer>>,
}

/// Adds the other end of a TCP connection.
fn add_peer(plan: &MachinePlan, devices: &Devices, machine: &mut MachineBuilder<'_>) -> Rc<Peer> {
    let answers = (plan.settings.purpose == Purpose::Gateway).then(|| devices.receivers[1].clone());
    let slot = machine.slot();
    let parts = PeerParts { slot, data: devices.receivers[0].clone(), answers };
    let peer = machine.add(slot, Peer::new(machine.host, parts, machine.settings));
    devices.transmitters.iter().for_each(|transmitter| transmitter.set_listener(peer.clone()));
    peer
}

/// Adds the senders of UDP packets: a source for each interface, and clients that wait for replies on the first one.
fn add_sources(devices: &Devices, machine: &mut MachineBuilder<'_>) -> Rc<Clients> {
    let Devices { receivers, transmitters, .. } = devices;
    let wire = |number: usize| Wire { receiver: receivers[number].clone(), stream: number as u8, output: number as u8 };
    for number in 0..receivers.len() {
        let slot = machine.slot();
        machine.source(slot, wire(number), open_loop);
    }
    let slot = machine.slot();
    let clients = machine.clients(slot, wire(0));
    transmitters.iter().for_each(|transmitter| transmitter.set_listener(clients.clone()));
    clients
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

fn new_kernel(plan: &MachinePlan, machine: &mut MachineBuilder<'_>, devices: Devices) -> Kernel {
    let Devices { receivers, transmitters, alarms, clients, peer } = devices;
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
        settings: machine.current_settings.clone(),
        srp: Cell::new(plan.settings),
        receivers,
        transmitters,
        ipintrq: plan.ipintrq.map(|place| machine.queue(place, "queues.ipintrq")),
        netisr: plan.softintr,
        sockets,
        own_address: plan.own_address.map(|place| machine.ring(place)),
        mischarged: plan.mischarged,
        alarms,
        clients,
        peer,
    }
}
