//! The coverage-guided fuzzer: `cargo +nightly fuzz run scenario` in core/.
#![no_main]

#[path = "../../scenario.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| {
    target::any_text_is_a_scenario_or_is_refused(text);
});
