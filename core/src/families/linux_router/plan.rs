//! The plan of the router: numbers its contexts, lines, places and interfaces. Packets that come in on interface k leave by
//! interface k + 1; packets of the last interface leave by the first. S has two interfaces with traffic in both directions, which
//! is `traffic.inputs = 2` here.
//!
//! ```text
//! wire -> receive ring -> [backlog] -> output queue -> transmit ring -> wire
//! ```

use super::interrupts::{self, Event, isr};
use super::kernel::Kernel;
use super::{code, softirqs};
use crate::cpu::{Level, ThreadId};
use crate::family::{InterfacePlaces, PlanBuilder};
use crate::kernel::{CLOCK, COMPUTING};
use crate::scenario::{Design, Settings, Step};
use crate::trace::topology::{ContextKind, LineRow, PlaceKind, PlaceRow, Topology};
use crate::trace::{ContextId, GateId, LineId, PlaceId};

/// One half of an interface.
#[derive(Clone, Copy, Debug)]
pub struct HalfIds {
    pub ring: PlaceId,
    pub line: LineId,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct InterfaceIds {
    pub receive: Option<HalfIds>,
    /// The half, and the place of its output queue.
    pub transmit: Option<(HalfIds, PlaceId)>,
    pub polled: Option<GateId>,
}

#[derive(Clone, Copy, Debug)]
pub struct Contexts {
    pub clock: ContextId,
    pub device: ContextId,
    pub softirq: ContextId,
    pub ksoftirqd: ContextId,
    pub user: ContextId,
}

pub struct MachinePlan {
    pub builder: PlanBuilder<Kernel>,
    pub contexts: Contexts,
    pub interfaces: Vec<InterfaceIds>,
    pub backlog: Option<(PlaceId, GateId)>,
    pub clock_line: LineId,
    pub softirq_line: LineId,
    pub ksoftirqd: ThreadId,
    pub user: ThreadId,
}

/// Returns the number of interfaces, and the numbers of those that receive.
pub fn interfaces(settings: &Settings) -> (usize, Vec<usize>) {
    let inputs = settings.traffic.inputs;
    let count = inputs.max(2);
    let mut receiving: Vec<usize> = (0..inputs).collect();
    if inputs == 1 && settings.traffic.reverse_rate > 0 {
        receiving.push(1);
    }
    (count, receiving)
}

impl MachinePlan {
    pub fn new(settings: &Settings, mut topology: Topology) -> MachinePlan {
        let contexts = contexts(&mut topology);
        topology.add_code(&code::lines(settings));
        topology.add_code(CLOCK);
        topology.add_code(COMPUTING);
        let mut builder = PlanBuilder::new(topology);
        let clock = LineRow::new("clock", "clock", "decrementer", contexts.clock, -1);
        let clock_line = builder.line(clock, Level::CLOCK, true, interrupts::clock);
        let (count, receiving) = interfaces(settings);
        let mut all = vec![InterfaceIds::default(); count];
        for (number, ids) in all.iter_mut().enumerate() {
            add_lines(&mut builder, settings, contexts, number, &receiving, ids);
        }
        let pending = LineRow::new("softirq", "softirqs pending", "NET_RX, NET_TX", contexts.softirq, -1);
        let softirq_line = builder.line(pending, Level::NET, true, softirqs::software_interrupt);
        let ksoftirqd = builder.thread(contexts.ksoftirqd, softirqs::ksoftirqd);
        let user = builder.host.add_thread(contexts.user);
        let mut plan = MachinePlan {
            builder,
            contexts,
            interfaces: all,
            backlog: None,
            clock_line,
            softirq_line,
            ksoftirqd,
            user,
        };
        plan.add_places(settings, receiving.len());
        plan.add_edges();
        plan
    }

    fn add_places(&mut self, settings: &Settings, receiving: usize) {
        let softirq = self.contexts.softirq;
        let topology = &mut self.builder.host.topology;
        if settings.kernel.design == Design::LinuxIrq {
            let limit = settings.linux.backlog;
            let backlog = PlaceRow::new(PlaceKind::Queue, "backlog", "backlog", "backlog queue", softirq, limit, 2);
            let gate = topology.add_gate(
                "throttled",
                "backlog refuses packets",
                "it was full: it takes nothing more until it is empty",
                "it takes packets",
            );
            self.backlog = Some((topology.add_place(backlog.dropping_when_full()), gate));
        }
        let sending = self.interfaces.iter().filter(|ids| ids.transmit.is_some()).count();
        let ring_names = ["Rx ring", "Tx ring"];
        let places = InterfacePlaces { machine: &settings.machine, ring_names, receiving, sending };
        for (number, ids) in self.interfaces.iter_mut().enumerate() {
            if let Some(receive) = &mut ids.receive {
                receive.ring = places.receive(topology, number);
            }
            if let Some((transmit, queue)) = &mut ids.transmit {
                let (id, limit) = (places.sending_id("output_queue", number), settings.kernel.ifqueue);
                let row = PlaceRow::new(PlaceKind::Queue, &id, "output queue", "egress queue", softirq, limit, 4);
                *queue = topology.add_place(row.of_interface(number).dropping_when_full());
                transmit.ring = places.transmit(topology, number, false);
            }
        }
    }

    /// Adds the edges along which software carries packets. ksoftirqd carries along the same edges as the softirqs.
    fn add_edges(&mut self) {
        use Step::*;
        let Contexts { device, softirq, ksoftirqd, .. } = self.contexts;
        let topology = &mut self.builder.host.topology;
        let count = self.interfaces.len();
        let queue_of = |number: usize| self.interfaces[number % count].transmit.map(|(_, queue)| queue);
        let fetch = [DriverReceive, DriverCopy];
        let send = [IpRcv, LinuxForward, DevQueueXmit];
        for (number, receive) in self.interfaces.iter().enumerate().filter_map(|(n, ids)| Some((n, ids.receive?))) {
            let to = queue_of(number + 1).expect("packets leave by the next interface");
            if let Some((backlog, _)) = self.backlog {
                topology.add_edge(receive.ring, backlog, device, &[&fetch[..], &[NetifRx]].concat());
                for context in [softirq, ksoftirqd] {
                    topology.add_edge(backlog, to, context, &[&[ProcessBacklog], &send[..]].concat());
                }
            } else {
                for context in [softirq, ksoftirqd] {
                    topology.add_edge(receive.ring, to, context, &[&fetch[..], &send[..]].concat());
                }
            }
        }
        for (transmit, queue) in self.interfaces.iter().filter_map(|ids| ids.transmit) {
            for context in [softirq, ksoftirqd] {
                topology.add_edge(queue, transmit.ring, context, &[HardStartXmit]);
            }
        }
    }
}

fn contexts(topology: &mut Topology) -> Contexts {
    use ContextKind as Kind;
    let clock = topology.add_context(Kind::Clock, "clock", "Clock interrupt", "timer", "irqs off");
    let device = topology.add_context(Kind::Device, "device", "Device interrupt", "ISR", "irqs off");
    let softirq = topology.add_context(Kind::Software, "softirq", "Softirq", "softirq", "irqs on");
    let ksoftirqd = topology.add_context(Kind::Thread, "ksoftirqd", "Softirq process", "ksoftirqd", "process");
    let user = topology.add_context(Kind::Process, "user", "User process", "compute-bound", "process");
    topology.add_context(Kind::Idle, "idle", "Idle", "idle process", "process");
    Contexts { clock, device, softirq, ksoftirqd, user }
}

/// Adds the lines of an interface: one for each direction, so that receive interrupts can be off while transmit interrupts
/// are on. The CPU of S has one line for both. The lines are latched, because the interface remembers its events until its
/// service routine reads them.
fn add_lines(
    builder: &mut PlanBuilder<Kernel>,
    settings: &Settings,
    contexts: Contexts,
    number: usize,
    receiving: &[usize],
    ids: &mut InterfaceIds,
) {
    let prefix = settings.machine.profile.wire.interface;
    let count = interfaces(settings).0;
    let mut half = |what: &str, words: &str, event: Event| {
        let (id, name) = (format!("{prefix}{number}_{what}"), format!("{prefix}{number}: {words}"));
        let row = LineRow::new(&id, &name, "IRQ", contexts.device, number as i8);
        let line = builder.line(row, Level::CLOCK, true, move |kernel| isr(kernel, number, event));
        HalfIds { ring: 0, line }
    };
    if receiving.contains(&number) {
        ids.receive = Some(half("receive", "packets received", Event::Received));
    }
    if receiving.contains(&((number + count - 1) % count)) {
        ids.transmit = Some((half("transmit", "packets sent", Event::Sent), 0));
    }
    if settings.kernel.design == Design::LinuxNapi && ids.receive.is_some() {
        ids.polled = Some(builder.host.topology.add_gate(
            &format!("polled_{prefix}{number}"),
            &format!("{prefix}{number} is polled"),
            "receive interrupts are off; a softirq takes packets off the ring",
            "the next packet interrupts",
        ));
    }
}
