//! Builds the receiver around its host, and applies knob changes to it.

use super::kernel::Kernel;
use super::memory::{Disk, Memory};
use super::network::{Network, NetworkParts};
use super::options::{Options, PAGE, Protocol};
use super::plan::{MachinePlan, SocketIds};
use super::queue::Queue;
use super::socket::{Socket, Stream};
use crate::cpu::{HostBuilder, Scheduler};
use crate::family::{Built, Live, MachineBuilder, Plan, Wire, only_source};
use crate::scenario::{Settings, Value};
use crate::schedulers::O1;
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Plan for MachinePlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder.host)
    }

    /// Hardware slots, in order: the clock, the traffic, the disk, clients of UDP.
    fn build(self: Box<Self>, mut machine: MachineBuilder<'_>) -> Built {
        machine.clock(self.clock);
        let (slot_traffic, slot_disk) = (machine.slot(), machine.slot());
        let disk = machine.add(slot_disk, Disk::new(machine.host, slot_disk));
        let kernel = Rc::new(kernel(&self, &mut machine, disk));
        let scheduler = Rc::new(scheduler(&self, machine.settings, &kernel));
        match self.options.protocol {
            Protocol::Tcp => add_network(&kernel, &mut machine, slot_traffic),
            Protocol::Udp => {
                let wire = || Wire { receiver: kernel.receiver.clone(), stream: 0, output: 0 };
                machine.source(slot_traffic, wire(), only_source);
                let slot = machine.slot();
                let clients = machine.clients(slot, wire());
                assert!(kernel.clients.set(clients).is_ok(), "a machine has one set of clients");
            }
        }
        let software = self.builder.software(&kernel);
        let schedulers: Vec<Box<dyn Scheduler>> = vec![Box::new(scheduler.clone())];
        machine.finish(software, schedulers, Knobs { kernel, scheduler, processes: self.sockets })
    }
}

fn kernel(plan: &MachinePlan, machine: &mut MachineBuilder<'_>, disk: Rc<Disk>) -> Kernel {
    let (host, settings, options) = (machine.host, machine.settings, &plan.options);
    let receiver = machine.receiver(plan.ring, plan.device);
    let mut queue = |place| {
        let queue = Rc::new(Queue::new(host, place, options.quota_packets()));
        machine.show(queue.clone());
        queue
    };
    let sockets = plan.sockets.iter().enumerate().map(|(number, ids)| {
        let tcp = ids.tcp.map(|tcp| Stream {
            prequeue: queue(tcp.prequeue),
            backlog: queue(tcp.backlog),
            out_of_order: queue(tcp.out_of_order),
            locked_gate: tcp.locked,
            next: Cell::new(0),
            acknowledged: Cell::new(0),
            edge: Cell::new(0),
            wanted: Cell::new(0),
            direct: Cell::new(0),
            era: Cell::new(0),
            delayed: Cell::new(Cycles::NEVER),
        });
        let socket = Socket::new(number as u8, options, queue(ids.receive), tcp);
        if let Some(tcp) = &socket.tcp {
            // the smallest window is one segment: no segment would fit in a smaller one
            tcp.edge.set(socket.window(options.segment, false).max(1));
        }
        socket
    });
    Kernel {
        host: host.clone(),
        settings: RefCell::new(settings.clone()),
        receiver,
        sockets: sockets.collect(),
        memory: Memory::new(options),
        options: RefCell::new(options.clone()),
        network: OnceCell::new(),
        buffers: RefCell::new(vec![(Cycles::ZERO, options.buffer)]),
        clients: OnceCell::new(),
        disk,
        net_rx: plan.softirq,
        gates: plan.gates,
        polling: Cell::new(false),
        timers_due: Cell::new(false),
        missing: Cell::new(0),
        in_softirq: Rc::default(),
    }
}

/// The receiving processes come first, so that they wait for data before the other processes begin.
fn scheduler(plan: &MachinePlan, settings: &Settings, kernel: &Kernel) -> O1 {
    let options = &plan.options;
    let receivers = plan.sockets.iter().map(|socket| (socket.process, options.nice));
    let others = std::iter::once(plan.kswapd).chain(plan.jobs.iter().copied()).map(|thread| (thread, 0));
    let tasks: Vec<(usize, i64)> = receivers.chain(others).collect();
    let spares = (!options.charge_interrupts).then(|| kernel.in_softirq.clone());
    O1::new(&tasks, settings.machine.clock, settings.machine.ticks_per_second, spares)
}

/// Adds the TCP sender.
fn add_network(kernel: &Kernel, machine: &mut MachineBuilder<'_>, slot: usize) {
    let (settings, options) = (machine.settings, kernel.options.borrow());
    let (packet_length, clock) = (settings.traffic.packet_bytes, settings.machine.clock);
    let parts = NetworkParts {
        receiver: kernel.receiver.clone(),
        slot,
        packet_length,
        on_wire: settings.machine.link.wire_time(packet_length, clock),
        round_trip: options.round_trip,
        start: settings.traffic.start,
        end: options.duration.map_or(Cycles::NEVER, |duration| settings.traffic.start + duration),
        clock,
        windows: kernel.sockets.iter().map(|socket| socket.tcp().edge.get()).collect(),
    };
    let network = machine.add(slot, Network::new(machine.host, parts));
    assert!(kernel.network.set(network).is_ok(), "a machine has one network");
}

/// The parts of a running receiver that knobs change.
struct Knobs {
    kernel: Rc<Kernel>,
    scheduler: Rc<O1>,
    processes: Vec<SocketIds>,
}

impl Live for Knobs {
    fn apply(&self, settings: &Settings, _changes: &BTreeMap<String, Value>) {
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
