//! Tests of several CPUs, on random small machines: what the CPUs do at the same time, in which order, and that a run does
//! not depend on how it is sliced. `tests/random_scenarios/` tests the same with whole kernels.

use super::{
    Channel, Device, Executor, Host, HostBuilder, Level, Packet, Scheduler, Software, StepVariation, ThreadId,
};
use crate::scenario::PartCosts;
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

/// First come, first served; or by number, the lowest first.
struct Queue {
    ready: RefCell<VecDeque<ThreadId>>,
    by_number: bool,
}

impl Scheduler for Queue {
    fn ready(&self, thread: ThreadId, _: Cycles) {
        self.ready.borrow_mut().push_back(thread);
    }
    fn asleep(&self, thread: ThreadId, _: Cycles) {
        self.ready.borrow_mut().retain(|number| *number != thread);
    }
    fn pick(&self, _: Cycles) -> Option<ThreadId> {
        let ready = self.ready.borrow();
        if self.by_number { ready.iter().min().copied() } else { ready.front().copied() }
    }
    fn tick(&self, _: Cycles) {}
}

/// One action of a program.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// A step, by its number. The step takes as many cycles as its number.
    Work(usize),
    Wake(u8),
    /// A thread sleeps; a handler ignores this.
    Sleep(u8),
    Assert(u8),
    /// Enables or disables the line of a CPU's device.
    Enable(u8, bool),
    /// A step at a raised level.
    Raised(usize),
}

/// A machine. Each CPU has: the period of a device that interrupts it, the actions of the device's handler, and the actions
/// of each thread.
#[derive(Clone, Debug)]
struct Plan {
    cpus: Vec<(u64, Vec<Action>, Vec<Vec<Action>>)>,
    /// Whether the scheduler prefers low thread numbers.
    by_number: bool,
}

fn action(cpus: u8) -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => (0..40_usize).prop_map(Action::Work),
        2 => (0..cpus).prop_map(Action::Wake),
        1 => (0..cpus).prop_map(Action::Sleep),
        1 => (0..cpus).prop_map(Action::Assert),
        1 => ((0..cpus), any::<bool>()).prop_map(|(cpu, on)| Action::Enable(cpu, on)),
        1 => (0..40_usize).prop_map(Action::Raised),
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    (1..=4_u8).prop_flat_map(|cpus| {
        let actions = move || prop::collection::vec(action(cpus), 0..6);
        let threads = prop::collection::vec(actions(), 0..3);
        let cpus = prop::collection::vec((20..200_u64, actions(), threads), usize::from(cpus));
        (cpus, any::<bool>()).prop_map(|(cpus, by_number)| Plan { cpus, by_number })
    })
}

/// Asserts a line at a fixed period.
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

fn scheduler(by_number: bool) -> Box<dyn Scheduler> {
    Box::new(Queue { ready: RefCell::default(), by_number })
}

async fn act(host: &Host, action: Action, is_thread: bool) {
    let line = |cpu: u8| host.cpu_count() as LineId + cpu;
    match action {
        Action::Work(step) => host.work(STEPS[step].step, Packet::NONE).await,
        Action::Wake(channel) => host.wake(Channel(channel)),
        Action::Sleep(channel) if is_thread => host.sleep(Channel(channel)).await,
        Action::Sleep(_) => {}
        Action::Assert(cpu) => host.assert_line(line(cpu)),
        Action::Enable(cpu, on) => host.enable_line(line(cpu), on),
        Action::Raised(step) => {
            let level = host.raise(Level::IMP);
            host.work(STEPS[step].step, Packet::NONE).await;
            host.restore(level);
        }
    }
}

async fn handler(host: Rc<Host>, actions: Vec<Action>) -> Infallible {
    loop {
        host.next_interrupt().await;
        for action in &actions {
            act(&host, *action, false).await;
        }
        host.work(STEPS[1].step, Packet::NONE).await;
        host.request_reschedule();
    }
}

async fn thread(host: Rc<Host>, actions: Vec<Action>) -> Infallible {
    loop {
        for action in &actions {
            act(&host, *action, true).await;
        }
        host.work(STEPS[3].step, Packet::NONE).await;
    }
}

struct TestMachine {
    host: Rc<Host>,
    topology: Topology,
    executor: Executor,
}

/// Lines: the interprocessor interrupts by CPU, then the devices by CPU.
fn machine(plan: &Plan) -> TestMachine {
    let cpus = plan.cpus.len();
    let mut topology = Topology::new("test", "test", 100_000_000);
    topology.cpus = cpus as u8;
    let mut context = |kind, cpu: usize| {
        let context = topology.add_context(kind, "", "", "", "");
        topology.on_cpu(cpu as u8, context)
    };
    let ipi_contexts: Vec<ContextId> = (0..cpus).map(|cpu| context(ContextKind::Software, cpu)).collect();
    let devices: Vec<ContextId> = (0..cpus).map(|cpu| context(ContextKind::Device, cpu)).collect();
    let threads = plan.cpus.iter().enumerate().flat_map(|(cpu, (_, _, threads))| vec![cpu; threads.len()]);
    let threads: Vec<ContextId> = threads.map(|cpu| context(ContextKind::Thread, cpu)).collect();
    (0..cpus).for_each(|cpu| {
        context(ContextKind::Idle, cpu);
    });
    let mut builder = HostBuilder::new(topology);
    let mut add_lines = |contexts: &[ContextId], level: Level| -> Vec<(LineId, usize)> {
        let row = |context: &ContextId| LineRow::new("", "", "", *context, -1);
        contexts.iter().map(|context| builder.add_line(row(context), level, true)).collect()
    };
    let ipis = add_lines(&ipi_contexts, Level::INTERPROCESSOR);
    let interrupts = add_lines(&devices, Level::IMP);
    ipis.iter().for_each(|(line, _)| builder.set_ipi_line(*line));
    let thread_numbers: Vec<ThreadId> = threads.iter().map(|context| builder.add_thread(*context)).collect();
    let costs: Vec<Cycles> = (0..STEPS.len() as u64).map(Cycles).collect();
    let costs = PartCosts { elsewhere: costs.clone(), in_interrupts: costs.clone(), in_threads: costs };
    let keep = Some(RecorderSize { bytes: 16 << 20 });
    let (host, topology) =
        builder.build(&costs, StepVariation { percent: 0, seed: 1, counts_runs: false }, |topology| {
            Recorder::new(keep, initial_state(topology))
        });
    let host = Rc::new(host);
    host.set_schedulers((0..cpus).map(|_| scheduler(plan.by_number)).collect());
    let mut software: Vec<(usize, Software)> = Vec::new();
    for (cpu, (_, actions, _)) in plan.cpus.iter().enumerate() {
        software.push((ipis[cpu].1, Box::pin(handler(host.clone(), Vec::new()))));
        software.push((interrupts[cpu].1, Box::pin(handler(host.clone(), actions.clone()))));
    }
    for (number, actions) in thread_numbers.iter().zip(plan.cpus.iter().flat_map(|(_, _, threads)| threads)) {
        software.push((*number, Box::pin(thread(host.clone(), actions.clone()))));
    }
    let pulse = |(slot, (period, _, _)): (usize, &(u64, _, _))| {
        let pulse = Pulse { host: host.clone(), slot, line: interrupts[slot].0, period: *period, count: Cell::new(1) };
        host.schedule(slot, Cycles(*period));
        Rc::new(pulse) as Rc<dyn Device>
    };
    let executor = Executor::new(host.clone(), plan.cpus.iter().enumerate().map(pulse).collect(), software);
    TestMachine { host, topology, executor }
}

fn initial_state(topology: &Topology) -> VisibleState {
    VisibleState::new(topology.contexts.len(), 0, topology.lines.len(), 0, &topology.idle_contexts())
}

impl TestMachine {
    fn records(&self) -> Vec<Record> {
        let mut records = Vec::new();
        self.host.recorder.scan(0, |record| {
            records.push(record);
            true
        });
        records
    }

    /// The cycles of all contexts of each CPU.
    fn spent(&self) -> Vec<u64> {
        let row = self.host.counters.row(self.host.now());
        let of = |cpu: u8| {
            let contexts = self.topology.contexts.iter().zip(0..).filter(move |(context, _)| context.cpu == cpu);
            contexts.map(|(_, number)| row.cycles(number)).sum()
        };
        (0..self.topology.cpus).map(of).collect()
    }
}

fn records_of(plan: &Plan) -> Vec<Record> {
    let mut machine = machine(plan);
    machine.executor.run_until(Cycles(END)).expect("time passes");
    machine.records()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slices_change_nothing(
        plan in plan(),
        mut ends in prop::collection::vec(0..END, 0..20),
        iterations in 1..50_u64,
    ) {
        let mut sliced = machine(&plan);
        ends.sort_unstable();
        for end in ends {
            sliced.executor.run_until(Cycles(end)).expect("time passes");
        }
        while !sliced.executor.run_iterations(Cycles(END), iterations).expect("time passes") {}
        prop_assert_eq!(sliced.records(), records_of(&plan));
    }

    #[test]
    fn every_cycle_of_every_cpu_belongs_to_a_context(plan in plan(), end in 0..END) {
        let mut machine = machine(&plan);
        machine.executor.run_until(Cycles(end)).expect("time passes");
        prop_assert_eq!(machine.spent(), vec![end; plan.cpus.len()]);
    }

    #[test]
    fn the_trace_is_in_order_and_adds_up_to_the_state_of_the_cpus(plan in plan(), end in 0..END) {
        let mut machine = machine(&plan);
        machine.executor.run_until(Cycles(end + 1)).expect("time passes");
        prop_assert!(machine.records().is_sorted_by_key(|record| record.time()));
        let mut shown = initial_state(&machine.topology);
        machine.host.fill_visible_state(&mut shown);
        let traced = machine.host.recorder.state_at(machine.host.now()).expect("the whole trace is kept");
        prop_assert_eq!(&traced.cpus, &shown.cpus);
        prop_assert_eq!(&traced.lines, &shown.lines);
        for (traced, shown) in traced.contexts.iter().zip(&shown.contexts) {
            prop_assert_eq!(traced.cycles, shown.cycles);
        }
        for record in machine.records() {
            if let Some(context) = record.switches_to() {
                prop_assert_eq!(machine.topology.contexts[usize::from(context)].cpu, record.cpu());
            }
        }
    }
}

fn first_come(cpus: Vec<(u64, Vec<Action>, Vec<Vec<Action>>)>) -> Plan {
    Plan { cpus, by_number: false }
}

fn switch_cycles() -> u64 {
    STEPS.iter().position(|row| row.id == "ThreadRun").expect("a step") as u64
}

/// Time and CPU of each step that takes `cost` cycles. Costs are step numbers, so `Work(n)` takes n cycles; a switch to a
/// thread takes the number of `thread_run`.
fn steps_of(plan: &Plan, cost: u32) -> Vec<(u64, u8)> {
    let steps = records_of(plan).into_iter().filter_map(|record| match record.event() {
        Event::Step(step) if step.cycles == cost => Some((record.time().0, record.cpu())),
        _ => None,
    });
    steps.collect()
}

#[test]
fn cpus_work_at_the_same_time() {
    let computing = (END * 2, Vec::new(), vec![vec![Action::Work(39)]]);
    let alone = steps_of(&first_come(vec![computing.clone()]), 39);
    let both = steps_of(&first_come(vec![computing.clone(), computing]), 39);
    assert_eq!(both.len(), 2 * alone.len());
    assert_eq!(both.iter().filter(|(_, cpu)| *cpu == 1).map(|(time, _)| (*time, 0)).collect::<Vec<_>>(), alone);
    assert!(both.chunks(2).all(|pair| pair[0].1 == 0 && pair[1].1 == 1), "at one cycle the lower number goes first");
}

#[test]
fn a_thread_woken_by_another_cpu_runs_after_an_interprocessor_interrupt() {
    let waker = (1_000, vec![Action::Work(20), Action::Wake(0)], Vec::new());
    let sleeper = (END * 2, Vec::new(), vec![vec![Action::Sleep(0), Action::Work(30)]]);
    let plan = first_come(vec![waker, sleeper]);
    let begins = steps_of(&plan, 30);
    // the waker's handler takes 20 cycles, the handler of the interprocessor interrupt 1; then comes the thread switch
    assert_eq!(begins, [1, 2, 3, 4, 5].map(|second| (second * 1_000 + 20 + 1 + switch_cycles(), 1)));
}

#[test]
fn a_device_interrupts_the_cpu_that_its_line_is_routed_to() {
    let computing = (END * 2, Vec::new(), vec![vec![Action::Work(37)]]);
    let interrupted = (500, vec![Action::Work(25)], vec![vec![Action::Work(37)]]);
    let taken = steps_of(&first_come(vec![computing, interrupted]), 25);
    assert_eq!(taken, (1..12).map(|count| (count * 500, 1)).collect::<Vec<_>>());
}

/// Interrupts are so frequent that no switch fits between two of them.
#[test]
fn a_preempted_switch_goes_on() {
    const PERIOD: u64 = 2;
    assert!(switch_cycles() > PERIOD);
    let plan = first_come(vec![(PERIOD, Vec::new(), vec![vec![Action::Work(39)]])]);
    // the handler takes one cycle of each period
    let interrupts = (switch_cycles() - 1) / (PERIOD - 1);
    assert_eq!(steps_of(&plan, 39).first(), Some(&(switch_cycles() + interrupts, 0)));
}

/// Three threads: the first works for ten cycles and sleeps, the second sleeps, and the switch to the third is interrupted
/// halfway. Returns the costs of all switches up to the next interrupt, if the interrupt does this.
fn switches_when_interrupted(actions: Vec<Action>) -> Vec<u64> {
    let halfway = 2 * switch_cycles() + 10 + switch_cycles() / 2;
    let first = vec![Action::Work(10), Action::Sleep(0)];
    let threads = vec![first, vec![Action::Sleep(1)], vec![Action::Work(39)]];
    let plan = Plan { cpus: vec![(halfway, actions, threads)], by_number: true };
    let until_next_choice = |record: &Record| record.time().0 < halfway + 3;
    let switches = records_of(&plan).into_iter().filter(until_next_choice).filter_map(|record| match record.event() {
        Event::Run { switch } => Some(u64::from(switch)),
        _ => None,
    });
    switches.collect()
}

#[test]
fn after_an_interrupt_the_scheduler_decides_whether_a_switch_goes_on() {
    let whole = switch_cycles();
    let rest = whole - whole / 2;
    assert_eq!(switches_when_interrupted(vec![]), [whole, whole, whole, rest], "it goes on where it was");
    let before = switches_when_interrupted(vec![Action::Wake(1)]);
    assert_eq!(before, [whole, whole, whole, 0], "the thread before still has its state on the CPU");
    let third = switches_when_interrupted(vec![Action::Wake(0)]);
    assert_eq!(third, [whole, whole, whole, whole], "another thread needs a switch of its own");
}
