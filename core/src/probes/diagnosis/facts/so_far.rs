//! What of the run so far decides how a window is read: the settings in force, a recent knob change, a source that has ended, and
//! the rules that a program has broken.

use crate::program::{Rule, rule};
use crate::scenario::{Pattern, Settings, TrafficSettings};
use crate::session::{Session, Window};
use crate::trace::{Count, Row};
use crate::units::Cycles;

/// Time after a knob change in which the machine still handles packets from before. The page's "jump to the effect" skips
/// it (`EFFECT_SECONDS`).
const SETTLING_MS: f64 = 50.0;

/// A recent knob change: the counts still show the change, not the settled machine.
#[derive(Clone, Debug)]
pub struct Settling {
    pub since_ms: f64,
    pub left_ms: f64,
    /// Paths of the settings that were changed.
    pub changed: Vec<String>,
}

/// Returns the settings in force at a moment: the scenario's, changed by the interventions up to then.
pub(super) fn settings_at(session: &Session, moment: Cycles) -> Settings {
    let scenario = session.scenario();
    let mut values = scenario.values();
    for intervention in scenario.interventions.iter().filter(|intervention| intervention.at <= moment.0) {
        for (path, value) in &intervention.set {
            values.set(path, value.clone());
        }
    }
    Settings::from(&values)
}

/// The rules that a program had broken by a moment, each once, in order of time.
pub(super) fn broken_rules(session: &Session, moment: Cycles) -> Vec<&'static Rule> {
    let mut rules: Vec<&Rule> = Vec::new();
    for verdict in session.machine().host.verdicts().iter().filter(|verdict| verdict.at <= moment) {
        if rules.iter().all(|known| known.number != verdict.fault.rule) {
            rules.push(rule(verdict.fault.rule));
        }
    }
    rules
}

/// Returns how long ago the last packet came in, if the source sends no more.
pub(super) fn ended_ms(session: &Session, window: &Window, traffic: &TrafficSettings) -> Option<f64> {
    let came = |row: &Row| row.count(Count::Arrived);
    let inputs = traffic.inputs as u64;
    let burst = (traffic.pattern == Pattern::Burst).then_some(traffic.burst * inputs);
    let all = [burst, (traffic.packets > 0).then_some(traffic.packets * inputs), traffic.packets_in_all()];
    let all = all.into_iter().flatten().min()?;
    if came(&window.to) < all || came(&window.difference) == 0 {
        return None;
    }
    let (clock, to) = (session.clock(), window.to.time);
    let quiet = |milliseconds: &u64| {
        let then = session.samples().at_or_before(to.saturating_sub(clock.cycles_in_milliseconds(*milliseconds)));
        came(&then) == came(&window.to)
    };
    let milliseconds = (1..=10).map(|tens| 10 * tens).take_while(quiet).last()?;
    Some(milliseconds as f64)
}

/// The last knob change, if it is recent.
pub(super) fn settling(session: &Session, moment: Cycles) -> Option<Settling> {
    let at = session.last_intervention(moment)?;
    let since_ms = (moment - at).0 as f64 / session.clock().0 as f64 * 1e3;
    if since_ms >= SETTLING_MS {
        return None;
    }
    let changed = session.scenario().interventions.iter().filter(|one| one.at == at.0);
    let changed = changed.flat_map(|one| one.set.keys().cloned()).collect();
    Some(Settling { since_ms, left_ms: SETTLING_MS - since_ms, changed })
}
