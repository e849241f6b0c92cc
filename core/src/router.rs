//! Builds the machines of M: interfaces, a kernel, one of its designs, and the programs of the scenario.

use crate::apps;
use crate::cpu::{Device, Host, HostBuilder, PacketHeader, Scheduler, Software};
use crate::designs::{self, DesignTable, KernelDesign, RunningDesign};
use crate::hardware::{
    Clients, Clock, Disk, Fifo, IntervalTimer, Receiver, ReenableTimer, Source, SourceParts, Transmitter,
    TransmitterParts,
};
use crate::kernel::{
    APPLICATION, Blueprint, CLOCK, COMPUTE, COMPUTING, HUNG, INSPECTOR, IpRequest, Kernel, Output, SCREEND, hardclock,
    interprocessor_interrupt,
};
use crate::random::RandomStream;
use crate::scenario::{Consumer, Pattern, PollingThreads, Settings, TrafficSettings, Value};
use crate::schedulers::{Class, RoundRobin};
use crate::system::{Built, Family, Live, Plan, Site};
use crate::trace::topology::Topology;
use crate::trace::{GateId, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

pub const FAMILY: Family =
    Family { id: "router", plan: |settings, topology| plan(designs::ROUTER, settings, topology) };

/// The machines with M's other kernels. The browser loads them as a separate module.
pub const OTHERS: Family =
    Family { id: "others", plan: |settings, topology| plan(designs::OTHERS, settings, topology) };

/// The plan of a machine that runs one of the designs.
struct DesignPlan {
    design: &'static KernelDesign,
    blueprint: Blueprint,
}

fn plan(designs: DesignTable, settings: &Settings, mut topology: Topology) -> Box<dyn Plan> {
    let design = designs::find(designs, settings.kernel.design);
    topology.cpus = settings.machine.cpus as u8;
    (design.gates)(&mut topology, settings);
    topology.add_code(&(design.code)(settings));
    topology.add_code(CLOCK);
    topology.add_code(COMPUTING);
    let blueprint = Blueprint::new(settings, topology, (design.shape)(settings));
    Box::new(DesignPlan { design, blueprint })
}

impl Plan for DesignPlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.blueprint.builder)
    }

    fn build(self: Box<Self>, site: Site<'_>) -> Built {
        let DesignPlan { design, mut blueprint } = *self;
        let Site { host, settings, seed, .. } = site;
        blueprint.builder.topology = site.topology.clone();
        let quantum = Rc::new(Cell::new(settings.machine.quantum));
        let scheduler =
            || Box::new(RoundRobin::new(classes(&blueprint, settings), quantum.clone())) as Box<dyn Scheduler>;
        let schedulers = (0..host.cpu_count()).map(|_| scheduler()).collect();
        let slot_clock = site.first_slot;
        let mut devices = Devices::new(host, settings, &blueprint, slot_clock + 1);
        let kernel = Rc::new(devices.kernel(host, settings, &blueprint, seed));
        set_disk(&kernel, settings);
        let machine = &settings.machine;
        let clock = |cpu: usize, slot| {
            Rc::new(Clock::new(host, blueprint.clocks[cpu].0, slot, machine.clock, machine.ticks_per_second))
        };
        let (sources, clients) = devices.traffic(host, settings, &kernel, seed);
        let mut running = (design.start)(&kernel, &blueprint);
        let software = software(&kernel, &blueprint, &mut running);
        let mut slots: Vec<Rc<dyn Device>> = vec![clock(0, slot_clock)];
        slots.extend(sources.iter().map(|source| source.clone() as Rc<dyn Device>));
        slots.push(clients.clone());
        slots.extend(devices.transmitters.iter().flatten().map(|transmitter| transmitter.clone() as Rc<dyn Device>));
        slots.push(kernel.reenable_timer.clone());
        slots.extend(kernel.interval_timer.iter().map(|interval| interval.clone() as Rc<dyn Device>));
        slots.extend(kernel.disk.iter().map(|disk| disk.clone() as Rc<dyn Device>));
        for cpu in 1..host.cpu_count() {
            slots.push(clock(cpu, slot_clock + slots.len()));
        }
        let local =
            settings.kernel.application.then(|| devices.local_source(host, settings, seed, slot_clock + slots.len()));
        slots.extend(local.iter().map(|source| source.clone() as Rc<dyn Device>));
        let live = Box::new(Router { kernel, sources, local, clients, design: running, quantum });
        Built { devices: slots, software, schedulers, live }
    }
}

fn classes(plan: &Blueprint, settings: &Settings) -> Vec<(usize, Class)> {
    let network = if settings.polling.threads == PollingThreads::Scheduled { Class::Process } else { Class::Kernel };
    let mut classes = vec![(plan.compute_thread, Class::Process)];
    let processes = [plan.screend_thread, plan.inspector_thread, plan.application_thread];
    classes.extend(processes.into_iter().flatten().map(|thread| (thread, Class::Process)));
    classes.extend(plan.reader_thread.map(|thread| (thread, Class::Process)));
    classes.extend(plan.server_threads.iter().map(|thread| (*thread, Class::Process)));
    classes.extend(plan.poller_thread.map(|thread| (thread, Class::Kernel)));
    classes.extend(plan.protocol_activities.iter().map(|thread| (*thread, network)));
    classes
}

fn software(kernel: &Rc<Kernel>, plan: &Blueprint, design: &mut RunningDesign) -> Vec<(usize, Software)> {
    let mut software = std::mem::take(&mut design.software);
    for (_, handler) in &plan.clocks {
        software.push((*handler, Box::pin(hardclock(kernel.clone()))));
    }
    for handler in &plan.ipi_handlers {
        software.push((*handler, Box::pin(interprocessor_interrupt(kernel.clone()))));
    }
    let compute_kernel = kernel.clone();
    let wants_compute = move || compute_kernel.settings.borrow().kernel.compute;
    software.push((plan.compute_thread, Box::pin(apps::compute(kernel.host.clone(), COMPUTE, wants_compute))));
    if let Some(thread) = plan.screend_thread {
        software.push((thread, Box::pin(apps::screend(kernel.clone()))));
    }
    if let Some(thread) = plan.inspector_thread {
        software.push((thread, Box::pin(apps::inspector(kernel.clone()))));
    }
    if let Some(thread) = plan.application_thread {
        software.push((thread, Box::pin(apps::application(kernel.clone()))));
    }
    for (number, thread) in plan.server_threads.iter().enumerate() {
        software.push((*thread, Box::pin(apps::nfsd(kernel.clone(), number as u8))));
    }
    if let Some((_, handler)) = plan.disk {
        software.push((handler, Box::pin(apps::disk_interrupt(kernel.clone()))));
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

/// The interfaces while the machine is being built.
struct Devices {
    receivers: Vec<Option<Rc<Receiver>>>,
    transmitters: Vec<Option<Rc<Transmitter>>>,
    /// Hardware slots, in the order clock, sources, clients, transmitters, timers.
    slot_traffic: usize,
    slot_clients: usize,
}

impl Devices {
    fn new(host: &Rc<Host>, settings: &Settings, plan: &Blueprint, slot_traffic: usize) -> Devices {
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
        let slot_clients = slot_traffic + receivers.iter().flatten().count();
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
        Devices { receivers, transmitters, slot_traffic, slot_clients }
    }

    fn kernel(&mut self, host: &Rc<Host>, settings: &Settings, plan: &Blueprint, seed: u64) -> Kernel {
        let outputs = plan
            .interfaces
            .iter()
            .zip(&self.transmitters)
            .map(|(ids, transmitter)| {
                let (ids, transmitter) = (ids.transmit?, transmitter.clone()?);
                let queue = Fifo::new(host, ids.queue, settings.kernel.ifqueue);
                let (active, locked) = (Cell::new(false), Cell::new(false));
                Some(Output { queue, transmitter, active, active_gate: ids.active, locked })
            })
            .collect();
        let slot_timer = self.slot_clients + self.transmitters.iter().flatten().count() + 1;
        let slot_disk = slot_timer + 1 + usize::from(plan.timer.is_some());
        let gates = &plan.builder.topology.gates;
        let disk = plan.disk.zip(gates.iter().position(|gate| gate.id == "disk"));
        Kernel {
            host: host.clone(),
            settings: RefCell::new(settings.clone()),
            receivers: self.receivers.clone(),
            outputs,
            ipintrq: plan.ipintrq.map(|place| Fifo::new(host, place, settings.kernel.ipintrq)),
            screenq: plan.screenq.map(|place| Fifo::new(host, place, settings.kernel.screen)),
            deliveryq: plan.deliveryq.map(|place| Fifo::new(host, place, settings.kernel.delivery)),
            socketq: plan.socketq.map(|place| Fifo::new(host, place, settings.kernel.socket)),
            inspectq: plan.inspectq.map(|place| Fifo::new(host, place, settings.kernel.screen)),
            localq: plan.localq.map(|place| Fifo::new(host, place, settings.kernel.screen)),
            ip_request: plan.protocol_line.map_or(IpRequest::Thread, IpRequest::SoftwareInterrupt),
            tick_tasks: RefCell::default(),
            dequeue_task: RefCell::default(),
            reenable_timer: Rc::new(ReenableTimer::new(host, slot_timer)),
            interval_timer: plan.timer.map(|(line, _)| Rc::new(IntervalTimer::new(host, line, slot_timer + 1))),
            disk: disk.map(|((line, _), gate)| {
                Rc::new(Disk::new(host, slot_disk, line, gate as GateId, RandomStream::new(seed, slot_disk as u64)))
            }),
            clients: OnceCell::new(),
        }
    }

    /// Makes the source of the packets for the receiving application. They come in on the first interface, too.
    fn local_source(&self, host: &Rc<Host>, settings: &Settings, seed: u64, slot: usize) -> Rc<Source> {
        let receiver = self.receivers[0].clone().expect("the first interface receives");
        let (link, clock) = (settings.machine.link, settings.machine.clock);
        let (stream, output) = (PacketHeader::LOCAL_STREAM, PacketHeader::NO_OUTPUT);
        let random = RandomStream::new(seed, slot as u64);
        let parts = SourceParts { receiver, slot, stream, output, link, clock, random };
        Rc::new(Source::new(host, parts, &local(settings), settings.traffic.local_rate))
    }

    /// Makes a source for each receiving interface, and the closed-loop clients of the first interface.
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
            output: match settings.kernel.consumer {
                Consumer::Nfs => interface as u8,
                _ if interface == inputs => 0,
                _ => inputs as u8,
            },
            link: settings.machine.link,
            clock: settings.machine.clock,
            random: RandomStream::new(seed, slot as u64),
        };
        let receiving = self.receivers.iter().enumerate().filter(|(_, receiver)| receiver.is_some());
        let sources = receiving
            .enumerate()
            .map(|(number, (interface, _))| {
                let parts = parts(number, interface, self.slot_traffic + number);
                Rc::new(Source::new(host, parts, &open_loop(settings, number), rate_of(settings, number)))
            })
            .collect();
        let clients = Rc::new(Clients::new(host, parts(0, 0, self.slot_clients), &settings.traffic));
        let answers = if settings.kernel.consumer == Consumer::Nfs { 0 } else { inputs };
        match kernel.outputs.get(answers).and_then(Option::as_ref) {
            Some(output) => output.transmitter.set_listener(clients.clone()),
            None => assert!(kernel.clients.set(clients.clone()).is_ok(), "a machine has one set of clients"),
        }
        (sources, clients)
    }
}

/// Returns the rate of source `number`. The source after those of the inputs sends the traffic in the opposite direction. When
/// closed-loop clients send to the first input, the sources of the other inputs send traffic that competes with theirs.
fn rate_of(settings: &Settings, number: usize) -> u64 {
    let traffic = &settings.traffic;
    match traffic.pattern {
        Pattern::Rpc if number == 0 || number >= traffic.inputs => 0,
        Pattern::Rpc => traffic.rate,
        _ if number < traffic.inputs => traffic.rate,
        _ => traffic.reverse_rate,
    }
}

/// Returns the traffic of source `number`. Its packets are jittered when closed-loop clients send on another interface. They
/// are also jittered in the direction opposite to a recording.
fn open_loop(settings: &Settings, number: usize) -> TrafficSettings {
    let traffic = settings.traffic.clone();
    let pattern = match traffic.pattern {
        Pattern::Rpc => Pattern::Jittered,
        _ => traffic.pattern_on(number),
    };
    TrafficSettings { pattern, ..traffic }
}

/// Returns the traffic of the receiving application.
fn local(settings: &Settings) -> TrafficSettings {
    TrafficSettings { pattern: Pattern::Jittered, ..settings.traffic.clone() }
}

fn set_disk(kernel: &Kernel, settings: &Settings) {
    if let Some(disk) = &kernel.disk {
        let number = |path| settings.values.get(path).integer();
        disk.change(settings.machine.clock.cycles_in_microseconds(number("nfs.disk_us")), number("nfs.cached"));
    }
}

/// The parts that knobs act on.
struct Router {
    kernel: Rc<Kernel>,
    sources: Vec<Rc<Source>>,
    local: Option<Rc<Source>>,
    clients: Rc<Clients>,
    design: RunningDesign,
    quantum: Rc<Cell<Cycles>>,
}

impl Live for Router {
    fn apply(&self, settings: &Settings, changes: &BTreeMap<String, Value>) {
        let kernel = &self.kernel;
        *kernel.settings.borrow_mut() = settings.clone();
        self.quantum.set(settings.machine.quantum);
        let queues = [
            (&kernel.ipintrq, settings.kernel.ipintrq),
            (&kernel.screenq, settings.kernel.screen),
            (&kernel.deliveryq, settings.kernel.delivery),
            (&kernel.socketq, settings.kernel.socket),
            (&kernel.inspectq, settings.kernel.screen),
            (&kernel.localq, settings.kernel.screen),
        ];
        for (queue, limit) in queues {
            if let Some(queue) = queue {
                queue.set_limit(limit);
            }
        }
        set_disk(kernel, settings);
        for output in kernel.outputs.iter().flatten() {
            output.queue.set_limit(settings.kernel.ifqueue);
        }
        if changes.keys().any(|path| path.starts_with("traffic.")) {
            for (number, source) in self.sources.iter().enumerate() {
                source.change(&open_loop(settings, number), rate_of(settings, number));
            }
            if let Some(source) = &self.local {
                source.change(&local(settings), settings.traffic.local_rate);
            }
            self.clients.change(&settings.traffic);
        }
        if settings.kernel.compute {
            kernel.host.wake(COMPUTE);
        }
        if changes.contains_key("programs.hangs") {
            [HUNG, SCREEND, INSPECTOR, APPLICATION].into_iter().for_each(|channel| kernel.host.wake(channel));
        }
        (self.design.settings_changed)();
    }

    fn fill_visible_state(&self, state: &mut VisibleState) {
        let kernel = &self.kernel;
        let queues = kernel.ipintrq.iter().chain(&kernel.screenq).chain(&kernel.deliveryq).chain(&kernel.socketq);
        let queues = queues.chain(&kernel.inspectq).chain(&kernel.localq);
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
    }
}
