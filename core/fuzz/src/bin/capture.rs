//! The coverage-guided fuzzer: `cargo +nightly fuzz run capture` in core/.
#![no_main]

#[path = "../../capture.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    target::any_bytes_are_a_capture_or_are_refused(bytes);
});
