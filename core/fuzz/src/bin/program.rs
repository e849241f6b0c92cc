//! The coverage-guided fuzzer: `cargo +nightly fuzz run program` in core/.
#![no_main]

#[path = "../../machine.rs"]
mod machine;
#[path = "../../program.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if target::any_text_is_a_program_or_is_refused(text) {
        machine::any_program_runs_or_is_stopped(text, text.len() as u64);
    }
});
