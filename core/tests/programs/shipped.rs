//! Programs that ship.

use livelock_core::program::calls::Context;
use livelock_core::program::code::Program;
use livelock_core::program::compile;
use livelock_core::program::shipped::SHIPPED;
use std::path::Path;

fn program(id: &str) -> Program {
    let source = SHIPPED.iter().find(|one| one.id == id).expect("a program that ships").source;
    compile(source).unwrap_or_else(|problems| panic!("{id}: {}", problems[0]))
}

#[test]
fn every_program_that_ships_has_no_problem_and_fits_on_two_screens() {
    for one in SHIPPED {
        let program = program(one.id);
        assert!(!program.code.is_empty());
        let lines = one.source.lines().count();
        assert!((20..=200).contains(&lines), "{} has {lines} lines", one.id);
        assert!(one.source.starts_with("/* ") && one.source.contains("(M "), "{} cites its section", one.id);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let files = std::fs::read_dir(folder).expect("programs").map(|entry| entry.expect("a file").file_name());
    let files = files.filter(|name| name.to_string_lossy().ends_with(".c")).count();
    assert_eq!(files, SHIPPED.len(), "every file is listed");
}

/// The functions of 4.2BSD have the names of the paper's procedures, and so their steps.
#[test]
fn procedures_of_4_2bsd_cost_the_papers_steps() {
    let program = program("4.2bsd");
    let steps: Vec<&str> = program.functions.iter().filter_map(|function| function.step).collect();
    for step in ["Lnintr", "Lnrint", "EtherInput", "NetisrInput", "Ipintr", "Ipinput", "Lntint"] {
        assert!(steps.contains(&step), "{step}");
    }
    let context = |name: &str| {
        let function = program.function(name).expect("a function");
        program.functions[usize::from(function)].contexts.iter().collect::<Vec<Context>>()
    };
    assert_eq!(context("lnrint"), [Context::Device]);
    assert_eq!(context("ipinput"), [Context::Software]);
    assert_eq!(context("lnstart"), [Context::Device, Context::Software]);
    assert_eq!((program.queues[0].name.as_str(), program.queues[0].limit), ("ipintrq", 50));
}

#[test]
fn polling_has_a_thread_a_knob_and_an_event() {
    let program = program("polling");
    assert_eq!(program.threads().count(), 1);
    let knob = &program.knobs[0];
    assert_eq!((knob.name.as_str(), knob.value, knob.least, knob.most), ("quota", 5, 1, 100));
    assert_eq!(program.events, ["lanpoll"]);
    assert_eq!(program.globals[0].name, "poll_requested");
}
