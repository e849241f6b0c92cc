//! A promiscuous network monitor on a fast LAN (M 8.1). The receive interrupt of an unmodified kernel batches, runs the packet
//! filter and queues packets for tcpdump. With the circuit breaker on, the handler disables its interrupts for a while after a
//! batch of packets, so that tcpdump and all other code get some CPU time. The breaker does not prevent drops of packets that
//! the handler has read.
//!
//! ```text
//! receive interrupt (SPLIMP): packet filter -> [filter queue] -> tcpdump (process)
//!      |  after 250 packets
//!      `-> interrupts off for 1 ms
//! ```

use super::KernelDesign;
use crate::cpu::Packet;
use crate::families::routers::{
    CodeLine, FILTERING, Kernel, MachinePlan, Protocol, Shape, Transmit, enter, leave, packet_filter,
};
use crate::family::MachineBuilder;
use crate::scenario::{Settings, Step};
use crate::trace::GateId;
use crate::trace::topology::Topology;
use std::cell::Cell;
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign { shape, start, code, gates };

fn shape(_: &Settings) -> Shape {
    Shape {
        protocol: Protocol::Device,
        has_ipintrq: false,
        fetches: true,
        transmit: Transmit::Device,
        gate: None,
        timer: None,
    }
}

fn gates(topology: &mut Topology, _: &Settings) {
    topology.add_gate(
        "breaker",
        "circuit breaker",
        "a batch is done: interrupts are off for a while",
        "interrupts are on",
    );
}

/// The circuit breaker. It counts packets across interrupts, because a handler that returns between two packets leaves little
/// time to other code.
struct Breaker {
    kernel: Rc<Kernel>,
    count: Cell<u64>,
    gate: GateId,
}

fn start(kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &mut MachineBuilder<'_>) {
    let gate = machine.gate("breaker");
    let breaker = Rc::new(Breaker { kernel: kernel.clone(), count: Cell::new(0), gate });
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            machine.run(receive.handler, fddi_interrupt(breaker.clone(), interface));
        }
    }
    machine.on_change(move |_, _| breaker.settings_changed());
}

/// The FDDI interface's receive interrupt: filters every waiting packet, unless the breaker trips.
async fn fddi_interrupt(breaker: Rc<Breaker>, interface: usize) -> Infallible {
    let kernel = &breaker.kernel;
    let host = kernel.host();
    let receiver = kernel.receiver(interface);
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::FddiInterrupt, Packet::NONE).await;
        receiver.acknowledge_all();
        while let Some(packet) = receiver.take() {
            drop(host.call(Step::FddiReceive, packet).await);
            receiver.give_back();
            packet_filter(kernel, packet).await;
            let batches = kernel.handler_batches();
            if breaker.trips() || !batches {
                receiver.reassert_line();
                break;
            }
        }
        drop(procedure);
        leave(host).await;
    }
}

impl Breaker {
    /// Applies new settings: without a breaker, input is on, and the count starts at 0.
    fn settings_changed(&self) {
        if !self.kernel.settings.borrow().breaker.enabled {
            self.count.set(0);
            self.kernel.reenable_timer.stop();
        }
    }

    /// Counts a packet. When that completes a batch, disables interrupts, starts the count again, and returns true.
    fn trips(&self) -> bool {
        let breaker = self.kernel.settings.borrow().breaker;
        if !breaker.enabled {
            return false;
        }
        self.count.set(self.count.get() + 1);
        if self.count.get() < breaker.batch {
            return false;
        }
        self.count.set(0);
        self.kernel.reenable_timer.disable(self.kernel.receive_lines(), breaker.off, self.gate);
        true
    }
}

fn code(_: &Settings) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("FDDI interrupt", 0, "ask the interface what happened", Some(Step::FddiInterrupt)),
        ("FDDI interrupt", 1, "while the receive ring has a packet:", None),
        ("FDDI interrupt", 2, "take it", Some(Step::FddiReceive)),
    ];
    lines.extend_from_slice(FILTERING);
    lines.push(("circuit breaker", 2, "after a batch: interrupts off for a while", None));
    lines.push(("thread_wakeup_prim", 3, "if tcpdump waits: make it ready", Some(Step::ThreadWakeup)));
    lines.push(("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)));
    lines
}
