//! Follows a long run record by record without keeping it: reads the trace in slices.

use crate::experiment::TrialError;
use crate::machine::{Machine, Tracing};
use crate::scenario::Scenario;
use crate::trace::topology::Topology;
use crate::trace::{Event, PlaceId, RecorderSize};
use crate::units::Cycles;

/// Enough memory for the records of one slice.
const BYTES: usize = 64 << 20;
const SLICE_MS: u64 = 50;

/// Runs the scenario for `ms` milliseconds; calls `on_event` with each event and its time.
pub fn watch(scenario: &Scenario, ms: u64, mut on_event: impl FnMut(Cycles, Event)) -> Result<Machine, TrialError> {
    let mut machine = Machine::new(scenario, Tracing::Keep(RecorderSize { bytes: BYTES }))?;
    let clock = machine.settings().machine.clock;
    let mut next = machine.host.recorder.first();
    for slice in 1..=ms.div_ceil(SLICE_MS) {
        let end = clock.cycles_in_milliseconds((slice * SLICE_MS).min(ms));
        machine.run_until(end).map_err(|trap| TrialError::Trap { scenario: scenario.id.clone(), trap })?;
        let recorder = &machine.host.recorder;
        assert!(recorder.first() <= next, "a slice fits in the trace");
        recorder.scan(next, |record| {
            on_event(record.time(), record.event());
            true
        });
        next = recorder.count();
    }
    Ok(machine)
}

/// Runs the scenario for `ms` milliseconds without a trace.
pub fn run(scenario: &Scenario, ms: u64) -> Result<Machine, TrialError> {
    let mut machine = Machine::new(scenario, Tracing::Off)?;
    let end = machine.settings().machine.clock.cycles_in_milliseconds(ms);
    machine.run_until(end).map_err(|trap| TrialError::Trap { scenario: scenario.id.clone(), trap })?;
    Ok(machine)
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
