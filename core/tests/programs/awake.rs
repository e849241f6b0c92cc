//! Rule 23: a thread that does not sleep although it has nothing to do. Under a flood it always has something to do: that is livelock,
//! and breaks no rule.

use crate::equality::scenario;
use livelock_core::cpu::Fault;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{KernelProgram, Scenario, Value};

const POLLS: &str = include_str!("../../challenges/07-poll-with-a-quota/fails/polls-for-ever.c");
const SLEEPS: &str = include_str!("../../challenges/08-sleep-without-missing-one/reference.c");

/// What is told of a program in 600 ms.
fn told(source: &str, preset: &str, settings: &[(&str, Value)]) -> Vec<Fault> {
    let machine = [
        ("interrupts.trigger", Value::Choice("acknowledged".into())),
        ("queues.give_back", Value::Switch(true)),
        ("transmit.add_while_active", Value::Switch(true)),
    ];
    let program = KernelProgram { file: "kernel.c".to_string(), statement: 20, ..KernelProgram::default() };
    let scenario = scenario(preset, &[&machine, settings].concat());
    let scenario = Scenario { program: Some(program), ..scenario }.with_program_text(source).expect("a text");
    let mut machine = Machine::new(&scenario, Tracing::Off).unwrap_or_else(|errors| panic!("{errors}"));
    machine.run_until(scenario.profile().clock.cycles_in_milliseconds(600)).expect("no fault");
    machine.host.verdicts().into_iter().map(|verdict| (*verdict.fault).clone()).collect()
}

fn at(rate: i64) -> (&'static str, Value) {
    ("traffic.rate", Value::Integer(rate))
}

#[test]
fn a_thread_that_polls_for_ever_is_told_what_it_costs_at_its_loop() {
    let line = POLLS.lines().zip(1..).filter(|(text, _)| *text == "    for (;;) {").last().expect("a loop").1;
    let computes = |does: bool| ("programs.compute", Value::Switch(does));
    for (does, effect) in [(false, "the CPU is never idle"), (true, "the user process gets no CPU")] {
        let told = told(POLLS, "figure-6-1", &[at(1_000), computes(does)]);
        let [fault] = &told[..] else { panic!("{told:?}") };
        assert_eq!((fault.rule, fault.line), (23, line));
        let problem = fault.problem.to_string();
        assert!(
            problem.starts_with("poll does not sleep, although no packet waited at ") && problem.contains(effect),
            "{problem}"
        );
    }
}

#[test]
fn a_flooded_thread_and_one_that_sleeps_are_not_told() {
    for rate in [7_000, 10_000, 14_880] {
        assert_eq!(told(POLLS, "figure-6-1", &[at(rate)]), [], "{rate}");
    }
    for rate in [0, 500, 2_000, 4_000, 14_880] {
        assert_eq!(told(SLEEPS, "figure-6-1", &[at(rate)]), [], "{rate}");
    }
}

/// It takes no packet while screend has some, and screend gets no CPU as long as it turns.
#[test]
fn a_thread_that_waits_for_a_process_without_sleeping_is_told() {
    let waits = "#include \"livelock.h\"\nTHREAD(poll)\n{\n    for (;;) {\n        while (screend_len() > 0)\n            thread_yield();\n        \
                 struct packet *p = lnread(0);\n        if (p == NULL)\n            continue;\n        lninitdesc(0);\n        ipinput(p);\n        \
                 ip_forward(p);\n        if (!screend_enqueue(p))\n            m_freem(p);\n    }\n}\n";
    let told = told(waits, "figure-6-4", &[at(2_000)]);
    let [fault] = &told[..] else { panic!("{told:?}") };
    assert_eq!((fault.rule, fault.line), (23, 5));
    let says = "poll does not sleep, although it has moved no packet for 100 ms of CPU time: the firewall process (screend) gets no CPU.";
    assert_eq!(fault.problem.to_string(), says);
}

/// netisr as a thread sleeps when it returns.
#[test]
fn a_netisr_that_never_returns_is_told_to_return() {
    let polls = "#include \"livelock.h\"\nQUEUE(ipintrq, 50);\nvoid netisr(void)\n{\n    for (;;) {\n        struct packet *p = IF_DEQUEUE(ipintrq);\n        \
                 if (p != NULL)\n            m_freem(p);\n    }\n}\nvoid lnintr(int unit)\n{\n    lnack(unit, LN_RINT | LN_MISS);\n    \
                 for (struct packet *p; (p = lnread(unit)) != NULL; schednetisr()) {\n        lninitdesc(unit);\n        if (!IF_ENQUEUE(ipintrq, p))\n            \
                 m_freem(p);\n    }\n}\n";
    let told = told(polls, "figure-6-1", &[at(1_000), ("kernel.ip", Value::Choice("thread".into()))]);
    let [fault] = &told[..] else { panic!("{told:?}") };
    assert_eq!(
        (fault.rule, fault.line, fault.remedy.to_string()),
        (23, 5, "When nothing waits, let it return.".to_string())
    );
}

/// Each thread_block of its own line, once; and only if nothing was announced since the one before.
#[test]
fn thread_block_without_assert_wait_is_told_at_its_line() {
    let thread = |body: &str| {
        let source =
            format!("#include \"livelock.h\"\nEVENT(work);\nTHREAD(poll)\n{{\n    for (;;) {{\n{body}\n    }}\n}}\n");
        let told = told(&source, "figure-6-1", &[at(0)]);
        told.iter().map(|fault| (fault.rule, fault.line)).collect::<Vec<_>>()
    };
    assert_eq!(thread("thread_block();"), [(23, 6)]);
    assert_eq!(thread("thread_block();\nthread_block();"), [(23, 6), (23, 7)]);
    assert_eq!(thread("assert_wait(work);\nthread_wakeup(work);\nthread_block();\nthread_sleep(work);"), []);
}
