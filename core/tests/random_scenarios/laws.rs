//! Laws that hold exactly for every valid scenario, tested on thousands of random scenarios; and that a dropped machine is freed.

use crate::scenarios::{RUN_CYCLES, cases, scenario};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{Scenario, presets};
use livelock_core::trace::Count;
use livelock_core::trace::topology::HARDWARE;
use livelock_core::units::Cycles;
use proptest::prelude::*;
use std::rc::Rc;

fn machine_after(scenario: &Scenario, cycles: u64) -> Machine {
    let mut machine = Machine::new(scenario, Tracing::Off).expect("a valid scenario makes a machine");
    machine.run_until(Cycles(cycles)).unwrap_or_else(|trap| panic!("{trap}\n{}", scenario.canonical()));
    machine
}

/// Counts the packets inside the machine one by one: in places, and on their way between places.
fn found_inside(machine: &Machine) -> u64 {
    machine.host.packets_inside()
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn packets_and_cycles_are_conserved(scenario in scenario(), cycles in 0..RUN_CYCLES) {
        let machine = machine_after(&scenario, cycles);
        let row = machine.row();
        let places = 0..machine.topology.places.len() as u8;
        let dropped: u64 = places.clone().map(|place| row.drops(place)).sum();
        prop_assert_eq!(dropped, row.count(Count::Dropped));
        prop_assert_eq!(row.count(Count::Arrived), row.count(Count::Delivered) + dropped + found_inside(&machine));
        let contexts = || machine.topology.contexts.iter().zip(0..);
        for cpu in 0..machine.topology.cpus {
            let own = contexts().filter(|(context, _)| context.cpu == cpu);
            let spent: u64 = own.map(|(_, number)| row.cycles(number)).sum();
            prop_assert_eq!(spent, machine.now().0);
        }
        prop_assert_eq!(row.cycles(HARDWARE), 0);
        let wasted: u64 = places.map(|place| row.wasted(place)).sum();
        prop_assert_eq!(wasted, row.count(Count::Wasted));
    }

    #[test]
    fn littles_law_holds_exactly(scenario in scenario(), cycles in 0..RUN_CYCLES) {
        let machine = machine_after(&scenario, cycles);
        let row = machine.row();
        let gone = row.count(Count::LatencySum) + row.count(Count::DroppedTime);
        let still_inside: u64 = machine.host.ages().iter().map(|age| age.0).sum();
        prop_assert_eq!(row.count(Count::InsideIntegral), gone + still_inside);
    }

    #[test]
    fn no_wire_carries_more_than_its_rate(scenario in scenario()) {
        let machine = machine_after(&scenario, RUN_CYCLES);
        let settings = machine.settings();
        let on = &settings.machine;
        let shortest = on.link.wire_time(on.profile.wire.shortest, on.clock);
        let wires = (settings.traffic.inputs + 1) as u64;
        let most = (RUN_CYCLES / shortest.0 + 1) * wires;
        prop_assert!(machine.row().count(Count::Arrived) <= most);
        prop_assert!(machine.row().count(Count::Delivered) <= most);
    }
}

/// A page that restarts its machine many times must not grow.
#[test]
fn a_dropped_machine_is_freed() {
    for scenario in presets::all() {
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        machine.run_until(Cycles(3_000_000)).expect("time passes");
        let host = Rc::downgrade(&machine.host);
        drop(machine);
        assert_eq!(host.strong_count(), 0, "{}: a reference to the machine is left", scenario.id);
    }
}
