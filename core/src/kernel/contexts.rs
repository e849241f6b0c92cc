//! The contexts of a machine: who can have the CPU. The shape is the design's, the programs are the scenario's.

use super::blueprint::{Protocol, Shape, Transmit};
use crate::scenario::{Consumer, Settings};
use crate::trace::ContextId;
use crate::trace::topology::{ContextKind, Topology};

#[derive(Clone, Copy, Debug)]
pub struct Contexts {
    pub hardware: ContextId,
    pub clock: ContextId,
    pub device: ContextId,
    /// Where the IP layer runs.
    pub protocol: ContextId,
    pub screend: Option<ContextId>,
    /// The process that packets are for.
    pub reader: Option<ContextId>,
    /// The thread that polls transmitters.
    pub poller: Option<ContextId>,
    /// The first of a file server's threads; the others follow it.
    pub server: Option<ContextId>,
    pub compute: ContextId,
    pub idle: ContextId,
}

pub fn contexts(topology: &mut Topology, shape: Shape, settings: &Settings) -> Contexts {
    let consumer = settings.kernel.consumer;
    use ContextKind as Kind;
    let hardware = topology.add_context(Kind::Hardware, "hardware", "Hardware", "no CPU spent", "");
    let clock = topology.add_context(Kind::Clock, "clock", "Clock interrupt", "hardclock", "SPLCLOCK");
    let device = topology.add_context(Kind::Device, "device", "Device interrupt", "lnintr", "SPLIMP");
    let protocol = match shape.protocol {
        Protocol::Device => device,
        Protocol::SoftwareInterrupt => {
            topology.add_context(Kind::Software, "software", "Software interrupt", "ipintr", "SPLNET")
        }
        Protocol::Thread => topology.add_context(Kind::Thread, "thread", "Kernel network thread", "netisr", "IPL 0"),
    };
    let poller = (shape.transmit == Transmit::Polled)
        .then(|| topology.add_context(Kind::Thread, "poller", "Transmit polling thread", "M 4.4", "IPL 0"));
    let screend = (consumer == Consumer::Screend)
        .then(|| topology.add_context(Kind::Process, "screend", "Firewall process", "screend", "IPL 0"));
    let reader = match consumer {
        Consumer::Tcpdump => {
            Some(topology.add_context(Kind::Process, "tcpdump", "Monitor process", "tcpdump", "IPL 0"))
        }
        Consumer::Datalink => {
            Some(topology.add_context(Kind::Process, "reader", "Receiving process", "application", "IPL 0"))
        }
        Consumer::Wire | Consumer::Screend | Consumer::Nfs => None,
    };
    let threads = if consumer == Consumer::Nfs { settings.kernel.servers } else { 0 };
    let mut add_server = |number: usize| {
        topology.add_context(
            Kind::Process,
            &format!("nfsd{number}"),
            &format!("Server thread {number}"),
            "nfsd",
            "IPL 0",
        )
    };
    let server = (1..=threads).map(&mut add_server).min();
    let compute = topology.add_context(Kind::Process, "user", "User process", "compute-bound", "IPL 0");
    let idle = topology.add_context(Kind::Idle, "idle", "Idle", "idle thread", "IPL 0");
    Contexts { hardware, clock, device, protocol, screend, reader, poller, server, compute, idle }
}
