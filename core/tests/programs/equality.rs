//! Programs that ship do what the built-in kernels do: record by record, in the trace of every load of their figures. A statement
//! costs nothing here. Places, lines and gates are compared by their names, because the built-in kernel of 6.4 has parts that the
//! program leaves out (`ipintrq`, and gates of rules that it does not have) and therefore other numbers. A gate that shows whether
//! input is inhibited is compared with the program's variable `inhibited`. The gate `polling` is not compared: no one variable of
//! the programs is on exactly when it is.

use livelock_core::program::shipped::SHIPPED;
use livelock_core::scenario::{Intervention, KNOBS_PATH, KernelProgram, Scenario, Step, Value, presets};
use livelock_core::session::Session;
use livelock_core::trace::topology::Topology;
use livelock_core::trace::{ContextId, Event, Record};
use livelock_core::units::Cycles;

const TRACE_BYTES: usize = 64 << 20;

/// The knobs of a program, with the settings of the built-in kernel that do the same.
fn knobs_of(id: &str) -> &'static [(&'static str, &'static str)] {
    match id {
        "polling" | "feedback" => &[("quota", "polling.quota")],
        "cycle_limit" => &[("quota", "polling.quota"), ("share", "limit.share")],
        "clocked" => &[("quota", "clocked.quota"), ("period", "clocked.period_us")],
        _ => &[],
    }
}

/// A program of the shop in the place of the scenario's kernel.
pub fn with_program(scenario: &Scenario, id: &str) -> Scenario {
    let shipped = SHIPPED.iter().find(|one| one.id == id).expect("a program that ships");
    let values = scenario.values();
    let knobs = knobs_of(id).iter().map(|(knob, path)| (knob.to_string(), values.get(path).integer() as i32)).collect();
    let program = KernelProgram { file: format!("{id}.c"), knobs, ..KernelProgram::default() };
    let mut scenario = Scenario { program: Some(program), ..scenario.clone() };
    for intervention in &mut scenario.interventions {
        for (knob, path) in knobs_of(id) {
            if let Some(value) = intervention.set.remove(*path) {
                intervention.set.insert(format!("{KNOBS_PATH}{knob}"), value);
            }
        }
    }
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
    let line = |line: u8| match topology.lines[usize::from(line)].id.as_str() {
        "poll" => "timer",
        id => id,
    };
    let mut event = record.event();
    let names = match &mut event {
        Event::Gate { gate, .. } => {
            let id = topology.gates[usize::from(*gate)].id.as_str();
            *gate = 0;
            match id {
                "feedback" | "limit" => ["inhibited", ""],
                "polling" | "interrupts_off" | "rate_limit" => return None,
                _ => [id, ""],
            }
        }
        Event::Variable { variable, value } => {
            let name = topology.variables[usize::from(*variable)].name.as_str();
            if name != "inhibited" {
                return None;
            }
            event = Event::Gate { gate: 0, on: *value != 0 };
            [name, ""]
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
    assert_same_records(scenario, id, &trace(&built_in), &trace(&program));
    (built_in, program)
}

fn assert_same_records(scenario: &Scenario, id: &str, expected: &[Named<'_>], found: &[Named<'_>]) {
    let first = expected.iter().zip(found).position(|(one, other)| one != other);
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

#[test]
fn programs_serve_several_wires_and_latched_lines_as_the_built_in_kernels_do() {
    let number = |path, value| (path, Value::Integer(value));
    let flood_beside_a_trickle = [number("traffic.reverse", 500)];
    let three_inputs = [number("traffic.inputs", 3)];
    let latched = [("interrupts.trigger", Value::Choice("latched".into()))];
    for (preset, id) in [
        ("figure-6-1", "4.2bsd"),
        ("section-5-3", "high_ipl"),
        ("figure-6-3", "polling"),
        ("figure-6-4", "feedback"),
        ("section-5-2-short", "clocked"),
        ("figure-7-1", "cycle_limit"),
    ] {
        for more in [&flood_beside_a_trickle, &three_inputs, &latched] {
            for scenario in rates(preset, &[500, 3_000, 6_000, 12_000], more) {
                assert_equal(&scenario, id, 100);
            }
        }
    }
}

/// A knob of the program turns when the setting of the built-in kernel does.
#[test]
fn a_knob_that_turns_has_the_effect_of_the_built_in_setting() {
    for (preset, id, path, numbers) in [
        ("figure-6-3", "polling", "polling.quota", [40, 1]),
        ("section-5-2-short", "clocked", "clocked.period_us", [5_000, 300]),
        ("figure-7-1", "cycle_limit", "limit.share", [80, 20]),
    ] {
        let mut scenario = scenario(preset, &[("traffic.rate", Value::Integer(9_000))]);
        let clock = scenario.profile().clock;
        let turned = |(index, number): (usize, i64)| {
            let at = clock.cycles_in_milliseconds(40 * (index as u64 + 1)).0;
            Intervention { at, set: [(path.to_string(), Value::Integer(number))].into() }
        };
        scenario.interventions = numbers.into_iter().enumerate().map(turned).collect();
        let (built_in, _) = assert_equal(&scenario, id, 120);
        scenario.interventions.clear();
        assert_ne!(built_in.recorder().hash(), session(&scenario, 120).recorder().hash(), "{path} has no effect");
    }
}

#[test]
fn feedback_has_the_trace_of_the_built_in_kernel() {
    for hangs in ["none", "screend"] {
        for scenario in rates("figure-6-4", &LOADS, &[("programs.hangs", Value::Choice(hangs.into()))]) {
            assert_equal(&scenario, "feedback", 150);
        }
    }
}

#[test]
fn clocked_has_the_trace_of_the_built_in_kernel() {
    for preset in ["section-5-2-short", "section-5-2-long"] {
        for scenario in rates(preset, &LOADS, &[]) {
            assert_equal(&scenario, "clocked", 150);
        }
    }
}

/// The built-in limit looks at the queue when it has taken a packet off, the program before, and turning interrupts on costs the
/// built-in limit nothing. So that step costs nothing here and is left out, and records of one cycle are compared in any order.
#[test]
fn the_rate_limit_has_the_records_of_the_built_in_kernel() {
    let free = ("costs.lnintena", Value::Integer(0));
    for ip in ["softint", "thread"] {
        for scenario in rates("section-5-1-queue", &LOADS, &[free.clone(), ("kernel.ip", Value::Choice(ip.into()))]) {
            let sessions = [&scenario, &with_program(&scenario, "rate_limit")].map(|scenario| session(scenario, 150));
            let [expected, found] = sessions.each_ref().map(|session| {
                let mut records = trace(session);
                records.retain(
                    |record| !matches!(record.event, Event::Step(start) if start.step == Step::Lnintena as u16),
                );
                records.sort_by_cached_key(|record| (record.time, format!("{record:?}")));
                records
            });
            assert_same_records(&scenario, "rate_limit", &expected, &found);
        }
    }
}

#[test]
fn the_cycle_limit_has_the_trace_of_the_built_in_kernel() {
    for preset in ["figure-7-1", "figure-7-1-limit-25", "figure-7-1-limit-75", "figure-7-1-limit-100"] {
        for scenario in rates(preset, &LOADS, &[]) {
            assert_equal(&scenario, "cycle_limit", 150);
        }
    }
}

/// No built-in kernel of this machine has NAPI's structure: that of S has other costs, latched lines and levels of its own. So it is
/// compared with polling, which has its idea: as many packets get through, and a flood costs nothing.
#[test]
fn napi_carries_what_polling_carries() {
    let delivered = |scenario: &Scenario| {
        let session = session(scenario, 300);
        let report = session.report(session.clock().cycles_in_milliseconds(50), session.head());
        report.delivered_pps
    };
    for scenario in rates("figure-6-3", &LOADS, &[]) {
        let (polling, napi) = (delivered(&scenario), delivered(&with_program(&scenario, "napi")));
        assert!(napi > 0.97 * polling, "{:?}: {napi} against {polling}", scenario.settings);
    }
}
