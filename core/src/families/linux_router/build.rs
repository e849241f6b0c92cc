//! Builds the router's devices, software and scheduler around its host.

use super::kernel::{Backlog, Interface, Kernel, Sender};
use super::plan::{MachinePlan, interfaces};
use crate::cpu::HostBuilder;
use crate::family::{Built, MachineBuilder, Plan, Wire};
use crate::kernel::Softirqs;
use crate::scenario::{Pattern, Settings, TrafficSettings, Trigger};
use crate::schedulers::{Class, RoundRobin};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

impl Plan for MachinePlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.builder.host)
    }

    /// Hardware slots, in order: the clock, the sources, their clients, the transmitters.
    fn build(self: Box<Self>, mut machine: MachineBuilder<'_>) -> Built {
        machine.trigger = Trigger::Latched; // the interface remembers its events until they are read
        machine.clock(self.clock_line);
        let receiving = interfaces(machine.settings).1;
        let (slots, slot_clients) = (machine.slots(receiving.len()), machine.slot());
        let kernel = Rc::new(kernel(&self, &mut machine));
        for (number, slot) in receiving.into_iter().zip(slots) {
            machine.source(slot, wire(&kernel, number), open_loop);
        }
        let clients = machine.clients(slot_clients, wire(&kernel, 0));
        kernel.sender(1).transmitter.set_listener(clients);
        let quantum = machine.value(|settings| settings.machine.quantum);
        let classes = vec![(self.ksoftirqd, Class::Process), (self.user, Class::Process)];
        let scheduler = Box::new(RoundRobin::new(classes, quantum));
        machine.run_compute(self.user);
        machine.run_plan(self.builder, &kernel);
        machine.finish(vec![scheduler])
    }
}

fn kernel(plan: &MachinePlan, machine: &mut MachineBuilder<'_>) -> Kernel {
    let (host, settings, current_settings) = (machine.host, machine.settings, machine.current_settings.clone());
    let interfaces = plan.interfaces.iter().map(|ids| Interface {
        receiver: ids.receive.map(|ids| machine.receiver(ids.ring, ids.line)),
        sender: ids.transmit.map(|(ids, queue)| {
            let slot = machine.slot();
            let transmitter = machine.transmitter(slot, ids.ring, ids.line);
            transmitter.moderate(packets_for_each_interrupt(settings));
            Sender { transmitter, output: machine.queue(queue, "queues.ifqueue") }
        }),
        polled: ids.polled,
    });
    Kernel {
        host: host.clone(),
        settings: current_settings,
        interfaces: interfaces.collect(),
        softirqs: Softirqs::new(host, plan.softirq_line),
        poll_list: RefCell::default(),
        backlog: plan.backlog.map(|(place, throttled_gate)| Backlog {
            queue: machine.queue(place, "linux.backlog"),
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

/// The wire that brings packets to interface `number`.
fn wire(kernel: &Kernel, number: usize) -> Wire {
    let receiver = kernel.interfaces[number].receiver.clone().expect("sources send to interfaces that receive");
    Wire { receiver, stream: number as u8, output: ((number + 1) % kernel.interfaces.len()) as u8 }
}

/// Returns the open-loop traffic and rate of an interface. Its packets are jittered when the first interface has clients that
/// wait for replies, and in the direction opposite to a recording. An interface that is not an input carries the reverse
/// traffic. With closed-loop clients it carries none, because the replies take that direction.
fn open_loop(settings: &Settings, interface: u8) -> (TrafficSettings, u64) {
    let (traffic, interface) = (&settings.traffic, usize::from(interface));
    let has_clients = traffic.pattern == Pattern::Rpc;
    let pattern = if has_clients { Pattern::Jittered } else { traffic.pattern_on(interface) };
    let rate = match interface < traffic.inputs {
        true if has_clients && interface == 0 => 0,
        true => traffic.rate,
        false if has_clients => 0,
        false => traffic.reverse_rate,
    };
    (TrafficSettings { pattern, ..traffic.clone() }, rate)
}
