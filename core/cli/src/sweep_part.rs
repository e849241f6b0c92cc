//! One part of a sweep: `livelock sweep --shard 2/4` writes the file and `livelock merge` reads it. Part i of n has the
//! trials i, i + n, i + 2n, ..., so that all parts take about the same time.

use crate::error::CommandError;
use crate::output::to_json;
use livelock_core::experiment::{Runner, Sweep};
use livelock_core::probes::Report;
use livelock_core::scenario::{MODEL, Scenario};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The version of the file format.
const FORMAT: u64 = 1;

/// More parts than this are probably a typing mistake.
const SHARDS_MAX: u64 = 100_000;

/// A sweep with more trials than this is not read: its file is damaged.
const TRIALS_MAX: u64 = 1_000_000;

/// Part `number` of `of`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

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

impl Shard {
    /// Reads `2/4`.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = numbers.map(|(number, of)| Shard { number, of }).filter(|shard| shard.exists());
        shard.ok_or_else(|| format!("expected PART/PARTS from 1/N to N/N, like 2/4, with at most {SHARDS_MAX} parts"))
    }

    fn exists(self) -> bool {
        (1..=SHARDS_MAX).contains(&self.of) && (1..=self.of).contains(&self.number)
    }

    /// Selects the items of this part.
    pub fn select<T>(self, items: Vec<T>) -> Vec<T> {
        items.into_iter().skip(self.number as usize - 1).step_by(self.of as usize).collect()
    }

    /// How many of `total` items belong to this part.
    pub fn size(self, total: usize) -> usize {
        (total as u64 + self.of - self.number) as usize / self.of as usize
    }
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
            None => return wrong("not a part of a sweep; `livelock sweep ... --shard I/N` writes parts".to_string()),
            Some(FORMAT) => {}
            Some(format) => {
                return wrong(format!("has format {format}, this livelock reads format {FORMAT}; run the part again"));
            }
        }
        let part: SweepPart = match serde_json::from_value(json) {
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
        Ok(part)
    }

    /// Returns the whole sweep.
    pub fn sweep(&self) -> Result<Sweep, CommandError> {
        let scenario = Scenario::parse(&self.scenario.to_string())?;
        Ok(Sweep { scenario, rates: self.rates.clone(), seeds: self.seeds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_is_one_number_of_another() {
        assert_eq!(Shard::parse("2/4"), Ok(Shard { number: 2, of: 4 }));
        for wrong in ["", "2", "0/4", "5/4", "a/4", "1/0", "1/100001", "-1/4", "1/2/3"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_item_belongs_to_one_shard() {
        let select = |number| Shard { number, of: 3 }.select(vec![0, 1, 2, 3, 4]);
        assert_eq!([select(1), select(2), select(3)], [vec![0, 3], vec![1, 4], vec![2]]);
        assert_eq!(Shard { number: 7, of: 9 }.select(vec![0, 1]), Vec::<i32>::new());
        for (number, total) in [(1, 5), (2, 5), (3, 5), (3, 2), (1, 0)] {
            let shard = Shard { number, of: 3 };
            assert_eq!(shard.size(total), shard.select(vec![(); total]).len(), "{number}/3 of {total}");
        }
    }
}
