//! Builds the machine of a scenario around one host, and runs it with the scenario's interventions. A run is a function of
//! the scenario alone: slicing it into several `run` calls changes nothing.

use crate::cpu::{Device, Executor, Host, StepVariation, Trap};
use crate::families;
use crate::family::{MachineBuilder, Parts, Plan};
use crate::scenario::{Intervention, Scenario, ScenarioErrors, Settings, Value, Values};
use crate::trace::topology::Topology;
use crate::trace::{LocalsLog, Recorder, RecorderSize, Row, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, Ref, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// Hardware slots: of events in the same cycle, the one with the lower slot comes first. Interventions come before the
/// family's devices.
const SLOT_INTERVENTIONS: usize = 0;
const SLOT_FAMILY: usize = 1;

/// How much of the trace is kept.
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
    target: Rc<InterventionTarget>,
    interventions: Rc<Interventions>,
    scenario: Scenario,
}

/// The parts that an intervention changes.
struct InterventionTarget {
    host: Rc<Host>,
    values: RefCell<Values>,
    /// Shared with the kernel.
    settings: Rc<RefCell<Settings>>,
    parts: Parts,
    /// Number of interventions so far.
    count: Cell<u32>,
}

impl Machine {
    /// Builds the machine of a scenario. Fails only when the scenario is not valid.
    pub fn new(scenario: &Scenario, tracing: Tracing) -> Result<Machine, ScenarioErrors> {
        Machine::of(scenario, tracing, false)
    }

    /// Builds the machine of a scenario, which counts the runs of its steps: `Host::steps_run` says which ones ran. It is slower
    /// and runs exactly as without counts.
    pub fn counting_runs(scenario: &Scenario, tracing: Tracing) -> Result<Machine, ScenarioErrors> {
        Machine::of(scenario, tracing, true)
    }

    fn of(scenario: &Scenario, tracing: Tracing, counts_runs: bool) -> Result<Machine, ScenarioErrors> {
        let scenario = scenario.clone().validated()?;
        scenario.check_recording()?;
        let values = scenario.values();
        let settings = Settings::from(&values);
        scenario.check_program(&settings)?;
        let plan = families::plan(&scenario, &settings)?;
        let variation = StepVariation { percent: settings.machine.variation, seed: scenario.seed, counts_runs };
        Ok(build(scenario, values, settings, plan, variation, tracing))
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub fn now(&self) -> Cycles {
        self.host.now()
    }

    /// The settings in force now.
    pub fn settings(&self) -> Ref<'_, Settings> {
        self.target.settings.borrow()
    }

    pub fn values(&self) -> Values {
        self.target.values.borrow().clone()
    }

    /// Runs up to `limit`, without the events at `limit`.
    pub fn run_until(&mut self, limit: Cycles) -> Result<(), Trap> {
        self.executor.run_until(limit)
    }

    /// Runs up to `limit`, but for at most this many iterations. Returns whether `limit` was reached.
    pub fn run_iterations(&mut self, limit: Cycles, iterations: u64) -> Result<bool, Trap> {
        self.executor.run_iterations(limit, iterations)
    }

    /// The counters as they are now.
    pub fn row(&self) -> Row {
        self.host.counters.row(self.host.now())
    }

    /// Changes settings now; the change becomes an intervention of the scenario.
    pub fn intervene(&mut self, changes: &BTreeMap<String, Value>) -> Result<(), ScenarioErrors> {
        self.intervene_at(self.now(), changes).map(|_| ())
    }

    /// Changes settings at a cycle, or as soon after it as possible: the machine must not have passed the cycle, and the
    /// change comes after the interventions that the scenario already has. Returns the cycle.
    pub fn intervene_at(&mut self, at: Cycles, changes: &BTreeMap<String, Value>) -> Result<Cycles, ScenarioErrors> {
        let mut scenario = self.scenario.clone();
        let last = scenario.interventions.last().map_or(Cycles::ZERO, |last| Cycles(last.at));
        let at = at.max(self.now()).max(last);
        scenario.interventions.push(Intervention { at: at.0, set: changes.clone() });
        scenario.check_recording()?;
        scenario.check_knobs(&self.topology.knobs)?;
        self.scenario = scenario.validated()?;
        if at == self.now() {
            self.host.with_cpu_0(&|| self.target.apply(changes));
        } else {
            self.interventions.add(at, changes.clone());
        }
        Ok(at)
    }

    /// Counts of this family's machines that belong to no place, by name (memory in KB, for instance).
    pub fn numbers(&self) -> Vec<(&'static str, u64)> {
        self.target.parts.numbers()
    }

    /// The log of a program's local variables, which is off at first. None: the kernel is no program.
    pub fn locals(&self) -> Option<&Rc<LocalsLog>> {
        self.target.parts.locals()
    }

    /// The whole visible state as it is now, read from the machine itself. It lacks open procedures, which only the trace
    /// has.
    pub fn visible_state(&self) -> VisibleState {
        self.target.visible_state(&self.topology)
    }
}

fn build(
    scenario: Scenario,
    values: Values,
    settings: Settings,
    mut plan: Box<dyn Plan>,
    variation: StepVariation,
    tracing: Tracing,
) -> Machine {
    let builder = plan.take_builder();
    let (host, topology) = builder.build(&settings.costs, variation, |topology| {
        let size = match tracing {
            Tracing::Off => None,
            Tracing::Keep(size) => Some(size),
        };
        Recorder::new(size, VisibleState::of(topology))
    });
    let host = Rc::new(host);
    let current = Rc::new(RefCell::new(settings.clone()));
    let seed = scenario.seed;
    let built = plan.build(MachineBuilder::new(&host, &topology, &settings, current.clone(), seed, SLOT_FAMILY));
    host.set_schedulers(built.schedulers);
    let target = Rc::new(InterventionTarget {
        host: host.clone(),
        values: RefCell::new(values),
        settings: current,
        parts: built.parts,
        count: Cell::new(0),
    });
    let interventions = Rc::new(Interventions::new(&host, target.clone(), &scenario.interventions));
    let mut slots: Vec<Rc<dyn Device>> = vec![interventions.clone()];
    slots.extend(built.devices);
    let executor = Executor::new(host.clone(), slots, built.software);
    Machine { host, topology, executor, target, interventions, scenario }
}

impl InterventionTarget {
    fn apply(&self, changes: &BTreeMap<String, Value>) {
        let settings = {
            let mut values = self.values.borrow_mut();
            for (path, value) in changes {
                values.set(path, value.clone());
            }
            Settings::from(&*values)
        };
        self.host.trace_intervention(self.count.replace(self.count.get() + 1));
        *self.settings.borrow_mut() = settings.clone();
        self.parts.apply(&settings, changes);
    }

    fn visible_state(&self, topology: &Topology) -> VisibleState {
        let mut state = VisibleState::of(topology);
        self.host.fill_visible_state(&mut state);
        self.parts.fill_visible_state(&mut state);
        state.interventions = self.count.get();
        state
    }
}

/// Applies the scenario's interventions at their times.
struct Interventions {
    host: Rc<Host>,
    target: Rc<InterventionTarget>,
    /// Those that are still to come, in order of time.
    coming: RefCell<VecDeque<Intervention>>,
}

impl Interventions {
    fn new(host: &Rc<Host>, target: Rc<InterventionTarget>, list: &[Intervention]) -> Interventions {
        let coming = RefCell::new(list.iter().cloned().collect());
        let interventions = Interventions { host: host.clone(), target, coming };
        interventions.schedule_next();
        interventions
    }

    /// Adds an intervention after all others.
    fn add(&self, at: Cycles, set: BTreeMap<String, Value>) {
        self.coming.borrow_mut().push_back(Intervention { at: at.0, set });
        self.schedule_next();
    }

    fn schedule_next(&self) {
        if let Some(intervention) = self.coming.borrow().front() {
            self.host.schedule(SLOT_INTERVENTIONS, Cycles(intervention.at));
        }
    }
}

impl Device for Interventions {
    fn fire(&self) {
        let intervention = self.coming.borrow_mut().pop_front();
        self.target.apply(&intervention.expect("an intervention was scheduled").set);
        self.schedule_next();
    }
}
