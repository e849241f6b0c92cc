//! The tables of calls and what is made of them.

use livelock_core::program::calls::{CALLS, CONSTANTS, ENTRY_POINTS, PROCEDURES, Packets, charged, header, reference};
use livelock_core::program::{Type, compile};
use livelock_core::scenario::costs::STEPS;
use std::collections::BTreeSet;
use std::path::Path;

/// `UPDATE_HEADER=1` writes it again.
#[test]
fn livelock_h_is_that_of_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/livelock.h");
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&file, header()).expect("written");
    }
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(text == header(), "programs/livelock.h is out of date: UPDATE_HEADER=1 cargo test --test programs tables");
}

#[test]
fn every_row_is_whole() {
    let mut names = BTreeSet::new();
    for call in CALLS {
        assert!(names.insert(call.name), "{} has two rows", call.name);
        assert!(call.does.ends_with('.') && call.contexts.iter().next().is_some(), "{}", call.name);
        // a reader gets one sentence about the cost, from the step or from its own column
        assert!(!call.does.to_lowercase().contains("cost"), "{}", call.name);
        assert!(call.costs.is_empty() || call.costs.starts_with("It costs the step"), "{}", call.name);
        assert!(call.step.is_none_or(|step| call.costs.is_empty() || call.costs.contains(step)), "{}", call.name);
        let takes = call.parameters.iter().any(|parameter| parameter.ty == Type::Packet);
        match call.packets {
            Packets::Gives => assert_eq!(call.result, Type::Packet, "{}", call.name),
            Packets::Takes => assert!(takes, "{}", call.name),
            Packets::TakesIfTrue => assert!(takes && call.result == Type::Bool, "{}", call.name),
            Packets::Keeps => assert_ne!(call.result, Type::Packet, "{}", call.name),
        }
        assert!(!call.replaceable || call.step.is_some(), "{}", call.name);
    }
    assert!(
        CONSTANTS
            .iter()
            .map(|one| one.name)
            .chain(ENTRY_POINTS.iter().map(|one| one.name))
            .all(|name| names.insert(name))
    );
}

#[test]
fn each_step_is_one_of_the_simulator() {
    let of_constants = CONSTANTS.iter().filter_map(|one| one.step);
    let steps =
        CALLS.iter().filter_map(|one| one.step).chain(PROCEDURES.iter().map(|one| one.step)).chain(of_constants);
    for id in steps {
        assert!(STEPS.iter().any(|row| row.id == id), "{id}");
    }
    // the machine counts them
    let numbers = CONSTANTS.iter().filter(|one| one.step.is_some()).map(|one| one.value);
    assert!(numbers.eq(101..=106) && charged(107).is_none() && charged(100).is_none());
}

/// A program that calls each call once, where it may be called, has no problem.
#[test]
fn each_call_can_be_called() {
    for call in CALLS {
        let argument = |ty: Type| match ty {
            Type::Packet => "NULL",
            Type::Queue => "q",
            Type::Event => "e",
            Type::Function => "later",
            Type::Text => "\"text\"",
            _ if call.name == "charge" => "LANPOLL_LOOP",
            _ => "0",
        };
        let arguments: Vec<&str> = call.parameters.iter().map(|parameter| argument(parameter.ty)).collect();
        let use_of = match (call.result, call.packets) {
            (Type::Void, _) => format!("{}({});", call.name, arguments.join(", ")),
            (ty, _) => format!("{}result = {}({}); (void)result;", ty.in_c(), call.name, arguments.join(", ")),
        };
        for context in call.contexts.iter() {
            let head = [
                "void lnintr(int unit)",
                "void netisr(void)",
                "void hardclock(void)",
                "THREAD(worker)",
                "void idle(void)",
                "void screend_dequeue(void)",
            ];
            let source = format!(
                "QUEUE(q, 5);\nEVENT(e);\nstatic void later(void) {{ }}\n{} {{ {use_of} }}\n",
                head[context as usize]
            );
            let problems = compile(&source).err().unwrap_or_default();
            assert!(problems.is_empty(), "{source}{}", problems[0]);
        }
    }
}

/// The data of the reference page.
#[test]
fn the_reference_names_steps_contexts_and_types() {
    let json = serde_json::to_value(reference()).expect("JSON");
    let lnread = json["calls"].as_array().expect("calls").iter().find(|call| call["name"] == "lnread").expect("lnread");
    assert_eq!(lnread["step"], "Lnread");
    assert_eq!(lnread["result"], "packet");
    assert_eq!(lnread["packets"], "gives");
    assert_eq!(lnread["contexts"][0], "device");
    assert_eq!(json["entry_points"][0]["name"], "lnintr");
}
