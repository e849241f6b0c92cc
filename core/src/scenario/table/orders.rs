//! The pairs of settings of which one must stay below the other. Scenarios are checked against this table, and on the page
//! the knobs of a pair cannot cross.

use crate::msg;
use serde::Serialize;

/// The value of `low` must be less than that of `high`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Order {
    pub low: &'static str,
    pub high: &'static str,
    /// What is wrong when it is not.
    #[serde(skip)]
    pub problem: &'static str,
}

const fn order(low: &'static str, high: &'static str, problem: &'static str) -> Order {
    Order { low, high, problem }
}

pub const ORDERS: &[Order] = &[
    order(
        "feedback.low",
        "feedback.high",
        msg!("input continues at a level that is not below the level at which it stops"),
    ),
    order("today.receiver_cpu", "today.cpus", msg!("the machine has no such CPU")),
    order("today.irq_cpu", "today.cpus", msg!("the machine has no such CPU")),
    order("trial.from", "trial.to", msg!("the start of the curve is not below its end")),
    order("programs.cpu", "machine.cpus", msg!("the machine has no such CPU")),
];
