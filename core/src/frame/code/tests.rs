//! Tests of the code view's numbers, on every ready-made scenario.

use super::super::layout::{SECTIONS, read_rows};
use super::super::{Request, frame};
use super::*;
use crate::scenario::{Scenario, Value, presets};
use crate::session::{Boundary, Session};
use crate::trace::topology::ContextKind;
use std::collections::BTreeSet;

const TRACE_BYTES: usize = 64 << 20;
const MILLISECONDS: u64 = 110;

fn after(scenario: &Scenario, milliseconds: u64, trace_bytes: usize) -> Session {
    let mut session = Session::new(scenario, trace_bytes).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("time passes");
    session
}

fn lab(settings: &[(&str, Value)]) -> Scenario {
    presets::find("lab").expect("the lab has its scenario").with(settings).expect("valid settings")
}

const RATE_HIGH: (&str, Value) = ("traffic.rate", Value::Integer(12_000));

/// The numbers of the code view at a moment.
struct Shown {
    facts: CodeFactFields,
    lines: Vec<CodeLineFields>,
    stacks: Vec<CallStackFields>,
}

impl Shown {
    fn at(session: &Session, t: Cycles) -> Shown {
        let request = Request { stacks: true, code: true, ..Request::from_numbers(&[t.0 as f64]) };
        let numbers = frame(session, &request);
        let facts = read_rows(&numbers, Section::CodeFacts)[0];
        let (lines, stacks) = (read_rows(&numbers, Section::CodeLines), read_rows(&numbers, Section::CallStacks));
        Shown { facts, lines, stacks }
    }

    fn sum(&self, field: fn(&CodeLineFields) -> u64) -> u64 {
        self.lines.iter().map(field).sum()
    }

    /// The cycles of all lines and of thread switches.
    fn busy(&self) -> u64 {
        self.sum(|line| line.cycles) + self.facts.switch_cycles
    }
}

#[test]
fn every_step_that_a_machine_takes_has_exactly_one_line() {
    for scenario in presets::all() {
        let session = after(&scenario, MILLISECONDS, TRACE_BYTES);
        let topology = session.topology();
        let mut taken = BTreeSet::new();
        session.recorder().scan(0, |record| {
            taken.extend(record.step_start().map(|start| start.step));
            true
        });
        for (step, row) in topology.steps.iter().enumerate() {
            let lines = topology.code.iter().filter(|line| usize::try_from(line.step) == Ok(step)).count();
            assert!(lines <= 1, "{}: {} has {lines} lines", scenario.id, row.id);
            assert!(lines == 1 || !taken.contains(&(step as u16)), "{}: {} has no line", scenario.id, row.id);
        }
    }
}

#[test]
fn every_cycle_of_the_window_is_counted_once() {
    for scenario in presets::all() {
        let session = after(&scenario, MILLISECONDS, TRACE_BYTES);
        let topology = session.topology();
        let window = session.window(session.head());
        let shown = Shown::at(&session, session.head());
        let counted = shown.facts.to.0 - shown.facts.from.0;
        let all = shown.busy() + shown.facts.idle_cycles;
        assert_eq!(all, counted * u64::from(topology.cpus), "{}", scenario.id);
        assert_eq!(shown.facts.unlisted_cycles, 0, "{}", scenario.id);
        if shown.facts.from.0 != window.from.time.0 {
            continue; // the window has too many records
        }
        assert_eq!(counted, window.difference.time.0, "{}", scenario.id);
        let used = |idle: bool| -> u64 {
            let contexts = topology.contexts.iter().enumerate();
            let wanted = contexts.filter(|(_, context)| (context.kind == ContextKind::Idle) == idle);
            wanted.map(|(number, _)| window.difference.cycles(number as u8)).sum()
        };
        // A switch to the idle context is idle time of that context.
        assert_eq!(shown.busy(), used(false), "{}", scenario.id);
        assert_eq!(shown.facts.idle_cycles, used(true), "{}", scenario.id);
    }
}

/// `wasted` counts a packet's whole work when the packet is dropped. The lines count the work in the window, and know outcomes
/// up to the head. So both agree if the window begins before the packets arrive and ends at the head.
#[test]
fn wasted_cycles_of_all_lines_are_those_of_the_drops() {
    let mut checked = 0;
    for scenario in presets::all() {
        let start = scenario.values().get("traffic.start_ms").integer();
        let session = after(&scenario, start + 90, TRACE_BYTES);
        let window = session.window(session.head());
        let shown = Shown::at(&session, session.head());
        if shown.facts.from.0 != window.from.time.0 || window.from.inside() > 0 {
            continue;
        }
        let mut wasted = 0;
        session.recorder().scan(0, |record| {
            if let Event::Drop { wasted: cycles, .. } = record.event()
                && record.time() < window.to.time
            {
                wasted += u64::from(cycles);
            }
            true
        });
        assert_eq!(wasted, window.difference.count(crate::trace::Count::Wasted), "{}", scenario.id);
        // Packets dropped after the window's end have had work before it, and their outcome is known.
        assert!(
            shown.sum(|line| line.wasted_cycles) >= wasted,
            "{}: {} of {wasted}",
            scenario.id,
            shown.sum(|line| line.wasted_cycles)
        );
        if window.to.time == session.head() {
            assert_eq!(shown.sum(|line| line.wasted_cycles), wasted, "{}", scenario.id);
            checked += u64::from(wasted > 0);
        }
    }
    assert!(checked > 20, "{checked} scenarios waste work");
}

#[test]
fn a_trace_without_the_windows_beginning_counts_the_rest_of_the_window() {
    let session = after(&lab(&[RATE_HIGH]), 150, 1);
    let window = session.window(session.head());
    let shown = Shown::at(&session, session.head());
    let from = shown.facts.from.0;
    assert!(from > window.from.time.0 && from < window.to.time.0, "{from}");
    let all = shown.busy() + shown.facts.idle_cycles;
    assert_eq!(all, window.to.time.0 - from);
    let early = Shown::at(&session, session.clock().cycles_in_milliseconds(20));
    assert!(early.facts.to.0 == 0 && early.lines.is_empty(), "that window is not in the trace");
}

#[test]
fn a_call_stack_names_the_procedures_from_the_outermost_in() {
    let session = after(&lab(&[RATE_HIGH]), 60, TRACE_BYTES);
    let topology = session.topology();
    let mut deepest = Vec::new();
    for microseconds in (50_000..51_000).step_by(7) {
        let shown = Shown::at(&session, session.clock().cycles_in_microseconds(microseconds));
        for context in 0..topology.contexts.len() {
            let rows: Vec<&CallStackFields> = shown.stacks.iter().filter(|row| row.context == context).collect();
            assert!(rows.windows(2).all(|pair| pair[0].depth < pair[1].depth), "each row is one call deeper");
            assert!(rows.split_last().is_none_or(|(_, outer)| outer.iter().all(|row| !row.is_current)));
            if rows.len() > deepest.len() {
                deepest = rows.iter().map(|row| &*topology.steps[usize::from(row.step)].procedure).collect();
            }
        }
    }
    assert_eq!(deepest[0], "ipintr", "{deepest:?}");
    assert!(deepest.contains(&"ip_forward"), "{deepest:?}");
}

#[test]
fn a_frame_without_the_code_view_has_none_of_its_sections() {
    let session = after(&lab(&[]), 20, TRACE_BYTES);
    let numbers = frame(&session, &Request::from_numbers(&[session.head().0 as f64]));
    for section in [Section::CallStacks, Section::CodeLines, Section::CodeFacts] {
        assert_eq!(numbers[SECTIONS + 2 * section as usize + 1], 0.0);
    }
}

#[test]
fn the_next_run_of_a_line_is_the_next_begin_of_its_step() {
    let session = after(&lab(&[]), 60, TRACE_BYTES);
    let step = crate::scenario::Step::IpForward as u16;
    let line = Boundary::from_name(&format!("line {step}")).expect("a line is named by its step");
    let middle = session.clock().cycles_in_milliseconds(50);
    let next = session.neighbour(middle, &line, true).expect("packets are forwarded");
    let after_next = session.neighbour(next, &line, true).expect("packets are forwarded");
    assert!(middle < next && next < after_next);
    assert_eq!(session.neighbour(after_next, &line, false), Some(next));
    let state = session.recorder().state_at(next).expect("the trace has it");
    assert!(state.contexts.iter().any(|context| context.step.is_some_and(|now| now.step == step && now.begin == next)));
    assert_eq!(session.neighbour(session.head(), &line, true), None);
}
