//! A machine without hardware: it keeps what a program traces, and answers every other call with 0 (NULL, false).

use livelock_core::program::calls::CALLS;
use livelock_core::program::code::{CallNumber, Program};
use livelock_core::program::compile;
use livelock_core::program::run::{Activity, Answer, Calls, Go, Memory, Stop};

pub struct Recorder<'a> {
    pub program: &'a Program,
    /// "name value" of each trace, and other calls with their arguments.
    pub told: Vec<String>,
    pub statements: u64,
    /// Functions with a step that run.
    open: Vec<String>,
}

impl Recorder<'_> {
    pub fn new(program: &Program) -> Recorder<'_> {
        Recorder { program, told: Vec::new(), statements: 0, open: Vec::new() }
    }
}

impl Calls for Recorder<'_> {
    fn statement(&mut self, _: u16, _: impl FnOnce() -> usize) -> Go {
        self.statements += 1;
        Go::On
    }

    fn enter(&mut self, function: u8, packet: Option<u64>) -> Go {
        let name = &self.program.functions[usize::from(function)].name;
        self.told.push(format!("enter {name} {packet:?}"));
        self.open.push(name.clone());
        Go::On
    }

    fn leave(&mut self, count: u8) {
        for _ in 0..count {
            let name = self.open.pop().expect("it was entered");
            self.told.push(format!("leave {name}"));
        }
    }

    fn call(&mut self, number: CallNumber, first: u64, second: u64, _: u32) -> Answer {
        let arguments = [first, second];
        let call = &CALLS[number.number()];
        let paid = if number.is_paid() { " paid" } else { "" };
        match call.name {
            "trace" => {
                let name = &self.program.texts[arguments[0] as usize];
                self.told.push(format!("{name} {}", arguments[1] as u32 as i32));
            }
            "panic" => return Answer::Halt,
            name => self.told.push(format!("{name}{:?}{paid}", &arguments[..call.parameters.len()])),
        }
        Answer::Now(0)
    }

    fn knob(&mut self, knob: u16) -> i32 {
        self.program.knobs[usize::from(knob)].value
    }
}

/// Compiles a program that has no problems.
pub fn compiled(source: &str) -> Program {
    compile(source).unwrap_or_else(|problems| {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}\n{source}", problems.join("\n"))
    })
}

/// Runs one function to its end, to a trap, or until it has run a million instructions.
pub fn run(source: &str, function: &str) -> (Vec<String>, Stop) {
    let program = compiled(source);
    let mut recorder = Recorder::new(&program);
    let mut activity = Activity::default();
    let function = program.function(function).expect("the function");
    activity.start(&program, function, &[]);
    let stop = activity.run(&program, &Memory::new(&program), &mut recorder, 1_000_000);
    (recorder.told, stop)
}

/// What the statements of a function trace.
pub fn traced(statements: &str) -> Vec<String> {
    let (told, stop) = run(&format!("void idle(void)\n{{\n{statements}\n}}\n"), "idle");
    assert_eq!(stop, Stop::Returned, "{statements}");
    told
}
