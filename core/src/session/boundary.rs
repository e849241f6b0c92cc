//! The moments that a person can step to: the next or previous step, packet, drop, interrupt, thread switch or idle time; in a
//! program also a line, a breakpoint, and another value of a variable. The search reads the whole recorded trace, which has a limited
//! size. At the head, the machine can run on to the next one.

use super::Session;
use super::breakpoints::{Breakpoints, Values};
use crate::cpu::Trap;
use crate::trace::topology::ContextKind;
use crate::trace::{ContextId, Event, Record, VariableId};
use crate::units::Cycles;

/// A kind of moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Boundary {
    /// A context begins a step, or the CPU switches to another context.
    Step,
    /// A packet arrives, leaves or is dropped.
    Packet,
    /// A packet is refused or dropped.
    Drop,
    /// An interrupt handler begins.
    Interrupt,
    /// A CPU begins to switch to another thread or process.
    Switch,
    /// A CPU has nothing more to do.
    Idle,
    /// A line of a program begins, in any context.
    AnyLine,
    /// A line of code begins: the step with this number.
    Line(u16),
    /// A line of a program begins in this context, where at most so many functions call each other. When the context's handler has
    /// returned, or did not run yet, any line.
    LineWithin(ContextId, u8),
    /// A line of a program begins that has a breakpoint, whose condition holds.
    Breakpoint(Breakpoints),
    /// A variable of a program gets another value.
    Write(VariableId),
}

/// A thread switch that interrupts have suspended goes on within this many records.
const SUSPENDED_SWITCH_RECORDS_MAX: u64 = 1 << 14;
/// How many records a search back reads at once if it needs the values of variables at each of them.
const BLOCK: u64 = 1 << 12;

impl Boundary {
    /// The kinds with their names, which the page uses. The others have numbers behind their names: "line" and the step, "within",
    /// the context and the number of functions, "write" and the variable, "break" and the breakpoints.
    pub const ALL: [(&str, Boundary); 7] = [
        ("step", Boundary::Step),
        ("packet", Boundary::Packet),
        ("drop", Boundary::Drop),
        ("interrupt", Boundary::Interrupt),
        ("switch", Boundary::Switch),
        ("idle", Boundary::Idle),
        ("line", Boundary::AnyLine),
    ];

    pub fn from_name(name: &str) -> Option<Boundary> {
        let Some((kind, rest)) = name.split_once(' ') else {
            return Boundary::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, boundary)| boundary);
        };
        if kind == "break" {
            return Breakpoints::from_text(rest).map(Boundary::Breakpoint);
        }
        let (first, second) = rest.split_once(' ').unwrap_or((rest, "0"));
        let (first, second): (u16, u16) = (first.parse().ok()?, second.parse().ok()?);
        match kind {
            "line" => Some(Boundary::Line(first)),
            "within" => Some(Boundary::LineWithin(first as ContextId, second as u8)),
            "write" => Some(Boundary::Write(first)),
            _ => None,
        }
    }
}

/// A search for a moment: what it has to know beside each record.
struct Search<'a> {
    boundary: &'a Boundary,
    /// Of `LineWithin`: whether the context still runs the handler or thread that it ran at the start.
    is_inside: bool,
    /// Of a breakpoint with a condition: the values of the trace.
    values: Option<Values>,
}

impl Search<'_> {
    /// Whether a moment is at this record, which is the next one forward or, without `values`, backward.
    fn is_at(&mut self, session: &Session, number: u64, record: Record) -> bool {
        if let Some(values) = &mut self.values {
            values.apply(session, record.time(), record.event_out_of_line());
        }
        match self.boundary {
            Boundary::LineWithin(context, calls) => {
                let is_own = record.context() == *context;
                self.is_inside &= !(is_own && begins_or_ends_a_handler(record));
                record.calls() > 0 && (!self.is_inside || is_own && record.calls() <= *calls)
            }
            Boundary::Breakpoint(breakpoints) => {
                let (topology, values) = (session.topology(), self.values.as_ref());
                record.calls() > 0
                    && record.step_start().is_some_and(|start| breakpoints.stop_at(start.step, topology, values))
            }
            _ => session.is_at(self.boundary, number, record),
        }
    }
}

fn begins_or_ends_a_handler(record: Record) -> bool {
    matches!(record.event_out_of_line(), Event::Return { .. } | Event::Interrupt { .. })
}

impl Session {
    /// Returns the nearest moment of this kind after (or before) `moment`, or `None` if the recorded trace has none.
    pub fn neighbour(&self, moment: Cycles, boundary: &Boundary, forward: bool) -> Option<Cycles> {
        if forward {
            return self.next_until(moment, Cycles(u64::MAX), boundary);
        }
        let start = self.recorder().first_after(moment);
        let mut search = self.search(moment, boundary);
        if search.values.is_some() {
            return self.last_before(moment, start, boundary);
        }
        let numbers = (self.recorder().first()..start).rev();
        numbers
            .filter_map(|number| Some((number, self.recorder().record(number)?)))
            .find(|(number, record)| search.is_at(self, *number, *record) && record.time() != moment)
            .map(|(_, record)| record.time())
    }

    /// Returns the first moment of this kind after `moment`, at most at `until`.
    pub fn next_until(&self, moment: Cycles, until: Cycles, boundary: &Boundary) -> Option<Cycles> {
        let mut number = self.recorder().first_after(moment);
        let mut search = self.search(moment, boundary);
        let mut found = None;
        self.recorder().scan(number, |record| {
            if record.time() > until {
                return false;
            }
            found = search.is_at(self, number, record).then(|| record.time());
            number += 1;
            found.is_none()
        });
        found
    }

    /// The last moment before `moment` and the record `end` of a kind that needs the values of variables: these are known forward
    /// from any record, so it is searched block by block.
    fn last_before(&self, moment: Cycles, end: u64, boundary: &Boundary) -> Option<Cycles> {
        let first = self.recorder().first();
        let mut to = end;
        while to > first {
            let from = first.max(to.saturating_sub(BLOCK));
            let values = Some(Values::at(self, self.recorder().state_before(from)));
            let mut search = Search { boundary, is_inside: false, values };
            let records = (from..to).filter_map(|number| Some((number, self.recorder().record(number)?)));
            let found = records
                .filter(|(number, record)| search.is_at(self, *number, *record) && record.time() < moment)
                .last();
            if let Some((_, record)) = found {
                return Some(record.time());
            }
            to = from;
        }
        None
    }

    fn search<'a>(&self, moment: Cycles, boundary: &'a Boundary) -> Search<'a> {
        let state = || self.recorder().state_before(self.recorder().first_after(moment));
        let is_inside = match boundary {
            Boundary::LineWithin(context, _) => {
                state().contexts.get(usize::from(*context)).is_some_and(|context| !context.calls.is_empty())
            }
            _ => false,
        };
        let has_condition = matches!(boundary, Boundary::Breakpoint(breakpoints) if breakpoints.have_conditions());
        let values = has_condition.then(|| Values::at(self, state()));
        Search { boundary, is_inside, values }
    }

    /// Runs from the head to the next moment of this kind, for at most this many iterations of the machine and at most to
    /// `until`. Returns `None` if there was none. The head stops at the moment, or one step of the CPU later.
    pub fn advance_to(&mut self, boundary: &Boundary, until: Cycles, iterations: u64) -> Result<Option<Cycles>, Trap> {
        let begin = self.head();
        let mut search = self.search(begin, boundary);
        let mut number = self.recorder().first_after(begin);
        for _ in 0..iterations {
            if self.head() >= until || self.is_at_bound() {
                break;
            }
            // The moment may follow from the last records only when the next one is known (see `stays_idle`).
            if matches!(boundary, Boundary::Idle) {
                number = self.recorder().first_after(begin.max(self.head().saturating_sub(Cycles(1))));
            }
            self.advance(until, 1)?;
            while number < self.recorder().count() {
                let record = self.recorder().record(number);
                if let Some(record) = record.filter(|record| search.is_at(self, number, *record)) {
                    return Ok(Some(record.time()));
                }
                number += 1;
            }
        }
        Ok(None)
    }

    /// Whether a moment of a kind that needs no more than the trace is at this record.
    fn is_at(&self, boundary: &Boundary, number: u64, record: Record) -> bool {
        let event = record.event_out_of_line();
        match boundary {
            Boundary::Step => {
                matches!(event, Event::Step(_) | Event::Run { .. } | Event::Interrupt { .. } | Event::Return { .. })
            }
            Boundary::AnyLine => record.calls() > 0,
            Boundary::Line(step) => record.step_start().is_some_and(|start| start.step == *step),
            Boundary::Write(variable) => {
                matches!(event, Event::Variable { variable: changed, .. } if changed == *variable)
            }
            Boundary::LineWithin(..) | Boundary::Breakpoint(_) => unreachable!("a search knows these"),
            Boundary::Packet => record.begins_or_ends_a_packet(),
            Boundary::Drop => matches!(event, Event::Refuse { .. } | Event::Drop { .. }),
            Boundary::Interrupt => matches!(event, Event::Interrupt { .. }),
            Boundary::Switch => {
                matches!(event, Event::Run { .. })
                    && !self.is_idle_context(record.context())
                    && !self.is_resumed_switch(number, record)
            }
            Boundary::Idle => {
                matches!(event, Event::Run { .. } | Event::Return { .. })
                    && record.switches_to().is_some_and(|context| self.is_idle_context(context))
                    && self.stays_idle(number, record)
            }
        }
    }

    fn is_idle_context(&self, context: ContextId) -> bool {
        self.topology().contexts[usize::from(context)].kind == ContextKind::Idle
    }

    /// Whether this record continues a thread switch after an interrupt: the CPU's last switch went to the same context.
    fn is_resumed_switch(&self, number: u64, record: Record) -> bool {
        let recorder = self.recorder();
        (recorder.first().max(number.saturating_sub(SUSPENDED_SWITCH_RECORDS_MAX))..number)
            .rev()
            .filter_map(|earlier| recorder.record(earlier))
            .find(|earlier| earlier.cpu() == record.cpu() && matches!(earlier.event(), Event::Run { .. }))
            .is_some_and(|earlier| earlier.context() == record.context())
    }

    /// Whether the CPU stays idle for at least one cycle. It does not if an interrupt's handler returns to the idle context
    /// after it has woken a thread. As long as the next records are not known, it does not count as idle.
    fn stays_idle(&self, number: u64, record: Record) -> bool {
        let recorder = self.recorder();
        (number + 1..recorder.count())
            .filter_map(|later| recorder.record(later))
            .take_while(|later| later.time() == record.time())
            .all(|later| later.cpu() != record.cpu() || later.switches_to().is_none())
            && self.head() > record.time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Value, presets};

    const MILLISECONDS: u64 = 60;

    fn session(rate: i64) -> Session {
        let settings = [("traffic.rate", Value::Integer(rate))];
        let scenario = presets::find("lab").expect("the lab has its scenario").with(&settings).expect("valid settings");
        let mut session = Session::new(&scenario, 16 << 20).expect("a valid scenario");
        let end = session.clock().cycles_in_milliseconds(MILLISECONDS);
        session.advance(end, u64::MAX).expect("time passes");
        session
    }

    /// All moments of a kind, found by steps forward from the beginning.
    fn moments(session: &Session, boundary: &Boundary) -> Vec<Cycles> {
        std::iter::successors(session.neighbour(Cycles::ZERO, boundary, true), |moment| {
            session.neighbour(*moment, boundary, true)
        })
        .collect()
    }

    #[test]
    fn each_name_names_its_boundary() {
        for (name, boundary) in Boundary::ALL {
            assert_eq!(Boundary::from_name(name), Some(boundary));
        }
        assert_eq!(Boundary::from_name("weekend"), None);
    }

    #[test]
    fn steps_back_find_the_same_moments_as_steps_forward() {
        let session = session(12_000);
        for (name, boundary) in Boundary::ALL {
            let forward = moments(&session, &boundary);
            let after_all = session.head() + Cycles(1);
            let mut backward: Vec<Cycles> =
                std::iter::successors(session.neighbour(after_all, &boundary, false), |moment| {
                    session.neighbour(*moment, &boundary, false)
                })
                .collect();
            backward.reverse();
            let at_start = backward.first() == Some(&Cycles::ZERO);
            assert_eq!(backward[usize::from(at_start)..], forward, "{name}");
        }
    }

    #[test]
    fn every_drop_is_found_and_a_healthy_machine_has_none() {
        let overloaded = session(12_000);
        let drops = moments(&overloaded, &Boundary::Drop);
        assert!(drops.len() > 100, "{} drops in 60 ms of overload", drops.len());
        assert_eq!(moments(&session(2_000), &Boundary::Drop), []);
        assert_eq!(overloaded.neighbour(overloaded.head(), &Boundary::Drop, true), None);
    }

    #[test]
    fn idle_time_begins_when_the_cpu_runs_its_idle_context() {
        let session = session(2_000);
        let idle = moments(&session, &Boundary::Idle);
        assert!(idle.len() > 50, "{} idle times at 2,000 packets/s", idle.len());
        for moment in idle {
            let state = session.recorder().state_at(moment).expect("it is recorded");
            assert!(session.is_idle_context(state.cpus[0].running), "not idle at {moment:?}");
        }
    }

    #[test]
    fn a_switch_that_an_interrupt_suspended_counts_once() {
        let session = session(12_000);
        let switches = moments(&session, &Boundary::Switch);
        let recorder = session.recorder();
        let records = (recorder.first()..recorder.count()).filter_map(|number| recorder.record(number));
        let mut runs = records.filter(|record| matches!(record.event(), Event::Run { .. }));
        let mut running = runs.next().expect("some thread runs").context();
        let changes = runs.filter(|record| std::mem::replace(&mut running, record.context()) != record.context());
        let to_threads = changes.filter(|record| !session.is_idle_context(record.context())).count();
        assert!(!switches.is_empty());
        assert!(switches.len().abs_diff(to_threads) <= 1, "{} found, {to_threads} recorded", switches.len());
    }

    #[test]
    fn the_machine_runs_on_to_the_next_moment_and_stops_near_it() {
        for (name, boundary) in Boundary::ALL {
            let mut ahead = session(12_000);
            let begin = ahead.head();
            let until = begin + ahead.clock().cycles_in_milliseconds(50);
            let Some(found) = ahead.advance_to(&boundary, until, u64::MAX).expect("time passes") else { continue };
            let mut whole = session(12_000);
            whole.advance(until, u64::MAX).expect("time passes");
            assert_eq!(Some(found), whole.neighbour(begin, &boundary, true), "{name}");
            let step_max = ahead.clock().cycles_in_microseconds(1_000);
            assert!(ahead.head() - found < step_max, "{name}: {:?} is far past {found:?}", ahead.head());
        }
    }

    #[test]
    fn the_run_ahead_is_bounded() {
        let mut session = session(2_000);
        let until = session.head() + session.clock().cycles_in_milliseconds(20);
        assert_eq!(session.advance_to(&Boundary::Drop, until, u64::MAX).expect("time passes"), None);
        assert!(session.head() >= until);
        let head = session.head();
        let far = head + session.clock().cycles_in_milliseconds(1_000);
        assert_eq!(session.advance_to(&Boundary::Drop, far, 10).expect("time passes"), None);
        assert!(session.head() < far);
    }
}
