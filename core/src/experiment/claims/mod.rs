//! The papers' statements, run. `claims.toml` says what is stated and how near a measurement has to come; a function per
//! claim measures; `judge` compares. No function knows a stated number, and no stated number knows the model.
//!
//!   claims.toml -> Claim --measured by its function, in a Laboratory--> Measurement -> judge -> Outcome (pass, fail, missing)
//!
//! `held.toml` records the outcomes, so that a prediction that once held and no longer does is noticed.

mod claim;
mod connections;
mod drivers;
mod fit;
mod flood;
mod judge;
mod laboratory;
mod monitor;
mod pages;
mod periodicity;
mod receiver;
mod record;
mod router;
mod screend;
mod sockets;
mod starvation;
mod stream;
mod table;
mod tcpdump;
mod time_line;
mod ultrix;
mod user;
mod watch;

pub use claim::{Basis, Claim, Kind, Role, claims};
pub use fit::{Fit, PRIOR, fit};
pub use judge::{Measurement, Outcome, Verdict};
pub use laboratory::Laboratory;
pub use record::{Record, Regression};

use super::{Runner, TrialError};

/// Measures one claim.
pub type Check = fn(&Laboratory) -> Result<Measurement, TrialError>;

/// The function that measures a claim, when there is one so far.
pub fn check_of(id: &str) -> Option<Check> {
    table::CHECKS.iter().find(|(name, _)| *name == id).map(|(_, check)| *check)
}

/// Runs the claims whose id begins so, in the order of `claims.toml`; `report` hears of each when it is done.
pub fn reproduce(
    prefix: &str,
    runner: &dyn Runner,
    mut report: impl FnMut(&Outcome, usize, usize),
) -> Result<Vec<Outcome>, TrialError> {
    let chosen: Vec<&Claim> = claims().iter().filter(|claim| claim.id.starts_with(prefix)).collect();
    let laboratory = Laboratory::new(runner);
    let mut outcomes = Vec::new();
    for (number, claim) in chosen.iter().enumerate() {
        let outcome = match check_of(&claim.id) {
            Some(check) => Outcome::of(claim, check(&laboratory)?),
            None => Outcome::missing(claim),
        };
        report(&outcome, number + 1, chosen.len());
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
