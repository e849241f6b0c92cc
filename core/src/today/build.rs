//! Builds the machine around its host, and applies knob changes to it.

use super::interface::{Interface, RxQueue, Watchdog};
use super::kernel::{COMPUTE, Cpu, Kernel, Napi, Socket, ksoftirqd_channel, receiver_channel, thread_channel};
use super::layout::{Layout, QueueIds};
use super::options::Options;
use super::places::SocketPlaces;
use super::shares::Shares;
use super::video_frames::VideoFrames;
use super::{interrupt, napi, receiver, softirq};
use crate::apps::compute;
use crate::cpu::{Device, Host, HostBuilder, Scheduler, Software};
use crate::hardware::{Clients, Clock, Fifo, Source, SourceParts};
use crate::random::RandomStream;
use crate::scenario::{Pattern, Settings, Value};
use crate::schedulers::{Fair, InterruptTime};
use crate::system::{Built, Live, Plan, Site};
use crate::trace::VisibleState;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::iter;
use std::rc::Rc;

/// A woken process takes the CPU when it is further behind than this (CFS's wakeup granularity).
const GRANULARITY_US: u64 = 1_000;

/// Random streams besides the source's.
const SENDERS: u64 = 100;
const HASH: u64 = 101;

impl Plan for Layout {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder)
    }

    fn build(self: Box<Self>, site: Site<'_>) -> Built {
        let Site { host, settings, seed, first_slot, .. } = site;
        let machine = &settings.machine;
        let clock = |slot: usize, line| Clock::new(host, line, slot, machine.clock, machine.ticks_per_second);
        let clocks = self.cpus.iter().zip(first_slot..).map(|(cpu, slot)| Rc::new(clock(slot, cpu.clock.line)));
        let mut devices: Vec<Rc<dyn Device>> = clocks.map(|clock| clock as Rc<dyn Device>).collect();
        let napis = self.napis(&site, first_slot + devices.len() + 1);
        let (senders, hash) = (RandomStream::new(seed, SENDERS), RandomStream::new(seed, HASH));
        let queues = napis.iter().map(|napi| napi.queue.clone()).collect();
        let interface = Rc::new(Interface::new(queues, &self.options, senders, hash));
        let source = source(&site, interface.clone(), first_slot + devices.len());
        devices.push(source.clone());
        for napi in &napis {
            devices.push(napi.queue.clone());
            devices.push(napi.watchdog.clone());
        }
        let kernel = Rc::new(self.kernel(host, settings, napis));
        let clients =
            Clients::new(host, parts(&site, interface.clone(), first_slot + devices.len()), &settings.traffic);
        let clients = Rc::new(clients);
        devices.push(clients.clone());
        assert!(kernel.clients.set(clients).is_ok(), "a machine has one set of clients");
        let software = self.software(&kernel);
        let schedulers = kernel.cpus.iter().map(|cpu| Box::new(cpu.scheduler.clone()) as Box<dyn Scheduler>).collect();
        Built { devices, software, schedulers, live: Box::new(Knobs { kernel, source, interface }) }
    }
}

impl Layout {
    /// Builds the NAPI instances. Each has two hardware slots: the queue's timer and the watchdog.
    fn napis(&self, site: &Site<'_>, first_slot: usize) -> Vec<Napi> {
        let (host, machine) = (site.host, &site.settings.machine);
        let napi = |(number, ids): (usize, &QueueIds)| {
            let (cpu, slot) = (self.options.cpu_of_queue(number), first_slot + 2 * number);
            let ring = Fifo::new(host, self.places.rings[number], machine.receive_ring);
            let queue = RxQueue::new(host, ring, ids.interrupt.line, slot);
            queue.coalesce(self.options.rx_frames, self.options.rx_wait);
            let off = || Cell::new(false);
            Napi {
                number,
                cpu,
                queue: Rc::new(queue),
                scheduled: off(),
                busy: off(),
                missed: off(),
                thread: ids.thread.map(|_| thread_channel(number)),
                deferred: Cell::new(0),
                watchdog: Rc::new(Watchdog::new(host, self.cpus[cpu].watchdog.line, slot + 1)),
                gate: ids.polled,
            }
        };
        self.queues.iter().enumerate().map(napi).collect()
    }

    fn cpu(&self, number: usize, settings: &Settings) -> Cpu {
        let ids = &self.cpus[number];
        let interrupts: Rc<InterruptTime> = Rc::default();
        let granularity = settings.machine.clock.cycles_in_microseconds(GRANULARITY_US);
        let scheduler = Fair::new(&ids.threads, interrupts.clone(), self.options.slice, granularity);
        Cpu {
            scheduler: Rc::new(scheduler),
            interrupts,
            softirq: ids.softirq.map(|ids| ids.interrupt.line),
            pending: Cell::new(false),
            in_softirq: Cell::new(false),
            ksoftirqd: ksoftirqd_channel(number),
            awake: ids.softirq.map(|ids| ids.awake),
            ksoftirqd_awake: Cell::new(false),
            poll_list: RefCell::default(),
            squeezed: Cell::new(0),
        }
    }

    fn kernel(&self, host: &Rc<Host>, settings: &Settings, napis: Vec<Napi>) -> Kernel {
        let socket = |(number, places): (usize, &SocketPlaces)| Socket {
            number,
            queue: Fifo::new(host, places.queue, self.options.receive_buffer),
            waits: receiver_channel(number),
            frame_buffer: places
                .frame_buffer
                .map(|place| Fifo::new(host, place, self.options.selective.frame_packets as usize)),
            video_frames: VideoFrames::default(),
            napi: Cell::new(None),
            process: self.receivers[number],
            cpu: self.options.receiver_cpu,
        };
        Kernel {
            host: host.clone(),
            options: RefCell::new(self.options.clone()),
            cpus: (0..self.cpus.len()).map(|number| self.cpu(number, settings)).collect(),
            napis,
            sockets: self.places.sockets.iter().enumerate().map(socket).collect(),
            shares: Shares::new(&self.options),
            clients: OnceCell::new(),
            busy: self.busy,
        }
    }

    fn software(&self, kernel: &Rc<Kernel>) -> Vec<(usize, Software)> {
        let mut software: Vec<(usize, Software)> = Vec::new();
        for (number, receiver) in self.receivers.iter().enumerate() {
            software.push((*receiver, Box::pin(receiver::receiver(kernel.clone(), number))));
        }
        let shared = kernel.clone();
        let wants_compute = move || shared.options.borrow().compute;
        software.push((self.user, Box::pin(compute(kernel.host.clone(), COMPUTE, wants_compute))));
        for (cpu, ids) in self.cpus.iter().enumerate() {
            software.push((ids.clock.handler, Box::pin(interrupt::clock(kernel.clone(), cpu))));
            software.push((ids.watchdog.handler, Box::pin(interrupt::watchdog(kernel.clone(), cpu))));
            if let Some(ipi) = ids.ipi {
                software.push((ipi.handler, Box::pin(interrupt::reschedule(kernel.clone(), cpu))));
            }
            if let Some(ids) = ids.softirq {
                software.push((ids.interrupt.handler, Box::pin(softirq::softirq(kernel.clone(), cpu))));
                software.push((ids.ksoftirqd, Box::pin(softirq::ksoftirqd(kernel.clone(), cpu))));
            }
        }
        for (number, ids) in self.queues.iter().enumerate() {
            software.push((ids.interrupt.handler, Box::pin(interrupt::device(kernel.clone(), number))));
            if let Some(thread) = ids.thread {
                software.push((thread, Box::pin(napi::napi_threaded_poll(kernel.clone(), number))));
            }
        }
        software
    }
}

fn source(site: &Site<'_>, interface: Rc<Interface>, slot: usize) -> Rc<Source> {
    let settings = site.settings;
    Rc::new(Source::new(site.host, parts(site, interface, slot), &settings.traffic, rate(settings)))
}

/// The parts of the source of packets.
fn parts(site: &Site<'_>, interface: Rc<Interface>, slot: usize) -> SourceParts {
    let (link, clock) = (site.settings.machine.link, site.settings.machine.clock);
    let random = RandomStream::new(site.seed, slot as u64);
    SourceParts { receiver: interface, slot, stream: 0, output: 0, link, clock, random }
}

/// Returns the rate of open-loop traffic; 0 if the packets come from clients that wait for replies.
fn rate(settings: &Settings) -> u64 {
    if settings.traffic.pattern == Pattern::Rpc { 0 } else { settings.traffic.rate }
}

/// The parts of a running machine that knobs change.
struct Knobs {
    kernel: Rc<Kernel>,
    source: Rc<Source>,
    interface: Rc<Interface>,
}

impl Live for Knobs {
    fn apply(&self, settings: &Settings, changes: &BTreeMap<String, Value>) {
        let kernel = &self.kernel;
        let new = Options::of(settings);
        for cpu in &kernel.cpus {
            cpu.scheduler.set_slice(new.slice);
        }
        for napi in &kernel.napis {
            napi.queue.coalesce(new.rx_frames, new.rx_wait);
        }
        for socket in &kernel.sockets {
            socket.queue.set_limit(new.receive_buffer);
        }
        kernel.shares.change(&new);
        self.interface.change(new.selective.first_traffic);
        if new.compute {
            kernel.host.wake(COMPUTE);
        }
        *kernel.options.borrow_mut() = new;
        if changes.keys().any(|path| path.starts_with("traffic.")) {
            self.source.change(&settings.traffic, rate(settings));
            if let Some(clients) = kernel.clients.get() {
                clients.change(&settings.traffic);
            }
        }
    }

    fn fill_visible_state(&self, state: &mut VisibleState) {
        let rings = self.kernel.napis.iter().map(|napi| &napi.queue.ring);
        let sockets = self.kernel.sockets.iter();
        for fifo in rings.chain(sockets.flat_map(|socket| iter::once(&socket.queue).chain(&socket.frame_buffer))) {
            let place = &mut state.places[usize::from(fifo.place)];
            place.contents = fifo.contents().into();
            place.limit = fifo.limit() as u32;
        }
    }

    fn numbers(&self) -> Vec<(&'static str, u64)> {
        vec![("time_squeeze", self.kernel.cpus.iter().map(|cpu| cpu.squeezed.get()).sum())]
    }
}
