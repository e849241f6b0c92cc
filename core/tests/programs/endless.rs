//! A loop without an end is told in every context that a program has, at every level, within some 200 ms: one program with all entry
//! points (so that a new one is met here), and the loop in one of them. Loops whose calls move no packet are tried with each call.

use crate::equality::scenario;
use livelock_core::cpu::{Fault, TrapCause};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::program::Type;
use livelock_core::program::calls::{CALLS, Context, ENTRY_POINTS, NEVER_RETURNS, Packets};
use livelock_core::scenario::{KernelProgram, Scenario, Value};
use std::fmt::Write;

/// The loop is told after 200 ms of CPU time. It runs from the first packets on, and a system call shares the CPU.
const MILLISECONDS: u64 = 230;
const MILLISECONDS_OF_A_PROCESS: u64 = 500;

/// What each entry point does beside the loop, so that the others are called.
fn work_of(entry: &str) -> &'static str {
    match entry {
        "lnintr" => {
            "struct packet *p;\n    lnack(unit, lnintr_cause(unit));\n    while (lnreclaim(unit) > 0) ;\n    while ((p = lnread(unit)) != NULL) {\n        lninitdesc(unit);\n        if (!IF_ENQUEUE(q, p))\n            m_freem(p);\n    }\n    schednetisr();"
        }
        "netisr" => {
            "struct packet *p;\n    while ((p = IF_DEQUEUE(q)) != NULL)\n        if (!screend_enqueue(p))\n            m_freem(p);"
        }
        "hardclock" => "timeout(later, 1);\n    thread_wakeup(e);",
        _ => "n++;",
    }
}

/// The contexts that are no entry points: the head of their function, and where they run.
const OTHERS: [(&str, Context); 3] = [
    ("THREAD(thread)", Context::Thread),
    ("TIMER(timer, 1000)", Context::Device),
    ("static void later(void)", Context::Clock),
];

/// A program with all contexts; in one of them, these statements come first.
fn program(looping: &str, statements: &str) -> String {
    let mut source = "static int n;\nEVENT(e);\nQUEUE(q, 5);\nstatic void later(void);\n".to_string();
    let mut function = |head: &str, name: &str, work: &str| {
        let first = if name == looping { statements } else { "" };
        let _ = writeln!(source, "{head}\n{{\n    {first}\n    {work}\n}}");
    };
    for entry in ENTRY_POINTS {
        let parameters = if entry.parameters.is_empty() { "void" } else { "int unit" };
        function(&format!("void {}({parameters})", entry.name), entry.name, work_of(entry.name));
    }
    for (head, context) in OTHERS {
        let work = if context == Context::Thread { "for (;;) thread_sleep(e);" } else { "n++;" };
        function(head, head, work);
    }
    source
}

/// Every context of a program, and where it runs.
fn contexts() -> Vec<(&'static str, Context)> {
    ENTRY_POINTS.iter().map(|entry| (entry.name, entry.context)).chain(OTHERS).collect()
}

fn run(source: &str, looping: Context, ip: &str, statement: u64) -> Option<Fault> {
    let settings = [("traffic.rate", Value::Integer(500)), ("kernel.ip", Value::Choice(ip.to_string()))];
    let program = KernelProgram { file: "kernel.c".to_string(), statement, ..KernelProgram::default() };
    let preset = Scenario { program: Some(program), ..scenario("figure-6-1-screend", &settings) };
    let scenario = preset.with_program_text(source).expect("a text");
    let mut machine = Machine::new(&scenario, Tracing::Off).unwrap_or_else(|errors| panic!("{errors}\n{source}"));
    let milliseconds = if looping == Context::Process { MILLISECONDS_OF_A_PROCESS } else { MILLISECONDS };
    let end = scenario.profile().clock.cycles_in_milliseconds(milliseconds);
    let TrapCause::Program(fault) = machine.run_until(end).err()?.cause else { panic!("a fault of ours: {source}") };
    Some(Fault::clone(&fault))
}

#[test]
fn a_loop_without_an_end_is_told_in_every_context_at_every_level() {
    let mut missed = Vec::new();
    for ip in ["softint", "thread"] {
        assert!(
            run(&program("none", ""), Context::Process, ip, 10).is_none(),
            "without the loop the program breaks no rule"
        );
        for (name, context) in contexts() {
            for (level, statement) in [("", 10), ("splnet();", 10), ("splimp();", 10), ("", 0), ("splimp();", 0)] {
                let told = run(&program(name, &format!("{level} for (;;) n++;")), context, ip, statement);
                if told.as_ref().is_none_or(|fault| fault.rule != 18) {
                    missed.push(format!("{name}, {ip}, {level} a statement costs {statement}: {told:?}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// A call that moves no packet does not make a loop anything else, where it keeps interrupts out. A thread may wait in a loop with
/// calls: interrupts and other threads go on.
#[test]
fn a_loop_of_calls_that_move_no_packet_is_told_where_interrupts_are_kept_out() {
    let argument = |call: &str, ty: Type| match ty {
        Type::Int if call == "charge" => Some("LANPOLL_LOOP"),
        Type::Int => Some("1"),
        Type::Bool => Some("true"),
        Type::Event => Some("e"),
        Type::Queue => Some("q"),
        Type::Function => Some("later"),
        Type::Text => Some("\"text\""),
        _ => None,
    };
    let (mut missed, mut tried) = (Vec::new(), 0);
    for call in CALLS.iter().filter(|call| call.name != NEVER_RETURNS && call.packets == Packets::Keeps) {
        let arguments: Option<Vec<&str>> = call.parameters.iter().map(|one| argument(call.name, one.ty)).collect();
        let Some(arguments) = arguments else { continue };
        for (name, context) in contexts().into_iter().filter(|(_, context)| call.contexts.has(*context)) {
            let is_handler = matches!(context, Context::Device | Context::Software | Context::Clock);
            let level = if is_handler { "" } else { "splnet();" };
            let body = format!("{level} for (;;) {}({});", call.name, arguments.join(", "));
            let told = run(&program(name, &body), context, "softint", 10);
            // A call may break a rule of its own before, by its many repetitions.
            let is_own = match call.name {
                "lninitdesc" => 7,
                "splimp" | "splnet" | "splx" => 9,
                "timeout" => 21,
                "thread_sleep" | "thread_block" => 8,
                _ => 18,
            };
            if told.as_ref().is_none_or(|fault| ![18, is_own].contains(&fault.rule)) {
                missed.push(format!("{name}, {body}: {told:?}"));
            }
            tried += 1;
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(tried > 150, "{tried}");
}
