//! Compares the hashes of the ready-made scenarios' traces with the golden file. Links, reports and verdicts contain the model
//! version, and within a version they are compared exactly. So a changed trace needs a new version; this test checks that. Frames
//! are compared as text, so that a reader sees a change of the picture.
//!
//! After a change of the model: give `scenario::MODEL` a new version, then run `UPDATE_GOLDEN=1 cargo test --test golden`.

use livelock_core::cpu::TrapCause;
use livelock_core::frame::layout::{ContextFields, PlaceFields, Row, SECTIONS, Section, TallyFields, read_rows};
use livelock_core::frame::{Request, frame};
use livelock_core::ordered::ordered_map;
use livelock_core::probes::diagnosis::diagnose;
use livelock_core::scenario::{KernelProgram, MODEL, Scenario, Value, presets};
use livelock_core::session::Session;
use livelock_core::units::Cycles;
use std::fmt::Write;

const TRACES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/traces.txt");
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/programs.txt");
const FRAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/frames.txt");
const MILLISECONDS: u64 = 200;
const TRACE_BYTES: usize = 64 << 20;

fn updating() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

fn after(scenario: &Scenario, milliseconds: u64) -> Session {
    let mut session = Session::new(scenario, TRACE_BYTES).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("time passes");
    assert_eq!(session.recorder().first(), 0, "the recorder has the whole trace");
    session
}

#[test]
fn a_changed_trace_needs_a_new_model_version() {
    let mut found = format!("model {MODEL}, {MILLISECONDS} ms\n");
    for scenario in presets::all() {
        let hash = after(&scenario, MILLISECONDS).recorder().hash();
        writeln!(found, "{} {hash:016x}", scenario.id).expect("text grows");
    }
    let kept = std::fs::read_to_string(TRACES).unwrap_or_default();
    let traces = |text: &str| -> Vec<String> { text.lines().skip(1).map(String::from).collect() };
    let version = |text: &str| text.lines().next().unwrap_or_default().to_string();
    // new scenarios may be added to a version; the traces of its scenarios must not change
    let known = traces(&kept);
    let changed = traces(&found).into_iter().any(|line| {
        let id = line.split(' ').next().unwrap_or_default().to_string();
        known.iter().any(|old| old.split(' ').next() == Some(&id) && *old != line)
    });
    assert!(
        !(changed && version(&kept) == version(&found)),
        "traces have changed within model version {MODEL}: give scenario::MODEL a new one, then UPDATE_GOLDEN=1\n{found}"
    );
    if updating() {
        std::fs::write(TRACES, &found).expect("the golden file can be written");
    } else {
        assert!(
            kept == found,
            "core/tests/golden/traces.txt has another model version or other scenarios: UPDATE_GOLDEN=1\n{found}"
        );
    }
}

/// Programs in kernel C: one that ships, and one that stops its machine at a line. web/engine/determinism.test.ts reads the same file.
#[test]
fn traces_of_programs_are_unchanged() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let preset = presets::find("figure-6-1").expect("a ready-made scenario");
    let mut found = format!("model {MODEL}, {MILLISECONDS} ms of figure-6-1 with statements of 10 cycles\n");
    for file in ["programs/4.2bsd.c", "tests/golden/given-away.c"] {
        let source = std::fs::read_to_string(format!("{root}{file}")).expect("a program");
        let program = KernelProgram { file: file.to_string(), statement: 10, ..KernelProgram::default() };
        let scenario = Scenario { program: Some(program), ..preset.clone() };
        let scenario = scenario.with_program_text(&source).expect("any text");
        let mut session = Session::new(&scenario, TRACE_BYTES).expect("it compiles");
        let end = session.clock().cycles_in_milliseconds(MILLISECONDS);
        let stopped_in = match session.advance(end, u64::MAX).map_err(|trap| trap.cause) {
            Ok(_) => String::new(),
            Err(TrapCause::Program(fault)) => format!(" {}", fault.line),
            Err(cause) => panic!("{cause:?}"),
        };
        writeln!(found, "{file} {:016x}{stopped_in}", session.recorder().hash()).expect("text grows");
    }
    if updating() {
        std::fs::write(PROGRAMS, &found).expect("the golden file can be written");
    }
    let kept = std::fs::read_to_string(PROGRAMS).unwrap_or_default();
    assert!(kept == found, "core/tests/golden/programs.txt has other traces: UPDATE_GOLDEN=1\n{found}");
}

/// A healthy, a collapsed and a cured machine, as numbers that a person can read.
#[test]
fn frames_are_unchanged() {
    let rate = |rate: i64| ("traffic.rate", Value::Integer(rate));
    let polls = ("polling.enabled", Value::Switch(true));
    let cases =
        [("healthy", vec![rate(2_000)]), ("collapsed", vec![rate(12_000)]), ("cured", vec![rate(12_000), polls])];
    let mut found = format!("model {MODEL}\n");
    for (name, settings) in cases {
        let lab = presets::find("lab").expect("the lab has its scenario");
        let session = after(&lab.with(&settings).expect("valid settings"), 250);
        writeln!(found, "\n{name}").expect("text grows");
        describe(&session, &mut found);
    }
    if updating() {
        std::fs::write(FRAMES, &found).expect("the golden file can be written");
    }
    let kept = std::fs::read_to_string(FRAMES).unwrap_or_default();
    assert!(
        kept == found,
        "frames differ from core/tests/golden/frames.txt (UPDATE_GOLDEN=1 writes it anew):\n{found}"
    );
}

fn describe(session: &Session, out: &mut String) {
    let t = session.head();
    let from = Cycles(t.0 - 150_000);
    let motion_span = Cycles(150_000);
    let (columns, spans, depths) = (true, true, true);
    let (code, stacks) = (true, true);
    let request = Request {
        t,
        from,
        to: t,
        width: 10,
        selected: None,
        motion_span,
        columns,
        spans,
        depths,
        code,
        stacks,
        counted: t,
    };
    let numbers = frame(session, &request);
    let topology = session.topology();
    let count = |section: Section| numbers[SECTIONS + 2 * section as usize + 1] as usize;
    for (context, row) in topology.contexts.iter().zip(read_rows::<ContextFields>(&numbers, Section::Contexts)) {
        let step = row.step.map_or("-", |step| &topology.steps[usize::from(step)].id);
        let (state, share) = (row.state as u8, row.share * 100.0);
        writeln!(out, "  {:9} state {state} {share:>6.2} %  {step}", context.id).expect("text grows");
    }
    for (place, row) in topology.places.iter().zip(read_rows::<PlaceFields>(&numbers, Section::Places)) {
        let PlaceFields { count, capacity, drops, wasted, .. } = row;
        if place.capacity > 0 {
            writeln!(out, "  {:13} {count:>2} of {capacity}  dropped {drops}  wasted {wasted} cycles", place.id)
                .expect("text grows");
        }
    }
    let window = numbers[SECTIONS + 2 * Section::Window as usize] as usize;
    for (field, number) in TallyFields::FIELDS.iter().zip(&numbers[window..]) {
        writeln!(out, "  {} {number}", field.name).expect("text grows");
    }
    let sizes = [Section::Spans, Section::Events, Section::RecentDrops, Section::Moves].map(count);
    writeln!(out, "  spans, events, drops, moves: {sizes:?}").expect("text grows");
    writeln!(out, "  {}", diagnose(session, t).sentence()).expect("text grows");
}

/// The browser's test reads the same golden file.
#[test]
fn golden_traces_belong_to_existing_scenarios() {
    let kept = std::fs::read_to_string(TRACES).expect("core/tests/golden/traces.txt is there");
    let known = ordered_map(presets::all().into_iter().map(|scenario| (scenario.id, ())));
    for line in kept.lines().skip(1) {
        let id = line.split(' ').next().expect("each line begins with an id");
        assert!(known.contains_key(id), "{id}");
    }
}
