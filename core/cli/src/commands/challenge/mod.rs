//! `livelock challenge`: judges programs in kernel C by the challenges of `core/challenges`. Without a program it writes what a
//! learner begins with.

mod arguments;
mod junit;
mod mutants;
mod text;

pub use arguments::{ChallengeArgs, ChallengeFormat};
pub use text::{Miss, medal, misses, short_of_gold};

use crate::error::CommandError;
use crate::kernel_program;
use crate::output::{Output, write, write_json};
use crate::parallel::{ParallelRunner, bar};
use crate::similar;
use crate::strange_text::file_name;
use livelock_core::scenario::Scenario;
use livelock_judge::{Challenge, Folder, Medal, Reference, Run, SEEDS, Seeds, Verdict, all, find, judge, measure};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

type Row = (Challenge, &'static Folder);

const LIST: &str = "list";
const ALL: &str = "all";
/// The value of `--kernel` that names the shipped solution.
const REFERENCE: &str = "reference";

pub fn challenge(options: &ChallengeArgs) -> Result<(), CommandError> {
    if options.challenge == LIST {
        return list(options.format);
    }
    let chosen = chosen(&options.challenge)?;
    if options.mutants {
        return mutants::mutants(&chosen, options.jobs);
    }
    let Some(kernel) = &options.kernel else {
        let [(_, folder)] = chosen[..] else {
            let remedy = "name one challenge for its skeleton, or a program with --kernel";
            return Err(CommandError::Input(format!("all challenges have no common skeleton; {remedy}")));
        };
        return write(folder.skeleton);
    };
    let failing = options.failing.as_deref().map(|file| Output::to(Some(file))).transpose()?;
    let seeds = match &options.seed_key {
        None => Seeds::default(),
        Some(key) => Seeds { key: key.clone(), student: options.student.clone().unwrap_or_default(), count: SEEDS },
    };
    let runs = chosen.iter().map(|(challenge, _)| challenge.judged_loads().len()).sum::<usize>() * 2;
    let runner = ParallelRunner::new(options.jobs, bar("judging", runs, "loads"))?;
    let measured = |runs: &[Run]| {
        let measured = runner.threads.install(|| runs.par_iter().map(measure).collect());
        runner.count();
        measured
    };
    let mut verdicts = Vec::new();
    for (challenge, folder) in &chosen {
        let Some((file, program)) = program(kernel, challenge, folder, chosen.len() > 1)? else { continue };
        let reference = Reference::of(challenge, folder.reference, &seeds, &measured)?;
        verdicts.push(judge(challenge, (&file, &program), &seeds, &reference, &measured)?);
    }
    if verdicts.is_empty() {
        let remedy = "name a file by the challenge, such as 1.c or off-the-ring.c";
        return Err(CommandError::Input(format!("{} has no program of a challenge; {remedy}", file_name(kernel))));
    }
    if let (Some(output), Some(scenario)) = (failing, first_failing(&verdicts)) {
        output.write_json(scenario)?;
    }
    match options.format {
        ChallengeFormat::Text => write(&verdicts.iter().map(text::verdict).collect::<Vec<_>>().join("\n"))?,
        ChallengeFormat::Json => write_json(&verdicts)?,
        ChallengeFormat::Junit => write(&junit::report(&verdicts))?,
    }
    all_are_passed(&verdicts)
}

/// The challenges that a name means.
fn chosen(name: &str) -> Result<Vec<Row>, CommandError> {
    if name == ALL {
        return Ok(all().to_vec());
    }
    find(name).map(|row| vec![row.clone()]).ok_or_else(|| {
        let hint = similar::hint(name, all().iter().map(|(challenge, _)| challenge.id.as_str()));
        CommandError::Input(format!("no challenge is called {name:?}{hint}; `livelock challenge list` lists all"))
    })
}

/// The program for a challenge, with the name that messages use. A folder may lack it.
fn program(
    kernel: &Path,
    challenge: &Challenge,
    folder: &Folder,
    is_one_of_many: bool,
) -> Result<Option<(String, String)>, CommandError> {
    if kernel == Path::new(REFERENCE) {
        return Ok(Some(("reference.c".to_string(), folder.reference.to_string())));
    }
    let file = if kernel.is_dir() {
        let Challenge { number, id, .. } = challenge;
        let names = [format!("{number}.c"), format!("{number:02}.c"), format!("{id}.c"), format!("{number:02}-{id}.c")];
        let found: Vec<PathBuf> = names.iter().map(|name| kernel.join(name)).filter(|file| file.exists()).collect();
        match &found[..] {
            [file, ..] => file.clone(),
            [] if is_one_of_many => return Ok(None),
            [] => {
                let names = names.join(", ");
                return Err(CommandError::Input(format!("{} has none of the files {names}", file_name(kernel))));
            }
        }
    } else {
        kernel.to_path_buf()
    };
    Ok(Some((file_name(&file), kernel_program::read(&file)?)))
}

fn first_failing(verdicts: &[Verdict]) -> Option<&Scenario> {
    let loads = verdicts.iter().flat_map(|verdict| &verdict.loads);
    loads.into_iter().find_map(|load| {
        let fault = load.fault.as_ref().map(|fault| &fault.scenario);
        fault.or_else(|| load.bounds.iter().find_map(|bound| bound.scenario.as_ref()))
    })
}

/// The exit status says whether every challenge is passed.
fn all_are_passed(verdicts: &[Verdict]) -> Result<(), CommandError> {
    let failed: Vec<String> = verdicts
        .iter()
        .filter(|verdict| verdict.medal < Medal::Silver)
        .map(|verdict| format!("challenge {} is not passed", verdict.number))
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(CommandError::Flagged(failed.join("\n"))) }
}

fn list(format: ChallengeFormat) -> Result<(), CommandError> {
    let all: Vec<&Challenge> = all().iter().map(|(challenge, _)| challenge).collect();
    match format {
        ChallengeFormat::Json => write_json(&all),
        _ => write(&text::list(&all)),
    }
}
