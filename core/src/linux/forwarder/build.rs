//! Builds the router's devices, software and scheduler around its host, and applies knob changes to them.

use super::interrupt::{self, Event, isr};
use super::kernel::{Backlog, Interface, Kernel, Sender};
use super::plan::{ForwarderPlan, interfaces};
use super::softirqs;
use crate::apps::compute;
use crate::cpu::{Device, HostBuilder, Software};
use crate::hardware::{Clients, Clock, Fifo, Receiver, Source, SourceParts, Transmitter, TransmitterParts};
use crate::kernel::COMPUTE;
use crate::linux::Softirqs;
use crate::random::RandomStream;
use crate::scenario::{Pattern, Settings, TrafficSettings, Value};
use crate::schedulers::{Class, RoundRobin};
use crate::system::{Built, Live, Plan, Site};
use crate::trace::VisibleState;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Plan for ForwarderPlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder)
    }

    /// Hardware slots, in order: the clock, the sources, their clients, the transmitters.
    fn build(self: Box<Self>, site: Site<'_>) -> Built {
        let (host, machine) = (site.host, &site.settings.machine);
        let clock = Clock::new(host, self.clock_line, site.first_slot, machine.clock, machine.ticks_per_second);
        let receiving = interfaces(site.settings).1;
        let slot_clients = site.first_slot + 1 + receiving.len();
        let kernel = Rc::new(kernel(&self, &site, slot_clients + 1));
        let sources = sources(&kernel, &site, &receiving);
        let clients = Rc::new(Clients::new(host, parts(&kernel, &site, 0, slot_clients), &site.settings.traffic));
        kernel.sender(1).transmitter.set_listener(clients.clone());
        let quantum = Rc::new(Cell::new(machine.quantum));
        let classes = vec![(self.ksoftirqd, Class::Process), (self.user, Class::Process)];
        let scheduler = Box::new(RoundRobin::new(classes, quantum.clone()));
        let mut devices: Vec<Rc<dyn Device>> = vec![Rc::new(clock)];
        devices.extend(sources.iter().map(|source| source.clone() as Rc<dyn Device>));
        devices.push(clients.clone());
        let senders = kernel.interfaces.iter().filter_map(|interface| interface.sender.as_ref());
        devices.extend(senders.map(|sender| sender.transmitter.clone() as Rc<dyn Device>));
        let software = software(&self, &kernel);
        Built {
            devices,
            software,
            schedulers: vec![scheduler],
            live: Box::new(Forwarder { kernel, sources, clients, quantum }),
        }
    }
}

fn kernel(plan: &ForwarderPlan, site: &Site<'_>, first_slot: usize) -> Kernel {
    let (host, settings) = (site.host, site.settings);
    let machine = &settings.machine;
    let mut slot = first_slot;
    let interfaces = plan.interfaces.iter().map(|ids| Interface {
        receiver: ids.receive.map(|ids| {
            let ring = Fifo::new(host, ids.ring, machine.receive_ring);
            Rc::new(Receiver::new(host, ring, ids.line, false))
        }),
        sender: ids.transmit.map(|(ids, queue)| {
            let (link, clock) = (machine.link, machine.clock);
            let ring = Fifo::new(host, ids.ring, machine.transmit_ring);
            let parts = TransmitterParts { ring, line: ids.line, slot, level_triggered: false, link, clock };
            slot += 1;
            let transmitter = Rc::new(Transmitter::new(host, parts));
            transmitter.moderate(packets_for_each_interrupt(settings));
            Sender { transmitter, output: Fifo::new(host, queue, settings.kernel.ifqueue) }
        }),
        polled: ids.polled,
    });
    Kernel {
        host: host.clone(),
        settings: RefCell::new(settings.clone()),
        interfaces: interfaces.collect(),
        softirqs: Softirqs::new(host, plan.softirq_line),
        poll_list: RefCell::default(),
        backlog: plan.backlog.map(|(place, throttled_gate)| Backlog {
            queue: Fifo::new(host, place, settings.linux.backlog),
            throttled: Cell::new(false),
            throttled_gate,
        }),
        completion_queue: Cell::new(0),
        ticks: Cell::new(0),
    }
}

/// Returns how many packets are sent before the interface interrupts. This is at most the size of the transmit ring: the
/// interrupt has to come when the ring is full, because otherwise no packet is sent any more.
fn packets_for_each_interrupt(settings: &Settings) -> u64 {
    match settings.linux.packets_per_interrupt {
        u64::MAX => u64::MAX,
        packets => packets.min(settings.machine.transmit_ring as u64),
    }
}

/// The parts of a source (or of clients) that sends to the receiver of interface `number`.
fn parts(kernel: &Kernel, site: &Site<'_>, number: usize, slot: usize) -> SourceParts {
    let settings = site.settings;
    SourceParts {
        receiver: kernel.interfaces[number].receiver.clone().expect("sources send to interfaces that receive"),
        slot,
        stream: number as u8,
        output: ((number + 1) % kernel.interfaces.len()) as u8,
        link: settings.machine.link,
        clock: settings.machine.clock,
        random: RandomStream::new(site.seed, slot as u64),
    }
}

fn sources(kernel: &Kernel, site: &Site<'_>, receiving: &[usize]) -> Vec<Rc<Source>> {
    let source = |&number: &usize| {
        let parts = parts(kernel, site, number, site.first_slot + 1 + number);
        Rc::new(Source::new(site.host, parts, &open_loop(site.settings, number), rate_of(site.settings, number)))
    };
    receiving.iter().map(source).collect()
}

/// Returns the open-loop traffic of an interface. Its packets are jittered when the first interface has clients that wait for
/// replies. They are also jittered in the direction opposite to a recording.
fn open_loop(settings: &Settings, interface: usize) -> TrafficSettings {
    let pattern = match settings.traffic.pattern {
        Pattern::Rpc => Pattern::Jittered,
        _ => settings.traffic.pattern_on(interface),
    };
    TrafficSettings { pattern, ..settings.traffic.clone() }
}

/// Returns the rate of an interface's open-loop traffic. An interface that is not an input carries the reverse traffic. With
/// closed-loop clients it carries none, because the replies take that direction.
fn rate_of(settings: &Settings, interface: usize) -> u64 {
    let traffic = &settings.traffic;
    let has_clients = traffic.pattern == Pattern::Rpc;
    match interface < traffic.inputs {
        true if has_clients && interface == 0 => 0,
        true => traffic.rate,
        false if has_clients => 0,
        false => traffic.reverse_rate,
    }
}

fn software(plan: &ForwarderPlan, kernel: &Rc<Kernel>) -> Vec<(usize, Software)> {
    let shared = kernel.clone();
    let wants_compute = move || shared.settings.borrow().kernel.compute;
    let mut software: Vec<(usize, Software)> = vec![
        (plan.clock_handler, Box::pin(interrupt::clock(kernel.clone()))),
        (plan.softirq_handler, Box::pin(softirqs::software_interrupt(kernel.clone()))),
        (plan.ksoftirqd, Box::pin(softirqs::ksoftirqd(kernel.clone()))),
        (plan.user, Box::pin(compute(kernel.host.clone(), COMPUTE, wants_compute))),
    ];
    for (number, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            software.push((receive.handler, Box::pin(isr(kernel.clone(), number, Event::Received))));
        }
        if let Some((transmit, _)) = ids.transmit {
            software.push((transmit.handler, Box::pin(isr(kernel.clone(), number, Event::Sent))));
        }
    }
    software
}

/// The parts of a running router that knobs change.
struct Forwarder {
    kernel: Rc<Kernel>,
    sources: Vec<Rc<Source>>,
    clients: Rc<Clients>,
    quantum: Rc<Cell<Cycles>>,
}

impl Live for Forwarder {
    fn apply(&self, settings: &Settings, changes: &BTreeMap<String, Value>) {
        let kernel = &self.kernel;
        *kernel.settings.borrow_mut() = settings.clone();
        self.quantum.set(settings.machine.quantum);
        if let Some(backlog) = &kernel.backlog {
            backlog.queue.set_limit(settings.linux.backlog);
        }
        for sender in kernel.interfaces.iter().filter_map(|interface| interface.sender.as_ref()) {
            sender.output.set_limit(settings.kernel.ifqueue);
        }
        if changes.keys().any(|path| path.starts_with("traffic.")) {
            for (interface, source) in self.sources.iter().enumerate() {
                source.change(&open_loop(settings, interface), rate_of(settings, interface));
            }
            self.clients.change(&settings.traffic);
        }
        if settings.kernel.compute {
            kernel.host.wake(COMPUTE);
        }
    }

    fn fill_visible_state(&self, state: &mut VisibleState) {
        let interfaces = &self.kernel.interfaces;
        let senders = || interfaces.iter().filter_map(|interface| interface.sender.as_ref());
        let receivers = interfaces.iter().filter_map(|interface| interface.receiver.as_ref());
        let queues = self.kernel.backlog.iter().map(|backlog| &backlog.queue);
        let queues =
            queues.chain(receivers.map(|receiver| &receiver.ring)).chain(senders().map(|sender| &sender.output));
        let rings = senders().map(|sender| (&sender.transmitter.ring, sender.transmitter.finished()));
        for (fifo, sent) in queues.map(|fifo| (fifo, 0)).chain(rings) {
            let place = &mut state.places[usize::from(fifo.place)];
            place.contents = fifo.contents().into();
            place.limit = fifo.limit() as u32;
            place.sent = sent as u32;
        }
    }
}
