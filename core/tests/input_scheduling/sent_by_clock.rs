//! M 7.5: after a packet is sent, the polling thread runs once more and finds no work. Without transmit interrupts this
//! extra run is saved, and clock ticks make the thread handle the remaining sent packets.

use livelock_core::experiment::run_trial;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::ordered::ordered_map;
use livelock_core::probes::Report;
use livelock_core::scenario::{Scenario, Step, Value, presets};
use livelock_core::session::Session;
use livelock_core::units::Hertz;

fn scenario(rate: i64, by_clock: bool) -> Scenario {
    let settings = [
        ("traffic.rate", Value::Integer(rate)),
        ("polling.enabled", Value::Switch(true)),
        ("programs.compute", Value::Switch(true)),
        ("polling.sent_by_clock", Value::Switch(by_clock)),
    ];
    presets::find("lab").expect("the lab has its scenario").with(&settings).expect("valid settings")
}

fn report(rate: i64, by_clock: bool) -> Report {
    run_trial(&scenario(rate, by_clock)).expect("it runs")
}

/// Returns how often the polling thread starts to poll, for each packet that arrives.
fn polls_a_packet(rate: i64, by_clock: bool) -> f64 {
    let mut session = Session::new(&scenario(rate, by_clock), 16 << 20).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(500);
    session.advance(end, u64::MAX).expect("time passes");
    let (mut polls, mut packets) = (0.0, 0.0);
    session.recorder().scan(session.recorder().first(), |record| {
        if let Some(running) = record.step_start() {
            polls += f64::from(u8::from(running.step == Step::LanpollIsr as u16));
            packets += f64::from(u8::from(running.step == Step::Lnrint as u16 || running.step == Step::Lnread as u16));
        }
        true
    });
    polls / packets
}

#[test]
fn fewer_polls_find_no_work() {
    let (before, after) = (polls_a_packet(2_000, false), polls_a_packet(2_000, true));
    assert!((1.6..=2.0).contains(&before), "one for a packet, one for its transmit interrupt: {before}");
    assert!(after < 0.75 * before, "fewer ticks than packets find finished transmissions: {after}");
    // below the clock's rate there is a tick for nearly every packet
    let (before, after) = (polls_a_packet(500, false), polls_a_packet(500, true));
    assert!(after < before && after > 0.9 * before, "{after} {before}");
}

#[test]
fn other_tasks_get_the_saved_cycles() {
    for rate in [2_000, 3_000] {
        let (before, after) = (report(rate, false), report(rate, true));
        assert!(before.interrupts["ln1_transmit"] > 5_000 && after.interrupts["ln1_transmit"] == 0);
        assert!(after.user_share > before.user_share + 0.08, "{rate}: {} {}", before.user_share, after.user_share);
        let median = |report: &Report| report.latency_us.p50.expect("packets were delivered");
        assert!(median(&after) < median(&before) + 60.0, "packets hardly wait: {} {}", median(&before), median(&after));
        assert!(after.delivered_pps > 0.999 * before.delivered_pps);
    }
}

/// M 7.5: under overload the additional polls find useful work.
#[test]
fn under_overload_it_makes_no_difference() {
    let [before, after] = [false, true].map(|by_clock| report(12_000, by_clock).delivered_pps);
    assert!((after - before).abs() < 0.005 * before, "{before} {after}");
}

#[test]
fn the_knob_enables_transmit_interrupts_again() {
    let mut machine = Machine::new(&scenario(2_000, true), Tracing::Off).expect("a valid scenario");
    let transmits = machine.topology.lines.iter().position(|line| line.id.ends_with("transmit")).expect("a line");
    let at = |milliseconds| Hertz(machine.topology.clock_hz).cycles_in_milliseconds(milliseconds);
    let (on, off) = (at(100), at(120));
    machine.run_until(on).expect("time passes");
    assert!(!machine.visible_state().lines[transmits].enabled);
    let knob = [("polling.sent_by_clock".to_string(), Value::Switch(false))];
    machine.intervene(&ordered_map(knob)).expect("a knob");
    machine.run_until(off).expect("time passes");
    assert!(machine.row().taken(transmits as u8) > 10, "nearly every transmission interrupts again");
}
