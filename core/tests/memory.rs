//! A machine that is no longer wanted goes as a whole: a page that restarts it many times must not grow.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::presets;
use livelock_core::units::Cycles;
use std::rc::Rc;

#[test]
fn a_dropped_machine_leaves_nothing_behind() {
    for scenario in presets::all() {
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        machine.run_until(Cycles(3_000_000)).expect("time passes");
        let host = Rc::downgrade(&machine.host);
        drop(machine);
        assert_eq!(host.strong_count(), 0, "{}: something still holds the machine", scenario.id);
    }
}
