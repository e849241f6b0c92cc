//! A small machine for tests of what software and an interface do together: one CPU, one receive ring with its line and handler,
//! and threads that run in turn. A step takes as many cycles as its number, so a test can place a packet at any cycle.

use super::{Fifo, PacketSink, Receiver};
use crate::cpu::{
    Device, Executor, Host, HostBuilder, Level, PacketHeader, Scheduler, Software, StepVariation, ThreadId,
};
use crate::scenario::costs::STEPS;
use crate::scenario::{PartCosts, Step, Trigger};
use crate::trace::topology::{ContextKind, LineRow, PlaceKind, PlaceRow, Topology};
use crate::trace::{Record, Recorder, RecorderSize, VisibleState};
use crate::units::{Bytes, Cycles};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// The options of the interface.
#[derive(Clone, Copy)]
pub struct Interface {
    pub ring: usize,
    pub trigger: Trigger,
    pub gives_back: bool,
}

/// Packets of 64 bytes arrive at these cycles.
struct Arrivals {
    host: Rc<Host>,
    receiver: Rc<Receiver>,
    times: Vec<u64>,
    next: Cell<usize>,
}

impl Device for Arrivals {
    fn fire(&self) {
        let output = PacketHeader::NO_OUTPUT;
        let client = PacketHeader::NO_CLIENT;
        self.receiver.arrive(PacketHeader { stream: 0, client, sequence: 0, bytes: Bytes(64), output });
        self.next.set(self.next.get() + 1);
        self.schedule();
    }
}

impl Arrivals {
    fn schedule(&self) {
        self.host.schedule(0, self.times.get(self.next.get()).map_or(Cycles::NEVER, |time| Cycles(*time)));
    }
}

/// First come, first served.
#[derive(Default)]
struct InTurn(RefCell<VecDeque<ThreadId>>);

impl Scheduler for InTurn {
    fn ready(&self, thread: ThreadId, _: Cycles) {
        self.0.borrow_mut().push_back(thread);
    }
    fn asleep(&self, thread: ThreadId, _: Cycles) {
        self.0.borrow_mut().retain(|number| *number != thread);
    }
    fn pick(&self, _: Cycles) -> Option<ThreadId> {
        self.0.borrow().front().copied()
    }
    fn tick(&self, _: Cycles) {}
}

/// The code of a handler or thread.
pub type Code = Box<dyn FnOnce(Rc<Host>, Rc<Receiver>) -> Software>;

pub struct SmallMachine {
    pub host: Rc<Host>,
    pub receiver: Rc<Receiver>,
    pub topology: Topology,
    pub executor: Executor,
}

impl SmallMachine {
    pub fn new(interface: Interface, arrivals: &[u64], handler: Code, threads: Vec<Code>) -> SmallMachine {
        let Interface { ring, trigger, gives_back } = interface;
        let mut topology = Topology::new("test", "test", 100_000_000);
        let device = topology.add_context(ContextKind::Device, "device", "", "", "");
        let contexts: Vec<_> =
            threads.iter().map(|_| topology.add_context(ContextKind::Thread, "thread", "", "", "")).collect();
        topology.add_context(ContextKind::Idle, "idle", "", "", "");
        let place = topology.add_place(PlaceRow::new(PlaceKind::ReceiveRing, "ring", "", "", device, ring, 1));
        let mut builder = HostBuilder::new(topology);
        let row = LineRow::new("received", "", "", device, 0);
        let (line, activity) = builder.add_line(row, Level::IMP, trigger == Trigger::Latched);
        let numbers: Vec<ThreadId> = contexts.into_iter().map(|context| builder.add_thread(context)).collect();
        let costs: Vec<Cycles> = (0..STEPS.len() as u64).map(Cycles).collect();
        let costs = PartCosts { elsewhere: costs.clone(), in_interrupts: costs.clone(), in_threads: costs };
        let size = Some(RecorderSize { bytes: 1 << 20 });
        let (host, topology) =
            builder.build(&costs, StepVariation { percent: 0, seed: 1, counts_runs: false }, |topology| {
                let (contexts, idle) = (topology.contexts.len(), topology.idle_contexts());
                Recorder::new(size, VisibleState::new(contexts, topology.places.len(), 1, 0, &idle))
            });
        let host = Rc::new(host);
        host.set_schedulers(vec![Box::new(InTurn::default())]);
        let ring = Rc::new(Fifo::new(&host, place, ring));
        let receiver = Rc::new(Receiver::new(&host, ring, line, trigger, gives_back));
        let code = |code: Code| code(host.clone(), receiver.clone());
        let mut software = vec![(activity, code(handler))];
        software.extend(numbers.into_iter().zip(threads).map(|(number, thread)| (number, code(thread))));
        let times = arrivals.to_vec();
        let arrivals = Arrivals { host: host.clone(), receiver: receiver.clone(), times, next: Cell::new(0) };
        arrivals.schedule();
        let executor = Executor::new(host.clone(), vec![Rc::new(arrivals)], software);
        SmallMachine { host, receiver, topology, executor }
    }

    pub fn line_is_asserted(&self) -> bool {
        let state = self.host.recorder.state_at(self.host.now()).expect("the whole trace is kept");
        state.lines[usize::from(self.receiver.line)].asserted
    }

    pub fn records(&self) -> Vec<Record> {
        let mut records = Vec::new();
        self.host.recorder.scan(0, |record| {
            records.push(record);
            true
        });
        records
    }
}

/// The step that takes this many cycles.
pub fn cycles(count: usize) -> Step {
    STEPS[count].step
}
