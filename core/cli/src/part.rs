//! A part of a sweep, as `livelock sweep --shard 2/4` writes it and `livelock merge` reads it: which part, of what, and its
//! trials. Trials are dealt in turn (part i has the trials i, i + n, i + 2n, ...), so that parts take about equally long.

use crate::problem::Problem;
use livelock_core::experiment::{Runner, Sweep, TrialError};
use livelock_core::probes::Report;
use livelock_core::scenario::{MODEL, Scenario};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The version of this file format.
const FORMAT: u64 = 1;

/// More parts than anybody has machines are a slip of the finger.
const SHARDS_MAX: u64 = 100_000;

/// Part `number` of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub livelock_part: u64,
    pub shard: Shard,
    pub model: String,
    pub scenario: Json,
    pub rates: Vec<u64>,
    pub seeds: u64,
    pub trials: Vec<Report>,
}

impl Shard {
    /// `2/4`.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let (number, of) = text.split_once('/').ok_or_else(|| "has no slash".to_string())?;
        let whole = |text: &str| text.trim().parse::<u64>().map_err(|_| format!("{text:?} is not a number"));
        let shard = Shard { number: whole(number)?, of: whole(of)? };
        if shard.of == 0 || shard.of > SHARDS_MAX {
            return Err(format!("a study has 1 to {SHARDS_MAX} parts"));
        }
        if shard.number == 0 || shard.number > shard.of {
            return Err(format!("there is no part {number} of {of}"));
        }
        Ok(shard)
    }

    /// Its share of things that are numbered from 0.
    pub fn deal<T>(self, things: Vec<T>) -> Vec<T> {
        let mine = |index: usize| index as u64 % self.of == self.number - 1;
        things.into_iter().enumerate().filter(|(index, _)| mine(*index)).map(|(_, thing)| thing).collect()
    }
}

impl Part {
    /// Runs one part of a sweep.
    pub fn run(sweep: &Sweep, shard: Shard, runner: &dyn Runner) -> Result<Part, TrialError> {
        let trials = runner.run(&shard.deal(sweep.scenarios()?))?;
        let scenario = serde_json::to_value(&sweep.scenario).expect("a scenario is plain data");
        let (model, rates) = (MODEL.to_string(), sweep.rates.clone());
        Ok(Part { livelock_part: FORMAT, shard, model, scenario, rates, seeds: sweep.seeds, trials })
    }

    /// Reads a part; `name` is the file's, for what has to be said about it.
    pub fn read(name: &str, text: &str) -> Result<Part, Problem> {
        let wrong = |what: String| Problem::Input(format!("{name}: {what}"));
        let json: Json = serde_json::from_str(text).map_err(|error| {
            wrong(format!(
                "no part of a sweep, or cut off ({error}); run `livelock sweep ... --shard i/n --output FILE` again"
            ))
        })?;
        let Some(format) = json.get("livelock_part").and_then(Json::as_u64) else {
            return Err(wrong("no part of a sweep; parts are written by `livelock sweep ... --shard i/n`".to_string()));
        };
        if format != FORMAT {
            let told = format!("a part in format {format}, this livelock reads {FORMAT}; write it again with this one");
            return Err(wrong(told));
        }
        let part: Part = serde_json::from_value(json)
            .map_err(|error| wrong(format!("a damaged part of a sweep ({error}); run that part again")))?;
        part.checked(&wrong)
    }

    /// The part again, when it can be one.
    fn checked(self, wrong: &dyn Fn(String) -> Problem) -> Result<Part, Problem> {
        let Shard { number, of } = self.shard;
        let again = format!("run it again with --shard {number}/{of}");
        if self.model != MODEL {
            let model = &self.model;
            return Err(wrong(format!("model {model}, this livelock simulates model {MODEL}; {again}")));
        }
        if Shard::parse(&format!("{number}/{of}")).is_err() {
            return Err(wrong(format!("says that it is part {number} of {of}; write it again")));
        }
        let expected = self.shard.deal(vec![(); self.trials_of_all().unwrap_or(0)]).len();
        if self.trials.len() != expected {
            let has = self.trials.len();
            return Err(wrong(format!("{has} trials, part {number} of {of} has {expected}; {again}")));
        }
        Ok(self)
    }

    /// How many trials the whole sweep has; none when there are too many to be one.
    fn trials_of_all(&self) -> Option<usize> {
        const TRIALS_MAX: u64 = 1_000_000;
        let trials = (self.rates.len() as u64).checked_mul(self.seeds)?;
        (trials <= TRIALS_MAX).then_some(trials as usize)
    }

    /// What it is a part of.
    pub fn sweep(&self) -> Result<Sweep, Problem> {
        let scenario = Scenario::parse(&self.scenario.to_string())?;
        Ok(Sweep { scenario, rates: self.rates.clone(), seeds: self.seeds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_a_number_of_a_number() {
        assert_eq!(Shard::parse("2/4"), Ok(Shard { number: 2, of: 4 }));
        for wrong in ["", "2", "0/4", "5/4", "a/4", "1/0", "1/100001", "-1/4", "1/2/3"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_thing_is_dealt_to_one_shard() {
        let deal = |number| Shard { number, of: 3 }.deal(vec![0, 1, 2, 3, 4]);
        assert_eq!([deal(1), deal(2), deal(3)], [vec![0, 3], vec![1, 4], vec![2]]);
        assert_eq!(Shard { number: 7, of: 9 }.deal(vec![0, 1]), Vec::<i32>::new());
    }
}
