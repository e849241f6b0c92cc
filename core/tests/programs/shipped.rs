//! Programs that ship.

use livelock_core::program::calls::Context;
use livelock_core::program::code::Program;
use livelock_core::program::compile;
use livelock_core::program::shipped::SHIPPED;
use std::path::{Path, PathBuf};

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

/// The C files of a folder and of its folders.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let files = |path: PathBuf| match path.is_dir() {
        true => c_files(&path),
        false => vec![path],
    };
    entries.flat_map(files).filter(|path| path.extension().is_some_and(|ending| ending == "c")).collect()
}

/// The editor's column on a small screen shows so many characters of a line.
#[test]
fn comments_fit_into_the_editor_beside_the_machine() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = [c_files(&core.join("programs")), c_files(&core.join("challenges"))].concat();
    assert!(files.len() > 100);
    for file in files {
        let source = std::fs::read_to_string(&file).expect("text");
        // A command stands in one line, and a mark of a test behind the code.
        let is_comment = |line: &&str| line.trim_start().starts_with(['/', '*']) && !line.contains("livelock run ");
        for line in source.lines().filter(is_comment) {
            assert!(line.chars().count() <= 55, "{}: {line}", file.display());
        }
    }
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
