//! M 4.4: packets wait for an idle wire, in three forms.

use super::measure::observed;
use crate::experiment::claims::{Measurement, TrialCache};
use crate::experiment::{TrialError, at_rate};
use crate::machine::Tracing;
use crate::scenario::Scenario;

const FORMS: [(&str, &str); 3] = [
    ("section-4-4-lower", "lower level"),
    ("section-4-4-after", "receiver first"),
    ("section-4-4-polled", "polled below"),
];

pub fn transmit(cache: &TrialCache) -> Result<Measurement, TrialError> {
    let mut holds = true;
    let mut words = Vec::new();
    for (id, form) in FORMS {
        let scenario = cache.scenario(id, &[]);
        let rate = cache.mlfrr(&scenario)? * 2;
        let flooded = at_rate(&scenario, rate)?;
        let shares = cache.once("waiting and idle", &flooded, || starved(cache, &flooded))?;
        let (waiting, idle) = (shares[0], shares[1]);
        holds &= waiting > 0.5 && idle > 0.5;
        let (waiting, idle) = (waiting * 100.0, idle * 100.0);
        words.push(format!("{form}, {rate}/s: packets wait {waiting:.0} %, for an idle wire {idle:.0} % of the time"));
    }
    observed(holds, words.join("; "))
}

/// Samples every 50 us of 200 ms: how often packets wait in the output queue, and how often they wait for an idle wire.
fn starved(cache: &TrialCache, scenario: &Scenario) -> Result<Vec<f64>, TrialError> {
    const SAMPLES: u64 = 4_000;
    let mut machine = cache.machine(scenario, Tracing::Off)?;
    let clock = machine.settings().machine.clock;
    let place = |id| machine.topology.places.iter().position(|place| place.id == id).expect("a router sends");
    let (queue, ring) = (place("output_queue"), place("transmit_ring"));
    let (mut waiting, mut idle) = (0, 0);
    for sample in 0..SAMPLES {
        let moment = clock.cycles_in_microseconds(100_000 + sample * 50);
        machine.run_until(moment).map_err(|trap| TrialError::Trap { scenario: scenario.id.clone(), trap })?;
        let state = machine.visible_state();
        let (queue, ring) = (&state.places[queue], &state.places[ring]);
        let waits = !queue.contents.is_empty();
        waiting += u64::from(waits);
        idle += u64::from(waits && ring.contents.len() == ring.sent as usize);
    }
    let share = |count: u64| count as f64 / SAMPLES as f64;
    Ok(vec![share(waiting), share(idle)])
}
