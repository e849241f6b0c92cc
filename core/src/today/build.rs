//! Puts the machine together around its host, and lets knobs act on it.

use super::interface::{Interface, RxQueue};
use super::interrupt::Watchdog;
use super::kernel::{COMPUTE, Cpu, Gates, Kernel, Napi, Socket, ksoftirqd_channel, thread_channel};
use super::layout::Layout;
use super::options::Options;
use super::{interrupt, napi, receive, softirq};
use crate::cpu::{Device, Host, HostBuilder, Software};
use crate::hardware::{Clock, Fifo, Source, SourceParts};
use crate::random::Stream;
use crate::scenario::{Pattern, Settings, Value};
use crate::schedulers::{Fair, InterruptTime};
use crate::system::{Built, Live, Plan, Site};
use crate::trace::VisibleState;
use crate::trace::topology::Topology;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Who wakes takes the CPU when it is further behind (CFS's wakeup granularity).
const GRANULARITY_US: u64 = 1_000;

/// Random numbers that are not the source's.
const SENDERS: u64 = 100;
const HASH: u64 = 101;

impl Plan for Layout {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::replace(&mut self.builder, HostBuilder::new(Topology::new("", "", 1)))
    }

    fn build(self: Box<Self>, site: Site<'_>) -> Built {
        let Site { host, settings, seed, first_slot, .. } = site;
        let machine = &settings.machine;
        let clock = Rc::new(Clock::new(host, self.clock.line, first_slot, machine.clock, machine.ticks_per_second));
        let slot = |number: usize| first_slot + 2 + number;
        let queues = self.queues.iter().enumerate().map(|(number, ids)| {
            let ring = Fifo::new(host, self.places.rings[number], machine.receive_ring);
            let queue = RxQueue::new(host, ring, ids.interrupt.line, slot(2 * number));
            queue.coalesce(self.options.rx_frames, self.options.rx_wait);
            Rc::new(queue)
        });
        let queues: Vec<Rc<RxQueue>> = queues.collect();
        let watchdog = |number: usize| Rc::new(Watchdog::new(host, self.watchdog.line, slot(2 * number + 1)));
        let napis: Vec<Napi> = queues
            .iter()
            .enumerate()
            .map(|(number, queue)| self.napi(number, queue.clone(), watchdog(number)))
            .collect();
        let mut devices: Vec<Rc<dyn Device>> = vec![clock];
        let (senders, hash) = (Stream::new(seed, SENDERS), Stream::new(seed, HASH));
        let interface = Rc::new(Interface::new(queues.clone(), self.options.flows, senders, hash));
        let source = source(&site, interface);
        devices.push(source.clone());
        for (queue, napi) in queues.iter().zip(&napis) {
            devices.push(queue.clone());
            devices.push(napi.watchdog.clone());
        }
        let kernel = Rc::new(self.kernel(host, settings, napis));
        let software = self.software(&kernel);
        let picker = Box::new(kernel.cpus[0].scheduler.clone());
        Built { devices, software, picker, live: Box::new(Knobs { kernel, source }) }
    }
}

impl Layout {
    fn napi(&self, number: usize, queue: Rc<RxQueue>, watchdog: Rc<Watchdog>) -> Napi {
        let off = || Cell::new(false);
        Napi {
            number,
            cpu: 0,
            queue,
            scheduled: off(),
            busy: off(),
            missed: off(),
            thread: self.queues[number].thread.map(|_| thread_channel(number)),
            deferred: Cell::new(0),
            watchdog,
            gate: self.queues[number].polled,
        }
    }

    fn cpu(&self, number: usize, settings: &Settings) -> Cpu {
        let interrupts: Rc<InterruptTime> = Rc::default();
        let granularity = settings.machine.clock.cycles_in_microseconds(GRANULARITY_US);
        let scheduler = Fair::new(&self.threads(), interrupts.clone(), self.options.slice, granularity);
        Cpu {
            scheduler: Rc::new(scheduler),
            interrupts,
            softirq: self.softirq.map(|ids| ids.interrupt.line),
            pending: Cell::new(false),
            in_softirq: Cell::new(false),
            ksoftirqd: ksoftirqd_channel(number),
            ksoftirqd_awake: Cell::new(false),
            poll_list: RefCell::default(),
            squeezed: Cell::new(0),
        }
    }

    fn kernel(&self, host: &Rc<Host>, settings: &Settings, napis: Vec<Napi>) -> Kernel {
        let queue = Fifo::new(host, self.places.socket, self.options.receive_buffer);
        Kernel {
            host: host.clone(),
            options: RefCell::new(self.options.clone()),
            cpus: vec![self.cpu(0, settings)],
            napis,
            socket: Socket { queue, napi: Cell::new(None), cpu: 0 },
            gates: Gates { ksoftirqd: self.softirq.map(|ids| ids.awake), busy: self.busy },
        }
    }

    fn software(&self, kernel: &Rc<Kernel>) -> Vec<(usize, Software)> {
        let mut software: Vec<(usize, Software)> = vec![
            (self.clock.handler, Box::pin(interrupt::clock(kernel.clone(), 0))),
            (self.watchdog.handler, Box::pin(interrupt::watchdog(kernel.clone(), 0))),
            (self.receiver, Box::pin(receive::receiver(kernel.clone()))),
            (self.user, Box::pin(receive::compute(kernel.clone()))),
        ];
        if let Some(ids) = self.softirq {
            software.push((ids.interrupt.handler, Box::pin(softirq::softirq(kernel.clone(), 0))));
            software.push((ids.ksoftirqd, Box::pin(softirq::ksoftirqd(kernel.clone(), 0))));
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

fn source(site: &Site<'_>, interface: Rc<Interface>) -> Rc<Source> {
    let Site { host, settings, seed, first_slot, .. } = *site;
    let slot = first_slot + 1;
    let (link, clock) = (settings.machine.link, settings.machine.clock);
    let random = Stream::new(seed, slot as u64);
    let parts = SourceParts { receiver: interface, slot, stream: 0, output: 0, link, clock, random };
    Rc::new(Source::new(host, parts, &settings.traffic, rate(settings)))
}

/// Clients that wait for replies are another kernel's: here nothing replies.
fn rate(settings: &Settings) -> u64 {
    if settings.traffic.pattern == Pattern::Rpc { 0 } else { settings.traffic.rate }
}

/// What knobs act on.
struct Knobs {
    kernel: Rc<Kernel>,
    source: Rc<Source>,
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
        kernel.socket.queue.set_limit(new.receive_buffer);
        if new.compute {
            kernel.host.wake(COMPUTE);
        }
        *kernel.options.borrow_mut() = new;
        if changes.keys().any(|path| path.starts_with("traffic.")) {
            self.source.change(&settings.traffic, rate(settings));
        }
    }

    fn show(&self, state: &mut VisibleState) {
        let rings = self.kernel.napis.iter().map(|napi| &napi.queue.ring);
        for fifo in rings.chain([&self.kernel.socket.queue]) {
            let place = &mut state.places[usize::from(fifo.place)];
            place.contents = fifo.contents().into();
            place.limit = fifo.limit() as u32;
        }
    }

    fn numbers(&self) -> Vec<(&'static str, u64)> {
        vec![("time_squeeze", self.kernel.cpus.iter().map(|cpu| cpu.squeezed.get()).sum())]
    }
}
