//! Fits the cost table to the claims that it may be fitted to, and looks at no other: role `calibration`, never
//! `validation`. So the table follows from a rule, not from taste, and predictions stay predictions.
//!
//!   minimise  sum over calibration claims of deviation^2  +  WEIGHT x sum over costs of ((cost - prior) / prior)^2
//!
//! A deviation is counted in tolerances (`judge::deviations`). The second sum only decides where the claims leave a cost
//! open: it stays near the prior. Minimised by Gauss and Newton's method: every cost is moved a little to see what each
//! claim makes of it, the best table by those slopes is tried, and nearer ones while it is no better. Without randomness,
//! so anyone gets the same table.

use super::judge::deviations;
use super::{Check, Claim, Laboratory, Role, check_of, claims};
use crate::experiment::{Runner, TrialError};
use crate::scenario::Step;

/// How strongly costs are held to the prior.
const WEIGHT: f64 = 0.05;
/// A cost below this is compared with it instead.
const PRIOR_MIN: f64 = 5.0;
/// No procedure is free.
const COST_MIN: f64 = 1.0;
/// Slopes are measured over so much: livelock rates are only known in steps, so less would see none.
const MOVE: f64 = 4.0;
/// The farthest that one cost goes at once, and the least that is tried.
const REACH: (f64, f64) = (32.0, 1.0);
/// A better table has to be better by so much: less is what other seeds would change. Said after the fact: the committed
/// table was taken from the log of a longer run, and a run that may take smaller gains finds one step more from there
/// (`Lnrint` from 6 to 7 us), which gains 0.034.
const GAIN_MIN: f64 = 0.035;

/// In microseconds: how the time of figure 7-4 divides among procedures, by hand; the polling facility's own procedures
/// and the thread switch as an early prototype of the router had them. Steps that are not named here are not fitted.
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

/// A table, and how near it comes.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Microseconds, in the order of the prior.
    pub costs: Vec<f64>,
    /// Each claim's deviations in turn, in tolerances.
    pub deviations: Vec<f64>,
    /// What is minimised.
    pub objective: f64,
}

/// Fits from the prior on, to whole microseconds; `report` hears of every table that is better than all before.
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

/// Single costs up and down by a microsecond or two, as long as that is better: slopes across steps mislead a little.
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

/// How each deviation changes with each cost, a microsecond.
fn slopes(runner: &dyn Runner, from: &Fit) -> Result<Vec<Vec<f64>>, TrialError> {
    let slope = |index: usize| {
        let mut costs = from.costs.clone();
        costs[index] += MOVE;
        let moved = deviations_of(runner, &costs)?;
        Ok(moved.iter().zip(&from.deviations).map(|(moved, at)| (moved - at) / MOVE).collect())
    };
    (0..PRIOR.len()).map(slope).collect()
}

/// The table, at most `reach` away, that would be best if deviations followed their slopes: one cost after the other is put
/// where it is best, until none moves.
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

/// How far a table is from the prior.
fn distance(costs: &[f64]) -> f64 {
    let parts = costs.iter().zip(PRIOR).map(|(cost, (_, prior))| (cost - prior) / prior.max(PRIOR_MIN));
    parts.map(|part| part * part).sum()
}

fn deviations_of(runner: &dyn Runner, costs: &[f64]) -> Result<Vec<f64>, TrialError> {
    let nanoseconds = PRIOR.iter().zip(costs).map(|((step, _), cost)| (*step, (cost * 1e3).round() as u32));
    let laboratory = Laboratory::with_costs(runner, &nanoseconds.collect::<Vec<_>>());
    let mut all = Vec::new();
    for (claim, check) in fitted() {
        all.extend(deviations(claim, &check(&laboratory)?));
    }
    Ok(all)
}

/// The sections about the router's machine; other machines have tables of their own.
const ROUTER: [&str; 2] = ["M6", "M7"];

/// The claims that the router's costs are fitted to.
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
    fn the_prior_is_at_no_distance_from_itself() {
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
