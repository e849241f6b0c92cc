//! Runs the papers' statements. `claims.toml` has what is stated and the tolerance; one function for each claim measures;
//! `judge` compares. No function contains a stated number, and claims.toml contains no number of the model.
//!
//!   claims.toml -> Claim --measured by its function, in a TrialCache--> Measurement -> judge -> Outcome (pass, fail, missing)
//!
//! `held.toml` records the outcomes, so that a test notices when a prediction that once held no longer does.

mod claim;
mod connections;
mod drivers;
mod fit;
mod flood;
mod judge;
mod memory;
mod monitor;
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
mod timeline;
mod trial_cache;
mod ultrix;
mod user;
mod watch;

pub use claim::{Basis, Claim, Kind, Role, claims};
pub use fit::{Fit, PRIOR, fit};
pub use judge::{Measurement, Outcome, Verdict};
pub use record::{Record, Regression};
pub use trial_cache::TrialCache;

use super::{Runner, TrialError};

/// Measures one claim.
pub type Check = fn(&TrialCache) -> Result<Measurement, TrialError>;

/// Returns the function that measures a claim, if there is one.
pub fn check_of(id: &str) -> Option<Check> {
    table::CHECKS.iter().find(|(name, _)| *name == id).map(|(_, check)| *check)
}

/// Runs the claims whose id begins with `prefix`, in the order of `claims.toml`. Calls `report` after each.
pub fn reproduce(
    prefix: &str,
    runner: &dyn Runner,
    mut report: impl FnMut(&Outcome, usize, usize),
) -> Result<Vec<Outcome>, TrialError> {
    let chosen: Vec<&Claim> = claims().iter().filter(|claim| claim.id.starts_with(prefix)).collect();
    let cache = TrialCache::new(runner);
    let mut outcomes = Vec::new();
    for (number, claim) in chosen.iter().enumerate() {
        let outcome = match check_of(&claim.id) {
            Some(check) => Outcome::of(claim, check(&cache)?),
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
