//! Pure polling (M 5.2, and "clocked interrupts" in M 9). No interface interrupts; a timer interrupts at a fixed period, and its
//! handler serves every interface in turn, receiving and sending, each with a quota. It processes packets to completion.
//!
//! ```text
//! timer -> for each interface: receive up to quota, reclaim up to quota sent descriptors -> until the next period
//! ```
//!
//! The CPU time for packets is bounded. The period is hard to choose. With a short period, polling takes much CPU time even when
//! no packet waits; with a long one, packets wait long or find the ring full.

use super::KernelDesign;
use crate::cpu::Packet;
use crate::families::routers::{
    CodeLine, FORWARDING, Kernel, MachinePlan, Protocol, SCREENING, Shape, TRANSMITTING, Transmit, enter,
    ether_input_direct, leave, lninitdesc, lnread, lntint_body,
};
use crate::family::MachineBuilder;
use crate::scenario::{Settings, Step};
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign { shape, start, code, gates: |_, _| {} };

fn shape(_: &Settings) -> Shape {
    Shape {
        protocol: Protocol::Device,
        has_ipintrq: false,
        fetches: true,
        transmit: Transmit::Clocked,
        gate: None,
        timer: Some(("poll", "time to poll", "polling timer")),
    }
}

fn start(kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &mut MachineBuilder<'_>) {
    let (_, handler) = plan.timer.expect("its shape has a line for the timer");
    // the interfaces' lines are never enabled, so their handlers have no code
    machine.run(handler, poll(kernel.clone()));
    let changed = kernel.clone();
    machine.follow(move |_| set_period(&changed));
}

fn set_period(kernel: &Kernel) {
    let settings = kernel.settings.borrow();
    let period = settings.machine.clock.cycles_in_microseconds(settings.values.get("clocked.period_us").integer());
    kernel.interval_timer.as_ref().expect("its shape has a timer").change(period);
}

/// The timer's interrupt: serves all interfaces once.
async fn poll(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::LanpollLoop, Packet::NONE).await;
        let quota = kernel.settings.borrow().values.get("clocked.quota").integer();
        for interface in 0..kernel.receivers.len() {
            receive(&kernel, interface, quota).await;
            transmit(&kernel, interface, quota).await;
        }
        drop(procedure);
        leave(host).await;
    }
}

async fn receive(kernel: &Kernel, interface: usize, quota: u64) {
    if kernel.receivers[interface].as_ref().is_none_or(|receiver| receiver.ring.is_empty()) {
        return;
    }
    let _lnrintpoll = kernel.host.call(Step::Lnrintpoll, Packet::NONE).await;
    let mut handled = 0;
    while handled < quota
        && let Some(packet) = kernel.receiver(interface).take()
    {
        lnread(kernel, packet).await;
        ether_input_direct(kernel, packet).await;
        lninitdesc(kernel).await;
        kernel.receiver(interface).give_back();
        kernel.host.work(Step::LnrintpollNext, Packet::NONE).await;
        handled += 1;
    }
}

async fn transmit(kernel: &Kernel, interface: usize, quota: u64) {
    if let Some(output) = &kernel.outputs[interface]
        && output.transmitter.finished() > 0
    {
        let _lntintpoll = kernel.host.call(Step::Lntintpoll, Packet::NONE).await;
        lntint_body(kernel, output, quota).await;
    }
}

fn code(settings: &Settings) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the timer: the CPU saves its state", Some(Step::InterruptEntry)),
        ("lanpoll_isr", 0, "for each interface", Some(Step::LanpollLoop)),
        ("lnrintpoll", 1, "if packets wait: receive up to quota of them", Some(Step::Lnrintpoll)),
        ("lnread", 2, "copy it into an mbuf", Some(Step::Lnread)),
        ("ether_input", 2, "parse the Ethernet header, continue at once:", Some(Step::EtherInput)),
    ];
    lines.extend_from_slice(FORWARDING);
    lines.extend_from_slice(&[
        ("lninitdesc", 2, "give the receive descriptor back", Some(Step::Lninitdesc)),
        ("lnrintpoll", 2, "count it against the quota", Some(Step::LnrintpollNext)),
        ("lntintpoll", 1, "if packets were sent: up to quota of them", Some(Step::Lntintpoll)),
        ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
    ]);
    lines.extend(TRANSMITTING.iter().filter(|line| line.3 != Some(Step::Lntint)));
    if settings.kernel.screend {
        lines.extend_from_slice(SCREENING);
    }
    lines
}
