//! A promiscuous network monitor on a fast LAN (M 8.1): the receive interrupt of an unmodified kernel, which batches, runs the
//! packet filter and queues packets for tcpdump. With its circuit breaker on, the handler disables its interrupts for a while
//! after a batch of packets, so that tcpdump and everything else get some CPU time; it does not avoid dropping what it reads.
//!
//!   receive interrupt (SPLIMP): packet filter -> [filter queue] -> tcpdump (process)
//!        |  after 250 packets
//!        `-> interrupts off for 1 ms

use super::{KernelDesign, Running};
use crate::cpu::{Packet, Software};
use crate::kernel::{Blueprint, CodeLine, FILTERING, Kernel, Protocol, Shape, Transmit, enter, leave, packet_filter};
use crate::scenario::{Settings, Step};
use crate::system::About;
use crate::trace::GateId;
use crate::trace::topology::Topology;
use std::cell::Cell;
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign {
    about: About {
        id: "monitor",
        name: "Network monitor with a circuit breaker",
        source: "M 8.1",
        one_line: "The receive interrupt filters packets for tcpdump; after a batch it may leave the CPU alone for a while.",
    },
    shape,
    start,
    code,
    gates,
};

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

/// The circuit breaker counts packets across interrupts: a handler that returns in between has not given much time.
struct Breaker {
    kernel: Rc<Kernel>,
    count: Cell<u64>,
    gate: GateId,
}

fn start(kernel: &Rc<Kernel>, plan: &Blueprint) -> Running {
    let gate = plan.builder.topology.gates.iter().position(|gate| gate.id == "breaker").expect("gates adds it");
    let breaker = Rc::new(Breaker { kernel: kernel.clone(), count: Cell::new(0), gate: gate as GateId });
    let mut software: Vec<(usize, Software)> = Vec::new();
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            software.push((receive.handler, Box::pin(fddi_interrupt(breaker.clone(), interface))));
        }
    }
    Running { software, changed: Box::new(move || breaker.changed()) }
}

/// The FDDI interface's receive interrupt: every waiting packet, unless the breaker says that it is enough.
async fn fddi_interrupt(breaker: Rc<Breaker>, interface: usize) -> Infallible {
    let kernel = &breaker.kernel;
    let host = kernel.host();
    let receiver = kernel.receiver(interface);
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::FddiInterrupt, Packet::NONE).await;
        while let Some(packet) = receiver.take() {
            drop(host.call(Step::FddiReceive, packet).await);
            packet_filter(kernel, packet).await;
            let goes_on = kernel.handler_goes_on();
            if breaker.trips() || !goes_on {
                receiver.interrupt_again();
                break;
            }
        }
        drop(procedure);
        leave(host).await;
    }
}

impl Breaker {
    /// A knob moved: without a breaker input is on, and a new one has counted nothing.
    fn changed(&self) {
        if !self.kernel.settings.borrow().breaker.enabled {
            self.count.set(0);
            self.kernel.timer.stop();
        }
    }

    /// One packet more; when that makes a batch, interrupts go off and the count begins anew.
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
        self.kernel.timer.silence(self.kernel.receive_lines(), breaker.off, self.gate);
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
