//! Findings that only hosts with sockets can have.

use super::of;
use crate::probes::diagnosis::{Tone, diagnose};
use crate::scenario::{Value, presets};
use crate::session::Session;

/// The receiver waits because the scheduler runs another process: interrupts are not the cause.
#[test]
fn a_receiver_that_waits_for_its_turn_is_not_livelocked() {
    let found: Vec<&str> = (10..=20).map(|number| of("srp-section-2", &[], 20 * number).id).collect();
    assert!(found.iter().any(|id| ["socket_starved", "losing_work"].contains(id)), "{found:?}");
    assert!(!found.contains(&"livelock_at_socket"), "{found:?}");
    let flood = [("programs.compute", Value::Switch(true))];
    let flooded = of("srp-figure-5-freebsd", &flood, 400);
    assert_eq!(flooded.id, "livelock_at_socket", "{}", flooded.sentence());
}

#[test]
fn another_design_is_the_cure() {
    for scenario in ["srp-figure-5-freebsd", "srp-section-2", "srp-section-4-1-lrp"] {
        let ill = of(scenario, &[], 400);
        let cure = ill.cure.expect("such troubles have a cure");
        let settings: Vec<(&str, Value)> =
            cure.set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        let scenario = presets::find(scenario).and_then(|scenario| scenario.with(&settings).ok()).expect("valid");
        let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
        let end = session.clock().cycles_in_milliseconds(400);
        session.advance(end, u64::MAX).expect("time passes");
        assert_ne!(diagnose(&session, session.head()).tone, Tone::Bad);
    }
}
