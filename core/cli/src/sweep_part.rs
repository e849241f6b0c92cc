//! One part of a sweep: `livelock sweep --shard 2/4` writes the file and `livelock merge` reads it.

use crate::error::CommandError;
use crate::output::to_json;
use crate::shard::Shard;
use livelock_core::experiment::{Runner, Sweep};
use livelock_core::probes::Report;
use livelock_core::scenario::{MODEL, Scenario};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The version of the file format.
const FORMAT: u64 = 1;

/// A sweep with more trials than this is not read: its file is damaged.
const TRIALS_MAX: u64 = 1_000_000;

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepPart {
    livelock_part: u64,
    pub shard: Shard,
    model: String,
    pub scenario: Json,
    pub rates: Vec<u64>,
    pub seeds: u64,
    pub trials: Vec<Report>,
}

impl SweepPart {
    /// Runs one part of a sweep.
    pub fn run(sweep: &Sweep, shard: Shard, runner: &dyn Runner) -> Result<SweepPart, CommandError> {
        let trials = runner.run(&shard.select(sweep.scenarios()?))?;
        let (model, rates) = (MODEL.to_string(), sweep.rates.clone());
        let scenario = to_json(&sweep.scenario)?;
        Ok(SweepPart { livelock_part: FORMAT, shard, model, scenario, rates, seeds: sweep.seeds, trials })
    }

    /// Parses the text of the file `name`.
    pub fn parse(name: &str, text: &str) -> Result<SweepPart, CommandError> {
        let wrong = |text: String| Err(CommandError::Input(format!("{name}: {text}")));
        let json: Json = match serde_json::from_str(text) {
            Ok(json) => json,
            Err(error) => {
                return wrong(format!(
                    "not a part of a sweep, or cut off ({error}); run `livelock sweep ... --shard I/N --output FILE` again"
                ));
            }
        };
        match json.get("livelock_part").and_then(Json::as_u64) {
            None => return wrong("not a part of a sweep or a grading; `livelock sweep` and `livelock grade` write parts with `--shard I/N`".to_string()),
            Some(FORMAT) => {}
            Some(format) => {
                return wrong(format!("has format {format}, this livelock reads format {FORMAT}; run the part again"));
            }
        }
        let mut part: SweepPart = match serde_json::from_value(json) {
            Ok(part) => part,
            Err(error) => return wrong(format!("a damaged part of a sweep ({error}); run the part again")),
        };
        let Shard { number, of } = part.shard;
        let rerun = format!("run it again with --shard {number}/{of}");
        if part.model != MODEL {
            return wrong(format!("has model {}, this livelock simulates model {MODEL}; {rerun}", part.model));
        }
        if !part.shard.exists() {
            return wrong(format!("claims to be part {number} of {of}; run the part again"));
        }
        let trials = (part.rates.len() as u64).checked_mul(part.seeds).filter(|trials| *trials <= TRIALS_MAX);
        let (expected, found) = (part.shard.size(trials.unwrap_or(0) as usize), part.trials.len());
        if found != expected {
            return wrong(format!("has {found} trials, part {number} of {of} has {expected}; {rerun}"));
        }
        part.trials.iter_mut().for_each(Report::count_per_second);
        Ok(part)
    }

    /// Returns the whole sweep.
    pub fn sweep(&self) -> Result<Sweep, CommandError> {
        let scenario = Scenario::parse(&self.scenario.to_string())?;
        Ok(Sweep { scenario, rates: self.rates.clone(), seeds: self.seeds })
    }
}
