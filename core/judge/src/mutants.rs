//! Judges the judge: small changes of a reference must cost it a medal. A change that does not is either no change at all, or
//! shows a bound that is too weak.

use super::Challenge;
use super::judge::{Reference, gold_is_reached, judge_load};
use super::measure::measure;
use super::runs::{DRAIN_MILLISECONDS, Run, Seeds, runs};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::program::compile;
use livelock_core::scenario::Scenario;
use livelock_core::trace::{Event, RecorderSize};

const KEEP: Tracing = Tracing::Keep(RecorderSize { bytes: 16 << 20 });

/// What becomes of a changed reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    DoesNotCompile,
    /// It loses the gold medal, at the load with this number or because it is not near enough to the reference.
    LosesAMedal {
        load: Option<usize>,
    },
    /// Statements that cost nothing aside, its traces are those of the reference: nobody can tell them apart.
    IsEquivalent,
    /// It keeps gold although it does something else.
    KeepsGold,
}

/// Judges a changed reference, until it has lost a medal.
pub fn fate(challenge: &Challenge, program: &str, changed: &str, seeds: &Seeds, reference: &Reference) -> Fate {
    if compile(changed).is_err() {
        return Fate::DoesNotCompile;
    }
    let loads = challenge.judged_loads();
    let of = |load, text| runs(challenge, load, "mutant.c", text, seeds).expect("it compiles");
    let mut results = Vec::new();
    for (number, load) in loads.iter().enumerate() {
        let runs = of(load, changed);
        let measured: Vec<_> = runs.iter().map(measure).collect();
        let result = judge_load(&runs, &measured, &reference.measured[number]);
        if !result.met {
            return Fate::LosesAMedal { load: Some(number) };
        }
        results.push(result);
    }
    if !gold_is_reached(results.iter().map(|load| load.near), reference.lines, reference.lines) {
        return Fate::LosesAMedal { load: None };
    }
    let same = |load| of(load, program).iter().zip(of(load, changed)).all(|(one, other)| trace(one) == trace(&other));
    let is_equivalent = loads.iter().filter(|load| !load.window).all(same);
    if is_equivalent { Fate::IsEquivalent } else { Fate::KeepsGold }
}

impl Fate {
    pub fn medal_is_lost(self) -> bool {
        matches!(self, Fate::LosesAMedal { .. })
    }
}

/// A hash of what the machine does in a run in which statements cost nothing. What a variable holds is nobody's business.
fn trace(run: &Run) -> u64 {
    let mut scenario: Scenario = run.scenario.clone();
    let program = scenario.program.as_mut().expect("a challenge runs a program");
    program.statement = 0;
    let mut machine = Machine::new(&scenario, KEEP).expect("it has run before");
    let clock = scenario.profile().clock;
    // a fault is a record too
    let _ = machine.run_until(clock.cycles_in_milliseconds(run.load.milliseconds + DRAIN_MILLISECONDS));
    let recorder = &machine.host.recorder;
    let mut hash = 0_u64;
    recorder.scan(recorder.first(), |record| {
        if !matches!(record.event(), Event::Variable { .. }) {
            for word in [record.0, record.1] {
                hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
            }
        }
        true
    });
    hash
}
