//! The interrupt-driven kernel of 4.2BSD and Digital UNIX (M 4.1, 6.3, figure 6-2).
//!
//! ```text
//! receive interrupt (SPLIMP) -> ipintrq -> IP (software interrupt at SPLNET, or a thread at IPL 0) -> output queue
//! ```
//!
//! The device's handler has absolute priority. When packets come faster than it can queue them, IP never runs, `ipintrq` stays
//! full, and every received packet is thrown away. That is receive livelock, unless the rate of interrupts is limited
//! (`rate_limit`).

mod rate_limit;

use super::KernelDesign;
use crate::cpu::Packet;
use crate::families::routers::{
    CodeLine, FORWARDING, Kernel, MachinePlan, NETISR, Protocol, QUEUED_INPUT, SCREENING, SERVING, Shape, TRANSMITTING,
    Transmit, enter, ipintr, leave, lnintr_transmit, lnrint,
};
use crate::family::MachineBuilder;
use crate::scenario::{Consumer, Settings, Step};
use rate_limit::RateLimit;
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign { shape, start, code, gates: |_, _| {} };

fn shape(settings: &Settings) -> Shape {
    let protocol = if settings.kernel.ip_is_thread { Protocol::Thread } else { Protocol::SoftwareInterrupt };
    Shape {
        protocol,
        has_ipintrq: true,
        fetches: false,
        transmit: Transmit::Device,
        gate: Some(rate_limit::GATE),
        timer: None,
    }
}

fn start(kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &mut MachineBuilder<'_>) {
    let limit = Rc::new(RateLimit::new(kernel, plan, machine.gate(rate_limit::GATE[0])));
    limit.connect();
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            machine.run(receive.handler, lnintr_receive(limit.clone(), interface));
        }
        if let Some(transmit) = ids.transmit {
            machine.run(transmit.handler, lnintr_transmit(kernel.clone(), interface));
        }
    }
    let protocol = plan.protocol_activity.expect("the IP layer has an activity of its own");
    match plan.protocol_line {
        Some(_) => machine.run(protocol, ip_software_interrupt(kernel.clone())),
        None => machine.run(protocol, ip_thread(kernel.clone())),
    }
    machine.on_change(move |_, _| limit.settings_changed());
}

/// The LANCE's receive interrupt: link-level processing, as long as the rate limit allows it.
async fn lnintr_receive(limit: Rc<RateLimit>, interface: usize) -> Infallible {
    let kernel = &limit.kernel;
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        limit.input_starts();
        enter(host).await;
        let lnintr = host.call(Step::Lnintr, Packet::NONE).await;
        lnrint(kernel, interface, || limit.is_reached()).await;
        drop(lnintr);
        leave(host).await;
        limit.count_input_cycles();
    }
}

/// 4.2BSD: IP runs in a software interrupt.
async fn ip_software_interrupt(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    loop {
        host.next_interrupt().await;
        enter(host).await;
        ipintr(&kernel).await;
        leave(host).await;
    }
}

/// Digital UNIX: IP runs in a thread, and the scheduler has to switch to it.
async fn ip_thread(kernel: Rc<Kernel>) -> Infallible {
    let queue = kernel.ipintrq.as_ref().expect("this design has an ipintrq");
    loop {
        if queue.is_empty() {
            kernel.host.sleep(NETISR).await;
        } else {
            ipintr(&kernel).await;
        }
    }
}

fn code(settings: &Settings) -> Vec<CodeLine> {
    let mut lines = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("lnintr", 0, "ask the interface what happened", Some(Step::Lnintr)),
        ("rate limit", 0, "too much input? disable its interrupts for a time", None),
        ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
    ];
    lines.extend_from_slice(QUEUED_INPUT);
    let serves = settings.kernel.consumer == Consumer::Nfs;
    lines.extend_from_slice(if serves { SERVING } else { FORWARDING });
    if settings.kernel.screend {
        lines.extend_from_slice(SCREENING);
    }
    lines.extend_from_slice(TRANSMITTING);
    lines
}
