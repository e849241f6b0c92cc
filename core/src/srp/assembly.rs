//! Builds a machine of this family around its host, and applies new settings to it.

use super::apps::{self, Alarms};
use super::blueprint::Blueprint;
use super::gateway;
use super::interrupts;
use super::kernel::Kernel;
use super::peer::{Peer, PeerParts};
use super::settings::{Purpose, SrpSettings};
use super::socket::{COMPUTE, Socket};
use super::{freebsd, lrp, signaled};
use crate::apps::compute;
use crate::cpu::{Device, Host, HostBuilder, Scheduler, Software};
use crate::hardware::{Clients, Clock, Fifo, Receiver, Source, SourceParts, Transmitter, TransmitterParts};
use crate::random::RandomStream;
use crate::scenario::{Design, Pattern, Settings, TrafficSettings, Value};
use crate::schedulers::{MoveToRear, ProcessThreads, Shares, TimeSharing};
use crate::system::{Built, Live, Plan, Site};
use crate::trace::VisibleState;
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Plan for Blueprint {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder)
    }

    fn build(self: Box<Self>, site: Site<'_>) -> Built {
        let Site { host, settings, seed, first_slot, .. } = site;
        let machine = &settings.machine;
        let level_triggered = machine.level_triggered;
        let quantum = Rc::new(Cell::new(machine.quantum));
        let shares = Rc::new(Cell::new(self.settings.shares));
        let rows = processes(&self);
        let scheduler: Box<dyn Scheduler> = if self.settings.by_shares {
            Box::new(MoveToRear::new(rows, shares.clone()))
        } else {
            Box::new(TimeSharing::new(rows, quantum.clone(), machine.clock))
        };
        let clock = Clock::new(host, self.clock_line, first_slot, machine.clock, machine.ticks_per_second);
        let mut devices: Vec<Rc<dyn Device>> = vec![Rc::new(clock)];
        let next = |devices: &Vec<Rc<dyn Device>>| first_slot + devices.len();
        let ring = |ids: &super::blueprint::ReceiveIds| Fifo::new(host, ids.ring, machine.receive_ring);
        let receivers: Vec<Rc<Receiver>> =
            self.receive.iter().map(|ids| Rc::new(Receiver::new(host, ring(ids), ids.line, level_triggered))).collect();
        let mut transmitters = Vec::new();
        for ids in &self.transmit {
            let ring = Fifo::new(host, ids.ring, machine.transmit_ring);
            let (link, clock, slot) = (machine.link, machine.clock, next(&devices));
            let parts = TransmitterParts { ring, line: ids.line, slot, level_triggered, link, clock };
            let transmitter = Rc::new(Transmitter::new(host, parts));
            devices.push(transmitter.clone());
            transmitters.push(transmitter);
        }
        let alarms = Rc::new(Alarms::new(host, next(&devices), self.settings.onoff));
        devices.push(alarms.clone());
        let kernel = Rc::new(new_kernel(&self, host, settings, receivers, transmitters));
        let sources = if self.settings.purpose.is_tcp() {
            add_peer(&self, &kernel, settings, &mut devices, first_slot);
            Vec::new()
        } else {
            sources(&kernel, settings, seed, &mut devices, first_slot)
        };
        let software = software(&self, &kernel, &alarms);
        Built {
            devices,
            software,
            schedulers: vec![scheduler],
            live: Box::new(LiveParts { kernel, sources, quantum, shares }),
        }
    }
}

/// Adds the other end of a TCP connection.
fn add_peer(
    plan: &Blueprint,
    kernel: &Rc<Kernel>,
    settings: &Settings,
    devices: &mut Vec<Rc<dyn Device>>,
    first_slot: usize,
) {
    let answers = (plan.settings.purpose == Purpose::Gateway).then(|| kernel.receivers[1].clone());
    let parts = PeerParts { slot: first_slot + devices.len(), data: kernel.receivers[0].clone(), answers };
    let peer = Rc::new(Peer::new(&kernel.host, parts, settings));
    devices.push(peer.clone());
    kernel.transmitters.iter().for_each(|transmitter| transmitter.set_listener(peer.clone()));
    assert!(kernel.peer.set(peer).is_ok(), "a connection has only one peer");
}

/// Adds the senders of UDP packets: a source for each interface, and clients that wait for replies on the first one.
fn sources(
    kernel: &Rc<Kernel>,
    settings: &Settings,
    seed: u64,
    devices: &mut Vec<Rc<dyn Device>>,
    first_slot: usize,
) -> Vec<Rc<Source>> {
    let parts = |number: usize, slot: usize| SourceParts {
        receiver: kernel.receivers[number].clone(),
        slot,
        stream: number as u8,
        output: number as u8,
        link: settings.machine.link,
        clock: settings.machine.clock,
        random: RandomStream::new(seed, slot as u64),
    };
    let mut sources = Vec::new();
    for number in 0..kernel.receivers.len() {
        let parts = parts(number, first_slot + devices.len());
        let (traffic, rate) = open_loop(settings, number);
        let source = Rc::new(Source::new(&kernel.host, parts, &traffic, rate));
        devices.push(source.clone());
        sources.push(source);
    }
    let clients = Rc::new(Clients::new(&kernel.host, parts(0, first_slot + devices.len()), &settings.traffic));
    devices.push(clients.clone());
    kernel.transmitters.iter().for_each(|transmitter| transmitter.set_listener(clients.clone()));
    assert!(kernel.clients.set(clients).is_ok(), "a machine has one set of clients");
    sources
}

/// Returns the traffic and rate of source `number`. When clients that wait for replies use the first interface, the other
/// interfaces get jittered packets.
fn open_loop(settings: &Settings, number: usize) -> (TrafficSettings, u64) {
    let traffic = settings.traffic.clone();
    match traffic.pattern {
        Pattern::Rpc if number == 0 => (traffic, 0),
        Pattern::Rpc => (TrafficSettings { pattern: Pattern::Jittered, ..traffic }, settings.traffic.rate),
        _ => (traffic, settings.traffic.rate),
    }
}

/// Returns all processes. Each has the threads that it is charged for; the receiving process also has its signal
/// handler or kernel thread.
fn processes(plan: &Blueprint) -> Vec<ProcessThreads> {
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
    plan: &Blueprint,
    host: &Rc<Host>,
    settings: &Settings,
    receivers: Vec<Rc<Receiver>>,
    transmitters: Vec<Rc<Transmitter>>,
) -> Kernel {
    let limit = plan.settings.socket;
    let fifo = |place| Fifo::new(host, place, limit);
    let owners: Vec<usize> = plan.receiver_thread.into_iter().chain(plan.asynchronous_thread).collect();
    let sockets = if plan.stage_threads.is_empty() {
        // in FreeBSD's gateway no process receives packets
        vec![Socket::new(plan.inputs.first().copied().map(fifo), plan.queue.map(fifo), 0, owners)]
    } else {
        let stages = plan.inputs.iter().zip(&plan.stage_threads).enumerate();
        stages
            .map(|(number, (place, thread))| Socket::new(Some(fifo(*place)), None, number as u8, vec![*thread]))
            .collect()
    };
    Kernel {
        host: host.clone(),
        settings: RefCell::new(settings.clone()),
        srp: Cell::new(plan.settings),
        receivers,
        transmitters,
        ipintrq: plan.ipintrq.map(|place| Fifo::new(host, place, settings.kernel.ipintrq)),
        netisr: plan.softintr.map(|(line, _)| line),
        sockets,
        own_address: plan.own_address.map(fifo),
        mischarged: plan.mischarged,
        clients: OnceCell::new(),
        peer: OnceCell::new(),
    }
}

fn software(plan: &Blueprint, kernel: &Rc<Kernel>, alarms: &Rc<Alarms>) -> Vec<(usize, Software)> {
    let compute_kernel = kernel.clone();
    let wants_compute = move || compute_kernel.settings.borrow().kernel.compute;
    let mut software: Vec<(usize, Software)> = vec![
        (plan.clock_handler, Box::pin(interrupts::hardclock(kernel.clone()))),
        (plan.user_thread, Box::pin(compute(kernel.host.clone(), COMPUTE, wants_compute))),
    ];
    for (interface, ids) in plan.receive.iter().enumerate() {
        software.push((ids.handler, Box::pin(interrupts::fxp_intr(kernel.clone(), interface))));
    }
    if let Some((_, handler)) = plan.softintr {
        software.push((handler, Box::pin(freebsd::ipintr(kernel.clone()))));
    }
    if let Some(thread) = plan.receiver_thread {
        let program: Software = match plan.settings.purpose {
            Purpose::Requests => Box::pin(apps::server(kernel.clone())),
            _ => Box::pin(apps::receiver(kernel.clone())),
        };
        software.push((thread, program));
    }
    if let Some(thread) = plan.asynchronous_thread {
        let program: Software = match plan.settings.design {
            Design::Srp => Box::pin(signaled::siguiq_handler(kernel.clone())),
            _ => Box::pin(lrp::tcp_thread(kernel.clone())),
        };
        software.push((thread, program));
    }
    let stages = gateway::stage_processes(&plan.settings);
    for (number, (thread, stage)) in plan.stage_threads.iter().zip(stages).enumerate() {
        software.push((*thread, Box::pin(gateway::stage_process(kernel.clone(), number, stage))));
    }
    for (number, thread) in plan.onoff_threads.iter().enumerate() {
        software.push((*thread, Box::pin(apps::onoff(kernel.clone(), alarms.clone(), number))));
    }
    software
}

/// The parts that knobs act on.
struct LiveParts {
    kernel: Rc<Kernel>,
    sources: Vec<Rc<Source>>,
    quantum: Rc<Cell<Cycles>>,
    shares: Rc<Cell<Shares>>,
}

impl Live for LiveParts {
    fn apply(&self, settings: &Settings, changes: &BTreeMap<String, Value>) {
        let kernel = &self.kernel;
        let srp = SrpSettings::from(settings);
        *kernel.settings.borrow_mut() = settings.clone();
        kernel.srp.set(srp);
        kernel.sockets.iter().for_each(|socket| signaled::treatment_changed(kernel, socket));
        self.quantum.set(settings.machine.quantum);
        self.shares.set(srp.shares);
        if let Some(queue) = &kernel.ipintrq {
            queue.set_limit(settings.kernel.ipintrq);
        }
        kernel.sockets.iter().for_each(|socket| socket.set_limit(srp.socket));
        if changes.keys().any(|path| path.starts_with("traffic.")) {
            for (number, source) in self.sources.iter().enumerate() {
                let (traffic, rate) = open_loop(settings, number);
                source.change(&traffic, rate);
            }
            if let Some(clients) = kernel.clients.get() {
                clients.change(&settings.traffic);
            }
        }
        if let Some(peer) = kernel.peer.get() {
            peer.change(settings);
        }
        if settings.kernel.compute {
            kernel.host.wake(COMPUTE);
        }
    }

    fn fill_visible_state(&self, state: &mut VisibleState) {
        let kernel = &self.kernel;
        let sockets = kernel.sockets.iter().flat_map(|socket| socket.input.iter().chain(&socket.queue));
        let queues = kernel.ipintrq.iter().chain(sockets).chain(&kernel.own_address);
        let rings = kernel.receivers.iter().map(|receiver| &receiver.ring);
        let sending = kernel.transmitters.iter().map(|transmitter| (&transmitter.ring, transmitter.finished()));
        for (fifo, sent) in queues.chain(rings).map(|fifo| (fifo, 0)).chain(sending) {
            let place = &mut state.places[usize::from(fifo.place)];
            place.contents = fifo.contents().into();
            place.limit = fifo.limit() as u32;
            place.sent = sent as u32;
        }
    }
}
