//! Kernel C: the language in which a learner writes a kernel. A subset of C11, compiled to a compact code that the simulated CPU
//! runs; a C compiler reads the same file with `livelock.h`.
//!
//! ```text
//! text -> lexer -> parser -> check -> flow, graph -> generate -> Program -> run (of livelock_core)
//!         tokens   syntax    tree     (tree)                     code       Activity
//! ```
//!
//! The compiler knows no machine: what a program may call is the table `calls`, and steps of the machine are ids there. It is a
//! crate of its own, so that the browser's module has it small and the simulator fast. Left out: pointers other than handles,
//! structs, floats, recursion, memory that grows, everything with side effects in an open order. Each is refused by a sentence
//! that says what to write instead (`texts`).

pub mod arithmetic;
pub mod calls;
mod check;
pub mod code;
mod coded;
pub mod condition;
mod flow;
mod generate;
mod graph;
mod instruction;
mod lexer;
pub mod loops;
mod mutants;
mod parser;
mod problem;
mod sound;
mod source;
mod syntax;
pub mod texts;
mod token;
mod torn;
mod tree;
mod types;

pub use calls::Target;
pub use code::Program;
pub use condition::{Condition, condition};
pub use mutants::{Mutant, mutants};
pub use parser::is_keyword;
pub use problem::{PROBLEMS_MAX, Problem, sentences};
pub use source::{BYTES_MAX, LINES_MAX, Place, Span, TOKENS_MAX};
pub use token::{Kind, Token};
pub use tree::Bits;
pub use types::Type;

use problem::Problems;
use source::Lines;

/// The words and signs of a text; `Kind::Refused` stands for what C does not have. None if the text is too long.
pub fn tokens(source: &str) -> Option<Vec<Token>> {
    let is_short = source.len() <= BYTES_MAX;
    is_short.then(|| lexer::tokens(source, &Lines::new(source), &mut Problems::default()))?
}

/// Reads a program, checks it and makes its code, for M's router.
pub fn compile(source: &str) -> Result<Program, Vec<Problem>> {
    compile_for(source, Target::default())
}

/// The same for another machine.
pub fn compile_for(source: &str, target: Target) -> Result<Program, Vec<Problem>> {
    let mut problems = Problems::default();
    if source.len() > BYTES_MAX {
        problems.tell(Span::default(), texts::too_many_bytes(BYTES_MAX, source.len()));
        return Err(problems.told(&Lines::new("")));
    }
    let lines = Lines::new(source);
    let program = lexer::tokens(source, &lines, &mut problems).and_then(|tokens| {
        let has_words = problems.is_empty();
        let parse = parser::parse(source, &lines, &tokens, &mut problems);
        let is_read = has_words && parse.is_whole;
        let mut unit = check::check(&parse, &lines, target, &mut problems);
        // The paths through a part that could not be read are not known.
        let mut uncertain = if is_read { flow::check_flow(&unit, &mut problems) } else { Vec::new() };
        if is_read {
            graph::check_graph(&mut unit, &mut problems);
            torn::watch(&mut unit, &mut uncertain);
        }
        problems.is_empty().then(|| generate::generate(&unit, &uncertain, &lines, target, &mut problems))
    });
    match program {
        Some(program) if problems.is_empty() => Ok(program),
        _ => Err(problems.told(&lines)),
    }
}
