//! The challenges as the page has them: what a person reads, and of each load what a worker needs to judge it. The page gets them
//! as a file (`web/generated/challenges.json`), so that the simulator's module need not carry them.

use super::metric::{METRICS, MetricRow};
use super::{Challenge, Folder, Load, STATEMENT_CYCLES, all};
use livelock_core::scenario::Scenario;
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChallengeTable {
    /// Cycles of a statement in all of them.
    pub statement: u64,
    pub metrics: &'static [MetricRow],
    pub challenges: Vec<ChallengeRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChallengeRow {
    pub id: String,
    pub number: u32,
    pub title: String,
    pub task: String,
    pub lesson: String,
    pub read: String,
    pub skeleton: &'static str,
    pub reference: &'static str,
    /// How many of the loads are common to all challenges: the first ones.
    pub common: usize,
    pub loads: Vec<LoadRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoadRow {
    pub load: Load,
    /// With the load's traffic, and without a program.
    pub machine: Scenario,
}

pub fn table() -> ChallengeTable {
    let challenges = all().iter().map(|(challenge, folder)| row(challenge, folder)).collect();
    ChallengeTable { statement: STATEMENT_CYCLES, metrics: METRICS, challenges }
}

fn row(challenge: &Challenge, folder: &Folder) -> ChallengeRow {
    let Challenge { id, number, title, task, lesson, read, .. } = challenge.clone();
    let judged = challenge.judged_loads();
    let common = judged.len() - challenge.loads.len();
    let loads = judged.into_iter().map(|load| {
        let machine = challenge.machine(&load).expect("the settings of a challenge are right");
        LoadRow { machine, load: Load { settings: Default::default(), ..load } }
    });
    let (skeleton, reference) = (folder.skeleton, folder.reference);
    ChallengeRow { id, number, title, task, lesson, read, skeleton, reference, common, loads: loads.collect() }
}
