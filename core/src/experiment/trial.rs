//! One trial (M 6.1): a machine gets a number of packets. The counted window lasts from the end of the warm-up to the last
//! arrival, so that filling and draining queues do not count as output. Untraced.
//!
//!   start ... warm-up | counted window | last arrival (or the longest time allowed)

use crate::cpu::Trap;
use crate::machine::{Machine, Tracing};
use crate::probes::{Report, Window};
use crate::scenario::{Scenario, ScenarioErrors};
use crate::trace::{ArrivalRow, Count};
use crate::units::Cycles;

/// The trial checks for its end after this many iterations of the executor. The ends of the window are exact anyway.
const ITERATIONS_PER_LOOK: u64 = 64;

pub struct Trial {
    machine: Machine,
    /// Whether the first packets are for warm-up: then the first mark is the beginning of the window.
    warms_up: bool,
    /// The latest times for the beginning and the end of the window.
    begin_max: Cycles,
    end_max: Cycles,
    /// The ends of the window, once reached.
    begin: Option<ArrivalRow>,
    end: Option<ArrivalRow>,
}

impl Trial {
    /// Prepares a trial of this scenario, at its own rate and seed. Fails only when the scenario is not valid.
    pub fn new(scenario: &Scenario) -> Result<Trial, ScenarioErrors> {
        Ok(Trial::of(Machine::new(scenario, Tracing::Off)?))
    }

    /// Prepares a trial on this machine, which has not run yet.
    pub fn of(machine: Machine) -> Trial {
        let (trial, in_all) = {
            let settings = machine.settings();
            (settings.trial.clone(), settings.traffic.packets_in_all())
        };
        // sources with fewer packets end the trial: the silence after them is no part of the window
        let packets = in_all.map_or(trial.packets, |in_all| trial.packets.min(in_all));
        let warm = packets * trial.warmup / 100;
        let counters = &machine.host.counters;
        counters.collect_latencies();
        if warm > 0 {
            counters.keep_rows_at_arrivals(&[warm, packets]);
        } else {
            counters.keep_rows_at_arrivals(&[packets]);
        }
        let begin_max = Cycles(trial.time_max.0 * trial.warmup / 100);
        let (warms_up, end_max) = (warm > 0, trial.time_max);
        let mut trial = Trial { machine, warms_up, begin_max, end_max, begin: None, end: None };
        if !warms_up {
            // the window begins with the run: without this it would begin at `begin_max`, which may be after the last arrival
            trial.begin = Some(trial.row_now());
        }
        trial.look();
        trial
    }

    /// Runs for at most this many iterations of the executor; returns whether the trial is finished.
    pub fn advance(&mut self, iterations_max: u64) -> Result<bool, Trap> {
        let mut iterations = iterations_max;
        while self.end.is_none() && iterations > 0 {
            let now = iterations.min(ITERATIONS_PER_LOOK);
            iterations -= now;
            let limit = if self.begin.is_none() { self.begin_max } else { self.end_max };
            self.machine.run_iterations(limit, now)?;
            self.look();
        }
        Ok(self.end.is_some())
    }

    /// Runs to the end, or until more than this many packets of the window are lost; returns whether it ended.
    pub fn advance_until_lost(&mut self, dropped_max: u64) -> Result<bool, Trap> {
        const ITERATIONS_PER_COUNT: u64 = 2_048;
        while !self.advance(ITERATIONS_PER_COUNT)? {
            if self.dropped() > dropped_max {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The packets of the window that are lost so far.
    pub fn dropped(&self) -> u64 {
        let count = |row: &ArrivalRow| row.row.count(Count::Dropped);
        self.begin.as_ref().map_or(0, |begin| count(self.end.as_ref().unwrap_or(&self.row_now())) - count(begin))
    }

    /// The report of the counted window; for an unfinished trial, of the window so far.
    pub fn result(&self) -> Report {
        let end = self.end.clone().unwrap_or_else(|| self.row_now());
        let begin = self.begin.clone().unwrap_or_else(|| end.clone());
        let counted = begin.latencies..end.latencies;
        Window {
            topology: &self.machine.topology,
            from: &begin.row,
            to: &end.row,
            checked: &self.machine.row(),
            inside: self.machine.host.packets_inside(),
            latencies: Some(self.machine.host.counters.latencies(counted)),
        }
        .report()
    }

    /// The machine in its present state.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Checks whether the window has begun or ended: at an arrival, or because time is up.
    fn look(&mut self) {
        let counters = &self.machine.host.counters;
        let now = self.machine.now();
        if self.begin.is_none() {
            let warm = if self.warms_up { counters.row_at_arrival(0) } else { None };
            self.begin = warm.or_else(|| (now >= self.begin_max).then(|| self.row_now()));
        }
        let last = counters.row_at_arrival(usize::from(self.warms_up));
        self.end = last.or_else(|| (now >= self.end_max).then(|| self.row_now()));
    }

    fn row_now(&self) -> ArrivalRow {
        ArrivalRow { row: self.machine.row(), latencies: self.machine.host.counters.latency_count() }
    }
}

#[cfg(test)]
#[path = "trial_tests.rs"]
mod tests;
