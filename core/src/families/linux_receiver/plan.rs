//! The plan of the machine: contexts, lines, places and edges, named as in W's figures 1 to 4.

use super::background::job;
use super::kernel::{Gates, Kernel};
use super::options::{Options, Protocol};
use super::{interrupts, reclaim, tcp, udp};
use crate::cpu::{Level, ThreadId};
use crate::family::PlanBuilder;
use crate::kernel::CLOCK;
use crate::scenario::{Settings, Step, Trigger};
use crate::trace::topology::{ContextKind, HARDWARE, LineRow, PlaceKind, PlaceRow, Topology};
use crate::trace::{ContextId, GateId, LineId, PlaceId};

#[derive(Clone, Copy, Debug)]
pub struct SocketIds {
    pub process: ThreadId,
    pub receive: PlaceId,
    pub tcp: Option<StreamIds>,
}

#[derive(Clone, Copy, Debug)]
pub struct StreamIds {
    pub prequeue: PlaceId,
    pub backlog: PlaceId,
    pub out_of_order: PlaceId,
    pub locked: GateId,
}

/// The machine before it runs: its builder, and the numbers of its lines, threads, places and gates.
pub struct MachinePlan {
    pub builder: PlanBuilder<Kernel>,
    pub options: Options,
    pub clock: LineId,
    pub device: LineId,
    pub softirq: LineId,
    pub ring: PlaceId,
    pub sockets: Vec<SocketIds>,
    pub kswapd: ThreadId,
    pub jobs: Vec<ThreadId>,
    pub gates: Gates,
}

struct Contexts {
    clock: ContextId,
    device: ContextId,
    softirq: ContextId,
    kswapd: ContextId,
    processes: Vec<ContextId>,
    jobs: Vec<ContextId>,
}

impl MachinePlan {
    pub fn new(settings: &Settings, mut topology: Topology) -> MachinePlan {
        let options = Options::of(settings);
        topology.add_code(&super::code::lines(options.protocol));
        topology.add_code(CLOCK);
        let contexts = contexts(&mut topology, &options);
        let gates = Gates {
            polling: topology.add_gate(
                "polling",
                "the interface is polled",
                "its interrupts are off until the ring is empty",
                "it interrupts for the next packet",
            ),
            refill: topology.add_gate(
                "refill_fails",
                "no memory for the ring",
                "descriptors stay without a buffer: the interface cannot use them",
                "every descriptor gets a new buffer",
            ),
            killed: topology.add_gate(
                "killed",
                "out of memory",
                "the kernel has killed the receiving process",
                "some memory is free or can be reclaimed",
            ),
        };
        let (ring, mut sockets) = places(settings, &options, &contexts, &mut topology);
        let mut builder = PlanBuilder::new(topology);
        let latched = settings.machine.trigger == Trigger::Latched;
        let interface = settings.machine.profile.wire.interface;
        let clock = LineRow::new("clock", "clock", "timer interrupt", contexts.clock, -1);
        let clock = builder.line(clock, Level::CLOCK, true, interrupts::clock);
        let received = LineRow::new(
            &format!("{interface}0_receive"),
            &format!("{interface}0: received packets"),
            "interrupt handler",
            contexts.device,
            0,
        );
        let device = builder.line(received, Level::IMP, latched, interrupts::device);
        let pending = LineRow::new("net_rx", "poll pending", "NET_RX_SOFTIRQ", contexts.softirq, -1);
        let softirq = builder.line(pending, Level::NET, true, interrupts::softirq);
        for (number, (socket, context)) in sockets.iter_mut().zip(&contexts.processes).enumerate() {
            socket.process = match options.protocol {
                Protocol::Tcp => builder.thread(*context, move |kernel| tcp::process(kernel, number)),
                Protocol::Udp => builder.thread(*context, udp::process),
            };
        }
        let kswapd = builder.thread(contexts.kswapd, reclaim::kswapd);
        let job = |(number, context): (u64, &ContextId)| builder.thread(*context, move |kernel| job(kernel, number));
        let jobs = (0..).zip(&contexts.jobs).map(job).collect();
        MachinePlan { builder, options, clock, device, softirq, ring, sockets, kswapd, jobs, gates }
    }
}

/// Returns "receiving process", or "receiving process 2" of several.
fn numbered(base: &str, number: usize, of: usize) -> String {
    if of > 1 { format!("{base} {}", number + 1) } else { base.to_string() }
}

fn contexts(topology: &mut Topology, options: &Options) -> Contexts {
    use ContextKind as Kind;
    let clock = topology.add_context(Kind::Clock, "clock", "Clock interrupt", "timer interrupt", "interrupt");
    let device = topology.add_context(Kind::Device, "device", "Device interrupt", "interrupt handler", "interrupt");
    let softirq = topology.add_context(Kind::Software, "software", "Software interrupt", "softirq", "softirq");
    let sockets = options.connections;
    let processes = (0..sockets).map(|number| {
        let (id, name) = (numbered("receiver", number, sockets), numbered("Receiving process", number, sockets));
        topology.add_context(Kind::Process, &id.replace(' ', "_"), &name, "data receiving process", "process")
    });
    let processes = processes.collect();
    let kswapd = topology.add_context(Kind::Thread, "kswapd", "Page reclaim", "kswapd", "process");
    let jobs = (0..options.background).map(|number| {
        let (id, name) = (format!("job_{}", number + 1), format!("Compile job {}", number + 1));
        topology.add_context(Kind::Process, &id, &name, "background load", "process")
    });
    let jobs = jobs.collect();
    topology.add_context(Kind::Idle, "idle", "Idle", "idle task", "process");
    Contexts { clock, device, softirq, kswapd, processes, jobs }
}

fn places(
    settings: &Settings,
    options: &Options,
    contexts: &Contexts,
    topology: &mut Topology,
) -> (PlaceId, Vec<SocketIds>) {
    let wire_name = settings.machine.profile.wire.name;
    let wire = PlaceRow::new(PlaceKind::WireIn, "wire_in", "wire", wire_name, HARDWARE, 0, 0);
    let wire = topology.add_place(wire.of_interface(0));
    let (kind, limit) = (PlaceKind::ReceiveRing, settings.machine.receive_ring);
    let ring = PlaceRow::new(kind, "receive_ring", "receive ring", "ring buffer", contexts.softirq, limit, 1);
    let ring = topology.add_place(ring.of_interface(0).dropping("refused: no descriptor is ready"));
    topology.add_edge(wire, ring, HARDWARE, &[]);
    let sockets = (0..options.connections).map(|number| socket(options, contexts, number, ring, topology)).collect();
    (ring, sockets)
}

fn socket(options: &Options, contexts: &Contexts, number: usize, ring: PlaceId, topology: &mut Topology) -> SocketIds {
    use Step::*;
    let process = contexts.processes[number];
    let softirq = contexts.softirq;
    let several = options.connections;
    let place = |kind, id: &str, name: &str, paper_name: &str, capacity, stage| {
        let id = numbered(id, number, several).replace(' ', "_");
        PlaceRow::new(kind, &id, &numbered(name, number, several), paper_name, process, capacity, stage)
    };
    let mut queue = |id: &str, name: &str, paper_name: &str, stage, drop: &str| {
        let limit = options.quota_packets();
        topology.add_place(place(PlaceKind::Queue, id, name, paper_name, limit, stage).dropping(drop))
    };
    let full = if options.protocol == Protocol::Udp { "socket buffer full" } else { "no room, or a duplicate" };
    let receive = queue("receive_queue", "receive queue", "receive queue", 3, full);
    let tcp = (options.protocol == Protocol::Tcp).then(|| StreamIds {
        prequeue: queue("prequeue", "prequeue", "prequeue", 2, "process killed"),
        backlog: queue("backlog", "backlog", "backlog queue", 2, "process killed"),
        out_of_order: queue("out_of_order", "out-of-sequence queue", "out-of-sequence queue", 2, "process killed"),
        locked: 0,
    });
    let delivered = place(PlaceKind::WireOut, "delivered", "process's memory", "user space", 0, 6);
    let delivered = topology.add_place(delivered);
    let way_in = [RxPoll, RxRefill, IpRcv];
    let Some(ids) = tcp else {
        topology.add_edge(ring, receive, softirq, &[&way_in[..], &[UdpRcv, RxChecksum]].concat());
        topology.add_edge(receive, delivered, process, &[UdpRecvmsg, CopyToUser, KfreeSkb]);
        return SocketIds { process: 0, receive, tcp };
    };
    let established = [TcpRcvEstablished, RxChecksum];
    let waits = [(ids.backlog, TcpBacklog), (ids.prequeue, TcpPrequeue)];
    topology.add_edge(ring, receive, softirq, &[&way_in[..], &[TcpV4Rcv], &established].concat());
    topology.add_edge(ring, ids.out_of_order, softirq, &[&way_in[..], &[TcpV4Rcv], &established].concat());
    for (place, step) in waits {
        topology.add_edge(ring, place, softirq, &[&way_in[..], &[TcpV4Rcv, step]].concat());
        for context in [process, softirq] {
            topology.add_edge(place, receive, context, &established);
            topology.add_edge(place, ids.out_of_order, context, &established);
        }
        topology.add_edge(place, delivered, process, &[&established[..], &[CopyToUser, KfreeSkb]].concat());
    }
    for context in [process, softirq] {
        topology.add_edge(ids.out_of_order, receive, context, &[]);
    }
    topology.add_edge(receive, delivered, process, &[TcpRecvmsg, CopyToUser, KfreeSkb]);
    let locked = topology.add_gate(
        &numbered("locked", number, several).replace(' ', "_"),
        &format!("{} is locked", numbered("socket", number, several)),
        "its process uses it: segments wait in the backlog",
        "software interrupts may use it",
    );
    SocketIds { process: 0, receive, tcp: Some(StreamIds { locked, ..ids }) }
}
