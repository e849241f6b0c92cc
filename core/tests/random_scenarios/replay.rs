//! A run is a function of its scenario: slicing, tracing, reading or live interventions do not change it.

use crate::scenarios::{RUN_CYCLES, cases, scenario};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::Scenario;
use livelock_core::session::Session;
use livelock_core::trace::RecorderSize;
use livelock_core::units::Cycles;
use proptest::prelude::*;

/// Long enough to contain close rows (at the start and after knobs) and distant rows (later).
const LONG_CYCLES: u64 = 7 * RUN_CYCLES;
const KEEP: Tracing = Tracing::Keep(RecorderSize { bytes: 32 << 20 });

fn machine(scenario: &Scenario, tracing: Tracing) -> Machine {
    Machine::new(scenario, tracing).expect("a valid scenario makes a machine")
}

fn hash_of_whole_run(scenario: &Scenario) -> u64 {
    let mut machine = machine(scenario, KEEP);
    machine.run_until(Cycles(RUN_CYCLES)).expect("time passes");
    machine.host.recorder.hash()
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn the_same_scenario_gives_the_same_trace(scenario in scenario()) {
        prop_assert_eq!(hash_of_whole_run(&scenario), hash_of_whole_run(&scenario));
    }

    #[test]
    fn slices_do_not_change_the_trace(
        scenario in scenario(),
        mut ends in prop::collection::vec(0..RUN_CYCLES, 0..20),
        turns in 1..500u64,
    ) {
        let mut sliced = machine(&scenario, KEEP);
        ends.sort_unstable();
        for end in ends {
            sliced.run_until(Cycles(end)).expect("time passes");
        }
        while !sliced.run_iterations(Cycles(RUN_CYCLES), turns).expect("time passes") {}
        prop_assert_eq!(sliced.host.recorder.hash(), hash_of_whole_run(&scenario));
    }

    #[test]
    fn tracing_does_not_change_the_counts(scenario in scenario()) {
        let mut traced = machine(&scenario, KEEP);
        let mut untraced = machine(&scenario, Tracing::Off);
        traced.run_until(Cycles(RUN_CYCLES)).expect("time passes");
        untraced.run_until(Cycles(RUN_CYCLES)).expect("time passes");
        prop_assert_eq!(traced.row(), untraced.row());
    }

    /// Rows are recorded at their cycle and before the events of that cycle, for any slicing of the run.
    #[test]
    fn each_row_has_the_counts_of_its_time(
        scenario in scenario(),
        mut ends in prop::collection::vec(0..LONG_CYCLES, 0..20),
        turns in 1..500u64,
    ) {
        let mut session = Session::new(&scenario, 32 << 20).expect("a valid scenario");
        let mut alone = machine(&scenario, Tracing::Off);
        ends.sort_unstable();
        for end in ends {
            session.advance(Cycles(end), u64::MAX).expect("time passes");
        }
        while session.head() < Cycles(LONG_CYCLES) {
            session.advance(Cycles(LONG_CYCLES), turns).expect("time passes");
        }
        // a tick is a tenth of a millisecond
        let millisecond = session.clock().cycles_in_milliseconds(1).0;
        let tick_of = |cycle: u64| cycle * 10 / millisecond;
        let traffic = alone.settings().traffic.start.0;
        let changes: Vec<u64> = [0, traffic].into_iter().chain(scenario.interventions.iter().map(|knob| knob.at)).map(tick_of).collect();
        for tick in 0..=tick_of(LONG_CYCLES) {
            let moment = Cycles((millisecond * tick).div_ceil(10));
            alone.run_until(moment).expect("time passes");
            let row = session.samples().at_or_before(moment);
            let is_due = tick % 100 == 0 || changes.iter().any(|change| {
                let every_millisecond = change + 1..(change + 2_500).next_multiple_of(10) + 1;
                (change + 1..=change + 100).contains(&tick) || (tick % 10 == 0 && every_millisecond.contains(&tick))
            });
            prop_assert_eq!(row.time == moment, is_due, "tick {}", tick);
            if is_due {
                prop_assert_eq!(row, alone.row());
            }
        }
    }

    #[test]
    fn a_live_knob_gives_the_same_trace_as_a_replayed_knob(scenario in scenario()) {
        let mut live = machine(&Scenario { interventions: Vec::new(), ..scenario.clone() }, KEEP);
        for intervention in &scenario.interventions {
            live.run_until(Cycles(intervention.at)).expect("time passes");
            live.intervene(&intervention.set).expect("a valid intervention");
        }
        live.run_until(Cycles(RUN_CYCLES)).expect("time passes");
        prop_assert_eq!(live.scenario(), &scenario);
        prop_assert_eq!(live.host.recorder.hash(), hash_of_whole_run(&scenario));
    }

    #[test]
    fn a_knob_for_a_later_cycle_gives_the_same_trace_as_a_replayed_knob(scenario in scenario()) {
        let mut live = machine(&Scenario { interventions: Vec::new(), ..scenario.clone() }, KEEP);
        for intervention in &scenario.interventions {
            let at = live.intervene_at(Cycles(intervention.at), &intervention.set).expect("a valid intervention");
            prop_assert_eq!(at, Cycles(intervention.at));
        }
        live.run_until(Cycles(RUN_CYCLES)).expect("time passes");
        prop_assert_eq!(live.scenario(), &scenario);
        prop_assert_eq!(live.host.recorder.hash(), hash_of_whole_run(&scenario));
    }

    #[test]
    fn the_trace_gives_the_machines_state(scenario in scenario(), mut moments in prop::collection::vec(0..RUN_CYCLES, 1..8)) {
        let mut machine = machine(&scenario, KEEP);
        moments.sort_unstable();
        let mut seen = Vec::new();
        for moment in moments {
            // when the machine stops one cycle after `moment`, the events at `moment` have happened and later ones have not
            machine.run_until(Cycles(moment + 1)).expect("time passes");
            let shown = machine.visible_state();
            let told = machine.host.recorder.state_at(machine.now()).expect("the recorder has the whole run");
            prop_assert_eq!(&told.cpus, &shown.cpus);
            for (told, shown) in told.places.iter().zip(&shown.places) {
                prop_assert_eq!(&told.contents, &shown.contents);
                prop_assert_eq!((told.limit, told.sent), (shown.limit, shown.sent));
            }
            prop_assert_eq!(&told.lines, &shown.lines);
            prop_assert_eq!(&told.gates, &shown.gates);
            for (told, shown) in told.contexts.iter().zip(&shown.contexts) {
                prop_assert_eq!(told.cycles, shown.cycles);
            }
            seen.push(machine.host.recorder.state_at(Cycles(moment)).expect("the recorder has the whole run"));
        }
        // reading backwards gives the same states
        for told in seen {
            let again = machine.host.recorder.state_at(told.time);
            prop_assert_eq!(Some(told), again);
        }
    }

    #[test]
    fn state_before_equals_applying_records_one_by_one(scenario in scenario(), every in 1..3_000_u64) {
        let mut machine = machine(&scenario, KEEP);
        machine.run_until(Cycles(RUN_CYCLES)).expect("time passes");
        let recorder = &machine.host.recorder;
        let mut told = recorder.state_before(recorder.first());
        for number in recorder.first()..recorder.count() {
            if number % every == 0 {
                prop_assert_eq!(&told, &recorder.state_before(number));
            }
            told.apply(recorder.record(number).expect("the recorder has the whole run"));
        }
        prop_assert_eq!(told, recorder.state_before(recorder.count()));
    }

    /// This holds whether or not the lost beginning was read before it was lost.
    #[test]
    fn a_trace_without_its_beginning_gives_the_same_later_states(
        scenario in scenario(),
        mut moments in prop::collection::vec(0..RUN_CYCLES, 1..8),
    ) {
        let mut long = machine(&scenario, KEEP);
        let mut short = machine(&scenario, Tracing::Keep(RecorderSize { bytes: 0 }));
        moments.sort_unstable();
        for moment in &moments {
            short.run_until(Cycles(moment + 1)).expect("time passes");
            prop_assert!(short.host.recorder.state_at(Cycles(*moment)).is_some(), "the newest state is kept");
        }
        long.run_until(Cycles(RUN_CYCLES)).expect("time passes");
        short.run_until(Cycles(RUN_CYCLES)).expect("time passes");
        let (long, short) = (&long.host.recorder, &short.host.recorder);
        prop_assert_eq!(long.count(), short.count());
        for number in short.first()..short.count() {
            prop_assert_eq!(short.record(number), long.record(number));
        }
        for moment in moments.into_iter().chain([RUN_CYCLES - 1]).map(Cycles) {
            if let Some(told) = short.state_at(moment) {
                prop_assert_eq!(Some(told), long.state_at(moment));
            }
        }
    }
}
