//! The fuzzing targets for kernel C: any text is compiled or refused with problems, any bytes are code that can run or are refused,
//! and what can run does so with a limited amount of fuel on a machine that answers at random. The fuzzer (`src`) and
//! core/tests/programs, which needs no nightly compiler, share them.

use livelock_core::program::calls::{CALLS, Packets};
use livelock_core::program::code::{CallNumber, Program};
use livelock_core::program::run::{Activity, Answer, Calls, Go, Memory, Stop};
use livelock_core::program::{PROBLEMS_MAX, Target, Type, compile_for};

/// Instructions that each function of a program may run until it stops.
const FUEL: u64 = 2_000;
/// How often each may stop and go on.
const STOPS: usize = 500;

/// Answers every call with a number that depends on how many it has answered.
struct AnyMachine {
    answered: u64,
}

impl AnyMachine {
    fn go(&mut self) -> Go {
        self.answered += 1;
        if self.answered.is_multiple_of(7) { Go::Wait } else { Go::On }
    }
}

impl Calls for AnyMachine {
    fn statement(&mut self, _: u16, _: impl FnOnce() -> usize) -> Go {
        self.go()
    }

    fn enter(&mut self, _: u8, _: Option<u64>) -> Go {
        self.go()
    }

    fn leave(&mut self, _: u8) {}

    fn call(&mut self, number: CallNumber, _: u64, _: u64, _: u32) -> Answer {
        let call = &CALLS[number.number()];
        self.answered += 1;
        let result = match call.result {
            Type::Packet if call.packets == Packets::Gives => (self.answered % 3) << 32 | self.answered,
            Type::Bool => self.answered % 2,
            _ => self.answered % 5,
        };
        match self.answered % 11 {
            0 => Answer::Later,
            1 if call.name == "panic" => Answer::Halt,
            _ => Answer::Now(result),
        }
    }

    fn knob(&mut self, _: u16) -> i32 {
        self.answered as i32
    }
}

/// Returns whether the text was a program.
pub fn any_text_is_a_program_or_is_refused(text: &str) -> bool {
    let target = Target { statements_are_free: text.len().is_multiple_of(2), ..Target::default() };
    match compile_for(text, target) {
        Ok(program) => {
            run_each_function(&program);
            true
        }
        Err(problems) => {
            assert!(!problems.is_empty() && problems.len() <= PROBLEMS_MAX, "a refusal has reasons, and not too many");
            let lines = text.split('\n').count() as u32;
            for problem in problems {
                assert!((1..=lines).contains(&problem.from.line) && problem.from.column >= 1, "{problem}");
                assert!(problem.from <= problem.end, "{problem}");
                assert!(problem.to_string().chars().count() < 2_000, "a message never quotes a whole file");
            }
            false
        }
    }
}

/// Returns whether the bytes were code that can run.
pub fn any_code_runs_or_is_refused(bytes: &[u8]) -> bool {
    let program = Program::from_bytes(bytes);
    program.as_ref().inspect(|program| run_each_function(program)).is_some()
}

fn run_each_function(program: &Program) {
    let memory = Memory::new(program);
    let mut activity = Activity::default();
    let mut machine = AnyMachine { answered: 0 };
    for (index, function) in program.functions.iter().enumerate() {
        let arguments: Vec<u64> = function.parameters.iter().map(|_| index as u64 % 3).collect();
        activity.start(program, index as u16, &arguments);
        for _ in 0..STOPS {
            match activity.run(program, &memory, &mut machine, FUEL) {
                Stop::Waiting if activity.waits_for_answer() => activity.answer(program, 1),
                Stop::Waiting => {}
                Stop::Trapped(trap) => {
                    let stack = activity.stack(program);
                    let running = stack.last().expect("a trap is in a function");
                    assert!(!trap.text(program, running.function).problem().to_string().is_empty());
                    break;
                }
                Stop::Returned | Stop::OutOfFuel | Stop::Halted => break,
            }
        }
        for running in activity.stack(program) {
            activity.locals(program, running);
        }
    }
}
