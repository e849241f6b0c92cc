//! Programs in kernel C on this machine: the interpreter, and the programs that ship. The compiler is a crate of its own
//! (`livelock_compiler`), whose names are here too. This room knows no machine either: a running program reaches it through the
//! trait `run::Calls`.

mod instructions;
mod machine;
mod memory;
mod rules;
pub mod run;
pub mod shipped;
mod stack;
mod trap;
mod way;

pub use livelock_compiler::texts::rules;
pub use livelock_compiler::{
    BYTES_MAX, Bits, Kind, LINES_MAX, Mutant, PROBLEMS_MAX, Place, Problem, Program, TOKENS_MAX, Target, Token, Type,
    arithmetic, calls, code, compile, compile_for, condition, is_keyword, loops, mutants, sentences, texts, tokens,
};
#[cfg(feature = "catalogue")]
pub use rules::{Consequence, rule_refused_as};
pub use rules::{RULES, Rule, rule};
pub use way::way;
