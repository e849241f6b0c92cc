//! `livelock challenge all --mutants`: changes each shipped solution in every small way, and says which changes keep gold although
//! they do something else. The judge is good enough if at least nine of ten lose a medal.

use super::Row;
use crate::arguments::JobsArgs;
use crate::error::CommandError;
use crate::output::{table, write};
use crate::parallel::{ParallelRunner, bar};
use livelock_core::program::{Mutant, mutants as changes_of};
use livelock_judge::{Fate, Reference, Run, Seeds, fate, measure};
use rayon::prelude::*;

/// The share of the changes that must lose a medal, in per cent.
const SHARE: usize = 90;

pub fn mutants(chosen: &[Row], jobs: JobsArgs) -> Result<(), CommandError> {
    let head = ["challenge", "compile", "equivalent", "lose a medal", "keep gold", "share"];
    let mut rows = vec![head.map(str::to_string).to_vec()];
    let (mut kept, mut too_weak) = (String::new(), Vec::new());
    for (challenge, folder) in chosen {
        let all = changes_of(folder.reference);
        let runner = ParallelRunner::new(jobs, bar(format!("challenge {}", challenge.number), all.len(), "changes"))?;
        let seeds = Seeds::default();
        let reference =
            Reference::of(challenge, folder.reference, &seeds, &|runs: &[Run]| runs.iter().map(measure).collect())?;
        let judged = |changed: &Mutant| {
            let fate = fate(challenge, folder.reference, &changed.source, &seeds, &reference);
            runner.count();
            fate
        };
        let fates: Vec<Fate> = runner.threads.install(|| all.par_iter().map(judged).collect());
        let count = |which: fn(Fate) -> bool| fates.iter().filter(|fate| which(**fate)).count();
        let compile = count(|fate| fate != Fate::DoesNotCompile);
        let equivalent = count(|fate| fate == Fate::IsEquivalent);
        let lose = count(Fate::medal_is_lost);
        let differ = (compile - equivalent).max(1);
        let share = lose * 100 / differ;
        if share < SHARE {
            too_weak
                .push(format!("challenge {}: {share} % of the changes lose a medal, not {SHARE} %", challenge.number));
        }
        let counts = [compile, equivalent, lose, compile - equivalent - lose];
        let name = format!("{} {}", challenge.number, challenge.id);
        rows.push([vec![name], counts.map(|count| count.to_string()).to_vec(), vec![format!("{share} %")]].concat());
        for (change, _) in all.iter().zip(&fates).filter(|(_, fate)| **fate == Fate::KeepsGold) {
            kept += &format!("challenge {}, line {}: {}\n", challenge.number, change.line, change.change);
        }
    }
    let kept = if kept.is_empty() { kept } else { format!("\nChanges that keep gold:\n{kept}") };
    write(&format!("{}{kept}", table(&rows)))?;
    if too_weak.is_empty() { Ok(()) } else { Err(CommandError::Flagged(too_weak.join("\n"))) }
}
