//! Several CPUs, on machines made up for this: what they do at once, in which order, and that a run stays the same however
//! it is sliced. `tests/random_scenarios/` tries the same with whole kernels.

use super::{Channel, Device, Executor, Host, HostBuilder, Level, Packet, Software, ThreadId, ThreadPicker};
use crate::scenario::costs::STEPS;
use crate::trace::topology::{ContextKind, LineRow, Topology};
use crate::trace::{ContextId, Event, LineId, Record, Recorder, RecorderSize, VisibleState};
use crate::units::Cycles;
use proptest::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::rc::Rc;

const END: u64 = 6_000;

/// First come, first served.
#[derive(Default)]
struct Queue(RefCell<VecDeque<ThreadId>>);

impl ThreadPicker for Queue {
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

/// What a program does next.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// A step, by its number: so many cycles as that.
    Work(usize),
    Wake(u8),
    /// Of a thread; a handler goes on.
    Sleep(u8),
    Assert(u8),
    /// Enables or disables another CPU's device.
    Enable(u8, bool),
    /// A step at a raised level.
    Raised(usize),
}

/// A machine: each CPU has a device that interrupts every so many cycles, its handler's deeds, and its threads' deeds.
#[derive(Clone, Debug)]
struct Plan {
    cpus: Vec<(u64, Vec<Deed>, Vec<Vec<Deed>>)>,
    finishes_switches: bool,
}

fn deed(cpus: u8) -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (0..40_usize).prop_map(Deed::Work),
        2 => (0..cpus).prop_map(Deed::Wake),
        1 => (0..cpus).prop_map(Deed::Sleep),
        1 => (0..cpus).prop_map(Deed::Assert),
        1 => ((0..cpus), any::<bool>()).prop_map(|(cpu, on)| Deed::Enable(cpu, on)),
        1 => (0..40_usize).prop_map(Deed::Raised),
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    (1..=4_u8).prop_flat_map(|cpus| {
        let deeds = move || prop::collection::vec(deed(cpus), 0..6);
        let threads = prop::collection::vec(deeds(), 0..3);
        let cpus = prop::collection::vec((20..200_u64, deeds(), threads), usize::from(cpus));
        (cpus, any::<bool>()).prop_map(|(cpus, finishes_switches)| Plan { cpus, finishes_switches })
    })
}

/// Asserts a line every so many cycles.
struct Pulse {
    host: Rc<Host>,
    slot: usize,
    line: LineId,
    period: u64,
    count: Cell<u64>,
}

impl Device for Pulse {
    fn fire(&self) {
        self.host.assert_line(self.line);
        self.count.set(self.count.get() + 1);
        self.host.schedule(self.slot, Cycles(self.count.get() * self.period));
    }
}

async fn act(host: &Host, deed: Deed, is_thread: bool) {
    let line = |cpu: u8| host.cpu_count() as LineId + cpu;
    match deed {
        Deed::Work(step) => host.work(STEPS[step].step, Packet::NONE).await,
        Deed::Wake(channel) => host.wake(Channel(channel)),
        Deed::Sleep(channel) if is_thread => host.sleep(Channel(channel)).await,
        Deed::Sleep(_) => {}
        Deed::Assert(cpu) => host.assert_line(line(cpu)),
        Deed::Enable(cpu, on) => host.enable_line(line(cpu), on),
        Deed::Raised(step) => {
            let level = host.raise(Level::IMP);
            host.work(STEPS[step].step, Packet::NONE).await;
            host.restore(level);
        }
    }
}

async fn handler(host: Rc<Host>, deeds: Vec<Deed>) -> Infallible {
    loop {
        host.next_interrupt().await;
        for deed in &deeds {
            act(&host, *deed, false).await;
        }
        host.work(STEPS[1].step, Packet::NONE).await;
        host.choose_again();
    }
}

async fn thread(host: Rc<Host>, deeds: Vec<Deed>) -> Infallible {
    loop {
        for deed in &deeds {
            act(&host, *deed, true).await;
        }
        host.work(STEPS[3].step, Packet::NONE).await;
    }
}

struct Bench {
    host: Rc<Host>,
    topology: Topology,
    executor: Executor,
}

/// Lines: the calls by CPU, then the devices by CPU.
fn bench(plan: &Plan) -> Bench {
    let cpus = plan.cpus.len();
    let mut topology = Topology::new("test", "test", 100_000_000);
    topology.cpus = cpus as u8;
    let hardware = topology.add_context(ContextKind::Hardware, "hardware", "", "", "");
    let mut context = |kind, cpu: usize| {
        let context = topology.add_context(kind, "", "", "", "");
        topology.on_cpu(cpu as u8, context)
    };
    let calls: Vec<ContextId> = (0..cpus).map(|cpu| context(ContextKind::Software, cpu)).collect();
    let devices: Vec<ContextId> = (0..cpus).map(|cpu| context(ContextKind::Device, cpu)).collect();
    let threads = plan.cpus.iter().enumerate().flat_map(|(cpu, (_, _, threads))| vec![cpu; threads.len()]);
    let threads: Vec<ContextId> = threads.map(|cpu| context(ContextKind::Thread, cpu)).collect();
    (0..cpus).for_each(|cpu| {
        context(ContextKind::Idle, cpu);
    });
    for context in calls.iter().chain(&devices) {
        let (id, name, paper_name) = Default::default();
        topology.add_line(LineRow { id, name, paper_name, context: *context, interface: -1 });
    }
    let mut builder = HostBuilder::new(topology);
    builder.finishes_switches = plan.finishes_switches;
    let mut handlers = |contexts: &[ContextId], level: Level| -> Vec<usize> {
        contexts.iter().map(|context| builder.add_handler(*context, level)).collect()
    };
    let call_handlers = handlers(&calls, Level::INTERPROCESSOR);
    let device_handlers = handlers(&devices, Level::IMP);
    for handler in &call_handlers {
        let line = builder.add_line(*handler, true, true);
        builder.set_call_line(line);
    }
    let lines: Vec<LineId> = device_handlers.iter().map(|handler| builder.add_line(*handler, true, true)).collect();
    let thread_numbers: Vec<ThreadId> = threads.iter().map(|context| builder.add_thread(*context)).collect();
    let costs = (0..STEPS.len() as u64).map(Cycles).collect();
    let keep = Some(RecorderSize { bytes: 16 << 20 });
    let (host, topology) = builder.build(hardware, costs, |topology| Recorder::new(keep, nothing_yet(topology)));
    let host = Rc::new(host);
    host.set_pickers((0..cpus).map(|_| Box::new(Queue::default()) as Box<dyn ThreadPicker>).collect());
    let mut software: Vec<(usize, Software)> = Vec::new();
    for (cpu, (_, deeds, _)) in plan.cpus.iter().enumerate() {
        software.push((call_handlers[cpu], Box::pin(handler(host.clone(), Vec::new()))));
        software.push((device_handlers[cpu], Box::pin(handler(host.clone(), deeds.clone()))));
    }
    for (number, deeds) in thread_numbers.iter().zip(plan.cpus.iter().flat_map(|(_, _, threads)| threads)) {
        software.push((*number, Box::pin(thread(host.clone(), deeds.clone()))));
    }
    let pulse = |(slot, (period, _, _)): (usize, &(u64, _, _))| {
        let pulse = Pulse { host: host.clone(), slot, line: lines[slot], period: *period, count: Cell::new(1) };
        host.schedule(slot, Cycles(*period));
        Rc::new(pulse) as Rc<dyn Device>
    };
    let executor = Executor::new(host.clone(), plan.cpus.iter().enumerate().map(pulse).collect(), software);
    Bench { host, topology, executor }
}

fn nothing_yet(topology: &Topology) -> VisibleState {
    VisibleState::new(topology.contexts.len(), 0, topology.lines.len(), 0, &topology.idle_contexts())
}

impl Bench {
    fn records(&self) -> Vec<Record> {
        let mut records = Vec::new();
        self.host.recorder.scan(0, |record| {
            records.push(record);
            true
        });
        records
    }

    /// By CPU: the cycles of its contexts.
    fn spent(&self) -> Vec<u64> {
        let row = self.host.counters.row(self.host.now());
        let of = |cpu: u8| {
            let contexts = self.topology.contexts.iter().zip(0..).filter(move |(context, _)| context.cpu == cpu);
            contexts.map(|(_, number)| row.cycles(number)).sum()
        };
        (0..self.topology.cpus).map(of).collect()
    }
}

fn whole(plan: &Plan) -> Vec<Record> {
    let mut bench = bench(plan);
    bench.executor.run_until(Cycles(END)).expect("time passes");
    bench.records()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slices_change_nothing(
        plan in plan(),
        mut ends in prop::collection::vec(0..END, 0..20),
        turns in 1..50_u64,
    ) {
        let mut sliced = bench(&plan);
        ends.sort_unstable();
        for end in ends {
            sliced.executor.run_until(Cycles(end)).expect("time passes");
        }
        while !sliced.executor.run_steps(Cycles(END), turns).expect("time passes") {}
        prop_assert_eq!(sliced.records(), whole(&plan));
    }

    #[test]
    fn every_cycle_of_every_cpu_is_somebodys(plan in plan(), end in 0..END) {
        let mut bench = bench(&plan);
        bench.executor.run_until(Cycles(end)).expect("time passes");
        prop_assert_eq!(bench.spent(), vec![end; plan.cpus.len()]);
    }

    #[test]
    fn the_trace_goes_forward_and_tells_what_the_cpus_do(plan in plan(), end in 0..END) {
        let mut bench = bench(&plan);
        bench.executor.run_until(Cycles(end + 1)).expect("time passes");
        prop_assert!(bench.records().is_sorted_by_key(|record| record.time()));
        let mut shown = nothing_yet(&bench.topology);
        bench.host.show(&mut shown);
        let told = bench.host.recorder.state_at(bench.host.now()).expect("all of it is kept");
        prop_assert_eq!(&told.cpus, &shown.cpus);
        prop_assert_eq!(&told.lines, &shown.lines);
        for (told, shown) in told.contexts.iter().zip(&shown.contexts) {
            prop_assert_eq!(told.cycles, shown.cycles);
        }
        for record in bench.records() {
            if let Some(context) = record.turns_to() {
                prop_assert_eq!(bench.topology.contexts[usize::from(context)].cpu, record.cpu());
            }
        }
    }
}

/// M's rule for switches.
fn begins_again(cpus: Vec<(u64, Vec<Deed>, Vec<Vec<Deed>>)>) -> Plan {
    Plan { cpus, finishes_switches: false }
}

fn switch_cycles() -> u64 {
    STEPS.iter().position(|row| row.id == "ThreadRun").expect("a step") as u64
}

/// Costs are step numbers, so `Work(n)` takes n cycles; turning to a thread takes those of `thread_run`.
fn steps_of(plan: &Plan, cost: u32) -> Vec<(u64, u8)> {
    let steps = whole(plan).into_iter().filter_map(|record| match record.event() {
        Event::Step(step) if step.cycles == cost => Some((record.time().0, record.cpu())),
        _ => None,
    });
    steps.collect()
}

#[test]
fn cpus_work_at_the_same_time() {
    let computing = (END * 2, Vec::new(), vec![vec![Deed::Work(39)]]);
    let alone = steps_of(&begins_again(vec![computing.clone()]), 39);
    let both = steps_of(&begins_again(vec![computing.clone(), computing]), 39);
    assert_eq!(both.len(), 2 * alone.len());
    assert_eq!(both.iter().filter(|(_, cpu)| *cpu == 1).map(|(time, _)| (*time, 0)).collect::<Vec<_>>(), alone);
    assert!(both.chunks(2).all(|pair| pair[0].1 == 0 && pair[1].1 == 1), "at one cycle the lower number goes first");
}

#[test]
fn a_thread_made_ready_from_another_cpu_runs_after_a_call() {
    let waker = (1_000, vec![Deed::Work(20), Deed::Wake(0)], Vec::new());
    let sleeper = (END * 2, Vec::new(), vec![vec![Deed::Sleep(0), Deed::Work(30)]]);
    let plan = begins_again(vec![waker, sleeper]);
    let begins = steps_of(&plan, 30);
    // the waker's handler takes 20 cycles, the call's handler 1, the switch what it costs
    assert_eq!(begins, [1, 2, 3, 4, 5].map(|second| (second * 1_000 + 20 + 1 + switch_cycles(), 1)));
}

#[test]
fn a_device_interrupts_the_cpu_that_its_line_is_routed_to() {
    let computing = (END * 2, Vec::new(), vec![vec![Deed::Work(37)]]);
    let interrupted = (500, vec![Deed::Work(25)], vec![vec![Deed::Work(37)]]);
    let taken = steps_of(&begins_again(vec![computing, interrupted]), 25);
    assert_eq!(taken, (1..12).map(|count| (count * 500, 1)).collect::<Vec<_>>());
}

/// Interrupts come so often that none leaves time for a whole switch.
#[test]
fn a_switch_that_an_interrupt_comes_into_begins_again_or_goes_on() {
    const PERIOD: u64 = 2;
    let cpus = vec![(PERIOD, Vec::new(), vec![vec![Deed::Work(39)]])];
    assert!(switch_cycles() > PERIOD);
    let begins = |finishes_switches| steps_of(&Plan { cpus: cpus.clone(), finishes_switches }, 39).first().copied();
    assert_eq!(begins(false), None);
    // a cycle of each period is the handler's
    let interrupts = (switch_cycles() - 1) / (PERIOD - 1);
    assert_eq!(begins(true), Some((switch_cycles() + interrupts, 0)));
}
