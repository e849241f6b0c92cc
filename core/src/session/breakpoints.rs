//! Breakpoints: lines of a program at which it stops, each if its condition holds. A condition reads what the trace has: variables
//! outside functions, knobs, and how many packets are in a queue. If it divides by zero or reads outside an array, it does not hold.

use super::Session;
use crate::program::condition::{Condition, Term};
use crate::scenario::{KNOBS_PATH, KnobRow, Value};
use crate::trace::topology::{PlaceKind, PlaceRow, Topology};
use crate::trace::{Event, VisibleState};
use crate::units::Cycles;

#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoints(Vec<(u16, Option<Condition>)>);

impl Breakpoints {
    /// "612 615:00ff": the steps of lines, each with its condition, if it has one.
    pub fn from_text(text: &str) -> Option<Breakpoints> {
        let one = |word: &str| match word.split_once(':') {
            Some((step, condition)) => Some((step.parse().ok()?, Some(Condition::from_text(condition)?))),
            None => Some((word.parse().ok()?, None)),
        };
        text.split_whitespace().map(one).collect::<Option<_>>().map(Breakpoints)
    }

    pub fn have_conditions(&self) -> bool {
        self.0.iter().any(|(_, condition)| condition.is_some())
    }

    /// Whether the line with this step stops the program. With conditions, `values` are there.
    pub fn stop_at(&self, step: u16, topology: &Topology, values: Option<&Values>) -> bool {
        let holds = |condition: &Condition| values.is_some_and(|values| values.hold(condition, topology));
        self.0.iter().any(|(line, condition)| *line == step && condition.as_ref().is_none_or(holds))
    }
}

/// What a condition may read, at one record.
pub struct Values {
    variables: Vec<u32>,
    /// How many packets are in each place.
    counts: Vec<usize>,
    knobs: Vec<i64>,
}

impl Values {
    pub fn at(session: &Session, state: VisibleState) -> Values {
        let counts = state.places.iter().map(|place| place.count()).collect();
        Values { variables: state.variables, counts, knobs: session.knobs_at(state.time) }
    }

    pub fn apply(&mut self, session: &Session, at: Cycles, event: Event) {
        match event {
            Event::Variable { variable, value } => self.variables[usize::from(variable)] = value,
            Event::Arrive { place, .. } | Event::Push { place, .. } => self.counts[usize::from(place)] += 1,
            Event::Pop { place, .. } => self.counts[usize::from(place)] -= 1,
            Event::Intervention { .. } => self.knobs = session.knobs_at(at),
            _ => {}
        }
    }

    fn hold(&self, condition: &Condition, topology: &Topology) -> bool {
        condition.holds(&|term| self.value(term, topology))
    }

    /// None: the machine has no such place.
    #[cold]
    fn value(&self, term: Term, topology: &Topology) -> Option<u64> {
        let of_unit = |kind: PlaceKind, unit: u32| {
            let is_it = |place: &PlaceRow| place.kind == kind && i64::from(place.interface) == i64::from(unit);
            topology.places.iter().position(is_it)
        };
        let place = match term {
            Term::Variable { number } => return self.variables.get(usize::from(number)).map(|value| u64::from(*value)),
            Term::Knob { number } => return self.knobs.get(usize::from(number)).map(|value| u64::from(*value as u32)),
            Term::Queue { number } => topology.program_queues.get(usize::from(number)).map(|place| usize::from(*place)),
            Term::Ring { unit } => of_unit(PlaceKind::ReceiveRing, unit),
            Term::Output { unit } => of_unit(PlaceKind::Queue, unit),
            _ => None,
        };
        place.map(|place| self.counts[place] as u64)
    }
}

impl Session {
    /// The values of a program's knobs at a moment, in its order.
    pub fn knobs_at(&self, moment: Cycles) -> Vec<i64> {
        let set = |name: &str| self.scenario().program.as_ref()?.knobs.get(name).copied();
        let value = |knob: &KnobRow| match self.setting_at(&format!("{KNOBS_PATH}{}", knob.name), moment) {
            Some(Value::Integer(turned)) => *turned,
            _ => i64::from(set(&knob.name).unwrap_or(knob.value)),
        };
        self.topology().knobs.iter().map(value).collect()
    }
}
