//! Tests of recordings and of the scenarios that name them.

use super::*;
use crate::machine::{Machine, Tracing};
use crate::scenario::recording::{Arrival, NANOSECONDS_MAX};

fn recording(gaps: u64) -> Arc<Recording> {
    let arrivals = (0..20).map(|k| Arrival { nanoseconds: k * gaps, bytes: 64 }).collect();
    Arc::new(Recording::new(arrivals).expect("a recording"))
}

fn scenario(text: &str) -> Scenario {
    let text = format!("capture = {text}\n[settings]\ntraffic.pattern = \"capture\"\n");
    Scenario::parse(&text).expect("a scenario")
}

#[test]
fn a_recording_starts_at_zero_and_is_in_order_of_time() {
    let arrival = |nanoseconds| Arrival { nanoseconds, bytes: 64 };
    assert!(Recording::new(vec![]).is_none());
    assert!(Recording::new(vec![arrival(5)]).is_none());
    assert!(Recording::new(vec![arrival(0), arrival(9), arrival(8)]).is_none());
    assert!(Recording::new(vec![arrival(0), arrival(NANOSECONDS_MAX + 1)]).is_none());
    assert!(Recording::new(vec![arrival(0), arrival(0)]).is_some());
}

#[test]
fn the_digest_depends_on_times_and_lengths() {
    assert_eq!(recording(100).digest(), recording(100).digest());
    assert_ne!(recording(100).digest(), recording(101).digest());
    assert_eq!(recording(100).digest().len(), 16);
}

#[test]
fn a_scenario_accepts_only_the_recording_that_it_names() {
    let named = scenario("\"evening.pcap\"").with_recording(&recording(100)).expect("any will do");
    let again = Scenario::parse(&named.canonical()).expect("what was written reads back");
    let capture = again.capture.clone().expect("it names its capture");
    assert_eq!((capture.file.as_str(), capture.packets), ("evening.pcap", 20));
    assert_eq!(again, named);
    assert!(again.clone().with_recording(&recording(100)).is_ok());
    let other = again.with_recording(&recording(101)).expect_err("another one");
    assert_eq!(other.errors[0].field.to_string(), "capture.digest");
    assert!(other.errors[0].allowed.to_string().contains("evening.pcap"), "{other}");
}

#[test]
fn a_scenario_without_its_recording_is_valid_but_does_not_run() {
    let missing = scenario("{ file = \"evening.pcap\", digest = \"0123456789abcdef\" }");
    let refused = Machine::new(&missing, Tracing::Off).err().expect("it cannot run");
    assert_eq!(refused.errors[0].field.to_string(), "capture.file");
    assert!(refused.errors[0].allowed.to_string().contains("0123456789abcdef"), "{refused}");
    let none = Scenario::parse("[settings]\ntraffic.pattern = \"capture\"").expect("a scenario");
    let refused = Machine::new(&none, Tracing::Off).err().expect("it cannot run");
    assert_eq!(refused.errors[0].field.to_string(), "traffic.pattern");
}

#[test]
fn a_knob_can_choose_the_recording_only_when_it_is_open() {
    let change = [("traffic.pattern".to_string(), Value::Choice("capture".to_string()))].into();
    let mut bare =
        Machine::new(&Scenario::parse("id = \"bare\"").expect("a scenario"), Tracing::Off).expect("a machine");
    assert!(bare.intervene(&change).is_err());
    assert!(bare.scenario().interventions.is_empty(), "nothing was changed");
    let named =
        Scenario::parse("capture = \"a.pcap\"").expect("a scenario").with_recording(&recording(9)).expect("any");
    assert!(Machine::new(&named, Tracing::Off).expect("a machine").intervene(&change).is_ok());
}

#[test]
fn a_recording_without_duration_has_no_rate() {
    let at_once = |packets: usize| {
        let arrivals = vec![Arrival { nanoseconds: 0, bytes: 64 }; packets];
        scenario("\"a.pcap\"").with_recording(&Arc::new(Recording::new(arrivals).expect("a recording"))).expect("any")
    };
    for packets in [1, 50] {
        let plain = at_once(packets);
        let mut machine = Machine::new(&plain, Tracing::Off).expect("it is sent at its time");
        for (path, value) in
            [("traffic.pace", Value::Choice("rate".to_string())), ("traffic.speed", Value::Integer(200))]
        {
            let mut changed = plain.clone();
            changed.settings.insert(path.to_string(), value.clone());
            let refused = Machine::new(&changed, Tracing::Off).err().expect("there is no rate");
            assert_eq!(refused.errors[0].field.to_string(), path);
            assert!(refused.errors[0].allowed.to_string().contains("packets at different times"), "{refused}");
            assert!(machine.intervene(&[(path.to_string(), value)].into()).is_err());
        }
    }
    let mut two = scenario("\"a.pcap\"").with_recording(&recording(1)).expect("any");
    two.settings.insert("traffic.pace".to_string(), Value::Choice("rate".to_string()));
    assert!(Machine::new(&two, Tracing::Off).is_ok());
}

#[test]
fn errors_name_the_wrong_field_of_a_capture() {
    for (text, field) in [
        ("3", "capture.file"),
        ("{ file = \"a\", first = 3 }", "capture.first"),
        ("{ file = \"a\", packets = 99999999 }", "capture.packets"),
        ("{ file = \"a\", digest = \"0123456789abcdef0\" }", "capture.digest"),
    ] {
        let refused = Scenario::parse(&format!("capture = {text}")).expect_err(text);
        assert_eq!(refused.errors[0].field.to_string(), field, "{text}");
    }
}
