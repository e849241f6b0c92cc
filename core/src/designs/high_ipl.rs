//! Everything at high IPL (M 5.3, first approach): the receive interrupt processes each packet to completion. There is no
//! software interrupt and no `ipintrq`, so the kernel's own path cannot livelock; user processes still starve.
//!
//! That holds when finished transmissions are seen to between received packets. Otherwise, under overload, nothing takes
//! transmit descriptors back: packets wait while the wire is idle. M 4.4 names three ways to get there: the transmitter
//! interrupts at a lower level; at the same level, with the receiver's events first; its completions are polled below.

use super::{KernelDesign, Running};
use crate::cpu::{Packet, Software};
use crate::kernel::{
    Blueprint, CodeLine, FORWARDING, Kernel, Protocol, SCREENING, Shape, TICK, TRANSMITTING, Transmit, enter,
    ether_input_direct, leave, lninitdesc, lnread, lntint, lntint_body,
};
use crate::scenario::{Completions, Settings, Step};
use crate::system::About;
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign {
    about: About {
        id: "high_ipl",
        name: "Everything at device priority",
        source: "M 4.4, 5.3",
        one_line: "The device interrupt takes each packet all the way; nothing can preempt it.",
    },
    shape,
    start,
    code,
    gates: |_, _| {},
};

fn shape(settings: &Settings) -> Shape {
    let transmit = match settings.kernel.completions {
        Completions::Between | Completions::After => Transmit::Device,
        Completions::Lower => Transmit::Lower,
        Completions::Polled => Transmit::Polled,
    };
    Shape { protocol: Protocol::Device, has_ipintrq: false, fetches: true, transmit, gate: None, timer: None }
}

fn start(kernel: &Rc<Kernel>, plan: &Blueprint) -> Running {
    let mut software: Vec<(usize, Software)> = Vec::new();
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            software.push((receive.handler, Box::pin(lnintr_receive(kernel.clone(), interface))));
        }
        if let Some(transmit) = ids.transmit {
            software.push((transmit.handler, Box::pin(lnintr_transmit(kernel.clone(), interface))));
        }
    }
    if let Some(thread) = plan.poller_thread {
        let host = Rc::downgrade(&kernel.host); // the host's own clock must not keep it
        kernel.tick_tasks.borrow_mut().push(Box::new(move || {
            if let Some(host) = host.upgrade() {
                host.wake(TICK);
            }
        }));
        software.push((thread, Box::pin(poll_transmitters(kernel.clone()))));
    }
    Running { software, changed: Box::new(|| {}) }
}

/// Polls the interface for events, receive and transmit alike, until it has none (M 5.3).
async fn lnintr_receive(kernel: Rc<Kernel>, interface: usize) -> Infallible {
    let host = kernel.host();
    let receiver = kernel.receiver(interface);
    let between = kernel.settings.borrow().kernel.completions == Completions::Between;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let lnintr = host.call(Step::Lnintr, Packet::NONE).await;
        let lnrint = host.call(Step::Lnrint, Packet::NONE).await;
        while let Some(packet) = receiver.take() {
            lnread(&kernel, packet).await;
            ether_input_direct(&kernel, packet).await;
            lninitdesc(&kernel).await;
            if between {
                serve_transmitters(&kernel).await;
            }
            let goes_on = kernel.handler_goes_on();
            if !goes_on {
                receiver.interrupt_again();
                break;
            }
        }
        drop((lnrint, lnintr));
        leave(host).await;
    }
}

/// A kernel thread that looks for finished transmissions at every clock tick; receiving goes before it (M 4.4).
async fn poll_transmitters(kernel: Rc<Kernel>) -> Infallible {
    loop {
        serve_transmitters(&kernel).await;
        kernel.host.sleep(TICK).await;
    }
}

/// Between packets: at equal level their own interrupt would never be taken.
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

async fn lnintr_transmit(kernel: Rc<Kernel>, interface: usize) -> Infallible {
    let host = kernel.host();
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let lnintr = host.call(Step::Lnintr, Packet::NONE).await;
        lntint(&kernel, interface).await;
        drop(lnintr);
        leave(host).await;
    }
}

fn code(settings: &Settings) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("lnintr", 0, "ask the interface what happened", Some(Step::Lnintr)),
        ("lnrint", 0, "while the receive ring has a packet:", Some(Step::Lnrint)),
        ("lnread", 1, "copy it into an mbuf", Some(Step::Lnread)),
        ("ether_input", 1, "parse the Ethernet header, go straight on:", Some(Step::EtherInput)),
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
