//! Builds the devices, the kernel, one of its designs and the programs around the host, and applies knob changes to them.

use super::designs::{KernelDesign, RunningDesign};
use super::{
    APPLICATION, COMPUTE, HUNG, INSPECTOR, InterfaceIds, IpRequest, Kernel, MachinePlan, Output, SCREEND, TransmitIds,
    apps, compute, hardclock, interprocessor_interrupt,
};
use crate::cpu::{HostBuilder, PacketHeader, Scheduler, Software};
use crate::family::{Built, Live, MachineBuilder, Plan, Wire};
use crate::hardware::{Clients, Disk, IntervalTimer, Receiver, ReenableTimer, Transmitter};
use crate::random::RandomStream;
use crate::scenario::{Consumer, Pattern, PollingThreads, Settings, TrafficSettings, Value};
use crate::schedulers::{Class, RoundRobin};
use crate::trace::{GateId, PlaceId};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The plan of a machine that runs one of the designs.
pub struct DesignPlan {
    pub design: &'static KernelDesign,
    pub plan: MachinePlan,
}

impl Plan for DesignPlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.plan.builder)
    }

    /// Hardware slots, in order: the first CPU's clock, the sources, their clients, the transmitters, timers, the disk, the
    /// other CPUs' clocks, the source of the receiving application.
    fn build(self: Box<Self>, mut machine: MachineBuilder<'_>) -> Built {
        let DesignPlan { design, mut plan } = *self;
        let (host, settings) = (machine.host, machine.settings);
        plan.builder.topology = machine.topology.clone();
        let quantum = Rc::new(Cell::new(settings.machine.quantum));
        let scheduler = || Box::new(RoundRobin::new(classes(&plan, settings), quantum.clone())) as Box<dyn Scheduler>;
        let schedulers = (0..host.cpu_count()).map(|_| scheduler()).collect();
        machine.clock(plan.clocks[0].0);
        let interfaces = plan.interfaces.iter();
        let receivers = interfaces.map(|ids| ids.receive.map(|ids| machine.receiver(ids.ring, ids.line))).collect();
        let clients = add_traffic(&receivers, &mut machine);
        let kernel = Rc::new(kernel(&plan, receivers, &mut machine));
        set_disk(&kernel, settings);
        let answers = if settings.kernel.consumer == Consumer::Nfs { 0 } else { settings.traffic.inputs };
        match kernel.outputs.get(answers).and_then(Option::as_ref) {
            Some(output) => output.transmitter.set_listener(clients),
            None => assert!(kernel.clients.set(clients).is_ok(), "a machine has one set of clients"),
        }
        plan.clocks[1..].iter().for_each(|(line, _)| machine.clock(*line));
        if settings.kernel.application {
            let receiver = kernel.receivers[0].clone().expect("the first interface receives");
            let (stream, output) = (PacketHeader::LOCAL_STREAM, PacketHeader::NO_OUTPUT);
            let slot = machine.slot();
            machine.source(slot, Wire { receiver, stream, output }, open_loop);
        }
        let mut running = (design.start)(&kernel, &plan);
        let software = software(&kernel, &plan, &mut running);
        machine.finish(software, schedulers, Knobs { kernel, design: running, quantum })
    }
}

fn classes(plan: &MachinePlan, settings: &Settings) -> Vec<(usize, Class)> {
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

fn software(kernel: &Rc<Kernel>, plan: &MachinePlan, design: &mut RunningDesign) -> Vec<(usize, Software)> {
    let mut software = std::mem::take(&mut design.software);
    for (_, handler) in &plan.clocks {
        software.push((*handler, Box::pin(hardclock(kernel.clone()))));
    }
    for handler in &plan.ipi_handlers {
        software.push((*handler, Box::pin(interprocessor_interrupt(kernel.clone()))));
    }
    let compute_kernel = kernel.clone();
    let wants_compute = move || compute_kernel.settings.borrow().kernel.compute;
    software.push((plan.compute_thread, Box::pin(compute(kernel.host.clone(), COMPUTE, wants_compute))));
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

type Receivers = Vec<Option<Rc<Receiver>>>;

fn kernel(plan: &MachinePlan, receivers: Receivers, machine: &mut MachineBuilder<'_>) -> Kernel {
    let (host, settings) = (machine.host, machine.settings);
    let mut transmitter = |ids: &InterfaceIds| {
        let (ids, slot) = (ids.transmit?, machine.slot());
        Some((ids, machine.transmitter(slot, ids.ring, ids.line)))
    };
    let transmitters: Vec<_> = plan.interfaces.iter().map(&mut transmitter).collect();
    let output = |sending: Option<(TransmitIds, Rc<Transmitter>)>| {
        let (ids, transmitter) = sending?;
        let queue = machine.queue(ids.queue, "queues.ifqueue");
        let (active, locked) = (Cell::new(false), Cell::new(false));
        Some(Output { queue, transmitter, active, active_gate: ids.active, locked })
    };
    let outputs = transmitters.into_iter().map(output).collect();
    let slot_reenable = machine.slot();
    let interval_timer = plan.timer.map(|(line, _)| {
        let slot = machine.slot();
        machine.add(slot, IntervalTimer::new(host, line, slot))
    });
    let gates = &plan.builder.topology.gates;
    let disk = plan.disk.zip(gates.iter().position(|gate| gate.id == "disk")).map(|((line, _), gate)| {
        let slot = machine.slot();
        let random = RandomStream::new(machine.seed, slot as u64);
        machine.add(slot, Disk::new(host, slot, line, gate as GateId, random))
    });
    let mut queue = |place: Option<PlaceId>, limit| place.map(|place| machine.queue(place, limit));
    Kernel {
        host: host.clone(),
        settings: RefCell::new(settings.clone()),
        receivers,
        outputs,
        ipintrq: queue(plan.ipintrq, "queues.ipintrq"),
        screenq: queue(plan.screenq, "queues.screen"),
        deliveryq: queue(plan.deliveryq, "queues.delivery"),
        socketq: queue(plan.socketq, "nfs.queue"),
        inspectq: queue(plan.inspectq, "queues.screen"),
        localq: queue(plan.localq, "queues.screen"),
        ip_request: plan.protocol_line.map_or(IpRequest::Thread, IpRequest::SoftwareInterrupt),
        tick_tasks: RefCell::default(),
        dequeue_task: RefCell::default(),
        reenable_timer: machine.add(slot_reenable, ReenableTimer::new(host, slot_reenable)),
        interval_timer,
        disk,
        clients: OnceCell::new(),
    }
}

/// Adds a source for each receiving interface, and the closed-loop clients of the first interface.
fn add_traffic(receivers: &Receivers, machine: &mut MachineBuilder<'_>) -> Rc<Clients> {
    let (inputs, consumer) = (machine.settings.traffic.inputs, machine.settings.kernel.consumer);
    let wire = |stream: usize, interface: usize| Wire {
        receiver: receivers[interface].clone().expect("sources send to interfaces that receive"),
        stream: stream as u8,
        output: match consumer {
            Consumer::Nfs => interface as u8,
            _ if interface == inputs => 0,
            _ => inputs as u8,
        },
    };
    let receiving = (0..receivers.len()).filter(|interface| receivers[*interface].is_some());
    for (number, interface) in receiving.enumerate() {
        let slot = machine.slot();
        machine.source(slot, wire(number, interface), open_loop);
    }
    let slot = machine.slot();
    machine.clients(slot, wire(0, 0))
}

/// Returns the traffic and rate of a source. The source after those of the inputs sends the traffic in the opposite direction.
/// When closed-loop clients send to the first input, the sources of the other inputs send traffic that competes with theirs.
/// Packets are jittered when closed-loop clients send on another interface, in the direction opposite to a recording, and for
/// the receiving application.
fn open_loop(settings: &Settings, stream: u8) -> (TrafficSettings, u64) {
    let (traffic, number) = (&settings.traffic, usize::from(stream));
    let (is_local, has_clients) = (stream == PacketHeader::LOCAL_STREAM, traffic.pattern == Pattern::Rpc);
    let pattern = if is_local || has_clients { Pattern::Jittered } else { traffic.pattern_on(number) };
    let rate = match has_clients {
        _ if is_local => traffic.local_rate,
        true if number == 0 || number >= traffic.inputs => 0,
        false if number >= traffic.inputs => traffic.reverse_rate,
        _ => traffic.rate,
    };
    (TrafficSettings { pattern, ..traffic.clone() }, rate)
}

fn set_disk(kernel: &Kernel, settings: &Settings) {
    if let Some(disk) = &kernel.disk {
        let number = |path| settings.values.get(path).integer();
        disk.change(settings.machine.clock.cycles_in_microseconds(number("nfs.disk_us")), number("nfs.cached"));
    }
}

/// The parts that knobs act on.
struct Knobs {
    kernel: Rc<Kernel>,
    design: RunningDesign,
    quantum: Rc<Cell<Cycles>>,
}

impl Live for Knobs {
    fn apply(&self, settings: &Settings, changes: &BTreeMap<String, Value>) {
        let kernel = &self.kernel;
        *kernel.settings.borrow_mut() = settings.clone();
        self.quantum.set(settings.machine.quantum);
        set_disk(kernel, settings);
        if settings.kernel.compute {
            kernel.host.wake(COMPUTE);
        }
        if changes.contains_key("programs.hangs") {
            [HUNG, SCREEND, INSPECTOR, APPLICATION].into_iter().for_each(|channel| kernel.host.wake(channel));
        }
        (self.design.settings_changed)();
    }
}
