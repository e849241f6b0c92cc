//! Programs in files that break a rule on purpose. A file says how it is run (`livelock run SCENARIO --set ... --kernel FILE.c`), and
//! marks the line at which the rule is told (`/* P4 */`) and the earlier line that it follows from (`/* since */`).

use livelock_core::cpu::{Fault, TrapCause};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::program::{compile, rule_refused_as};
use livelock_core::scenario::{KernelProgram, Scenario, Value, presets};
use std::path::Path;

/// Long enough for every rule about time.
const MILLISECONDS: u64 = 3_000;

pub struct ProgramFile {
    pub name: String,
    pub source: String,
}

/// The programs of a folder, by name.
pub fn files(folder: &Path) -> Vec<ProgramFile> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    let read = |file: &std::path::PathBuf| ProgramFile {
        name: file.file_stem().expect("a name").to_string_lossy().into_owned(),
        source: std::fs::read_to_string(file).expect("text"),
    };
    files.iter().map(read).collect()
}

/// A rule that was told: its number, and the fault if the program ran.
#[derive(Debug)]
pub struct Told {
    pub rule: u8,
    pub line: u32,
    pub fault: Option<Fault>,
    pub at: u64,
}

/// What happens to a program.
#[derive(Debug, Default)]
pub struct Run {
    pub told: Vec<Told>,
    pub has_stopped: bool,
    /// Problems of the compiler that no rule is about.
    pub problems: Vec<String>,
}

/// A mark in the text: the line, and what it says.
pub fn marks(source: &str) -> impl Iterator<Item = (u32, &str)> {
    source.lines().zip(1..).skip_while(|(text, _)| !text.ends_with("*/")).skip(1).flat_map(|(text, line)| {
        let inside = text.rsplit_once("/* ").and_then(|(_, mark)| mark.strip_suffix(" */"));
        inside.into_iter().flat_map(move |mark| mark.split(", ").map(move |word| (line, word)))
    })
}

/// The line with this mark.
pub fn marked(source: &str, word: &str) -> Option<u32> {
    marks(source).find(|(_, mark)| *mark == word).map(|(line, _)| line)
}

impl ProgramFile {
    /// The scenario of the line in the head that runs it.
    pub fn scenario(&self) -> Scenario {
        let words =
            self.source.lines().find_map(|line| line.split_once("livelock run ")).expect("a line that runs it").1;
        let mut words = words.trim_end_matches("*/").split_whitespace();
        let preset = presets::find(words.next().expect("a scenario")).expect("a scenario of the list");
        let (mut settings, mut statement) = (Vec::new(), 0);
        while let Some(word) = words.next() {
            let value = words.next().expect("an option has a value");
            match word {
                "--kernel" => assert_eq!(value, format!("{}.c", self.name), "the file runs itself"),
                "--statement" => statement = value.parse().expect("a number"),
                "--set" => settings.push(value.split_once('=').expect("PATH=VALUE")),
                other => panic!("{other} is no option of these files"),
            }
        }
        let value = |text: &str| match text {
            "true" => Value::Switch(true),
            "false" => Value::Switch(false),
            text => text.parse().map_or_else(|_| Value::Choice(text.to_string()), Value::Integer),
        };
        let settings: Vec<(&str, Value)> = settings.into_iter().map(|(path, text)| (path, value(text))).collect();
        let program = KernelProgram { file: format!("{}.c", self.name), statement, ..KernelProgram::default() };
        let scenario = Scenario { program: Some(program), ..preset.with(&settings).expect("valid settings") };
        scenario.with_program_text(&self.source).expect("a text")
    }

    pub fn run(&self) -> Run {
        if let Err(problems) = compile(&self.source) {
            let mut run = Run::default();
            for problem in problems {
                match rule_refused_as(problem.rule) {
                    Some(rule) => {
                        run.told.push(Told { rule: rule.number, line: problem.from.line, fault: None, at: 0 });
                    }
                    None => run.problems.push(problem.to_string()),
                }
            }
            return run;
        }
        let scenario = self.scenario();
        let mut machine =
            Machine::new(&scenario, Tracing::Off).unwrap_or_else(|errors| panic!("{}: {errors}", self.name));
        let end = scenario.profile().clock.cycles_in_milliseconds(MILLISECONDS);
        let stopped = machine.run_until(end).err();
        let told = |fault: &Fault, at: u64| Told { rule: fault.rule, line: fault.line, fault: Some(fault.clone()), at };
        let mut run = Run { has_stopped: stopped.is_some(), ..Run::default() };
        run.told.extend(machine.host.verdicts().iter().map(|verdict| told(&verdict.fault, verdict.at.0)));
        if let Some(trap) = stopped {
            let TrapCause::Program(fault) = &trap.cause else { panic!("{}: {trap}", self.name) };
            run.told.push(told(fault, trap.at.0));
            assert_eq!(machine.run_until(end), Err(trap), "{}: a machine that has stopped stays so", self.name);
        } else {
            assert_eq!(machine.now(), end, "{}: the machine goes on", self.name);
        }
        run
    }
}
