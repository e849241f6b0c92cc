//! Kernel C, tested from outside: the messages of wrong programs, programs that run, and the C compiler's opinion of both.

mod awake;
mod bad_input;
mod bad_programs;
mod c_compiler;
mod debug_numbers;
mod debugger;
mod diagnosed;
mod endless;
mod equality;
mod faults;
mod fuzzed;
mod generator;
mod kernels;
mod limits;
mod locals;
mod machine;
mod mistakes;
mod panics;
mod run_limits;
mod running;
mod shipped;
mod tables;
mod told;
mod variables;
mod wrong;
