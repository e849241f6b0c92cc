//! The contexts of a machine: who can have the CPU. The design decides the shape, the scenario decides the programs.

use super::shape::{Protocol, Shape, Transmit};
use crate::cpu::CPUS_MAX;
use crate::family::ContextAdder;
use crate::scenario::{Consumer, Settings};
use crate::trace::ContextId;
use crate::trace::topology::{ContextKind, Topology};

/// Four interfaces that receive, and one that sends.
pub const INTERFACES_MAX: usize = 5;

/// The contexts that every CPU has.
#[derive(Clone, Copy, Debug)]
pub struct CpuContexts {
    pub clock: ContextId,
    /// The interprocessor interrupt; only with several CPUs.
    pub ipi: Option<ContextId>,
    pub device: ContextId,
    /// The context in which the IP layer runs.
    pub protocol: ContextId,
}

#[derive(Clone, Copy, Debug)]
pub struct Contexts {
    /// Indexed by CPU. For CPUs that the machine does not have, the entries repeat the first CPU's contexts.
    pub cpus: [CpuContexts; CPUS_MAX],
    /// The first CPU's contexts.
    pub device: ContextId,
    pub protocol: ContextId,
    /// By interface: the thread that polls it. Without threads of their own, the interfaces of a CPU have its protocol context.
    pub pollers: [ContextId; INTERFACES_MAX],
    pub screend: Option<ContextId>,
    pub inspector: Option<ContextId>,
    /// The process that receives a part of the packets.
    pub application: Option<ContextId>,
    /// The process that packets are for.
    pub reader: Option<ContextId>,
    /// The thread that polls transmitters.
    pub poller: Option<ContextId>,
    /// The first of a file server's threads; the others follow it.
    pub server: Option<ContextId>,
    pub compute: ContextId,
}

/// The processes' contexts.
struct Programs {
    screend: Option<ContextId>,
    inspector: Option<ContextId>,
    application: Option<ContextId>,
    reader: Option<ContextId>,
    server: Option<ContextId>,
    compute: ContextId,
}

pub fn contexts(topology: &mut Topology, shape: Shape, settings: &Settings) -> Contexts {
    let (count, programs_cpu) = (usize::from(topology.cpus), settings.machine.programs_cpu);
    let (mut poller, mut programs) = (None, None);
    let mut cpus: Vec<CpuContexts> = Vec::new();
    let mut own_pollers = [None; INTERFACES_MAX];
    for cpu in 0..count {
        let mut adder = ContextAdder { topology, cpu };
        cpus.push(of_cpu(&mut adder, shape, settings, &mut own_pollers));
        if cpu == 0 && shape.transmit == Transmit::Polled {
            poller = Some(adder.add(ContextKind::Thread, "poller", "Transmit polling thread", "M 4.4", "IPL 0"));
        }
        if cpu == programs_cpu {
            programs = Some(add_programs(&mut adder, settings));
        }
        adder.add(ContextKind::Idle, &numbered("idle", cpu), "Idle", "idle thread", "IPL 0");
    }
    let CpuContexts { device, protocol, .. } = cpus[0];
    let cpus = std::array::from_fn(|cpu| cpus.get(cpu).copied().unwrap_or(cpus[0]));
    let pollers = std::array::from_fn(|interface| {
        own_pollers[interface].unwrap_or(cpus[settings.machine.cpu_of(interface)].protocol)
    });
    let Programs { screend, inspector, application, reader, server, compute } =
        programs.expect("processes run on one of the CPUs");
    Contexts { cpus, device, protocol, pollers, screend, inspector, application, reader, poller, server, compute }
}

type OwnPollers = [Option<ContextId>; INTERFACES_MAX];

fn of_cpu(
    adder: &mut ContextAdder<'_>,
    shape: Shape,
    settings: &Settings,
    own_pollers: &mut OwnPollers,
) -> CpuContexts {
    use ContextKind as Kind;
    let cpu = adder.cpu;
    let id = |base: &str| numbered(base, cpu);
    let clock = adder.add(Kind::Clock, &id("clock"), "Clock interrupt", "hardclock", "SPLCLOCK");
    let several = adder.topology.cpus > 1;
    let ipi = several.then(|| {
        adder.add(Kind::Software, &id("call"), "Interrupt by another CPU", "interprocessor interrupt", "below SPLCLOCK")
    });
    let device = adder.add(Kind::Device, &id("device"), "Device interrupt", "lnintr", "SPLIMP");
    let protocol = match shape.protocol {
        Protocol::Device => device,
        Protocol::SoftwareInterrupt => {
            adder.add(Kind::Software, &id("software"), "Software interrupt", "ipintr", "SPLNET")
        }
        Protocol::Thread => add_interface_threads(adder, settings, own_pollers)
            .unwrap_or_else(|| adder.add(Kind::Thread, &id("thread"), "Kernel network thread", "netisr", "IPL 0")),
    };
    CpuContexts { clock, ipi, device, protocol }
}

/// Adds a thread for each interface of this CPU, if the settings ask for that. Returns the first one.
fn add_interface_threads(
    adder: &mut ContextAdder<'_>,
    settings: &Settings,
    own_pollers: &mut OwnPollers,
) -> Option<ContextId> {
    let machine = &settings.machine;
    let cpu = adder.cpu;
    let interfaces = (0..settings.interface_count()).filter(|interface| machine.cpu_of(*interface) == cpu);
    for interface in interfaces.filter(|_| settings.polls_by_interface()) {
        let name = format!("{}{interface}", machine.profile.wire.interface);
        let words = format!("Polling thread of {name}");
        let context =
            adder.topology.add_context(ContextKind::Thread, &format!("poll_{name}"), &words, "netisr", "IPL 0");
        own_pollers[interface] = Some(adder.topology.on_cpu(cpu as u8, context));
    }
    own_pollers
        .iter()
        .flatten()
        .copied()
        .find(|context| adder.topology.contexts[usize::from(*context)].cpu == cpu as u8)
}

fn add_programs(adder: &mut ContextAdder<'_>, settings: &Settings) -> Programs {
    let consumer = settings.kernel.consumer;
    let mut process =
        |id: &str, name: &str, paper_name: &str| adder.add(ContextKind::Process, id, name, paper_name, "IPL 0");
    let screend = (consumer == Consumer::Screend).then(|| process("screend", "Firewall process", "screend"));
    let kernel = &settings.kernel;
    let inspector = kernel.inspector.then(|| process("inspector", "Inspector process", "our choice"));
    let application = kernel.application.then(|| process("application", "Receiving application", "application"));
    let reader = match consumer {
        Consumer::Tcpdump => Some(process("tcpdump", "Monitor process", "tcpdump")),
        Consumer::Datalink => Some(process("reader", "Receiving process", "application")),
        Consumer::Wire | Consumer::Screend | Consumer::Nfs => None,
    };
    let threads = if consumer == Consumer::Nfs { settings.kernel.servers } else { 0 };
    let mut add_server = |number: usize| process(&format!("nfsd{number}"), &format!("Server thread {number}"), "nfsd");
    let server = (1..=threads).map(&mut add_server).min();
    let compute = process("user", "User process", "compute-bound");
    Programs { screend, inspector, application, reader, server, compute }
}

/// Appends the CPU's number, except for the first CPU: its id is the same with one CPU and with several.
pub fn numbered(id: &str, cpu: usize) -> String {
    if cpu == 0 { id.to_string() } else { format!("{id}{cpu}") }
}
