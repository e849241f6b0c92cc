//! The coverage-guided fuzzer of compiled code: `cargo +nightly fuzz run code` in core/.
#![no_main]

#[path = "../../machine.rs"]
mod machine;
#[path = "../../program.rs"]
mod target;

const TEXT: &str = include_str!("../../../programs/4.2bsd.c");

libfuzzer_sys::fuzz_target!(|code: &[u8]| {
    if target::any_code_runs_or_is_refused(code) {
        machine::any_code_runs_or_is_stopped(TEXT, code, code.len() as u64);
    }
});
