//! Each limit of a running program: so many are allowed, and one more is told, with the rule that it breaks. And what a slice of a run
//! may take, whatever the program does.

use crate::faults::with_source;
use livelock_core::cpu::{Trap, TrapCause};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::program::calls::PROCEDURES;
use livelock_core::scenario::Value;

/// Runs 80 ms, in which 1,120 packets come.
fn run(source: &str) -> Result<(), Trap> {
    let scenario = with_source(source, 0).with(&[("traffic.rate", Value::Integer(14_000))]).expect("a rate");
    let mut machine = Machine::new(&scenario, Tracing::Off).unwrap_or_else(|errors| panic!("{errors}\n{source}"));
    machine.run_until(scenario.profile().clock.cycles_in_milliseconds(80))
}

/// A program's interrupt takes its packets, and does this before, `count` times as the text says.
fn in_handler(before: &str, statements: &str) -> String {
    format!(
        "static int n;\nstatic void later(void) {{ }}\n{before}\nvoid lnintr(int unit)\n{{\n    struct packet *p;\n    {statements}\n    while ((p = lnread(unit)) != NULL) {{\n        lninitdesc(unit);\n        m_freem(p);\n    }}\n}}\n"
    )
}

/// Procedures of the papers, each inside of the one before. The handler is the first.
fn nested(count: usize) -> String {
    let names = PROCEDURES.iter().map(|row| row.name).filter(|name| *name != "lnintr");
    let names: Vec<&str> = names.take(count - 1).collect();
    let mut functions = String::new();
    for (number, name) in names.iter().enumerate().rev() {
        let inner = names.get(number + 1).map_or("n++;".to_string(), |inner| format!("{inner}();"));
        functions += &format!("static void {name}(void) {{ {inner} }}\n");
    }
    in_handler(&functions, &format!("{}();", names[0]))
}

#[test]
fn limits_of_a_run_are_told_exactly() {
    let levels = |count: usize| {
        in_handler(
            "",
            &format!(
                "int before = 0; for (int i = 0; i < {count}; i++) before = splimp(); for (int i = 0; i < {count}; i++) splx(before);"
            ),
        )
    };
    let timeouts =
        |count: usize| in_handler("", &format!("if (n++ == 0) for (int i = 0; i < {count}; i++) timeout(later, 100);"));
    // A round is some instructions, of which a million may run in no time.
    let rounds = |count: usize| in_handler("", &format!("if (n++ == 0) for (int i = 0; i < {count}; i++) ;"));
    type Source<'a> = &'a dyn Fn(usize) -> String;
    let limits: [(usize, usize, u8, Source<'_>); 4] =
        [(64, 65, 9, &levels), (256, 257, 21, &timeouts), (9, 10, 16, &nested), (200_000, 500_000, 18, &rounds)];
    for (most, more, rule, source) in limits {
        if let Err(trap) = run(&source(most)) {
            panic!("{most} are allowed: {trap}\n{}", source(most));
        }
        let Err(trap) = run(&source(more)) else { panic!("{more} are told: {}", source(more)) };
        let TrapCause::Program(fault) = &trap.cause else { panic!("{trap}") };
        assert_eq!(fault.rule, rule, "{trap}");
    }
}

/// However many packets a program keeps in variables, none of them is lost.
#[test]
fn a_program_may_keep_a_thousand_packets() {
    let source = "static int n;\nstatic struct packet *kept[1000];\nvoid lnintr(int unit)\n{\n    struct packet *p;\n    while ((p = lnread(unit)) != NULL) {\n        lninitdesc(unit);\n        if (n < 1000)\n            kept[n++] = p;\n        else\n            m_freem(p);\n    }\n}\n";
    if let Err(trap) = run(source) {
        panic!("{trap}");
    }
}

/// A slice ends although statements are free and the program counts for long between two steps: whoever asked for it has other things
/// to do.
#[test]
fn a_slice_ends_between_two_steps_of_a_program() {
    let source = "static int n;\nTHREAD(t)\n{\n    for (;;) {\n        for (int i = 0; i < 100000; i++)\n            n++;\n        charge(LANPOLL_LOOP);\n    }\n}\n";
    let scenario = with_source(source, 0);
    let mut machine = Machine::new(&scenario, Tracing::Off).expect("a program");
    let end = scenario.profile().clock.cycles_in_microseconds(200);
    let mut slices = 0;
    while !machine.run_iterations(end, 10).expect("no fault") {
        slices += 1;
    }
    assert!(slices > 100, "{slices}");
}
