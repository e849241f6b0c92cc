//! Programs that ship do what the built-in kernels do: record by record, in the trace of every load of their figures. A statement
//! costs nothing here. Places, lines and gates are compared by their names, because the built-in kernel of 6.4 has parts that the
//! program leaves out (`ipintrq`, and the gates of feedback and of the cycle limit) and therefore other numbers. Its gate
//! `polling` is not compared: it is on while a variable of that kernel is, which the machine does not see in a program.

use livelock_core::program::shipped::SHIPPED;
use livelock_core::scenario::{KernelProgram, Scenario, Value, presets};
use livelock_core::session::Session;
use livelock_core::trace::topology::Topology;
use livelock_core::trace::{ContextId, Event, Record};
use livelock_core::units::Cycles;
use std::collections::BTreeMap;

const TRACE_BYTES: usize = 64 << 20;

/// A program of the shop in the place of the scenario's kernel.
pub fn with_program(scenario: &Scenario, id: &str) -> Scenario {
    let shipped = SHIPPED.iter().find(|one| one.id == id).expect("a program that ships");
    let quota = scenario.values().get("polling.quota").integer() as i32;
    let knobs =
        if shipped.source.contains("KNOB(quota") { [("quota".to_string(), quota)].into() } else { BTreeMap::new() };
    let program = KernelProgram { file: format!("{id}.c"), knobs, ..KernelProgram::default() };
    let scenario = Scenario { program: Some(program), ..scenario.clone() };
    scenario.with_program_text(shipped.source).expect("no other program is named")
}

pub fn scenario(preset: &str, settings: &[(&str, Value)]) -> Scenario {
    presets::find(preset).expect("a preset").with(settings).expect("valid settings")
}

fn session(scenario: &Scenario, milliseconds: u64) -> Session {
    let mut session = Session::new(scenario, TRACE_BYTES).expect("a program that compiles");
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("no fault");
    assert_eq!(session.recorder().first(), 0, "the whole trace is kept");
    session
}

/// A record with the names of its places, lines and gates. `None`: a part that only one of the machines has.
#[derive(Debug, PartialEq)]
struct Named<'a> {
    time: Cycles,
    context: ContextId,
    level: u8,
    event: Event,
    names: [&'a str; 2],
}

fn named(record: Record, topology: &Topology) -> Option<Named<'_>> {
    let place = |place: u8| topology.places[usize::from(place)].id.as_str();
    let line = |line: u8| topology.lines[usize::from(line)].id.as_str();
    let mut event = record.event();
    let names = match &mut event {
        Event::Gate { gate, .. } => {
            let id = topology.gates[usize::from(*gate)].id.as_str();
            if id == "polling" || id == "interrupts_off" {
                return None;
            }
            *gate = 0;
            [id, ""]
        }
        Event::Arrive { place: at, line: by, .. } => {
            let names = [place(*at), line(*by)];
            (*at, *by) = (0, 0);
            names
        }
        Event::Capacity { place: at, .. } if place(*at) == "ipintrq" => return None,
        Event::Refuse { place: at, .. }
        | Event::Push { place: at, .. }
        | Event::Drop { place: at, .. }
        | Event::Capacity { place: at, .. } => [place(std::mem::take(at)), ""],
        Event::Pop { place: at, deasserts: by, .. } | Event::Deliver { place: at, asserts: by, .. } => {
            [place(std::mem::take(at)), by.take().map_or("", line)]
        }
        _ => ["", ""],
    };
    Some(Named { time: record.time(), context: record.context(), level: record.level(), event, names })
}

fn trace(session: &Session) -> Vec<Named<'_>> {
    let mut records = Vec::new();
    session.recorder().scan(0, |record| {
        records.extend(named(record, session.topology()));
        true
    });
    records
}

fn lines(records: &[Named<'_>]) -> String {
    records.iter().map(|record| format!("  {record:?}\n")).collect()
}

fn assert_equal(scenario: &Scenario, id: &str, milliseconds: u64) -> (Session, Session) {
    let (built_in, program) = (session(scenario, milliseconds), session(&with_program(scenario, id), milliseconds));
    let (expected, found) = (trace(&built_in), trace(&program));
    let first = expected.iter().zip(&found).position(|(one, other)| one != other);
    if let Some(first) = first {
        let from = first.saturating_sub(4);
        panic!(
            "{id}, {:?}: record {first} of {}\nbuilt in:\n{}\nprogram:\n{}",
            scenario.settings,
            expected.len(),
            lines(&expected[from..(first + 2).min(expected.len())]),
            lines(&found[from..(first + 2).min(found.len())])
        );
    }
    assert_eq!(expected.len(), found.len(), "{id}: {:?}", scenario.settings);
    drop((expected, found));
    (built_in, program)
}

fn rates(preset: &str, rates: &[i64], more: &[(&str, Value)]) -> Vec<Scenario> {
    let at = |rate: &i64| scenario(preset, &[more, &[("traffic.rate", Value::Integer(*rate))]].concat());
    rates.iter().map(at).collect()
}

/// The loads of figures 6-1 and 6-3.
const LOADS: [i64; 7] = [1_000, 2_500, 4_000, 4_700, 6_000, 9_000, 14_000];

#[test]
fn four_two_bsd_has_the_fingerprint_of_the_built_in_kernel() {
    for ip in ["softint", "thread"] {
        for preset in ["figure-6-1", "figure-6-1-screend"] {
            for scenario in rates(preset, &LOADS, &[("kernel.ip", Value::Choice(ip.into()))]) {
                let (built_in, program) = assert_equal(&scenario, "4.2bsd", 150);
                assert_eq!(built_in.recorder().hash(), program.recorder().hash(), "{preset}, {ip}");
            }
        }
    }
}

#[test]
fn high_ipl_has_the_fingerprint_of_the_built_in_kernel() {
    let between = ("transmit.completions", Value::Choice("between".into()));
    for scenario in rates("section-5-3", &LOADS, &[between]) {
        let (built_in, program) = assert_equal(&scenario, "high_ipl", 150);
        assert_eq!(built_in.recorder().hash(), program.recorder().hash());
    }
}

#[test]
fn polling_has_the_trace_of_the_built_in_kernel() {
    for preset in ["figure-6-3", "figure-6-4-no-feedback"] {
        for scenario in rates(preset, &LOADS, &[]) {
            assert_equal(&scenario, "polling", 150);
        }
    }
}
