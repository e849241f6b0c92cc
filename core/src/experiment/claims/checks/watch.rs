//! Follows a long run record by record without keeping it: reads the trace in slices.

use crate::experiment::TrialError;
use crate::experiment::claims::trial_cache::{TrialCache, trapped};
use crate::machine::Machine;
use crate::scenario::Scenario;
use crate::trace::topology::Topology;
use crate::trace::{Event, PlaceId};
use crate::units::Cycles;

const SLICE_MS: u64 = 50;

/// Runs the scenario for `ms` milliseconds; calls `on_event` with each event and its time.
pub fn watch(
    cache: &TrialCache,
    scenario: &Scenario,
    ms: u64,
    mut on_event: impl FnMut(Cycles, Event),
) -> Result<(), TrialError> {
    let mut machine = cache.traced(scenario, 0)?;
    let clock = machine.settings().machine.clock;
    let mut next = machine.host.recorder.first();
    for slice in 1..=ms.div_ceil(SLICE_MS) {
        let end = clock.cycles_in_milliseconds((slice * SLICE_MS).min(ms));
        run_until(&mut machine, end)?;
        let recorder = &machine.host.recorder;
        assert!(recorder.first() <= next, "a slice fits in the trace");
        recorder.scan(next, |record| {
            on_event(record.time(), record.event());
            true
        });
        next = recorder.count();
    }
    Ok(())
}

pub fn run_until(machine: &mut Machine, end: Cycles) -> Result<(), TrialError> {
    machine.run_until(end).map_err(|trap| trapped(machine.scenario(), trap))
}

pub fn place(topology: &Topology, id: &str) -> PlaceId {
    let place = topology.places.iter().position(|place| place.id == id);
    place.unwrap_or_else(|| panic!("this machine has no {id}")) as PlaceId
}

/// The number of packets in each place, kept up to date with each event.
#[derive(Default)]
pub struct Depths {
    depths: Vec<i64>,
}

impl Depths {
    pub fn of(&self, place: PlaceId) -> i64 {
        self.depths.get(usize::from(place)).copied().unwrap_or(0)
    }

    /// Takes an event; returns the place whose number of packets it changed.
    pub fn update(&mut self, event: Event) -> Option<PlaceId> {
        let (place, by) = match event {
            Event::Arrive { place, .. } | Event::Push { place, .. } => (place, 1),
            Event::Pop { place, .. } => (place, -1),
            _ => return None,
        };
        let number = usize::from(place);
        if self.depths.len() <= number {
            self.depths.resize(number + 1, 0);
        }
        self.depths[number] += by;
        Some(place)
    }
}
