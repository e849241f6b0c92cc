//! The fuzzing target for captures: any bytes are either read or refused with an error; a machine then replays what was
//! read for a moment. The fuzzer (`src`) and core/capture/tests/fuzzed.rs, which needs no nightly compiler, share it.

use livelock_capture::{Selection, read};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{Capture, PACKETS_MAX, Scenario, Value};
use livelock_core::units::Cycles;
use std::sync::Arc;

/// About a millisecond of the fastest machine.
const MOMENT: Cycles = Cycles(150_000);

/// Returns whether the bytes were a capture.
pub fn any_bytes_are_a_capture_or_are_refused(bytes: &[u8]) -> bool {
    let whole = Selection { first: None, cut: false };
    let recording = match read(bytes, whole) {
        Ok(recording) => recording,
        Err(refused) => {
            let texts = [&refused.problem.text, &refused.allowed.text];
            assert!(!refused.field.to_string().is_empty() && texts.iter().all(|text| !text.is_empty()), "{refused}");
            assert!(refused.value.to_string().chars().count() <= 83, "a message never quotes a whole file");
            return false;
        }
    };
    let packets = recording.arrivals().len();
    assert!((1..=PACKETS_MAX).contains(&packets) && packets <= bytes.len() / 16, "a packet has a header");
    let first = read(bytes, Selection { first: Some(1), cut: true }).expect("its first packet can be read alone");
    assert_eq!(first.arrivals(), &recording.arrivals()[..1]);
    let capture = Capture { file: "any".into(), packets: 0, digest: String::new(), recording: None };
    let pattern = [("traffic.pattern".to_string(), Value::Choice("capture".to_string()))].into();
    let scenario = Scenario::parse("id = \"any\"").expect("a scenario");
    let scenario = Scenario { capture: Some(capture), settings: pattern, ..scenario };
    let scenario = scenario.with_recording(&Arc::new(recording)).expect("without a fingerprint any recording fits");
    let mut machine = Machine::new(&scenario, Tracing::Off).expect("a recording makes a machine");
    machine.run_until(MOMENT).unwrap_or_else(|trap| panic!("{trap}"));
    true
}
