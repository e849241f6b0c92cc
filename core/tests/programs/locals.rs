//! Local variables at moments of the past: a replay has them, and it runs exactly as the machine has run.

use livelock_core::frame::debug_locals::debug_locals;
use livelock_core::program::shipped::SHIPPED;
use livelock_core::scenario::{KernelProgram, Scenario, Value, presets};
use livelock_core::session::Session;
use livelock_core::trace::Event;
use livelock_core::units::Cycles;
use std::collections::BTreeMap;

const SOURCE: &str = "#include \"livelock.h\"
QUEUE(ipintrq, 4);
static int mirror;
static int twice(int number)
{
    int result;
    result = number;
    result = result + number;
    return result;
}
void lnintr(int unit)
{
    struct packet *p;
    int count = 0;
    int marks[2];
    lnack(unit, lnintr_cause(unit));
    while ((p = lnread(unit)) != NULL) {
        count = twice(count) + 1;
        marks[1] = count;
        mirror = count;
        m_freem(p);
        lninitdesc(unit);
    }
    lnsetactive(unit, false);
}
void netisr(void)
{
    mirror = 0;
}
";

fn scenario(text: &str, rate: i64) -> Scenario {
    let program = Some(KernelProgram { file: "kernel.c".to_string(), statement: 10, ..KernelProgram::default() });
    let scenario = Scenario { program, ..presets::find("figure-6-1").expect("a preset") };
    let settings = [("traffic.rate", Value::Integer(rate))];
    scenario.with_program_text(text).expect("its program").with(&settings).expect("a rate")
}

fn session(text: &str, rate: i64, milliseconds: u64) -> Session {
    let mut session = Session::new(&scenario(text, rate), 16 << 20).unwrap_or_else(|errors| panic!("{errors}"));
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("no fault");
    session
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shown {
    NotSet,
    Number(i64),
    Null,
}

#[derive(Clone, Debug, PartialEq)]
struct Variable {
    value: Shown,
    line: u32,
    at: u64,
    before: Shown,
}

/// By context: its functions with their variables by name, the outermost first.
type Locals = BTreeMap<u8, Vec<(u16, BTreeMap<String, Variable>)>>;

fn locals(session: &mut Session, at: Cycles) -> Locals {
    while !session.replay_locals(at, 10_000) {}
    let numbers = debug_locals(session, at);
    let mut numbers = numbers.into_iter();
    let mut next = || numbers.next().expect("there is a number for each field");
    assert_eq!(next(), at.0 as f64);
    let mut found = Locals::new();
    for _ in 0..next() as usize {
        let context = next() as u8;
        for _ in 0..next() as usize {
            let (function, _is_whole) = (next() as u16, next());
            let rows = &session.topology().locals[usize::from(function)];
            assert_eq!(next() as usize, rows.len());
            let value = |next: &mut dyn FnMut() -> f64| match (next() as u8, next()) {
                (0, _) => Shown::NotSet,
                (1, number) => Shown::Number(number as i64),
                _ => Shown::Null,
            };
            let mut variables = BTreeMap::new();
            for row in rows {
                let now = value(&mut next);
                let (line, at) = (next() as u32, next() as u64);
                variables.insert(row.name.clone(), Variable { value: now, line, at, before: value(&mut next) });
            }
            found.entry(context).or_default().push((function, variables));
        }
    }
    assert_eq!(numbers.next(), None);
    found
}

/// The moments at which a line of the program begins, each with its context and line.
fn lines(session: &Session) -> Vec<(Cycles, u8, u32)> {
    let topology = session.topology();
    let mut found = Vec::new();
    session.recorder().scan(0, |record| {
        if record.calls() > 0
            && let Event::Step(start) = record.event()
        {
            let code = topology.steps[usize::from(start.step)].code;
            found.push((record.time(), record.context(), topology.code[code as usize].line));
        }
        true
    });
    found
}

/// The line that a context has reached, as the replay has it.
fn line_at(session: &mut Session, at: Cycles, context: u8) -> Option<u32> {
    while !session.replay_locals(at, 1_000) {}
    let mut found = None;
    let log = session.locals().expect("a program has a log");
    log.with_row(at, context, &mut |row| found = row.and_then(|row| row.functions.last()).map(|one| one.line));
    found
}

/// The line of `SOURCE` that has this part.
fn line(part: &str) -> u32 {
    SOURCE.lines().position(|row| row.contains(part)).unwrap_or_else(|| panic!("no line {part}")) as u32 + 1
}

#[test]
fn a_local_has_the_value_of_the_moment_forward_and_back() {
    let mut session = session(SOURCE, 9_000, 30);
    let mirror = session.topology().variables.iter().position(|row| row.name == "mirror").expect("the global");
    let mut moments = lines(&session);
    moments.retain(|(_, _, number)| *number == line("m_freem"));
    assert!(moments.len() > 100);
    moments.reverse();
    let last = moments[0];
    moments.push(last);
    for (at, context, _) in moments {
        let count = session.recorder().state_at(at).expect("it is recorded").variables[mirror];
        let functions = &locals(&mut session, at)[&context];
        let value = Shown::Number(count.into());
        assert_eq!(functions[0].1["count"].value, value, "at {at:?}");
        assert_eq!(functions[0].1["marks[1]"].value, value, "at {at:?}");
        assert_eq!(functions[0].1["marks[0]"].value, Shown::NotSet);
    }
}

#[test]
fn a_write_has_its_line_its_moment_and_the_value_before() {
    let mut session = session(SOURCE, 9_000, 10);
    let all = lines(&session);
    let (index, (at, context, _)) =
        all.iter().copied().enumerate().rfind(|(_, (_, _, number))| *number == line("return result")).expect("it runs");
    let found = locals(&mut session, at);
    let functions = &found[&context];
    let (caller, callee) = (&functions[0].1, &functions[1].1);
    let adds = all[..index].iter().rfind(|(_, _, number)| *number == line("result + number")).expect("the line before");
    let number = callee["number"].clone();
    assert_eq!((number.line, number.before), (0, Shown::NotSet), "an argument is not written");
    assert_eq!(number.value, caller["count"].value);
    let (Shown::Number(half), result) = (number.value, callee["result"].clone()) else { panic!("an argument is set") };
    assert_eq!((result.value, result.line, result.at), (Shown::Number(2 * half), adds.2, adds.0.0));
    assert_eq!(result.before, Shown::Number(half));
    let packet = caller["p"].clone();
    assert_eq!(packet.line, line("while ((p"));
    // The moment of a line that calls is its begin, not that of the last line that the call ran.
    let is_behind = |(_, (_, _, number)): &(usize, (Cycles, u8, u32))| *number == line("marks[1] = count");
    let (index, (at, context, _)) = all.iter().copied().enumerate().rfind(is_behind).expect("it runs");
    let calls = all[..index].iter().rfind(|(_, _, number)| *number == line("twice(count)")).expect("the line before");
    let count = locals(&mut session, at)[&context][0].1["count"].clone();
    assert_eq!((count.line, count.at), (calls.2, calls.0.0));
    assert!(matches!(packet.value, Shown::Number(_)));
    // Also when an earlier call has left a value in its register.
    for (at, context, _) in all.iter().filter(|(_, _, number)| *number == line("result = number;")) {
        let functions = locals(&mut session, *at)[context].clone();
        assert_eq!(functions[1].1["result"].value, Shown::NotSet, "at {at:?}");
    }
    let end = all.iter().find(|(_, _, number)| *number == line("lnsetactive")).expect("it runs");
    assert_eq!(locals(&mut session, end.0)[&end.1][0].1["p"].value, Shown::Null);
}

/// Between two calls in one statement, no statement of the caller runs. Also a function that begins with a loop is called twice then.
#[test]
fn each_call_in_an_expression_has_variables_of_its_own() {
    let calls = "#include \"livelock.h\"\nstatic int total;\nstatic int rounds(int left)\n{\n    int count;\n    for (count = 0; left > 0; left--)\n        \
                 count++;\n    return count;\n}\nvoid hardclock(void)\n{\n    total = rounds(3) + rounds(2);\n}\nvoid lnintr(int unit)\n{\n    \
                 lnintdis(unit);\n}\n";
    let mut session = session(calls, 0, 10);
    let all = lines(&session);
    for (before, left) in [(12, 3), (8, 2)] {
        let begins = all.windows(2).rfind(|two| (two[0].2, two[1].2) == (before, 6));
        let (at, context, _) = begins.expect("it is called")[1];
        let function = locals(&mut session, at)[&context][1].1.clone();
        assert_eq!(function["count"].value, Shown::NotSet, "after line {before}");
        let argument = function["left"].clone();
        assert_eq!((argument.value, argument.line, argument.before), (Shown::Number(left), 0, Shown::NotSet));
    }
}

#[test]
fn a_replay_with_its_log_runs_each_program_as_the_machine_has_run() {
    for shipped in SHIPPED {
        let mut session = session(shipped.source, 8_000, 12);
        let all = lines(&session);
        assert!(all.len() > 300, "{}", shipped.id);
        for (at, context, number) in all.iter().step_by(7) {
            assert_eq!(line_at(&mut session, *at, *context), Some(*number), "{} at {at:?} in {context}", shipped.id);
        }
    }
}

#[test]
fn an_intervention_begins_a_new_replay() {
    let mut session = session(SOURCE, 2_000, 10);
    let moment = lines(&session).last().expect("a line").0;
    locals(&mut session, moment);
    session.intervene(&[("traffic.rate".to_string(), Value::Integer(12_000))].into()).expect("a rate");
    let end = session.clock().cycles_in_milliseconds(30);
    session.advance(end, u64::MAX).expect("no fault");
    for (at, context, number) in lines(&session).into_iter().rev().take(50) {
        assert_eq!(line_at(&mut session, at, context), Some(number), "at {at:?}");
    }
}
