//! Each rule that a kernel has to keep, and two small programs that break it: the machine tells the rule at the marked line, since
//! the marked earlier line, and stops or goes on as the table of rules says.

use crate::equality::{scenario, with_program};
use crate::told::{ProgramFile, Run, files, marked, marks};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::message::{Message, MessageValue};
use livelock_core::program::calls::CALLS;
use livelock_core::program::shipped::SHIPPED;
use livelock_core::program::{Consequence, RULES, Rule};
use livelock_core::scenario::{KernelProgram, Scenario, Value};
use std::path::Path;

fn programs() -> Vec<ProgramFile> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/panics"))
}

/// The number that a file's name begins with.
fn number(file: &ProgramFile) -> u8 {
    file.name[1..3].parse().expect("pNN-name.c")
}

fn rule_of(file: &ProgramFile) -> &'static Rule {
    livelock_core::program::rule(number(file))
}

/// What is wrong with what is told about a program.
fn differences(file: &ProgramFile) -> Vec<String> {
    let rule = rule_of(file);
    let Run { told, has_stopped, problems } = file.run();
    let (line, since) = (marked(&file.source, &format!("P{}", rule.number)), marked(&file.source, "since"));
    let mut wrong: Vec<String> = problems.iter().map(|problem| format!("another problem: {problem}")).collect();
    let mut differ = |what: String| wrong.push(what);
    let Some(found) = told.iter().find(|one| one.rule == rule.number) else {
        return vec![format!("P{} is not told, but {told:?}", rule.number)];
    };
    if Some(found.line) != line {
        differ(format!("told at line {}, not {line:?}: {found:?}", found.line));
    }
    let Some(fault) = &found.fault else { return wrong };
    if fault.since.map(|since| since.line) != since {
        differ(format!("since {:?}, not line {since:?}", fault.since));
    }
    if fault.since.is_some_and(|since| since.at.0 > found.at) {
        differ(format!("since {:?} is later than {}", fault.since, found.at));
    }
    if has_stopped != (rule.consequence == Consequence::Halts) {
        differ(format!("it stops: {has_stopped}"));
    }
    if fault.chain.last().is_some_and(|(_, line)| *line != fault.line) {
        differ(format!("{:?} does not end at line {}", fault.chain, fault.line));
    }
    wrong
}

#[test]
fn each_program_breaks_its_rule_at_its_line() {
    let wrong: Vec<String> = programs()
        .iter()
        .map(|file| (file, differences(file)))
        .filter(|(_, wrong)| !wrong.is_empty())
        .map(|(file, wrong)| format!("{}: {}", file.name, wrong.join("; ")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_rule_can_be_met_in_two_ways() {
    let programs = programs();
    // a program breaks rule 21 on purpose, and rule 22 on a machine without the part
    for rule in RULES.iter().filter(|rule| ![21, 22].contains(&rule.number)) {
        let ways = programs.iter().filter(|file| number(file) == rule.number).count();
        assert_eq!(ways, 2, "P{}", rule.number);
    }
    for file in &programs {
        let rule = rule_of(file);
        let head = format!("/* P{}, {}: ", rule.number, (rule.name)());
        assert!(file.source.starts_with(&head), "{} begins with {head}", file.name);
        let lines = file.source.lines().filter(|line| !line.is_empty()).count();
        assert!((8..=32).contains(&lines), "{} has {lines} lines", file.name);
        assert!(marks(&file.source).all(|(_, mark)| mark == "since" || mark == format!("P{}", rule.number)));
    }
}

/// A sentence names what the learner wrote, and a reader understands it at the first reading.
#[test]
fn faults_are_told_in_three_plain_sentences() {
    for file in programs() {
        for fault in file.run().told.into_iter().filter_map(|told| told.fault) {
            let sentences = [&fault.problem, &fault.real, &fault.remedy].map(ToString::to_string);
            let text = sentences.join(" ");
            let ends = text.matches(". ").count() + text.matches("? ").count() + 1;
            assert_eq!(ends, 3, "{}: {text}", file.name);
            let own = format!("{} {}", fault.problem, fault.remedy).to_lowercase();
            assert!(!["illegal", "invalid", "unexpected"].iter().any(|word| own.contains(word)), "{text}");
            assert!(sentences.iter().all(|one| one.chars().any(char::is_alphabetic) && one.len() < 170), "{text}");
        }
    }
}

/// A value that has words of ours, such as the name of a ring, is a message, so that the page can translate it. Words of the
/// program and of kernel C are the same in every language.
#[test]
fn a_value_of_a_fault_has_no_words_but_those_of_the_program() {
    for file in programs() {
        for fault in file.run().told.into_iter().filter_map(|told| told.fault) {
            let values = [&fault.problem, &fault.real, &fault.remedy].into_iter().flat_map(literals);
            let code = file.source.split_once("*/").expect("the head is a comment").1;
            let names: Vec<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let is_known = |word: &&str| names.contains(word) || CALLS.iter().any(|call| *call.name == **word);
            let words =
                values.flat_map(|value| value.split([' ', ',']).filter(|word| word.contains(char::is_alphabetic)));
            let ours: Vec<&str> = words.filter(|word| !is_known(word)).collect();
            assert!(ours.is_empty(), "{}: {ours:?} in {:?}", file.name, fault.problem);
        }
    }
}

fn literals(message: &Message) -> Vec<&str> {
    let parts = message.values.iter().map(|value| match value {
        MessageValue::Literal(text) => vec![text.as_str()],
        MessageValue::Message(part) => literals(part),
    });
    parts.flatten().collect()
}

#[test]
fn rules_have_their_numbers_in_order() {
    assert!(RULES.iter().map(|rule| rule.number).eq(1..=RULES.len() as u8));
    let names: std::collections::BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(names.len(), RULES.len());
    let sentences = livelock_core::program::rules();
    for rule in RULES {
        assert!(rule.refused_as.iter().all(|sentence| sentences.contains(sentence)), "{}", rule.id);
    }
}

/// What a watchdog could take for a fault: a wire that still sends what waits for it, and a timer that comes late.
#[test]
fn what_waits_for_a_wire_or_a_timer_is_not_told() {
    let slow_wire = [("traffic.inputs", 2), ("traffic.bytes", 1_500), ("traffic.rate", 1_400)];
    let slow_timer = [("clocked.period_us", 50_000), ("traffic.bytes", 64), ("traffic.rate", 100)];
    for (program, settings) in [("4.2bsd", slow_wire), ("clocked", slow_timer)] {
        let settings = settings.map(|(path, number)| (path, Value::Integer(number)));
        let scenario = with_program(&scenario("figure-6-1", &settings), program);
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a program that compiles");
        machine.run_until(scenario.profile().clock.cycles_in_milliseconds(1_000)).expect("no fault");
        assert!(machine.host.verdicts().is_empty(), "{program}: {:?}", machine.host.verdicts());
    }
}

/// Livelock is no mistake: kernels of the papers break no rule, at rest, under load and under a flood.
#[test]
fn programs_that_ship_break_no_rule() {
    for shipped in SHIPPED {
        let preset = if shipped.source.contains("screend_enqueue") { "figure-6-4" } else { "figure-6-1" };
        for rate in [0, 500, 4_000, 8_000, 14_880] {
            for give_back in [false, true] {
                let settings = [("traffic.rate", Value::Integer(rate)), ("queues.give_back", Value::Switch(give_back))];
                let scenario = with_program(&scenario(preset, &settings), shipped.id);
                let mut machine = Machine::new(&scenario, Tracing::Off).expect("a program that compiles");
                let end = scenario.profile().clock.cycles_in_milliseconds(1_200);
                let at = format!("{} at {rate}/s in {preset}, given back: {give_back}", shipped.id);
                machine.run_until(end).unwrap_or_else(|trap| panic!("{at}: {trap}"));
                let verdicts = machine.host.verdicts();
                assert!(verdicts.is_empty(), "{at}: {verdicts:?}");
            }
        }
    }
}

/// Our solutions of the challenges break none either, on the machine of each load and when packets come without jitter. That of
/// challenge 9 turns its interrupts off and sleeps while screend works; what screend sends wakes it.
#[test]
fn solutions_of_challenges_break_no_rule() {
    let written = || KernelProgram { file: "kernel.c".to_string(), statement: 20, ..KernelProgram::default() };
    for (challenge, folder) in livelock_judge::all() {
        let loads = challenge.judged_loads();
        for (load, rate) in loads.iter().flat_map(|load| [500, 4_000, 14_880].map(|rate| (load, rate))) {
            let machine =
                challenge.machine(load).and_then(|machine| machine.with(&[("traffic.rate", Value::Integer(rate))]));
            let scenario = Scenario { program: Some(written()), ..machine.expect("valid settings") };
            let scenario = scenario.with_program_text(folder.reference).expect("a text");
            let mut machine = Machine::new(&scenario, Tracing::Off).expect("a program that compiles");
            let at = format!("{}, {} at {rate}/s", challenge.id, load.id);
            let end = scenario.profile().clock.cycles_in_milliseconds(300);
            machine.run_until(end).unwrap_or_else(|trap| panic!("{at}: {trap}"));
            assert!(machine.host.verdicts().is_empty(), "{at}: {:?}", machine.host.verdicts());
        }
    }
}
