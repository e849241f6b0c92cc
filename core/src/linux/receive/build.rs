//! Builds the receiver around its host, and applies knob changes to it.

use super::kernel::Kernel;
use super::layout::{Layout, SocketIds};
use super::memory::{Disk, Memory};
use super::network::{Network, NetworkParts};
use super::options::{Options, PAGE, Protocol};
use super::queue::Queue;
use super::socket::{Socket, Stream};
use super::{background, interrupt, reclaim, tcp, udp};
use crate::cpu::{Device, Host, HostBuilder, Scheduler, Software};
use crate::hardware::{Clients, Clock, Fifo, Receiver, Source, SourceParts};
use crate::random;
use crate::scenario::{Pattern, Settings, Value};
use crate::schedulers::O1;
use crate::system::{Built, Live, Plan, Site};
use crate::trace::VisibleState;
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Plan for Layout {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder)
    }

    fn build(self: Box<Self>, site: Site<'_>) -> Built {
        let Site { host, settings, first_slot, .. } = site;
        let disk = Rc::new(Disk::new(host, first_slot + 2));
        let kernel = Rc::new(kernel(&self, host, settings, disk.clone()));
        let scheduler = Rc::new(scheduler(&self, settings, &kernel));
        let machine = &settings.machine;
        let clock = Clock::new(host, self.clock.0, first_slot, machine.clock, machine.ticks_per_second);
        let (traffic, source) = traffic(&kernel, &site);
        let mut devices: Vec<Rc<dyn Device>> = vec![Rc::new(clock), traffic, disk];
        if source.is_some() {
            let clients = Clients::new(host, parts(&kernel, &site, first_slot + devices.len()), &settings.traffic);
            let clients = Rc::new(clients);
            devices.push(clients.clone());
            assert!(kernel.clients.set(clients).is_ok(), "a machine has one set of clients");
        }
        let software = software(&self, &kernel);
        let schedulers: Vec<Box<dyn Scheduler>> = vec![Box::new(scheduler.clone())];
        let live = Box::new(Knobs { kernel, scheduler, source, processes: self.sockets });
        Built { devices, software, schedulers, live }
    }
}

fn kernel(layout: &Layout, host: &Rc<Host>, settings: &Settings, disk: Rc<Disk>) -> Kernel {
    let options = &layout.options;
    let machine = &settings.machine;
    let ring = Fifo::new(host, layout.ring, machine.receive_ring);
    let limit = options.quota_packets();
    let sockets = layout.sockets.iter().enumerate().map(|(number, ids)| {
        let tcp = ids.tcp.map(|tcp| Stream {
            prequeue: Queue::new(host, tcp.prequeue, limit),
            backlog: Queue::new(host, tcp.backlog, limit),
            out_of_order: Queue::new(host, tcp.out_of_order, limit),
            locked_gate: tcp.locked,
            next: Cell::new(0),
            acknowledged: Cell::new(0),
            edge: Cell::new(0),
            wanted: Cell::new(0),
            direct: Cell::new(0),
            era: Cell::new(0),
            delayed: Cell::new(Cycles::NEVER),
        });
        let socket = Socket::new(number as u8, options, Queue::new(host, ids.receive, limit), tcp);
        if let Some(tcp) = &socket.tcp {
            // the smallest window is one segment: no segment would fit in a smaller one
            tcp.edge.set(socket.window(options.segment, false).max(1));
        }
        socket
    });
    Kernel {
        host: host.clone(),
        settings: RefCell::new(settings.clone()),
        receiver: Rc::new(Receiver::new(host, ring, layout.device.0, machine.level_triggered)),
        sockets: sockets.collect(),
        memory: Memory::new(options),
        options: RefCell::new(options.clone()),
        network: OnceCell::new(),
        buffers: RefCell::new(vec![(Cycles::ZERO, options.buffer)]),
        clients: OnceCell::new(),
        disk,
        net_rx: layout.softirq.0,
        gates: layout.gates,
        polling: Cell::new(false),
        timers_due: Cell::new(false),
        missing: Cell::new(0),
        in_softirq: Rc::default(),
    }
}

/// The receiving processes come first, so that they wait for data before the other processes begin.
fn scheduler(layout: &Layout, settings: &Settings, kernel: &Kernel) -> O1 {
    let options = &layout.options;
    let receivers = layout.sockets.iter().map(|socket| (socket.process, options.nice));
    let others = std::iter::once(layout.kswapd).chain(layout.jobs.iter().copied()).map(|thread| (thread, 0));
    let tasks: Vec<(usize, i64)> = receivers.chain(others).collect();
    let spares = (!options.charge_interrupts).then(|| kernel.in_softirq.clone());
    O1::new(&tasks, settings.machine.clock, settings.machine.ticks_per_second, spares)
}

/// The incoming traffic: an open-loop stream of UDP packets, or the TCP sender.
fn traffic(kernel: &Rc<Kernel>, site: &Site<'_>) -> (Rc<dyn Device>, Option<Rc<Source>>) {
    let Site { host, settings, first_slot, .. } = *site;
    let (machine, receiver, slot) = (&settings.machine, kernel.receiver.clone(), first_slot + 1);
    let options = kernel.options.borrow();
    if options.protocol == Protocol::Udp {
        let source = Rc::new(Source::new(host, parts(kernel, site, slot), &settings.traffic, rate(settings)));
        return (source.clone(), Some(source));
    }
    let parts = NetworkParts {
        receiver,
        slot,
        packet_length: settings.traffic.packet_bytes,
        on_wire: machine.link.wire_time(settings.traffic.packet_bytes, machine.clock),
        round_trip: options.round_trip,
        start: settings.traffic.start,
        end: options.duration.map_or(Cycles::NEVER, |duration| settings.traffic.start + duration),
        clock: machine.clock,
        windows: kernel.sockets.iter().map(|socket| socket.tcp().edge.get()).collect(),
    };
    let network = Rc::new(Network::new(host, parts));
    assert!(kernel.network.set(network.clone()).is_ok(), "a machine has one network");
    (network, None)
}

/// The parts of the source of UDP packets.
fn parts(kernel: &Kernel, site: &Site<'_>, slot: usize) -> SourceParts {
    let (receiver, machine) = (kernel.receiver.clone(), &site.settings.machine);
    let random = random::RandomStream::new(site.seed, slot as u64);
    SourceParts { receiver, slot, stream: 0, output: 0, link: machine.link, clock: machine.clock, random }
}

fn software(layout: &Layout, kernel: &Rc<Kernel>) -> Vec<(usize, Software)> {
    let mut software: Vec<(usize, Software)> = vec![
        (layout.clock.1, Box::pin(interrupt::clock(kernel.clone()))),
        (layout.device.1, Box::pin(interrupt::device(kernel.clone()))),
        (layout.softirq.1, Box::pin(interrupt::softirq(kernel.clone()))),
        (layout.kswapd, Box::pin(reclaim::kswapd(kernel.clone()))),
    ];
    for (number, SocketIds { process, tcp: stream, .. }) in layout.sockets.iter().enumerate() {
        let code: Software = match stream {
            Some(_) => Box::pin(tcp::process(kernel.clone(), number)),
            None => Box::pin(udp::process(kernel.clone())),
        };
        software.push((*process, code));
    }
    for (number, thread) in layout.jobs.iter().enumerate() {
        software.push((*thread, Box::pin(background::job(kernel.clone(), number as u64))));
    }
    software
}

/// The parts of a running receiver that knobs change.
struct Knobs {
    kernel: Rc<Kernel>,
    scheduler: Rc<O1>,
    source: Option<Rc<Source>>,
    processes: Vec<SocketIds>,
}

impl Live for Knobs {
    fn apply(&self, settings: &Settings, changes: &BTreeMap<String, Value>) {
        let kernel = &self.kernel;
        let new = Options::of(settings);
        *kernel.settings.borrow_mut() = settings.clone();
        {
            let mut options = kernel.options.borrow_mut();
            (options.nice, options.read_bytes) = (new.nice, new.read_bytes);
        }
        let reniced = self.processes.iter().filter(|ids| self.scheduler.set_nice(ids.process, new.nice)).count();
        if reniced > 0 {
            kernel.host.request_reschedule();
        }
        kernel.change_packet_length(&new);
        if let Some(network) = kernel.network.get() {
            let (length, machine) = (settings.traffic.packet_bytes, &settings.machine);
            network.change(length, machine.link.wire_time(length, machine.clock));
        }
        let moved = changes.keys().any(|path| path.starts_with("traffic."));
        if let (true, Some(source)) = (moved, &self.source) {
            source.change(&settings.traffic, rate(settings));
        }
        if let (true, Some(clients)) = (moved, kernel.clients.get()) {
            clients.change(&settings.traffic);
        }
    }

    fn fill_visible_state(&self, state: &mut VisibleState) {
        let ring = &self.kernel.receiver.ring;
        let place = &mut state.places[usize::from(ring.place)];
        place.contents = ring.contents().into();
        place.limit = ring.limit() as u32;
        for queue in self.kernel.sockets.iter().flat_map(Socket::queues) {
            queue.show(state);
        }
    }

    fn numbers(&self) -> Vec<(&'static str, u64)> {
        let kernel = &self.kernel;
        let memory = &kernel.memory;
        let kilobytes = |pages: u64| pages * PAGE / 1_024;
        vec![
            ("free_kb", kilobytes(memory.free())),
            ("cached_kb", kilobytes(memory.cached())),
            ("buffers_kb", kilobytes(memory.buffers())),
            ("kills", u64::from(memory.kills.get())),
            ("timeouts", kernel.network.get().map_or(0, |network| u64::from(network.timeouts()))),
        ]
    }
}

/// Returns the rate of open-loop traffic; 0 if the packets come from clients that wait for replies.
fn rate(settings: &Settings) -> u64 {
    if settings.traffic.pattern == Pattern::Rpc { 0 } else { settings.traffic.rate }
}
