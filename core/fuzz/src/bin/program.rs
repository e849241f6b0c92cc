//! The coverage-guided fuzzer: `cargo +nightly fuzz run program` in core/.
#![no_main]

#[path = "../../program.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| {
    target::any_text_is_a_program_or_is_refused(text);
});
