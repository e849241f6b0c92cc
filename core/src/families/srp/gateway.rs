//! A gateway (R 4.1, 5.1): packets pass a firewall and address translation, if the settings ask for them, and IP forwarding.
//! FreeBSD does all of it in the software interrupt, LRP in one forwarding process. SRP has a system process for each stage.
//!
//! ```text
//! SRP: NSS -> [UIQ] -> firewall -> NSS -> [UIQ] -> NAT -> NSS -> [UIQ] -> forwarding -> transmit ring
//! ```
//!
//! When the gateway translates addresses, packets that come back (through the second interface) are addressed to the gateway. Their
//! receiver is known only after the translation.

use super::kernel::Kernel;
use super::options::Options;
use super::signaled;
use crate::cpu::Packet;
use crate::scenario::{Design, Step};
use std::convert::Infallible;
use std::rc::Rc;

/// A stage that a packet passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Firewall,
    Translation,
    Forwarding,
}

impl Stage {
    /// Returns the id, the plain name and the paper's name.
    pub fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Stage::Firewall => ("firewall", "Firewall process", "firewall stage"),
            Stage::Translation => ("nat", "Address translator", "NAT stage"),
            Stage::Forwarding => ("forwarding", "Forwarding process", "IP forwarding"),
        }
    }

    pub fn steps(self) -> &'static [Step] {
        match self {
            Stage::Firewall => &[Step::Firewall],
            Stage::Translation => &[Step::Translate],
            Stage::Forwarding => &[Step::Ipinput, Step::IpForward, Step::IpOutput, Step::EtherOutput, Step::FxpStart],
        }
    }
}

/// Returns the stages that a packet has to pass, in order.
pub fn stages(settings: &Options) -> Vec<Stage> {
    let mut stages = Vec::new();
    stages.extend(settings.firewall.then_some(Stage::Firewall));
    stages.extend(settings.nat.then_some(Stage::Translation));
    stages.push(Stage::Forwarding);
    stages
}

/// Returns the stages that have a process and an input queue of their own.
pub fn stage_processes(settings: &Options) -> Vec<Stage> {
    match settings.design {
        Design::Srp => stages(settings),
        Design::Lrp => vec![Stage::Forwarding],
        _ => Vec::new(),
    }
}

/// Whether a packet is an answer from outside, addressed to the gateway itself.
pub fn is_answer(kernel: &Kernel, packet: Packet) -> bool {
    kernel.srp.get().nat && kernel.host.header(packet).stream == 1
}

/// Passes a packet through all stages, in FreeBSD's software interrupt.
pub async fn forward_at_once(kernel: &Kernel, packet: Packet) {
    kernel.start_work_for(&kernel.sockets[0]);
    all_stages(kernel, packet).await;
    kernel.end_work();
}

async fn all_stages(kernel: &Kernel, packet: Packet) {
    let settings = kernel.srp.get();
    if settings.firewall {
        drop(kernel.host.call(Step::Firewall, packet).await);
    }
    if settings.nat {
        drop(kernel.host.call(Step::Translate, packet).await);
    }
    forward(kernel, packet).await;
}

async fn forward(kernel: &Kernel, packet: Packet) {
    let host = &kernel.host;
    let _ip_input = host.call(Step::Ipinput, packet).await;
    drop(host.call(Step::IpForward, packet).await);
    drop(host.call(Step::IpOutput, packet).await);
    drop(host.call(Step::EtherOutput, packet).await);
    kernel.send(packet).await;
}

/// A gateway's system process: takes packets off its input queue and hands them to the next stage.
pub async fn stage_process(kernel: Rc<Kernel>, number: usize, stage: Stage) -> Infallible {
    let socket = &kernel.sockets[number];
    loop {
        let Some(packet) = socket.input().take() else {
            kernel.host.sleep(socket.arrivals).await;
            continue;
        };
        kernel.start_work_for(socket);
        match stage {
            Stage::Firewall => drop(kernel.host.call(Step::Firewall, packet).await),
            Stage::Translation => drop(kernel.host.call(Step::Translate, packet).await),
            Stage::Forwarding if kernel.srp.get().design == Design::Lrp => all_stages(&kernel, packet).await,
            Stage::Forwarding => forward(&kernel, packet).await,
        }
        if stage != Stage::Forwarding {
            signaled::next_stage_submit(&kernel, packet, number + 1).await;
        }
        kernel.end_work();
    }
}
