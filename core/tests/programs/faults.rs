//! Programs that break a rule stop their machine, at a line, with a sentence. Programs that only go round and round either stop so
//! or go on in simulated time. None panics, and none hangs.

use crate::equality::scenario;
use livelock_core::cpu::{Trap, TrapCause};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::program::calls::CALLS;
use livelock_core::program::code::{CallNumber, Instruction};
use livelock_core::program::{Program, Target, compile_for};
use livelock_core::scenario::{KernelProgram, Scenario, Value};
use livelock_core::trace::{Count, RecorderSize};
use std::sync::Arc;

const KEEP: Tracing = Tracing::Keep(RecorderSize { bytes: 1 << 20 });

pub fn with_source(source: &str, statement: u64) -> Scenario {
    let program = KernelProgram { file: "kernel.c".to_string(), statement, ..KernelProgram::default() };
    let preset = scenario(
        "figure-6-1",
        &[("traffic.rate", Value::Integer(6_000)), ("kernel.ip", Value::Choice("softint".into()))],
    );
    let scenario = Scenario { program: Some(program), ..preset };
    scenario.with_program_text(source).expect("a text")
}

/// Runs 50 ms in slices of few iterations, as a page does.
fn run(source: &str, statement: u64) -> Result<Machine, Trap> {
    let scenario = with_source(source, statement);
    let mut machine = Machine::new(&scenario, KEEP).unwrap_or_else(|errors| panic!("{errors}\n{source}"));
    let end = scenario.profile().clock.cycles_in_milliseconds(50);
    while !machine.run_iterations(end, 100)? {}
    Ok(machine)
}

fn fault(source: &str) -> (u8, u32, String) {
    let trap = run(source, 0).err().unwrap_or_else(|| panic!("it goes on: {source}"));
    let TrapCause::Program(fault) = &trap.cause else { panic!("{trap}: {source}") };
    (fault.rule, fault.line, fault.problem.to_string())
}

/// What `programs/panics` leaves out.
#[test]
fn what_breaks_a_rule_stops_the_machine_at_its_line() {
    let cases = [
        ("void lnintr(int unit)\n{\n ether_input(NULL);\n}", 1, 3, "ether_input gets NULL instead of a packet"),
        ("void lnintr(int unit)\n{\n lninitdesc(unit - 5);\n}", 15, 3, "gets unit -5"),
        ("void lnintr(int unit)\n{\n IF_LEN(NULL);\n}", 1, 3, "NULL instead of a queue"),
        (
            "void lnintr(int unit)\n{\n struct packet *p = lnread(unit);\n if (p != NULL)\n  if (!lnput(0, p)) m_freem(p);\n}",
            22,
            5,
            "does not send",
        ),
        ("void lnintr(int unit)\n{\n splimp();\n}", 9, 3, "returns while line 3 keeps interrupts out"),
        ("void lnintr(int unit)\n{\n schednetisr();\n}", 1, 3, "has no such function"),
        (
            "void lnintr(int unit)\n{\n struct packet *p = lnread(unit);\n if (p != NULL)\n  if (!screend_enqueue(p)) m_freem(p);\n}",
            22,
            5,
            "No screening process",
        ),
        ("void lnintr(int unit)\n{\n panic(\"out of tea\");\n}", 21, 3, "out of tea"),
        ("void lnintr(int unit)\n{\n assert(unit > 5);\n}", 21, 3, "assert is false"),
        ("THREAD(t)\n{\n lnintdis(0);\n lnintena(0);\n}", 11, 0, "has no function lnintr"),
        ("void lnintr(int unit)\n{\n for (;;)\n  splimp();\n}", 9, 4, "after 64 times without splx"),
        (
            "static int n;\nstatic int slow(void) { charge(LANPOLL_LOOP); return 1; }\nTHREAD(t)\n{\n for (;;)\n  n += slow();\n}\nvoid lnintr(int unit)\n{\n struct packet *p = lnread(unit);\n if (p != NULL) m_freem(p);\n n++;\n}",
            14,
            6,
            "n was",
        ),
        (
            "static void f(void) { }\nTHREAD(t)\n{\n for (;;)\n  timeout(f, 9);\n}",
            21,
            5,
            "256 functions wait for the clock already",
        ),
    ];
    for (source, rule, line, words) in cases {
        let (found, at, problem) = fault(&format!("{source}\n"));
        assert_eq!((found, at), (rule, line), "{problem}: {source}");
        assert!(problem.contains(words), "{problem}: {source}");
    }
}

#[test]
fn the_outer_level_ends_the_inner_ones() {
    let source = "EVENT(never);\nvoid lnintr(int unit)\n{\n lnintdis(unit);\n}\nTHREAD(t)\n{\n for (;;) {\n  int outer = splnet();\n  \
                  splimp();\n  splx(outer);\n  thread_sleep(never);\n }\n}\n";
    if let Err(trap) = run(source, 0) {
        panic!("{trap}");
    }
}

/// The compiler lets no handler sleep. Code that another build has made may try; so may somebody who changes it.
#[test]
fn code_that_lets_an_interrupt_sleep_is_stopped() {
    let source = "EVENT(e);\nTHREAD(t)\n{\n}\nvoid lnintr(int unit)\n{\n lnack(unit, 1);\n}\n";
    for name in ["thread_sleep", "assert_wait", "thread_block"] {
        let target = Target { statements_are_free: true, ..Target::default() };
        let mut code = compile_for(source, target).expect("a program");
        let number = CALLS.iter().position(|call| call.name == name).expect("a call of the table");
        for instruction in &mut code.code {
            if let Instruction::Call { call, .. } = instruction {
                *call = CallNumber::new(number as u8, false);
            }
        }
        let mut scenario = with_source(source, 0);
        scenario.program.as_mut().expect("a program").compiled = Some(Arc::new(code));
        let mut machine = Machine::new(&scenario, KEEP).expect("a machine");
        let trap = machine.run_until(scenario.profile().clock.cycles_in_milliseconds(50)).expect_err(name);
        let TrapCause::Program(fault) = &trap.cause else { panic!("{trap}") };
        assert_eq!((fault.rule, fault.line), (8, 7), "{name}");
        assert_eq!(fault.problem.to_string(), format!("{name} would let an interrupt sleep."));
    }
}

/// A fault is told at a line of the text, so code whose tables name others is refused. Bytes of code may be anybody's.
#[test]
fn code_that_names_lines_behind_its_text_is_refused() {
    let source = "QUEUE(q, 5);\nstatic int n, a[2];\nKNOB(k, 1, 0, 2, \"k\");\nvoid lnintr(int unit)\n{\n int i = 0;\n for (;;)\n  n++;\n}\n";
    let code = compile_for(source, Target { statements_are_free: true, ..Target::default() }).expect("a program");
    let is_refused = |change: &dyn Fn(&mut Program)| {
        let (mut code, mut scenario) = (code.clone(), with_source(source, 0));
        change(&mut code);
        scenario.program.as_mut().expect("a program").compiled = Some(Arc::new(code));
        Machine::new(&scenario, KEEP).is_err()
    };
    assert!(!is_refused(&|_| {}), "the compiler's own lines are those of the text");
    let changes: [&dyn Fn(&mut Program); 9] = [
        &|code| code.code_lines[0] = 10,
        &|code| code.functions[0].line = 10,
        &|code| code.functions[0].last_line = 10,
        &|code| code.functions[0].locals[0].line = 10,
        &|code| code.globals[0].line = 10,
        &|code| code.arrays[0].line = 10,
        &|code| code.queues[0].line = 10,
        &|code| code.knobs[0].line = 10,
        &|code| code.loops[0].last = 10,
    ];
    for (number, change) in changes.iter().enumerate() {
        assert!(is_refused(change), "change {number}");
    }
}

/// A trap is told as `file:line`, and every later run returns it.
#[test]
fn a_fault_names_file_and_line_and_lasts() {
    let scenario = with_source("void lnintr(int unit)\n{\n    panic(\"enough\");\n}\n", 0);
    let mut machine = Machine::new(&scenario, KEEP).expect("a program that compiles");
    let end = scenario.profile().clock.cycles_in_milliseconds(50);
    let trap = machine.run_until(end).expect_err("it panics");
    let words = "kernel.c:3: the kernel stopped at cycle ";
    assert!(trap.to_string().starts_with(words), "{trap}");
    assert_eq!(machine.run_until(end), Err(trap));
}

/// Thirty ways to go round and round. `true`: simulated time goes on also when statements cost nothing. A handler that takes no
/// packet is called for ever, which is rule 11.
#[test]
fn nothing_hangs() {
    let endless = "for (;;) { }";
    let in_function =
        |entry: &str, body: &str| format!("static int n;\nEVENT(e);\nQUEUE(q, 5);\n{entry}\n{{\n{body}\n}}\n");
    let entries = ["void lnintr(int unit)", "void hardclock(void)", "THREAD(t)", "void idle(void)"];
    let mut cases: Vec<(String, bool)> = Vec::new();
    for entry in entries {
        cases.push((in_function(entry, ""), true));
        cases.push((in_function(entry, "n++;"), true));
        cases.push((in_function(entry, endless), false));
        cases.push((in_function(entry, "while (true) n++;"), false));
        cases.push((in_function(entry, "do { } while (1);"), false));
        cases.push((in_function(entry, "while (IF_LEN(q) == 0) ;"), false));
    }
    for body in [
        "for (;;) thread_yield();",
        "for (;;) thread_block();",
        "for (;;) thread_wakeup(e);",
        "for (;;) { assert_wait(e); thread_wakeup(e); thread_block(); }",
        "for (;;) lnrlen(0);",
        "for (;;) splx(splimp());",
    ] {
        cases.push((format!("EVENT(e);\nstatic void f(void) {{ }}\nTHREAD(t)\n{{\n{body}\n}}\n"), false));
    }
    for (body, goes_on) in [
        ("for (;;) thread_sleep(e);", true),
        ("for (;;) { lnintdis(1); lnintena(1); }", true),
        ("for (;;) charge(LANPOLL_LOOP);", true),
    ] {
        cases.push((in_function("THREAD(t)", body), goes_on));
    }
    for body in ["", "static int n; n++;", "IF_LEN(q);", "for (;;) { }", "for (;;) IF_LEN(q);"] {
        let netisr = format!(
            "QUEUE(q, 5);\nvoid lnintr(int unit)\n{{\nstruct packet *p = lnread(unit);\nif (p != NULL) m_freem(p);\nschednetisr();\n}}\nvoid netisr(void)\n{{\n{body}\n}}\n"
        );
        cases.push((netisr, !body.starts_with("for")));
    }
    assert!(cases.len() > 36, "{}", cases.len());
    for (source, goes_on) in &cases {
        match run(source, 0) {
            Ok(machine) => {
                assert!(goes_on, "no time passes: {source}");
                let row = machine.row();
                assert!(row.count(Count::Arrived) > 200, "packets arrive: {source}");
            }
            Err(trap) => {
                let TrapCause::Program(fault) = &trap.cause else { panic!("{trap}: {source}") };
                assert!(!goes_on && fault.rule == 18 || takes_none(source) && fault.rule == 11, "{trap}: {source}");
            }
        }
        // With a cost, each of them goes on in simulated time; only a call that is no statement costs nothing.
        match run(source, 10) {
            Err(trap) => {
                assert!(takes_none(source) && trap.to_string().contains("lnintr has taken none"), "{trap}: {source}")
            }
            Ok(_) => assert!(!takes_none(source) || !goes_on, "{source}"),
        }
    }
}

fn takes_none(source: &str) -> bool {
    source.contains("lnintr(int unit)") && !source.contains("lnread")
}

/// A statement costs its cycles, in a step of its line, and the packet of its function pays for it.
#[test]
fn a_line_is_a_step_of_its_own() {
    let scenario = with_source(include_str!("../../programs/4.2bsd.c"), 150);
    let mut machine = Machine::new(&scenario, Tracing::Keep(RecorderSize { bytes: 16 << 20 })).expect("it compiles");
    machine.run_until(scenario.profile().clock.cycles_in_milliseconds(20)).expect("no fault");
    let topology = &machine.topology;
    let mut seen = Vec::new();
    machine.host.recorder.scan(0, |record| {
        if let livelock_core::trace::Event::Step(start) = record.event() {
            let row = &topology.steps[usize::from(start.step)];
            if row.id.starts_with("program_") {
                assert_eq!(start.cycles, 150);
                let code = &topology.code[row.code as usize];
                assert_eq!(code.step, i32::from(start.step));
                seen.push((code.text.to_string(), start.packet != 0));
            }
        }
        true
    });
    for (text, has_packet) in [("ether_input(p);", false), ("netisr_input(p);", true), ("ip_forward(p);", true)] {
        assert!(seen.contains(&(text.to_string(), has_packet)), "{text}");
    }
}

/// The code view lists the whole text, with the numbers of its lines. A comment directly above a function belongs to it.
#[test]
fn the_code_of_a_machine_is_the_whole_program() {
    let source = "/* A kernel. */\n\nQUEUE(q, 5);\n\n/* Drops all. */\nvoid lnintr(int unit)\n{\n    struct packet *p = lnread(unit);\n\n    if (p != NULL)\n\tm_freem(p);\n}\nvoid idle(void) { }\n";
    let machine = Machine::new(&with_source(source, 10), KEEP).expect("it compiles");
    let code = machine.topology.code.iter().filter(|row| row.line > 0);
    let rows: Vec<(u32, &str, u8, bool)> =
        code.clone().map(|row| (row.line, &*row.procedure, row.indent, row.step >= 0)).collect();
    assert_eq!(
        rows,
        [
            (1, "kernel.c", 0, false),
            (3, "kernel.c", 0, false),
            (5, "lnintr", 0, false),
            (6, "lnintr", 0, false),
            (7, "lnintr", 0, false),
            (8, "lnintr", 1, true),
            (10, "lnintr", 1, true),
            (11, "lnintr", 2, true),
            (12, "lnintr", 0, false),
            (13, "idle", 0, false),
        ]
    );
    for row in code {
        assert_eq!(source.lines().nth(row.line as usize - 1).map(str::trim), Some(&*row.text));
    }
}

/// A program runs the same in one run and in many slices.
#[test]
fn slices_change_nothing() {
    for statement in [0, 10] {
        let scenario = with_source(include_str!("../../programs/4.2bsd.c"), statement);
        let hash = |iterations: u64| {
            let mut machine =
                Machine::new(&scenario, Tracing::Keep(RecorderSize { bytes: 32 << 20 })).expect("it compiles");
            let end = scenario.profile().clock.cycles_in_milliseconds(30);
            while !machine.run_iterations(end, iterations).expect("no fault") {}
            machine.host.recorder.hash()
        };
        let whole = hash(u64::MAX);
        assert!([1, 7, 100].into_iter().all(|iterations| hash(iterations) == whole), "{statement}");
    }
}
