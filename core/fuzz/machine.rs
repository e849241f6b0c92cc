//! More fuzzing targets for kernel C: a text, or code, runs on a machine that tells what it breaks. Whatever it does, its machine goes
//! on or stops with a fault of the program, and the same happens in one run and in many slices.

use livelock_core::cpu::{Trap, TrapCause, Verdict};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::program::{Program, compile};
use livelock_core::scenario::{KernelProgram, Scenario, Value, presets};
use livelock_core::units::Cycles;
use std::sync::Arc;

const MILLISECONDS: u64 = 15;

/// Runs a text on a machine with these options. Returns whether it was a program.
pub fn any_program_runs_or_is_stopped(text: &str, options: u64) -> bool {
    if compile(text).is_err() {
        return false;
    }
    runs_or_is_stopped(text, &scenario(text, options), options);
    true
}

/// Attaches any bytes as the code of a text. Returns whether they were code that can run.
pub fn any_code_runs_or_is_stopped(text: &str, code: &[u8], options: u64) -> bool {
    let Some(code) = Program::from_bytes(code) else { return false };
    let mut scenario = scenario(text, options);
    let program = scenario.program.as_mut().expect("it has the text");
    program.compiled = Some(Arc::new(code));
    runs_or_is_stopped(text, &scenario, options);
    true
}

fn runs_or_is_stopped(text: &str, scenario: &Scenario, options: u64) {
    let Ok((end, whole)) = run(scenario, u64::MAX) else { return };
    let (_, slices) = run(scenario, 1 + options % 97).expect("it ran before");
    assert_eq!(whole, slices, "slices change nothing");
    let Outcome { now, stopped, verdicts } = whole;
    match &stopped {
        None => assert_eq!(now, end),
        Some(trap) => assert!(matches!(trap.cause, TrapCause::Program(_)), "{trap}"),
    }
    let faults = verdicts.iter().map(|verdict| &verdict.fault);
    let stopped = stopped.iter().filter_map(|trap| match &trap.cause {
        TrapCause::Program(fault) => Some(fault),
        _ => None,
    });
    for fault in faults.chain(stopped) {
        let lines = text.lines().count() as u32;
        let since = fault.since.map_or(0, |since| since.line);
        assert!(fault.line <= lines && since <= lines, "{fault:?}");
        assert!(fault.since.is_none_or(|since| since.at <= now), "{fault:?}");
        for sentence in [&fault.problem, &fault.real, &fault.remedy] {
            assert!(!sentence.to_string().is_empty());
        }
    }
}

fn scenario(text: &str, options: u64) -> Scenario {
    let bit = |number: u64| options >> number & 1 == 1;
    let choice = |on: bool, yes: &str, no: &str| Value::Choice((if on { yes } else { no }).to_string());
    let settings = [
        ("interrupts.trigger", choice(bit(0), "acknowledged", "level")),
        ("queues.give_back", Value::Switch(bit(1))),
        ("kernel.ip", choice(bit(2), "softint", "thread")),
        ("traffic.rate", Value::Integer(if bit(3) { 12_000 } else { 4_000 })),
    ];
    let preset = presets::find(if bit(4) { "figure-6-1" } else { "figure-6-3" }).expect("a scenario of the list");
    let statement = [0, 10, 300, 10_000][(options >> 5) as usize % 4];
    let program = KernelProgram { file: "kernel.c".to_string(), statement, ..KernelProgram::default() };
    let preset = settings.iter().fold(preset, |preset, one| preset.with(std::slice::from_ref(one)).unwrap_or(preset));
    let scenario = Scenario { program: Some(program), ..preset };
    scenario.with_program_text(text).expect("a text")
}

/// What has become of a machine.
#[derive(Debug, PartialEq)]
struct Outcome {
    now: Cycles,
    stopped: Option<Trap>,
    verdicts: Vec<Verdict>,
}

/// Runs a scenario in slices. An error: the machine cannot be built.
fn run(scenario: &Scenario, iterations: u64) -> Result<(Cycles, Outcome), ()> {
    let mut machine = Machine::new(scenario, Tracing::Off).map_err(drop)?;
    let end = scenario.profile().clock.cycles_in_milliseconds(MILLISECONDS);
    let stopped = loop {
        match machine.run_iterations(end, iterations) {
            Ok(true) => break None,
            Ok(false) => {}
            Err(trap) => break Some(trap),
        }
    };
    Ok((end, Outcome { now: machine.now(), stopped, verdicts: machine.host.verdicts() }))
}
