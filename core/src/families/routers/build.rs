//! Builds the devices, the kernel, one of its designs and the programs around the host.

use super::{APPLICATION, HUNG, INSPECTOR, InterfaceIds, IpRequest, Kernel, MachinePlan, Output, SCREEND, TransmitIds};
use crate::cpu::{HostBuilder, PacketHeader, Scheduler};
use crate::family::{Built, MachineBuilder, Plan, Wire};
use crate::hardware::{Clients, Disk, IntervalTimer, Receiver, ReenableTimer, Transmitter};
use crate::random::RandomStream;
use crate::scenario::{Consumer, Pattern, PollingThreads, Settings, TrafficSettings};
use crate::schedulers::{Class, RoundRobin};
use crate::trace::{LineId, PlaceId};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Gives the activities of a design their code.
pub type Start = Box<dyn FnOnce(&Rc<Kernel>, &MachinePlan, &mut MachineBuilder<'_>)>;

/// The plan of a machine that runs one of the designs, or a program.
pub struct DesignPlan {
    pub start: Start,
    pub plan: MachinePlan,
}

impl Plan for DesignPlan {
    fn take_builder(&mut self) -> HostBuilder {
        std::mem::take(&mut self.plan.builder.host)
    }

    /// Hardware slots, in order: the first CPU's clock, the sources, their clients, the transmitters, timers, the disk, the
    /// other CPUs' clocks, the source of the receiving application.
    fn build(self: Box<Self>, mut machine: MachineBuilder<'_>) -> Built {
        let DesignPlan { start, plan } = *self;
        let (host, settings) = (machine.host, machine.settings);
        let quantum = machine.value(|settings| settings.machine.quantum);
        let scheduler = || Box::new(RoundRobin::new(classes(&plan, settings), quantum.clone())) as Box<dyn Scheduler>;
        let schedulers = (0..host.cpu_count()).map(|_| scheduler()).collect();
        machine.clock(plan.clocks[0]);
        let interfaces = plan.interfaces.iter();
        let receivers = interfaces.map(|ids| ids.receive.map(|ids| machine.receiver(ids.ring, ids.line))).collect();
        let clients = add_traffic(&receivers, &mut machine);
        let kernel = Rc::new(kernel(&plan, receivers, clients.clone(), &mut machine));
        let answers = if settings.kernel.consumer == Consumer::Nfs { 0 } else { settings.traffic.inputs };
        if let Some(Some(output)) = kernel.outputs.get(answers) {
            output.transmitter.set_listener(clients);
        }
        plan.clocks[1..].iter().for_each(|line| machine.clock(*line));
        if settings.kernel.application {
            let receiver = kernel.receivers[0].clone().expect("the first interface receives");
            let (stream, output) = (PacketHeader::LOCAL_STREAM, PacketHeader::NO_OUTPUT);
            let slot = machine.slot();
            machine.source(slot, Wire { receiver, stream, output }, open_loop);
        }
        machine.run_compute(plan.compute_thread);
        let woken = host.clone();
        machine.on_change(move |_, changes| {
            if changes.contains_key("programs.hangs") {
                [HUNG, SCREEND, INSPECTOR, APPLICATION].into_iter().for_each(|channel| woken.wake(channel));
            }
        });
        start(&kernel, &plan, &mut machine);
        machine.run_plan(plan.builder, &kernel);
        machine.finish(schedulers)
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
    classes.extend(plan.program_threads.iter().map(|thread| (*thread, Class::Kernel)));
    classes.extend(plan.protocol_activities.iter().map(|thread| (*thread, network)));
    classes
}

type Receivers = Vec<Option<Rc<Receiver>>>;

fn kernel(plan: &MachinePlan, receivers: Receivers, clients: Rc<Clients>, machine: &mut MachineBuilder<'_>) -> Kernel {
    let (host, settings) = (machine.host, machine.current_settings.clone());
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
    let disk = plan.disk.map(|line| add_disk(line, machine));
    let program_queues = plan.program_queues.iter().map(|place| machine.ring(*place)).collect();
    let mut queue = |place: Option<PlaceId>, limit| place.map(|place| machine.queue(place, limit));
    Kernel {
        host: host.clone(),
        settings,
        receivers,
        outputs,
        ipintrq: queue(plan.ipintrq, "queues.ipintrq"),
        screenq: queue(plan.screenq, "queues.screen"),
        deliveryq: queue(plan.deliveryq, "queues.delivery"),
        socketq: queue(plan.socketq, "nfs.queue"),
        inspectq: queue(plan.inspectq, "queues.screen"),
        localq: queue(plan.localq, "queues.screen"),
        program_queues,
        program_code: OnceCell::new(),
        ip_request: plan.protocol_line.map_or(IpRequest::Thread, IpRequest::SoftwareInterrupt),
        tick_tasks: RefCell::default(),
        dequeue_task: RefCell::default(),
        reenable_timer: machine.add(slot_reenable, ReenableTimer::new(host, slot_reenable)),
        interval_timer,
        disk,
        clients,
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

fn add_disk(line: LineId, machine: &mut MachineBuilder<'_>) -> Rc<Disk> {
    let slot = machine.slot();
    let random = RandomStream::new(machine.seed, slot as u64);
    let disk = machine.add(slot, Disk::new(machine.host, slot, line, machine.gate("disk"), random));
    let changed = disk.clone();
    machine.follow(move |settings| {
        let number = |path| settings.values.get(path).integer();
        let time = settings.machine.clock.cycles_in_microseconds(number("nfs.disk_us"));
        changed.change(time, number("nfs.cached"));
    });
    disk
}
