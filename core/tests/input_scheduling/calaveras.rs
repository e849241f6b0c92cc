//! Calaveras (M 9.1): each of its three classes of tasks makes progress under any load.

use livelock_core::experiment::run_trial;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::Report;
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::{Event, RecorderSize};
use livelock_core::units::{Cycles, Hertz};

fn scenario(settings: &[(&str, i64)]) -> Scenario {
    let settings: Vec<_> = settings.iter().map(|(path, number)| (*path, Value::Integer(*number))).collect();
    presets::find("section-9-1").expect("a scenario of its own").with(&settings).expect("valid settings")
}

fn report(settings: &[(&str, i64)]) -> Report {
    run_trial(&scenario(settings)).expect("it runs")
}

#[test]
fn packets_and_processes_make_progress_under_any_load() {
    for rate in [4_000, 12_000, 14_880] {
        let report = report(&[("traffic.rate", rate)]);
        assert!(report.delivered_pps > 2_500.0 && report.user_share > 0.4, "{rate}: {}", report.delivered_pps);
        assert!(report.wasted_cycles.values().all(|cycles| *cycles == 0), "the ring refuses excess packets");
    }
}

#[test]
fn the_quantum_shifts_the_shares() {
    let shares = [1, 2, 8].map(|ticks| report(&[("calaveras.quantum_ticks", ticks)]));
    assert!(shares.windows(2).all(|pair| pair[0].user_share + 0.1 < pair[1].user_share));
    assert!(shares.windows(2).all(|pair| pair[0].delivered_pps > pair[1].delivered_pps));
}

#[test]
fn the_isochronous_task_waits_for_one_unit_of_work_at_most() {
    let period_us = 10_000.0;
    for weight in [8, 32] {
        let report = report(&[("calaveras.receive_weight", weight)]);
        // due from the timer's interrupt to the end of the task's 500 us; one packet, clock ticks and a switch may come before the end
        let due_us = report.gate_share["isochronous"] * period_us;
        assert!((500.0..1_000.0).contains(&due_us), "{due_us} us with a weight of {weight}");
    }
}

/// Other tasks can preempt the sending task after each descriptor, which is its unit of work (M 9.1: a preemption window comes
/// at the completion of a unit of work).
#[test]
fn the_sending_task_has_a_window_after_each_descriptor() {
    let settings = [("calaveras.send_weight", 64), ("costs.lntint_reclaim", 1_000_000), ("traffic.rate", 12_000)];
    let mut machine =
        Machine::new(&scenario(&settings), Tracing::Keep(RecorderSize { bytes: 64 << 20 })).expect("a machine");
    let due = machine.topology.gates.iter().position(|gate| gate.id == "isochronous").expect("its gate") as u8;
    let clock = Hertz(machine.topology.clock_hz);
    let end = clock.cycles_in_milliseconds(3_000);
    machine.run_until(end).expect("time passes");
    let (mut since, mut longest) = (Cycles::ZERO, Cycles::ZERO);
    machine.host.recorder.scan(0, |record| {
        match record.event() {
            Event::Gate { gate, on: true } if gate == due => since = record.time(),
            Event::Gate { gate, on: false } if gate == due => longest = longest.max(record.time() - since),
            _ => {}
        }
        true
    });
    // the task's 0.5 ms, one descriptor's 1 ms, handing waiting packets to the interface, clock ticks
    assert!(Cycles::ZERO < longest && longest < clock.cycles_in_milliseconds(3), "{longest:?}");
}

/// It runs even when the timer interrupts while the scheduler is switching to a process.
#[test]
fn the_isochronous_task_runs_in_each_of_its_periods() {
    for (rate, period) in [(300, 3_000), (12_000, 10_000)] {
        let scenario = scenario(&[("traffic.rate", rate), ("calaveras.period_us", period)]);
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        let due = machine.topology.gates.iter().position(|gate| gate.id == "isochronous").expect("its gate") as u8;
        let step = Hertz(machine.topology.clock_hz).cycles_in_milliseconds(2);
        let mut now = Cycles::ZERO;
        for number in 0..2_000 {
            let before = machine.row().gate_on(due);
            now += step;
            machine.run_until(now).expect("time passes");
            assert!(
                machine.row().gate_on(due) - before < step.0,
                "the task was due during all of the 2 ms from {} ms on",
                2 * number
            );
        }
    }
}
