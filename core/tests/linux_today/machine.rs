//! Runs machines of the family `linux_today`, and reads their counters and records.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::costs::STEPS;
use livelock_core::scenario::{Scenario, Step, Value, presets};
use livelock_core::trace::{Count, Event, PlaceId, Record, RecorderSize, Row};

pub fn scenario(id: &str, settings: &[(&str, &str)]) -> Scenario {
    let settings: Vec<(&str, Value)> = settings.iter().map(|(path, text)| (*path, Value::from_text(text))).collect();
    presets::find(id).expect("a ready-made scenario").with(&settings).expect("valid settings")
}

/// A machine after its run, and its counters.
pub struct Measured {
    pub machine: Machine,
    row: Row,
    pub delivered: u64,
}

impl Measured {
    pub fn of(id: &str, settings: &[(&str, &str)], milliseconds: u64) -> Measured {
        let mut machine = Machine::new(&scenario(id, settings), Tracing::Off).expect("a machine");
        let end = machine.settings().machine.clock.cycles_in_milliseconds(milliseconds);
        machine.run_until(end).expect("time passes");
        let row = machine.row();
        let delivered = row.count(Count::Delivered);
        Measured { machine, row, delivered }
    }

    fn per_second(&self, count: u64) -> f64 {
        count as f64 * self.machine.topology.clock_hz as f64 / self.row.time.0 as f64
    }

    pub fn delivered_rate(&self) -> f64 {
        self.per_second(self.delivered)
    }

    pub fn offered_rate(&self) -> f64 {
        self.per_second(self.row.count(Count::Arrived))
    }

    fn place(&self, id: &str) -> PlaceId {
        row_of(&self.machine, id)
    }

    /// Returns the packets dropped at a place.
    pub fn drops(&self, place: &str) -> u64 {
        self.row.drops(self.place(place))
    }

    /// Returns the packets a second that left the machine from a place.
    pub fn rate_from(&self, place: &str) -> f64 {
        self.per_second(self.row.left(self.place(place)))
    }

    /// Returns the packets a second that the process has read into its frame buffer.
    pub fn read_rate(&self) -> f64 {
        self.per_second(self.row.entered(self.place("frame_buffer")))
    }

    /// Returns the packets that the interface refused.
    pub fn refused(&self) -> u64 {
        self.row.count(Count::Refused)
    }

    /// Returns the cycles spent on packets that were dropped.
    pub fn wasted(&self) -> u64 {
        self.row.count(Count::Wasted)
    }

    pub fn share(&self, context: &str) -> f64 {
        let number = self.machine.topology.contexts.iter().position(|row| row.id == context);
        self.row.cycles(number.expect("a context of this machine") as u8) as f64 / self.row.time.0 as f64
    }

    /// Returns the interrupts a second on the lines whose ids have this ending.
    pub fn interrupts(&self, ending: &str) -> f64 {
        let lines = self.machine.topology.lines.iter().enumerate().filter(|(_, line)| line.id.ends_with(ending));
        self.per_second(lines.map(|(number, _)| self.row.taken(number as u8)).sum())
    }

    pub fn latency_us(&self) -> f64 {
        let sum = self.row.count(Count::LatencySum) as f64 / self.delivered.max(1) as f64;
        sum / self.machine.topology.clock_hz as f64 * 1e6
    }
}

/// Runs a machine, and passes every record to `see`.
pub fn follow(id: &str, settings: &[(&str, &str)], milliseconds: u64, mut see: impl FnMut(Record)) -> Machine {
    let size = RecorderSize { bytes: 256 << 20 };
    let mut machine = Machine::new(&scenario(id, settings), Tracing::Keep(size)).expect("a machine");
    let end = machine.settings().machine.clock.cycles_in_milliseconds(milliseconds);
    machine.run_until(end).expect("time passes");
    let recorder = &machine.host.recorder;
    assert_eq!(recorder.first(), 0, "the recorder has the whole run");
    recorder.scan(0, |record| {
        see(record);
        true
    });
    machine
}

pub fn step_of(record: Record) -> Option<Step> {
    match record.event() {
        Event::Step(running) => Some(STEPS[usize::from(running.step)].step),
        _ => None,
    }
}

pub fn row_of(machine: &Machine, place: &str) -> PlaceId {
    machine.topology.places.iter().position(|row| row.id == place).expect("a place of this machine") as PlaceId
}
