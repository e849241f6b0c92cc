//! The kernels treat packets as their own only while they are: no packet is used after it was passed on, is in two places, is
//! freed twice, or is lost, in any ready-made scenario and on any kind of interface.

use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::session::Session;
use livelock_core::trace::Ownership;

const MILLISECONDS: u64 = 60;

fn check(scenario: &Scenario) {
    let mut session = Session::new(scenario, 64 << 20).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(MILLISECONDS);
    session.advance(end, u64::MAX).expect("time passes");
    assert_eq!(session.recorder().first(), 0, "the recorder has the whole trace");
    let mut ownership = Ownership::new(session.topology());
    let contexts = &session.topology().contexts;
    session.recorder().scan(0, |record| {
        if let Err(breach) = ownership.observe(record) {
            let context = &contexts[usize::from(breach.context)].id;
            panic!("{}: {breach:?} by {context} at {:?}: {:?}", scenario.id, record.time(), record.event());
        }
        true
    });
}

#[test]
fn no_kernel_breaks_a_rule_of_packets() {
    for scenario in presets::all() {
        check(&scenario);
        let options = [
            ("interrupts.trigger", Value::Choice("acknowledged".to_string())),
            ("queues.give_back", Value::Switch(true)),
        ];
        check(&scenario.with(&options).expect("valid settings"));
    }
}
