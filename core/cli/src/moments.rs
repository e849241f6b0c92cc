//! Moments of a run on the command line: a time with its unit, or a number of cycles, which names a moment exactly. Also
//! ranges of a run, and knobs that turn at a moment. The machine's clock turns times into cycles.

use crate::values::{SettingChange, nanoseconds, setting_change, two_readings};
use livelock_core::scenario::{Intervention, Scenario};
use livelock_core::units::{Cycles, Hertz};

/// No run has more cycles: 600 s on the fastest machine.
const CYCLES_MAX: u64 = 1 << 52;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    Nanoseconds(u64),
    Cycles(u64),
}

impl Moment {
    pub fn cycles(self, clock: Hertz) -> Cycles {
        match self {
            Moment::Nanoseconds(time) => clock.cycles_in_nanoseconds(time),
            Moment::Cycles(cycles) => Cycles(cycles),
        }
    }
}

/// One `--window FROM..TO`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub from: Moment,
    pub to: Moment,
}

/// One `--at TIME:PATH=VALUE,...`.
#[derive(Clone, Debug, PartialEq)]
pub struct KnobsTurned {
    pub at: Moment,
    pub changes: Vec<SettingChange>,
}

/// Reads `10ms`, `500us`, `2s` or `61853700cycles`.
pub fn moment(text: &str) -> Result<Moment, String> {
    let expected = "expected a time with its unit, up to 600s, like 500us, 10ms or 2s, or cycles, like 61853700cycles";
    if let Some(readings) = two_readings(text) {
        return Err(readings);
    }
    let Some(number) = text.strip_suffix("cycles") else {
        return nanoseconds(text).map(Moment::Nanoseconds).map_err(|_| expected.to_string());
    };
    let cycles = number.trim().parse().ok().filter(|cycles| *cycles <= CYCLES_MAX);
    cycles.map(Moment::Cycles).ok_or_else(|| expected.to_string())
}

/// Reads `FROM..TO`.
pub fn range(text: &str) -> Result<Range, String> {
    let (from, to) = text.split_once("..").ok_or("expected FROM..TO, like 100ms..200ms")?;
    Ok(Range { from: moment(from)?, to: moment(to)? })
}

/// Reads `TIME:PATH=VALUE,PATH=VALUE`.
pub fn knobs_turned(text: &str) -> Result<KnobsTurned, String> {
    let expected = "expected TIME:PATH=VALUE, like 50ms:polling.enabled=true; join several changes with commas";
    let (at, changes) = text.split_once(':').ok_or(expected)?;
    let changes = changes.split(',').map(setting_change).collect::<Result<Vec<SettingChange>, String>>()?;
    Ok(KnobsTurned { at: moment(at)?, changes })
}

/// Adds the interventions to the scenario's own, in the order of their times. `Scenario::validated` checks them.
pub fn turn_knobs(scenario: &mut Scenario, turned: &[KnobsTurned], clock: Hertz) {
    let added = turned.iter().map(|KnobsTurned { at, changes }| Intervention {
        at: at.cycles(clock).0,
        set: changes.iter().map(|SettingChange { path, value }| (path.clone(), value.clone())).collect(),
    });
    scenario.interventions.extend(added);
    scenario.interventions.sort_by_key(|intervention| intervention.at);
}

#[cfg(test)]
mod tests {
    use super::*;
    use livelock_core::scenario::Value;

    #[test]
    fn moments_are_times_or_cycles() {
        assert_eq!(moment("10ms"), Ok(Moment::Nanoseconds(10_000_000)));
        assert_eq!(moment("61853700cycles"), Ok(Moment::Cycles(61_853_700)));
        for wrong in ["", "10", "cycles", "-1cycles", "1.5cycles", "9999999999999999999cycles", "601s"] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_with_two_readings_is_refused_with_both() {
        assert_eq!(moment("12.000ms"), Err("12.000ms can mean 12000ms or 12ms; write one of these".to_string()));
        assert_eq!(moment("1.250s"), Err("1.250s can mean 1250s or 1.25s; write one of these".to_string()));
        assert_eq!(moment("0.125ms"), Ok(Moment::Nanoseconds(125_000)));
        assert_eq!(moment("12.5ms"), Ok(Moment::Nanoseconds(12_500_000)));
    }

    #[test]
    fn ranges_have_two_moments() {
        let expected = Range { from: Moment::Nanoseconds(1_500), to: Moment::Cycles(7) };
        assert_eq!(range("1.5us..7cycles"), Ok(expected));
        for wrong in ["", "10ms", "..", "10ms..", "..10ms", "1..2"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn several_knobs_turn_at_one_moment() {
        let turned = knobs_turned("50ms:polling.enabled=true,polling.quota=5").expect("two changes");
        assert_eq!(turned.at, Moment::Nanoseconds(50_000_000));
        let change = |path: &str, value| SettingChange { path: path.to_string(), value };
        let expected = [change("polling.enabled", Value::Switch(true)), change("polling.quota", Value::Integer(5))];
        assert_eq!(turned.changes, expected);
        for wrong in ["", "50ms", "50ms:", "50ms:quota", "polling.quota=5", "50ms:polling.quota=5,"] {
            assert!(knobs_turned(wrong).is_err(), "{wrong}");
        }
    }
}
