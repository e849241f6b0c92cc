//! Wires a scenario together and runs it: hardware, kernel, design and programs around one host.
//! Runs are a function of the scenario alone; how they are sliced into `run` calls changes nothing.

use crate::apps;
use crate::cpu::{Device, Executor, Host, Software, Stuck};
use crate::designs::{self, Running};
use crate::hardware::{Clients, Clock, Fifo, Receiver, Source, SourceParts, Timer, Transmitter, TransmitterParts};
use crate::kernel::{Blueprint, COMPUTE, IpCall, Kernel, hardclock};
use crate::random::Stream;
use crate::scenario::{Consumer, Intervention, Scenario, ScenarioErrors, Settings, Value, Values};
use crate::schedulers::{Class, RoundRobin};
use crate::trace::topology::Topology;
use crate::trace::{Recorder, RecorderSize, Row, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Slots of the hardware events. At one cycle the lower slot goes first: knobs, the clock, arrivals, transmissions.
const SLOT_INTERVENTIONS: usize = 0;
const SLOT_CLOCK: usize = 1;
const SLOT_TRAFFIC: usize = 2;

/// What of the trace is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracing {
    Off,
    Keep(RecorderSize),
}

/// A running machine.
pub struct Machine {
    pub host: Rc<Host>,
    pub topology: Topology,
    executor: Executor,
    live: Rc<Live>,
    scenario: Scenario,
}

/// What knobs act on.
struct Live {
    kernel: Rc<Kernel>,
    values: RefCell<Values>,
    sources: Vec<Rc<Source>>,
    clients: Rc<Clients>,
    design: Running,
    quantum: Rc<Cell<Cycles>>,
    count: Cell<u32>,
}

impl Machine {
    /// Builds the machine of a scenario. Fails only when the scenario is not valid.
    pub fn new(scenario: &Scenario, tracing: Tracing) -> Result<Machine, ScenarioErrors> {
        let scenario = scenario.clone().validated()?;
        let values = scenario.values();
        let settings = Settings::from(&values);
        let design = designs::of(&settings);
        let mut topology = Topology::new(&scenario.id, design.about.id, settings.machine.clock.0);
        (design.gates)(&mut topology);
        topology.add_code(&(design.code)(&settings));
        let plan = Blueprint::new(&settings, topology, (design.shape)(&settings));
        Ok(build(scenario, values, settings, plan, tracing))
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub fn now(&self) -> Cycles {
        self.host.now()
    }

    pub fn settings(&self) -> Settings {
        self.live.kernel.settings.borrow().clone()
    }

    pub fn values(&self) -> Values {
        self.live.values.borrow().clone()
    }

    /// Runs up to, not including, what happens at `limit`.
    pub fn run_until(&mut self, limit: Cycles) -> Result<(), Stuck> {
        self.executor.run_until(limit)
    }

    /// The same for at most so many turns; true when `limit` was reached.
    pub fn run_steps(&mut self, limit: Cycles, turns: u64) -> Result<bool, Stuck> {
        self.executor.run_steps(limit, turns)
    }

    /// The counters as they are now.
    pub fn row(&self) -> Row {
        self.host.counters.row(self.host.now())
    }

    /// The numbers of that row, into a place that has room for them.
    pub fn write_row(&self, numbers: &mut [u64]) {
        self.host.counters.write_row(self.host.now(), numbers);
    }

    /// Turns knobs now; from here on they are part of the scenario.
    pub fn intervene(&mut self, changes: &BTreeMap<String, Value>) -> Result<(), ScenarioErrors> {
        let mut scenario = self.scenario.clone();
        scenario.interventions.push(Intervention { at: self.now().0, set: changes.clone() });
        self.scenario = scenario.validated()?;
        self.live.apply(changes);
        Ok(())
    }

    /// The whole visible state as it is now, read from the machine itself (procedures that are open are not known).
    pub fn visible_state(&self) -> VisibleState {
        self.live.visible_state(&self.topology)
    }
}

fn build(scenario: Scenario, values: Values, settings: Settings, mut plan: Blueprint, tracing: Tracing) -> Machine {
    let contexts = plan.contexts;
    let builder = std::mem::replace(&mut plan.builder, crate::cpu::HostBuilder::new(empty_topology()));
    let (host, topology) = builder.build(contexts.hardware, contexts.idle, settings.costs.clone(), |topology| {
        let base = VisibleState::new(
            topology.contexts.len(),
            topology.places.len(),
            topology.lines.len(),
            topology.gates.len(),
            contexts.idle,
        );
        let size = match tracing {
            Tracing::Off => None,
            Tracing::Keep(size) => Some(size),
        };
        Recorder::new(size, base)
    });
    plan.builder.topology = topology.clone();
    let host = Rc::new(host);
    let quantum = Rc::new(Cell::new(settings.machine.quantum));
    host.set_picker(Box::new(RoundRobin::new(classes(&plan), quantum.clone())));
    let mut devices = Devices::new(&host, &settings, &plan);
    let kernel = Rc::new(devices.kernel(&host, &settings, &plan));
    let clock =
        Clock::new(&host, plan.clock_line, SLOT_CLOCK, settings.machine.clock, settings.machine.ticks_per_second);
    let (sources, clients) = devices.traffic(&host, &settings, &kernel, scenario.seed);
    let design = (designs::of(&settings).start)(&kernel, &plan);
    let mut live = Live {
        kernel: kernel.clone(),
        values: RefCell::new(values),
        sources: sources.clone(),
        clients: clients.clone(),
        design,
        quantum,
        count: Cell::new(0),
    };
    let software = software(&kernel, &plan, &mut live.design);
    let live = Rc::new(live);
    let interventions = Rc::new(Interventions::new(&host, live.clone(), scenario.interventions.clone()));
    let mut slots: Vec<Rc<dyn Device>> = vec![interventions, Rc::new(clock)];
    slots.extend(sources.into_iter().map(|source| source as Rc<dyn Device>));
    slots.push(clients);
    slots.extend(devices.transmitters.iter().flatten().map(|transmitter| transmitter.clone() as Rc<dyn Device>));
    slots.push(kernel.timer.clone());
    let executor = Executor::new(host.clone(), slots, software);
    Machine { host, topology, executor, live, scenario }
}

fn empty_topology() -> Topology {
    Topology::new("", "", 1)
}

fn classes(plan: &Blueprint) -> Vec<(usize, Class)> {
    let mut classes = vec![(plan.compute_thread, Class::Process)];
    classes.extend(plan.screend_thread.map(|thread| (thread, Class::Process)));
    classes.extend(plan.reader_thread.map(|thread| (thread, Class::Process)));
    classes.extend(plan.poller_thread.map(|thread| (thread, Class::Kernel)));
    if plan.protocol_line.is_none() {
        classes.extend(plan.protocol_activity.map(|thread| (thread, Class::Kernel)));
    }
    classes
}

fn software(kernel: &Rc<Kernel>, plan: &Blueprint, design: &mut Running) -> Vec<(usize, Software)> {
    let mut software = std::mem::take(&mut design.software);
    software.push((plan.clock_handler, Box::pin(hardclock(kernel.clone()))));
    software.push((plan.compute_thread, Box::pin(apps::compute(kernel.clone()))));
    if let Some(thread) = plan.screend_thread {
        software.push((thread, Box::pin(apps::screend(kernel.clone()))));
    }
    if let Some(thread) = plan.reader_thread {
        let consumer = kernel.settings.borrow().kernel.consumer;
        let program: Software = match consumer {
            Consumer::Datalink => Box::pin(apps::datalink(kernel.clone())),
            _ => Box::pin(apps::tcpdump(kernel.clone())),
        };
        software.push((thread, program));
    }
    software
}

/// The interfaces while they are put together.
struct Devices {
    receivers: Vec<Option<Rc<Receiver>>>,
    transmitters: Vec<Option<Rc<Transmitter>>>,
    slot_clients: usize,
}

impl Devices {
    fn new(host: &Rc<Host>, settings: &Settings, plan: &Blueprint) -> Devices {
        let machine = &settings.machine;
        let level_triggered = machine.level_triggered;
        let receivers: Vec<Option<Rc<Receiver>>> = plan
            .interfaces
            .iter()
            .map(|ids| {
                let ids = ids.receive?;
                let ring = Fifo::new(host, ids.ring, machine.receive_ring);
                Some(Rc::new(Receiver::new(host, ring, ids.line, level_triggered)))
            })
            .collect();
        let slot_clients = SLOT_TRAFFIC + receivers.iter().flatten().count();
        let mut slot = slot_clients;
        let transmitters = plan
            .interfaces
            .iter()
            .map(|ids| {
                let ids = ids.transmit?;
                slot += 1;
                let ring = Fifo::new(host, ids.ring, machine.transmit_ring);
                let (link, clock) = (machine.link, machine.clock);
                let parts = TransmitterParts { ring, line: ids.line, slot, level_triggered, link, clock };
                Some(Rc::new(Transmitter::new(host, parts)))
            })
            .collect();
        Devices { receivers, transmitters, slot_clients }
    }

    fn kernel(&mut self, host: &Rc<Host>, settings: &Settings, plan: &Blueprint) -> Kernel {
        use crate::kernel::Output;
        let outputs = plan
            .interfaces
            .iter()
            .zip(&self.transmitters)
            .map(|(ids, transmitter)| {
                let (ids, transmitter) = (ids.transmit?, transmitter.clone()?);
                let queue = Fifo::new(host, ids.queue, settings.kernel.ifqueue);
                Some(Output { queue, transmitter, active: Cell::new(false), active_gate: ids.active })
            })
            .collect();
        Kernel {
            host: host.clone(),
            settings: RefCell::new(settings.clone()),
            receivers: self.receivers.clone(),
            outputs,
            ipintrq: plan.ipintrq.map(|place| Fifo::new(host, place, settings.kernel.ipintrq)),
            screenq: plan.screenq.map(|place| Fifo::new(host, place, settings.kernel.screen)),
            deliveryq: plan.deliveryq.map(|place| Fifo::new(host, place, settings.kernel.delivery)),
            ip_call: plan.protocol_line.map_or(IpCall::Thread, IpCall::SoftwareInterrupt),
            tick_tasks: RefCell::default(),
            queue_taken: RefCell::default(),
            timer: Rc::new(Timer::new(host, self.slot_clients + self.transmitters.iter().flatten().count() + 1)),
            clients: OnceCell::new(),
        }
    }

    /// The sources, by receiving interface, and the closed-loop clients of the first.
    fn traffic(
        &mut self,
        host: &Rc<Host>,
        settings: &Settings,
        kernel: &Rc<Kernel>,
        seed: u64,
    ) -> (Vec<Rc<Source>>, Rc<Clients>) {
        let inputs = settings.traffic.inputs;
        let parts = |number: usize, interface: usize, slot: usize| SourceParts {
            receiver: self.receivers[interface].clone().expect("sources send to interfaces that receive"),
            slot,
            stream: number as u8,
            output: if interface == inputs { 0 } else { inputs as u8 },
            link: settings.machine.link,
            clock: settings.machine.clock,
            random: Stream::new(seed, slot as u64),
        };
        let receiving = self.receivers.iter().enumerate().filter(|(_, receiver)| receiver.is_some());
        let sources = receiving
            .enumerate()
            .map(|(number, (interface, _))| {
                let parts = parts(number, interface, SLOT_TRAFFIC + number);
                Rc::new(Source::new(host, parts, &settings.traffic, rate_of(settings, number)))
            })
            .collect();
        let clients = Rc::new(Clients::new(host, parts(0, 0, self.slot_clients), &settings.traffic));
        match kernel.outputs.get(inputs).and_then(Option::as_ref) {
            Some(output) => output.transmitter.set_clients(clients.clone()),
            None => assert!(kernel.clients.set(clients.clone()).is_ok(), "a machine has one set of clients"),
        }
        (sources, clients)
    }
}

/// The rate of source `number`: the one after the inputs is the opposite traffic.
fn rate_of(settings: &Settings, number: usize) -> u64 {
    let traffic = &settings.traffic;
    if number < traffic.inputs { traffic.rate } else { traffic.reverse_rate }
}

impl Live {
    fn apply(&self, changes: &BTreeMap<String, Value>) {
        let settings = {
            let mut values = self.values.borrow_mut();
            for (path, value) in changes {
                values.set(path, value.clone());
            }
            Settings::from(&*values)
        };
        self.kernel.host.trace_intervention(self.count.replace(self.count.get() + 1));
        let kernel = &self.kernel;
        *kernel.settings.borrow_mut() = settings.clone();
        self.quantum.set(settings.machine.quantum);
        if let Some(queue) = &kernel.ipintrq {
            queue.set_limit(settings.kernel.ipintrq);
        }
        if let Some(queue) = &kernel.screenq {
            queue.set_limit(settings.kernel.screen);
        }
        if let Some(queue) = &kernel.deliveryq {
            queue.set_limit(settings.kernel.delivery);
        }
        for output in kernel.outputs.iter().flatten() {
            output.queue.set_limit(settings.kernel.ifqueue);
        }
        if changes.keys().any(|path| path.starts_with("traffic.")) {
            for (number, source) in self.sources.iter().enumerate() {
                source.change(&settings.traffic, rate_of(&settings, number));
            }
            self.clients.change(&settings.traffic);
        }
        if settings.kernel.compute {
            kernel.host.wake(COMPUTE);
        }
        (self.design.changed)();
    }

    fn visible_state(&self, topology: &Topology) -> VisibleState {
        let host = &self.kernel.host;
        let (contexts, places) = (topology.contexts.len(), topology.places.len());
        let (lines, gates) = (topology.lines.len(), topology.gates.len());
        let mut state = VisibleState::new(contexts, places, lines, gates, host.idle_context);
        host.show(&mut state);
        let kernel = &self.kernel;
        let queues = kernel.ipintrq.iter().chain(&kernel.screenq).chain(&kernel.deliveryq);
        let outputs = kernel.outputs.iter().flatten();
        let rings = outputs.clone().map(|output| (&output.transmitter.ring, output.transmitter.finished()));
        let all = queues
            .chain(kernel.receivers.iter().flatten().map(|receiver| &receiver.ring))
            .chain(outputs.map(|output| &output.queue))
            .map(|fifo| (fifo, 0))
            .chain(rings);
        for (fifo, sent) in all {
            let place = &mut state.places[usize::from(fifo.place)];
            place.contents = fifo.contents().into();
            place.limit = fifo.limit() as u32;
            place.sent = sent as u32;
        }
        state.interventions = self.count.get();
        state
    }
}

/// Turns knobs at the times that the scenario says.
struct Interventions {
    host: Rc<Host>,
    live: Rc<Live>,
    list: Vec<Intervention>,
    next: Cell<usize>,
}

impl Interventions {
    fn new(host: &Rc<Host>, live: Rc<Live>, list: Vec<Intervention>) -> Interventions {
        let interventions = Interventions { host: host.clone(), live, list, next: Cell::new(0) };
        interventions.ask();
        interventions
    }

    fn ask(&self) {
        if let Some(intervention) = self.list.get(self.next.get()) {
            self.host.schedule(SLOT_INTERVENTIONS, Cycles(intervention.at));
        }
    }
}

impl Device for Interventions {
    fn fire(&self) {
        let number = self.next.replace(self.next.get() + 1);
        self.live.apply(&self.list[number].set);
        self.ask();
    }
}
