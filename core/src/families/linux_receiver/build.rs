//! Builds the receiver around its host.

use super::kernel::Kernel;
use super::memory::{Disk, Memory};
use super::network::{Network, NetworkParts};
use super::options::{Options, Protocol};
use super::plan::MachinePlan;
use super::queue::Queue;
use super::socket::{Socket, Stream};
use crate::cpu::HostBuilder;
use crate::family::{Built, MachineBuilder, Plan, Wire, only_source};
use crate::hardware::Receiver;
use crate::scenario::Settings;
use crate::schedulers::O1;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
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
        let receiver = machine.receiver(self.ring, self.device);
        let sockets = sockets(&self, &mut machine);
        let (network, clients) = match self.options.protocol {
            Protocol::Tcp => (Some(add_network(&self.options, &receiver, &sockets, &mut machine, slot_traffic)), None),
            Protocol::Udp => {
                let wire = || Wire { receiver: receiver.clone(), stream: 0, output: 0 };
                machine.source(slot_traffic, wire(), only_source);
                let slot = machine.slot();
                (None, Some(machine.clients(slot, wire())))
            }
        };
        let options = &self.options;
        let kernel = Rc::new(Kernel {
            host: machine.host.clone(),
            settings: machine.current_settings.clone(),
            receiver,
            sockets,
            memory: Memory::new(options),
            options: RefCell::new(options.clone()),
            network,
            buffers: RefCell::new(vec![(Cycles::ZERO, options.buffer)]),
            clients,
            disk,
            net_rx: self.softirq,
            gates: self.gates,
            polling: Cell::new(false),
            timers_due: Cell::new(false),
            missing: Cell::new(0),
            in_softirq: Rc::default(),
        });
        let scheduler = Rc::new(scheduler(&self, machine.settings, &kernel));
        let (changed, nice, processes) = (kernel.clone(), scheduler.clone(), self.sockets);
        machine.on_change(move |settings, _| {
            let options = Options::of(settings);
            let reniced = processes.iter().filter(|ids| nice.set_nice(ids.process, options.nice)).count();
            if reniced > 0 {
                changed.host.request_reschedule();
            }
            changed.settings_changed(settings, &options);
        });
        let counted = kernel.clone();
        machine.count(move || counted.numbers());
        machine.run_plan(self.builder, &kernel);
        machine.finish(vec![Box::new(scheduler)])
    }
}

fn sockets(plan: &MachinePlan, machine: &mut MachineBuilder<'_>) -> Vec<Socket> {
    let options = &plan.options;
    let mut queue = |place| {
        let queue = Rc::new(Queue::new(machine.host, place, options.quota_packets()));
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
    sockets.collect()
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
fn add_network(
    options: &Options,
    receiver: &Rc<Receiver>,
    sockets: &[Socket],
    machine: &mut MachineBuilder<'_>,
    slot: usize,
) -> Rc<Network> {
    let settings = machine.settings;
    let (packet_length, clock) = (settings.traffic.packet_bytes, settings.machine.clock);
    let parts = NetworkParts {
        receiver: receiver.clone(),
        slot,
        packet_length,
        on_wire: settings.machine.link.wire_time(packet_length, clock),
        round_trip: options.round_trip,
        start: settings.traffic.start,
        end: options.duration.map_or(Cycles::NEVER, |duration| settings.traffic.start + duration),
        clock,
        windows: sockets.iter().map(|socket| socket.tcp().edge.get()).collect(),
    };
    machine.add(slot, Network::new(machine.host, parts))
}
