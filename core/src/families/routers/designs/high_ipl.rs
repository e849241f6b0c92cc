//! Everything at high IPL (M 5.3, first approach): the receive interrupt processes each packet to completion. There is no
//! software interrupt and no `ipintrq`, so the kernel's own code cannot livelock. User processes still starve.
//!
//! The driver also has to handle finished transmissions between received packets. Otherwise the kernel reclaims no transmit
//! descriptors under overload: packets wait while the wire is idle. M 4.4 names three causes: the transmitter interrupts at a
//! lower level; it interrupts at the same level, with the receiver's events first; a thread polls for finished transmissions.

use super::KernelDesign;
use crate::cpu::Packet;
use crate::families::routers::{
    CodeLine, FORWARDING, Kernel, MachinePlan, Protocol, SCREENING, Shape, TICK, TRANSMITTING, Transmit, enter,
    ether_input_direct, leave, lninitdesc, lnintr_transmit, lnread, lntint_body,
};
use crate::family::MachineBuilder;
use crate::scenario::{Completions, Settings, Step};
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign { shape, start, code, gates: |_, _| {} };

fn shape(settings: &Settings) -> Shape {
    let transmit = match settings.kernel.completions {
        Completions::Between | Completions::After => Transmit::Device,
        Completions::Lower => Transmit::Lower,
        Completions::Polled => Transmit::Polled,
    };
    Shape { protocol: Protocol::Device, has_ipintrq: false, fetches: true, transmit, gate: None, timer: None }
}

fn start(kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &mut MachineBuilder<'_>) {
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            machine.run(receive.handler, lnintr_receive(kernel.clone(), interface));
        }
        if let Some(transmit) = ids.transmit {
            machine.run(transmit.handler, lnintr_transmit(kernel.clone(), interface));
        }
    }
    if let Some(thread) = plan.poller_thread {
        let host = Rc::downgrade(&kernel.host); // the kernel owns the host: a strong reference would be a cycle
        kernel.tick_tasks.borrow_mut().push(Box::new(move || {
            if let Some(host) = host.upgrade() {
                host.wake(TICK);
            }
        }));
        machine.run(thread, poll_transmitters(kernel.clone()));
    }
}

/// Handles the interface's events, received and sent packets alike, until there are none (M 5.3).
async fn lnintr_receive(kernel: Rc<Kernel>, interface: usize) -> Infallible {
    let host = kernel.host();
    let receiver = kernel.receiver(interface);
    let between = kernel.settings.borrow().kernel.completions == Completions::Between;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let lnintr = host.call(Step::Lnintr, Packet::NONE).await;
        let lnrint = host.call(Step::Lnrint, Packet::NONE).await;
        receiver.acknowledge_all();
        while let Some(packet) = receiver.take() {
            lnread(&kernel, packet).await;
            ether_input_direct(&kernel, packet).await;
            lninitdesc(&kernel).await;
            receiver.give_back();
            if between {
                serve_transmitters(&kernel).await;
            }
            if !kernel.handler_batches() {
                receiver.reassert_line();
                break;
            }
        }
        drop((lnrint, lnintr));
        leave(host).await;
    }
}

/// A kernel thread that looks for finished transmissions at every clock tick. Receiving has priority over it (M 4.4).
async fn poll_transmitters(kernel: Rc<Kernel>) -> Infallible {
    loop {
        serve_transmitters(&kernel).await;
        kernel.host.sleep(TICK).await;
    }
}

/// Handles finished transmissions. The receive interrupt calls this between received packets, because under overload
/// the CPU would never take a transmit interrupt of the same level.
async fn serve_transmitters(kernel: &Kernel) {
    for interface in 0..kernel.outputs.len() {
        if let Some(output) = &kernel.outputs[interface]
            && output.transmitter.finished() > 0
        {
            let _lntint = kernel.host.call(Step::Lntint, Packet::NONE).await;
            lntint_body(kernel, output, u64::MAX).await;
        }
    }
}

fn code(settings: &Settings) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("lnintr", 0, "ask the interface what happened", Some(Step::Lnintr)),
        ("lnrint", 0, "while the receive ring has a packet:", Some(Step::Lnrint)),
        ("lnread", 1, "copy it into an mbuf", Some(Step::Lnread)),
        ("ether_input", 1, "parse the Ethernet header, continue at once:", Some(Step::EtherInput)),
    ];
    lines.extend_from_slice(FORWARDING);
    if settings.kernel.screend {
        lines.extend_from_slice(SCREENING);
    }
    lines.extend_from_slice(TRANSMITTING);
    lines.push(("lninitdesc", 1, "give the receive descriptor back", Some(Step::Lninitdesc)));
    lines.push(("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)));
    lines
}
