//! One run of a machine: what the diagnosis says at its end, and what was measured in its second half. A changed run has the
//! same seed and the same length.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::diagnosis::{Diagnosis, Facts, diagnose};
use livelock_core::scenario::Scenario;
use livelock_core::session::Session;
use livelock_core::trace::topology::{ContextKind, Topology};
use livelock_core::trace::{Count, Row};
use livelock_core::units::Hertz;

/// What was measured in a window.
pub struct Measured {
    topology: Topology,
    row: Row,
    inside: u64,
}

impl Measured {
    fn seconds(&self) -> f64 {
        self.row.time.0 as f64 / self.topology.clock_hz as f64
    }

    fn rate(&self, count: u64) -> f64 {
        count as f64 / self.seconds()
    }

    pub fn delivered(&self) -> f64 {
        self.rate(self.row.count(Count::Delivered))
    }

    /// All losses, by share of what arrived.
    pub fn lost_share(&self) -> f64 {
        self.row.count(Count::Dropped) as f64 / self.row.count(Count::Arrived).max(1) as f64
    }

    /// Share of what arrived that was dropped after work.
    pub fn wasted_share(&self) -> f64 {
        let wasted = self.row.count(Count::Dropped) - self.row.count(Count::Refused);
        wasted as f64 / self.row.count(Count::Arrived).max(1) as f64
    }

    /// Drops at the places whose ids begin so, as a share of the packets that the ring did not refuse.
    pub fn dropped_at(&self, id: &str) -> f64 {
        let places = self.topology.places.iter().zip(0..).filter(|(place, _)| place.id.starts_with(id));
        let dropped: u64 = places.map(|(_, number)| self.row.drops(number)).sum();
        let accepted = self.row.count(Count::Arrived) - self.row.count(Count::Refused);
        dropped as f64 / accepted.max(1) as f64
    }

    pub fn inside(&self) -> f64 {
        self.inside as f64
    }

    pub fn gate(&self, id: &str) -> f64 {
        let gates = self.topology.gates.iter().zip(0..).filter(|(gate, _)| gate.id.starts_with(id));
        gates.map(|(_, number)| self.row.gate_on(number) as f64).fold(0.0, f64::max) / self.row.time.0 as f64
    }

    fn share(&self, has: impl Fn(&str, ContextKind) -> bool) -> f64 {
        let contexts = self.topology.contexts.iter().zip(0..).filter(|(context, _)| has(&context.id, context.kind));
        let cycles: u64 = contexts.map(|(_, number)| self.row.cycles(number)).sum();
        cycles as f64 / (self.row.time.0 as f64 * f64::from(self.topology.cpus))
    }

    pub fn idle(&self) -> f64 {
        self.share(|_, kind| kind == ContextKind::Idle)
    }

    /// CPU time that packets leave to others.
    pub fn spare(&self) -> f64 {
        self.idle() + self.user()
    }

    pub fn user(&self) -> f64 {
        self.share(|id, _| id == "user")
    }

    /// Interrupts taken, for each packet that arrived.
    pub fn interrupts_each(&self) -> f64 {
        self.row.count(Count::InterruptsTaken) as f64 / self.row.count(Count::Arrived).max(1) as f64
    }
}

/// The diagnosis's window, in milliseconds.
const WINDOW_MS: u64 = 100;

/// A run up to its end, in milliseconds, measured in its second half and at least as long as the diagnosis looks back.
pub fn measure(scenario: &Scenario, end_ms: u64) -> Measured {
    measure_between(scenario, (end_ms / 2).min(end_ms.saturating_sub(WINDOW_MS)), end_ms)
}

pub fn measure_between(scenario: &Scenario, from_ms: u64, to_ms: u64) -> Measured {
    let mut machine = Machine::new(scenario, Tracing::Off).expect("a valid scenario");
    let at = |milliseconds| Hertz(scenario.profile().clock.0).cycles_in_milliseconds(milliseconds);
    machine.run_until(at(from_ms)).expect("time passes");
    let from = machine.row();
    machine.run_until(at(to_ms)).expect("time passes");
    let to = machine.row();
    Measured { topology: machine.topology.clone(), row: to.since(&from), inside: to.inside() }
}

/// What the diagnosis says at a moment of a run, and the facts that it has.
pub fn diagnosed(scenario: &Scenario, at_ms: u64) -> (Diagnosis, Facts) {
    let mut session = Session::new(scenario, 0).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(at_ms);
    session.advance(end, u64::MAX).expect("time passes");
    (diagnose(&session, session.head()), Facts::gather(&session, session.head()))
}

/// Ends of runs, long enough for schedulers to settle: Linux 2.6 lets a process run for up to 800 ms, and time-sharing ranks
/// change once a second. A machine of today gets a hundred times as many packets as a router of 1996.
pub fn end_ms(scenario: &Scenario) -> u64 {
    match scenario.values().design().row().family {
        "linux_receiver" => 4_000,
        "srp" => 1_200,
        "linux_today" => 100,
        "linux_router" => 200,
        _ if scenario.profile().clock.0 >= 1_000_000_000 => 200,
        _ => 400,
    }
}
