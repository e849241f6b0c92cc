//! Runs a program under one load and measures what the judge asks for, slice by slice. Packets come for the load's time; then
//! the program has 100 ms to finish. Rates and shares are those of the first part without its first tenth, the rest counts all
//! packets.
//!
//! ```text
//! start | a tenth | counted | last arrival | 100 ms to finish
//! ```

use super::metric::{Metric, MetricValues};
use super::runs::{DRAIN_MILLISECONDS, Run};
use super::sweep::{Sweep, WindowSweep};
use super::watch::Watch;
use livelock_core::cpu::{Fault, Trap, TrapCause};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::message::Message;
use livelock_core::probes::{Report, Window};
use livelock_core::program::sentences;
use livelock_core::scenario::{Scenario, ScenarioErrors};
use livelock_core::trace::topology::{ContextKind, Topology};
use livelock_core::trace::{Count, RecorderSize, Row};
use livelock_core::units::{Cycles, Hertz};
use std::fmt;

/// The trace is read in slices of this length.
const SLICE_MILLISECONDS: u64 = 10;
/// Room for a slice. The lines and variables of the program are left out.
const KEEP: Tracing = Tracing::Keep(RecorderSize { bytes: 4 << 20 });

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// What this run has no value for is left out: the latency if no packet was delivered.
    pub values: MetricValues,
    /// What the program broke. Then it has no values.
    pub fault: Option<Broken>,
    /// The first rule about time that it broke. The machine went on.
    pub told: Option<Broken>,
    pub sweep: Option<Sweep>,
}

impl Measured {
    pub fn value(&self, metric: Metric) -> Option<f64> {
        self.values.get(metric)
    }
}

/// The rule that a program broke, or why its machine cannot run.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// From 1; 0: no line.
    pub line: u32,
    pub told: Message,
    /// The run, if it is not the one that was asked for but one of a sweep.
    pub scenario: Option<Box<Scenario>>,
}

impl fmt::Display for Broken {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if self.line > 0 {
            write!(out, "line {}: ", self.line)?;
        }
        self.told.fmt(out)
    }
}

impl From<Trap> for Broken {
    fn from(trap: Trap) -> Broken {
        match trap.cause {
            TrapCause::Program(fault) => Broken::from(&*fault),
            _ => Broken { line: 0, told: Message::name(trap.to_string()), scenario: None },
        }
    }
}

impl From<&Fault> for Broken {
    fn from(fault: &Fault) -> Broken {
        let told = sentences(fault.problem.clone(), fault.remedy.clone());
        Broken { line: fault.line, told, scenario: None }
    }
}

impl From<ScenarioErrors> for Broken {
    fn from(errors: ScenarioErrors) -> Broken {
        Broken { line: 0, told: Message::name(errors.to_string()), scenario: None }
    }
}

/// A run that is measured slice by slice, so that whoever measures it can do something else in between.
pub enum Measuring {
    Load(Box<LoadRun>),
    Window(Box<WindowSweep>),
    /// Its machine cannot run, or broke a rule before the first slice.
    Failed(Broken),
}

impl Measuring {
    pub fn new(run: &Run) -> Measuring {
        let measuring = if run.load.window {
            WindowSweep::new(&run.scenario).map(|sweep| Measuring::Window(Box::new(sweep)))
        } else {
            LoadRun::new(run).map(|run| Measuring::Load(Box::new(run)))
        };
        measuring.unwrap_or_else(Measuring::Failed)
    }

    /// Runs a slice: some simulated milliseconds. Returns the result after the last one.
    pub fn advance(&mut self) -> Option<Measured> {
        let result = match self {
            Measuring::Load(run) => run.advance(),
            Measuring::Window(sweep) => sweep.advance(),
            Measuring::Failed(broken) => Err(broken.clone()),
        };
        result.unwrap_or_else(|broken| Some(Measured { fault: Some(broken), ..Measured::default() }))
    }
}

/// Runs to the end. A program cannot make this take longer than its statements take time.
pub fn measure(run: &Run) -> Measured {
    let mut measuring = Measuring::new(run);
    loop {
        if let Some(measured) = measuring.advance() {
            return measured;
        }
    }
}

/// A run of a load, as far as it is.
pub struct LoadRun {
    machine: Machine,
    watch: Watch,
    /// The ends of its parts, in the order of the file's picture.
    ends: [Cycles; 3],
    /// The counters at the start, and at each of these ends so far.
    rows: Vec<Row>,
}

impl LoadRun {
    fn new(run: &Run) -> Result<LoadRun, Broken> {
        let machine = Machine::new(&run.scenario, KEEP)?;
        machine.host.counters.collect_latencies();
        machine.host.recorder.leave_program_out();
        let milliseconds = run.load.milliseconds;
        let ends = [milliseconds / 10, milliseconds, milliseconds + DRAIN_MILLISECONDS]
            .map(|end| Hertz(machine.topology.clock_hz).cycles_in_milliseconds(end));
        Ok(LoadRun { watch: Watch::new(&machine.topology), rows: vec![machine.row()], machine, ends })
    }

    fn advance(&mut self) -> Result<Option<Measured>, Broken> {
        let end = self.ends[self.rows.len() - 1];
        let slice = Hertz(self.machine.topology.clock_hz).cycles_in_milliseconds(SLICE_MILLISECONDS);
        let until = end.min(self.machine.now() + slice);
        self.watch.run(&mut self.machine, until)?;
        if self.machine.now() >= end {
            self.rows.push(self.machine.row());
        }
        let is_finished = self.rows.len() > self.ends.len();
        let told = || self.machine.host.verdicts().first().map(|verdict| Broken::from(&*verdict.fault));
        Ok(is_finished.then(|| Measured { values: self.values(), told: told(), ..Measured::default() }))
    }

    fn values(&self) -> MetricValues {
        let LoadRun { machine, watch, rows, .. } = self;
        let [begin, from, to, end] = &rows[..] else { unreachable!("each part has ended") };
        let counted = window(machine, from, to, None);
        let latencies = machine.host.counters.latencies(0..machine.host.counters.latency_count());
        let whole = window(machine, begin, end, Some(latencies));
        let mut values = watch.values(Hertz(machine.topology.clock_hz));
        let mut add = |metric: Metric, value: Option<f64>| values.set(metric, value);
        let arrived = end.count(Count::Arrived) as f64;
        let receive = |line: &str| line.ends_with("_receive");
        let interrupts: u64 = whole.interrupts.iter().filter(|(line, _)| receive(line)).map(|(_, taken)| *taken).sum();
        add(Metric::DeliveredShare, whole.delivered_share.map(|share| share * 100.0));
        add(Metric::Delivered, Some(counted.delivered_pps));
        add(Metric::LatencyP99, whole.latency_us.p99);
        add(Metric::LatencyMax, whole.latency_us.max);
        add(Metric::FreeCpu, Some(free_cpu(&machine.topology, &counted)));
        add(Metric::User, Some(counted.user_share * 100.0));
        add(Metric::Interrupts, (arrived > 0.0).then(|| interrupts as f64 / arrived));
        add(Metric::Wasted, Some(counted.wasted_share * 100.0));
        let sent: u32 = machine.visible_state().places.iter().map(|place| place.sent).sum();
        add(Metric::Unreclaimed, Some(f64::from(sent)));
        add(Metric::Stuck, Some(machine.host.packets_inside() as f64));
        values
    }
}

fn window(machine: &Machine, from: &Row, to: &Row, latencies: Option<Vec<u64>>) -> Report {
    let (topology, inside) = (&machine.topology, machine.host.packets_inside());
    let report = Window { topology, from, to, checked: &machine.row(), inside, latencies }.report();
    assert!(report.conservation.packets.holds, "each packet ends once");
    report
}

/// The share of the CPU that a compute-bound program has, or could have.
fn free_cpu(topology: &Topology, report: &Report) -> f64 {
    let is_free =
        |id: &str| topology.contexts.iter().any(|context| context.id == id && context.kind == ContextKind::Idle);
    let idle: f64 = report.cpu_share.iter().filter(|(id, _)| is_free(id)).map(|(_, share)| share).sum();
    (idle + report.user_share) * 100.0
}
