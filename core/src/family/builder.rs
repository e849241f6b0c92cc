//! Builds a machine around its host, in the same way for every family. The builder remembers what follows which setting: the
//! limit of a queue, the traffic of a source, a value, or what a family does after a change. So each part is tied to its knob
//! where it is made, and views see every place.
//!
//! ```text
//! place, line (numbers of the plan) -> ring, queue, receiver, transmitter, clock, source, clients -> Built
//! ```

use super::{Built, PlanBuilder};
use crate::cpu::{Device, Host, Scheduler, Software, ThreadId};
use crate::hardware::{Clients, Clock, Fifo, PacketSink, Receiver, Source, SourceParts, Transmitter, TransmitterParts};
use crate::kernel::{COMPUTE, compute};
use crate::random::RandomStream;
use crate::scenario::{Pattern, Settings, TrafficSettings, Trigger, Value};
use crate::trace::topology::Topology;
use crate::trace::{GateId, LineId, LocalsLog, PlaceId, PlaceState, VisibleState};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;
use std::rc::Rc;

/// Returns the traffic and the rate of an open-loop source. The number is the source's `stream`.
pub type OpenLoop = fn(&Settings, u8) -> (TrafficSettings, u64);

/// The traffic of a machine with one source, which is silent while packets come from clients that wait for replies.
pub fn only_source(settings: &Settings, _stream: u8) -> (TrafficSettings, u64) {
    let traffic = settings.traffic.clone();
    let rate = if traffic.pattern == Pattern::Rpc { 0 } else { traffic.rate };
    (traffic, rate)
}

/// Where a source's packets go.
pub struct Wire {
    pub receiver: Rc<dyn PacketSink>,
    pub stream: u8,
    /// The interface by which the packets leave.
    pub output: u8,
}

/// A machine while it is being built.
pub struct MachineBuilder<'a> {
    pub host: &'a Rc<Host>,
    pub topology: &'a Topology,
    /// The settings at the start, and those that knobs change while the machine runs.
    pub settings: &'a Settings,
    pub current_settings: Rc<RefCell<Settings>>,
    pub seed: u64,
    /// When the interfaces' lines are asserted; the scenario decides, unless the family sets it.
    pub trigger: Trigger,
    /// Hardware slot of the first device. Of events in the same cycle, the one with the lower slot comes first.
    first_slot: usize,
    devices: Vec<Option<Rc<dyn Device>>>,
    software: Vec<(usize, Software)>,
    parts: Parts,
}

impl<'a> MachineBuilder<'a> {
    pub fn new(
        host: &'a Rc<Host>,
        topology: &'a Topology,
        settings: &'a Settings,
        current_settings: Rc<RefCell<Settings>>,
        seed: u64,
        first_slot: usize,
    ) -> MachineBuilder<'a> {
        MachineBuilder {
            host,
            topology,
            settings,
            current_settings,
            seed,
            trigger: settings.machine.trigger,
            first_slot,
            devices: Vec::new(),
            software: Vec::new(),
            parts: Parts::default(),
        }
    }

    /// Reserves the next hardware slots, each for one device.
    pub fn slots(&mut self, count: usize) -> Range<usize> {
        let first = self.first_slot + self.devices.len();
        self.devices.extend((0..count).map(|_| None));
        first..first + count
    }

    pub fn slot(&mut self) -> usize {
        self.slots(1).start
    }

    /// Puts a device into its slot.
    pub fn add<D: Device + 'static>(&mut self, slot: usize, device: D) -> Rc<D> {
        let device = Rc::new(device);
        self.devices[slot - self.first_slot] = Some(device.clone());
        device
    }

    /// A queue whose limit never changes: the ring of an interface, for instance. The topology has its limit.
    pub fn ring(&mut self, place: PlaceId) -> Rc<Fifo> {
        let limit = self.topology.places[usize::from(place)].capacity as usize;
        let ring = Rc::new(Fifo::new(self.host, place, limit));
        self.show(ring.clone());
        ring
    }

    /// A queue whose limit is the value of a parameter.
    pub fn queue(&mut self, place: PlaceId, parameter: &'static str) -> Rc<Fifo> {
        let queue = self.ring(place);
        self.parts.limits.push((parameter, queue.clone()));
        queue
    }

    /// Makes a place visible.
    pub fn show(&mut self, place: Rc<dyn Shown>) {
        self.parts.places.push(place);
    }

    pub fn clock(&mut self, line: LineId) {
        let (slot, machine) = (self.slot(), &self.settings.machine);
        self.add(slot, Clock::new(self.host, line, slot, machine.clock, machine.ticks_per_second));
    }

    pub fn receiver(&mut self, ring: PlaceId, line: LineId) -> Rc<Receiver> {
        let gives_back = self.settings.machine.gives_descriptors_back;
        Rc::new(Receiver::new(self.host, self.ring(ring), line, self.trigger, gives_back))
    }

    pub fn transmitter(&mut self, slot: usize, ring: PlaceId, line: LineId) -> Rc<Transmitter> {
        let (trigger, ring) = (self.trigger, self.ring(ring));
        let (link, clock) = (self.settings.machine.link, self.settings.machine.clock);
        let parts = TransmitterParts { ring, line, slot, trigger, link, clock };
        let transmitter = self.add(slot, Transmitter::new(self.host, parts));
        self.show(transmitter.clone());
        transmitter
    }

    /// A source of open-loop traffic.
    pub fn source(&mut self, slot: usize, wire: Wire, traffic: OpenLoop) {
        let stream = wire.stream;
        let (initial, rate) = traffic(self.settings, stream);
        let source = self.add(slot, Source::new(self.host, self.source_parts(slot, wire), &initial, rate));
        self.parts.sources.push((source, stream, traffic));
    }

    /// Clients that wait for replies.
    pub fn clients(&mut self, slot: usize, wire: Wire) -> Rc<Clients> {
        let parts = self.source_parts(slot, wire);
        let clients = self.add(slot, Clients::new(self.host, parts, &self.settings.traffic));
        self.parts.clients = Some(clients.clone());
        clients
    }

    fn source_parts(&self, slot: usize, wire: Wire) -> SourceParts {
        let Wire { receiver, stream, output } = wire;
        let (link, clock) = (self.settings.machine.link, self.settings.machine.clock);
        SourceParts { receiver, slot, stream, output, link, clock, random: RandomStream::new(self.seed, slot as u64) }
    }

    /// Returns the number of the gate with this id.
    pub fn gate(&self, id: &str) -> GateId {
        let gate = self.topology.gates.iter().position(|gate| gate.id == id);
        gate.unwrap_or_else(|| panic!("the plan has no gate {id}")) as GateId
    }

    /// Sets the function that gives the values of a program's variables.
    pub fn show_variables(&mut self, values: impl Fn() -> Vec<u32> + 'static) {
        self.parts.variables = Some(Box::new(values));
    }

    /// Sets the log of a program's local variables.
    pub fn show_locals(&mut self, log: Rc<LocalsLog>) {
        self.parts.locals = Some(log);
    }

    /// Sets the code of a handler or thread.
    pub fn run(&mut self, activity: usize, code: impl Future<Output = Infallible> + 'static) {
        self.software.push((activity, Box::pin(code)));
    }

    /// Sets the code of all handlers and threads that the plan has code for.
    pub fn run_plan<K>(&mut self, plan: PlanBuilder<K>, kernel: &Rc<K>) {
        self.software.extend(plan.software(kernel));
    }

    /// Makes a thread the compute-bound process, which its knob starts and stops.
    pub fn run_compute(&mut self, thread: ThreadId) {
        self.run(thread, compute(self.host.clone(), self.current_settings.clone()));
        let host = self.host.clone();
        self.on_change(move |settings, _| {
            if settings.kernel.compute {
                host.wake(COMPUTE);
            }
        });
    }

    /// Calls a function when settings have changed: after queues have their limits, sources their traffic, and the functions
    /// that were given earlier have returned.
    pub fn on_change(&mut self, act: impl Fn(&Settings, &Changes) + 'static) {
        self.parts.on_change.push(Box::new(act));
    }

    /// Calls a function now, and whenever settings have changed.
    pub fn follow(&mut self, act: impl Fn(&Settings) + 'static) {
        act(self.settings);
        self.on_change(move |settings, _| act(settings));
    }

    /// Returns a value that follows the settings.
    pub fn value<T: Copy + 'static>(&mut self, read: fn(&Settings) -> T) -> Rc<Cell<T>> {
        let value = Rc::new(Cell::new(read(self.settings)));
        let cell = value.clone();
        self.on_change(move |settings, _| cell.set(read(settings)));
        value
    }

    /// Sets the function that returns counts of this machine that belong to no place, by name.
    pub fn count(&mut self, numbers: impl Fn() -> Numbers + 'static) {
        self.parts.numbers = Some(Box::new(numbers));
    }

    pub fn finish(self, schedulers: Vec<Box<dyn Scheduler>>) -> Built {
        let devices = self.devices.into_iter().map(|device| device.expect("every reserved slot has a device"));
        Built { devices: devices.collect(), software: self.software, schedulers, parts: self.parts }
    }
}

/// The settings that an intervention sets, by path.
pub type Changes = BTreeMap<String, Value>;

type OnChange = Box<dyn Fn(&Settings, &Changes)>;

/// Counts by name.
pub type Numbers = Vec<(&'static str, u64)>;

/// The parts of a running machine that knobs change, and that views show.
#[derive(Default)]
pub struct Parts {
    places: Vec<Rc<dyn Shown>>,
    limits: Vec<(&'static str, Rc<Fifo>)>,
    sources: Vec<(Rc<Source>, u8, OpenLoop)>,
    clients: Option<Rc<Clients>>,
    on_change: Vec<OnChange>,
    numbers: Option<Box<dyn Fn() -> Numbers>>,
    variables: Option<Box<dyn Fn() -> Vec<u32>>>,
    locals: Option<Rc<LocalsLog>>,
}

impl Parts {
    pub fn apply(&self, settings: &Settings, changes: &Changes) {
        for (parameter, queue) in &self.limits {
            if let Some(limit) = changes.get(*parameter) {
                queue.set_limit(limit.integer() as usize);
            }
        }
        if changes.keys().any(|path| path.starts_with("traffic.")) {
            for (source, stream, traffic) in &self.sources {
                let (traffic, rate) = traffic(settings, *stream);
                source.change(&traffic, rate);
            }
            if let Some(clients) = &self.clients {
                clients.change(&settings.traffic);
            }
        }
        self.on_change.iter().for_each(|act| act(settings, changes));
    }

    pub fn numbers(&self) -> Numbers {
        self.numbers.as_ref().map_or_else(Vec::new, |numbers| numbers())
    }

    pub fn locals(&self) -> Option<&Rc<LocalsLog>> {
        self.locals.as_ref()
    }

    /// Writes the contents of every place and the values of variables, read from the machine itself.
    pub fn fill_visible_state(&self, state: &mut VisibleState) {
        for place in &self.places {
            place.show(&mut state.places[usize::from(place.place())]);
        }
        if let Some(values) = &self.variables {
            state.variables = values();
        }
    }
}

/// A part that holds the packets of a place.
pub trait Shown {
    fn place(&self) -> PlaceId;
    fn show(&self, state: &mut PlaceState);
}

impl Shown for Fifo {
    fn place(&self) -> PlaceId {
        self.place
    }

    fn show(&self, state: &mut PlaceState) {
        state.contents = self.contents().into();
        state.limit = self.limit() as u32;
    }
}

/// Its ring shows the packets; this shows how many of them have been sent.
impl Shown for Transmitter {
    fn place(&self) -> PlaceId {
        self.ring.place
    }

    fn show(&self, state: &mut PlaceState) {
        state.sent = self.finished() as u32;
    }
}
