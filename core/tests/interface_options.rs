//! The kernels run correctly on every kind of interface: on lines that they have to acknowledge, and on rings whose descriptors
//! they have to give back. They acknowledge before they look, so no packet waits for the next one.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::Count;
use livelock_core::trace::topology::ContextKind;
use livelock_core::units::Hertz;

fn acknowledged() -> (&'static str, Value) {
    ("interrupts.trigger", Value::Choice("acknowledged".to_string()))
}

fn given_back() -> (&'static str, Value) {
    ("queues.give_back", Value::Switch(true))
}

/// The settings of the kinds of interface that are not the papers'.
fn interfaces() -> [Vec<(&'static str, Value)>; 3] {
    [vec![acknowledged()], vec![given_back()], vec![acknowledged(), given_back()]]
}

/// Packets arrived, delivered and dropped in the first part of a run, and the share of time, in per cent, in which a CPU was idle.
fn run(scenario: &Scenario, milliseconds: u64) -> ([u64; 3], u64) {
    let mut machine = Machine::new(scenario, Tracing::Off).expect("a valid scenario");
    let end = Hertz(machine.topology.clock_hz).cycles_in_milliseconds(milliseconds);
    machine.run_until(end).expect("time passes");
    let row = machine.row();
    let contexts = machine.topology.contexts.iter().zip(0..);
    let idle: u64 =
        contexts.filter(|(context, _)| context.kind == ContextKind::Idle).map(|(_, number)| row.cycles(number)).sum();
    ([Count::Arrived, Count::Delivered, Count::Dropped].map(|count| row.count(count)), 100 * idle / end.0)
}

#[test]
fn kernels_that_keep_up_deliver_the_same_on_every_interface() {
    let mut kept_up = 0;
    for scenario in presets::all() {
        let Ok(slow) = scenario.with(&[("traffic.rate", Value::Integer(900))]) else { continue };
        let ([arrived, delivered, dropped], idle) = run(&slow, 300);
        if dropped > 0 || delivered * 10 < arrived * 9 {
            continue; // a process that hangs, or a source that ignores the rate
        }
        kept_up += 1;
        for settings in interfaces() {
            let (found, idle_here) = run(&slow.with(&settings).expect("valid settings"), 300);
            let is_same = found[1].abs_diff(delivered) <= 4; // some are on their way at the end
            assert!(is_same && found[2] == 0, "{}: {found:?}, not {delivered} of {arrived}: {settings:?}", slow.id);
            // a packet that comes after the acknowledgement may be taken at once, and interrupts for nothing afterwards
            assert!(idle_here + 4 >= idle, "{}: {idle_here} %, not {idle} % idle: {settings:?}", slow.id);
        }
    }
    assert!(kept_up > 60, "{kept_up} scenarios");
}

/// One of each kind of kernel.
const KERNELS: [&str; 11] = [
    "figure-6-1",
    "figure-6-3",
    "figure-6-3-no-polling",
    "section-5-1-cycles",
    "section-5-3",
    "section-4-4-after",
    "section-9-1",
    "section-10-2",
    "figure-4-1",
    "figure-8-1-breaker",
    "srp-figure-5",
];

/// Two packets, and none after them: the second comes at every moment of the work for the first.
#[test]
fn no_kernel_leaves_a_packet_behind() {
    for id in KERNELS {
        for spacing in (68..700).step_by(3) {
            let mut settings = vec![
                ("traffic.pattern", Value::Choice("burst".to_string())),
                ("traffic.inputs", Value::Integer(1)),
                ("traffic.burst", Value::Integer(2)),
                ("traffic.spacing_us", Value::Integer(spacing)),
            ];
            settings.extend([acknowledged(), given_back()]);
            let scenario = presets::find(id).expect("a ready-made scenario").with(&settings).expect("valid settings");
            assert_eq!(run(&scenario, 20).0, [2, 2, 0], "{id}: {spacing} us apart");
        }
    }
}
