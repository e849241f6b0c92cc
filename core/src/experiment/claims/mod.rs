//! Checks the papers' statements by simulation. `claims.toml` has what is stated and the tolerance; one function for each
//! claim measures; `judge` compares. No function contains a stated number, and claims.toml contains no number of the model.
//!
//!   claims.toml -> Claim --measured by its function, in a TrialCache--> Measurement -> judge -> Outcome (pass, fail, missing)
//!
//! `held.toml` records the outcomes, so that a test notices when a prediction that once held no longer does.

mod checks;
mod claim;
mod fit;
mod judge;
mod record;
mod results;
mod trial_cache;

pub use checks::Check;
pub use claim::{Basis, Claim, Kind, Role, claims};
pub use fit::{Fit, PRIOR, fit};
pub use judge::{Measurement, Outcome, Verdict, deviations};
pub use record::{Record, Regression};
pub use results::Results;
pub use trial_cache::{TrialCache, Used};

use super::{Runner, TrialError};

/// Returns the function that measures a claim, if there is one.
pub fn check_of(id: &str) -> Option<Check> {
    checks::CHECKS.iter().find(|(name, _)| *name == id).map(|(_, check)| *check)
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
