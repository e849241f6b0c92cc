//! Builds the machine around its host.

use super::interface::{Interface, RxQueue, Watchdog};
use super::kernel::{Cpu, Kernel, Napi, Socket, ksoftirqd_channel, receiver_channel, thread_channel};
use super::options::Options;
use super::places::SocketPlaces;
use super::plan::MachinePlan;
use super::shares::Shares;
use super::video_frames::VideoFrames;
use crate::cpu::{HostBuilder, Scheduler};
use crate::family::{Built, MachineBuilder, Plan, Wire, only_source};
use crate::hardware::Clients;
use crate::random::RandomStream;
use crate::scenario::Settings;
use crate::schedulers::{Fair, InterruptTime};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A woken process takes the CPU when it is further behind than this (CFS's wakeup granularity).
const GRANULARITY_US: u64 = 1_000;

/// Random streams besides the source's.
const SENDERS: u64 = 100;
const HASH: u64 = 101;

impl Plan for MachinePlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder.host)
    }

    /// Hardware slots, in order: the clocks, the source, each queue's timer and watchdog, the clients.
    fn build(self: Box<Self>, mut machine: MachineBuilder<'_>) -> Built {
        self.cpus.iter().for_each(|cpu| machine.clock(cpu.clock));
        let slot_source = machine.slot();
        let napis: Vec<Napi> = (0..self.queues.len()).map(|number| self.napi(&mut machine, number)).collect();
        let (senders, hash) = (RandomStream::new(machine.seed, SENDERS), RandomStream::new(machine.seed, HASH));
        let queues = napis.iter().map(|napi| napi.queue.clone()).collect();
        let interface = Rc::new(Interface::new(queues, &self.options, senders, hash));
        let wire = || Wire { receiver: interface.clone(), stream: 0, output: 0 };
        machine.source(slot_source, wire(), only_source);
        let slot_clients = machine.slot();
        let clients = machine.clients(slot_clients, wire());
        let kernel = Rc::new(self.kernel(&mut machine, napis, clients));
        let schedulers = kernel.cpus.iter().map(|cpu| Box::new(cpu.scheduler.clone()) as Box<dyn Scheduler>).collect();
        let changed = kernel.clone();
        machine.on_change(move |settings, _| {
            let options = Options::of(settings);
            interface.change(options.selective.first_traffic);
            changed.options_changed(options);
        });
        let counted = kernel.clone();
        machine.count(move || vec![("time_squeeze", counted.cpus.iter().map(|cpu| cpu.squeezed.get()).sum())]);
        machine.run_compute(self.user);
        machine.run_plan(self.builder, &kernel);
        machine.finish(schedulers)
    }
}

impl MachinePlan {
    fn napi(&self, machine: &mut MachineBuilder<'_>, number: usize) -> Napi {
        let (ids, cpu) = (&self.queues[number], self.options.cpu_of_queue(number));
        let (slot, slot_watchdog) = (machine.slot(), machine.slot());
        let ring = machine.ring(self.places.rings[number]);
        let queue = machine.add(slot, RxQueue::new(machine.host, ring, ids.line, slot));
        queue.coalesce(self.options.rx_frames, self.options.rx_wait);
        let watchdog = Watchdog::new(machine.host, self.cpus[cpu].watchdog, slot_watchdog);
        let off = || Cell::new(false);
        Napi {
            number,
            cpu,
            queue,
            scheduled: off(),
            busy: off(),
            missed: off(),
            thread: self.options.threaded.then(|| thread_channel(number)),
            deferred: Cell::new(0),
            watchdog: machine.add(slot_watchdog, watchdog),
            gate: ids.polled,
        }
    }

    fn cpu(&self, number: usize, settings: &Settings) -> Cpu {
        let ids = &self.cpus[number];
        let interrupts: Rc<InterruptTime> = Rc::default();
        let granularity = settings.machine.clock.cycles_in_microseconds(GRANULARITY_US);
        let scheduler = Fair::new(&ids.threads, interrupts.clone(), self.options.slice, granularity);
        Cpu {
            scheduler: Rc::new(scheduler),
            interrupts,
            softirq: ids.softirq.map(|ids| ids.line),
            pending: Cell::new(false),
            in_softirq: Cell::new(false),
            ksoftirqd: ksoftirqd_channel(number),
            awake: ids.softirq.map(|ids| ids.awake),
            ksoftirqd_awake: Cell::new(false),
            poll_list: RefCell::default(),
            squeezed: Cell::new(0),
        }
    }

    fn kernel(&self, machine: &mut MachineBuilder<'_>, napis: Vec<Napi>, clients: Rc<Clients>) -> Kernel {
        let (host, settings) = (machine.host, machine.settings);
        let socket = |(number, places): (usize, &SocketPlaces)| Socket {
            number,
            queue: machine.queue(places.queue, "today.receive_buffer"),
            waits: receiver_channel(number),
            frame_buffer: places.frame_buffer.map(|place| machine.ring(place)),
            video_frames: VideoFrames::default(),
            napi: Cell::new(None),
            process: self.receivers[number],
            cpu: self.options.receiver_cpu,
        };
        let sockets = self.places.sockets.iter().enumerate().map(socket).collect();
        Kernel {
            host: host.clone(),
            options: RefCell::new(self.options.clone()),
            cpus: (0..self.cpus.len()).map(|number| self.cpu(number, settings)).collect(),
            napis,
            sockets,
            shares: Shares::new(&self.options),
            clients,
            busy: self.busy,
        }
    }
}
