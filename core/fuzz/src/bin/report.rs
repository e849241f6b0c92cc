//! The coverage-guided fuzzer: `cargo +nightly fuzz run report` in core/.
#![no_main]

#[path = "../../report.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    target::any_bytes_are_a_report_or_are_refused(bytes);
});
