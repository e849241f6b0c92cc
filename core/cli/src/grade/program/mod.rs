//! Kernels that learners wrote: judged by their challenge, each text once, with the same seeds for all. A program is untrusted
//! input: it costs only its own row, and time that the challenge's loads bound.
//!
//! ```text
//! plan: challenge + text -> wanted --run: one text a thread--> Judged: medal, what is missed, two questions
//! ```

mod questions;
mod reading;
mod tokens;

pub use questions::{QUESTIONS, Question};
pub use tokens::{Given, Same, Tokens, longest_common, same_tokens};

use super::digest::digest_of_bytes;
use crate::commands::{Miss, misses, short_of_gold};
use crate::parallel::ParallelRunner;
use livelock_core::families::program_target;
use livelock_core::program::{Program, Target, compile, compile_for};
use livelock_core::scenario::Settings;
use livelock_judge::{Challenge, Folder, Measured, Medal, Reference, Run, SEEDS, Seeds, find, judge, measure};
use rayon::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A text for a challenge: the challenge's id, and the digest of the text.
pub type Key = (String, String);

/// The programs that are wanted, then what they are worth.
pub struct Programs {
    seeds: Seeds,
    /// The name of the file, and the text.
    wanted: BTreeMap<Key, (String, String)>,
    judged: BTreeMap<Key, Result<Judged, String>>,
}

/// What a program is worth.
#[derive(Clone, Debug)]
pub struct Judged {
    pub medal: Medal,
    pub lines: usize,
    /// The bounds that it misses and the rules that it breaks, load by load.
    pub missed: Vec<Miss>,
    /// What gold needs beyond silver.
    pub short_of_gold: Vec<String>,
    pub questions: Vec<Question>,
    /// It is what the learner began with.
    pub is_skeleton: bool,
}

/// A key that nobody knows before.
pub fn fresh_key() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

impl Programs {
    /// All programs get the seeds that follow from this key.
    pub fn new(seed_key: &str) -> Programs {
        let seeds = Seeds { key: seed_key.to_string(), student: String::new(), count: SEEDS };
        Programs { seeds, wanted: BTreeMap::new(), judged: BTreeMap::new() }
    }

    /// Plans to judge a text. An equal text is judged once, whatever its file is called.
    pub fn plan(&mut self, challenge: &str, file: &str, text: &str) -> Key {
        let key = (challenge.to_string(), digest_of_bytes(text.as_bytes()));
        self.wanted.entry(key.clone()).or_insert_with(|| (file.to_string(), text.to_string()));
        key
    }

    pub fn count(&self) -> usize {
        self.wanted.len()
    }

    /// What a planned program is worth; the error says why there is no verdict.
    pub fn judged(&self, key: &Key) -> Result<&Judged, String> {
        self.judged
            .get(key)
            .map_or(Err("the program was not judged".to_string()), |judged| judged.as_ref().map_err(String::clone))
    }

    /// Judges all planned programs. Each has a thread for itself, because there are more programs than threads.
    pub fn run(&mut self, runner: &ParallelRunner) {
        let wanted = std::mem::take(&mut self.wanted);
        let ids: BTreeSet<String> = wanted.keys().map(|(challenge, _)| challenge.clone()).collect();
        let judges: BTreeMap<String, Judge> = runner.threads.install(|| {
            let judges = ids.into_par_iter().filter_map(|id| Some((id.clone(), Judge::of(&id, &self.seeds)?)));
            judges.collect()
        });
        self.judged = runner.threads.install(|| {
            let judged = |(key, (file, text)): (Key, (String, String))| {
                let unknown = || format!("this livelock knows no challenge {}", key.0);
                let judged = judges.get(&key.0).ok_or_else(unknown).and_then(|judge| judge.judged(&file, &text));
                runner.count();
                (key, judged)
            };
            wanted.into_par_iter().map(judged).collect()
        });
    }
}

/// A challenge, with what its reference does under the same seeds.
struct Judge<'a> {
    challenge: &'static Challenge,
    folder: &'static Folder,
    seeds: &'a Seeds,
    reference: Reference,
}

impl<'a> Judge<'a> {
    fn of(id: &str, seeds: &'a Seeds) -> Option<Judge<'a>> {
        let (challenge, folder) = find(id)?;
        let measured = |runs: &[Run]| runs.par_iter().map(measure).collect();
        let reference = Reference::of(challenge, folder.reference, seeds, &measured);
        let reference = reference.expect("the shipped solution compiles");
        Some(Judge { challenge, folder, seeds, reference })
    }

    /// Judges a text. A fault of the simulator is an error of this text only.
    fn judged(&self, file: &str, text: &str) -> Result<Judged, String> {
        compile(text).map_err(|problems| {
            let first = &problems[0];
            let more = match problems.len() - 1 {
                0 => String::new(),
                1 => " (and 1 more problem)".to_string(),
                more => format!(" (and {more} more problems)"),
            };
            format!("it does not compile: line {}: {} {}{more}", first.from.line, first.problem, first.remedy)
        })?;
        let judge = || {
            let code = Code::default();
            let measured = |runs: &[Run]| until_a_fault(runs, &code);
            let verdict = judge(self.challenge, (file, text), self.seeds, &self.reference, &measured)
                .map_err(|errors| errors.to_string())?;
            let missed = verdict.loads.iter().flat_map(misses).collect();
            let questions = questions::of_run(self.challenge, file, text, self.seeds, &verdict);
            let is_skeleton = text == self.folder.skeleton;
            let short_of_gold = short_of_gold(&verdict);
            Ok(Judged { medal: verdict.medal, lines: verdict.lines, missed, short_of_gold, questions, is_skeleton })
        };
        let fault = |_| Err("the simulator has a fault with this program; please report it".to_string());
        catch_unwind(AssertUnwindSafe(judge)).unwrap_or_else(fault)
    }
}

/// Measures runs up to the first one in which the program breaks a rule. A load with such a run is missed, the runs before it say
/// what else is missed, and a run without any value counts as one that misses every bound: so the rest would change nothing.
fn until_a_fault(runs: &[Run], code: &Code) -> Vec<Measured> {
    let mut measured: Vec<Measured> = Vec::with_capacity(runs.len());
    for run in runs {
        let is_over = measured.last().is_some_and(|last| last.fault.is_some());
        measured.push(if is_over { measured[measured.len() - 1].clone() } else { measure(&code.attached(run)) });
    }
    measured
}

/// The code of one text, for each machine that it was compiled for. A window sweep builds a thousand machines.
#[derive(Default)]
struct Code(RefCell<Vec<(Target, Arc<Program>)>>);

impl Code {
    /// The run with the code of its program.
    fn attached(&self, run: &Run) -> Run {
        let mut run = run.clone();
        let settings = Settings::from(&run.scenario.values());
        let Some(program) = &mut run.scenario.program else { return run };
        let target = program_target(program, &settings);
        let mut kept = self.0.borrow_mut();
        if !kept.iter().any(|(known, _)| *known == target)
            && let Ok(code) = compile_for(&program.text, target)
        {
            kept.push((target, Arc::new(code)));
        }
        program.compiled = kept.iter().find(|(known, _)| *known == target).map(|(_, code)| code.clone());
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use livelock_judge::Verdict;

    /// What a row says: the medal, and each bound with its worst value and the run that has it.
    fn told(verdict: &Verdict) -> String {
        let bounds = verdict.loads.iter().flat_map(|load| &load.bounds);
        let bounds: Vec<_> =
            bounds.map(|bound| (bound.bound, bound.value, bound.met, bound.seed, bound.rate)).collect();
        let missed: Vec<Miss> = verdict.loads.iter().flat_map(misses).collect();
        format!("{:?} {missed:?} {:?} {bounds:?}", verdict.medal, short_of_gold(verdict))
    }

    /// Programs that lose a packet, starve a ring, never sleep, or only miss a bound.
    #[test]
    fn a_load_that_ends_at_the_first_fault_has_the_same_row() {
        let seeds = Seeds { key: "test".to_string(), ..Seeds::default() };
        let mut with_fault = 0;
        for name in ["1", "4", "9"] {
            let judge_of = Judge::of(name, &seeds).expect("a challenge");
            let (challenge, reference) = (judge_of.challenge, &judge_of.reference);
            for (program, text) in judge_of.folder.fails {
                let code = Code::default();
                let judged = |measured: &dyn Fn(&[Run]) -> Vec<Measured>| {
                    judge(challenge, ("kernel.c", text), &seeds, reference, measured).expect("it compiles")
                };
                let whole = judged(&|runs| runs.iter().map(measure).collect());
                let ended = judged(&|runs| until_a_fault(runs, &code));
                assert_eq!(told(&ended), told(&whole), "{name}: {program}");
                with_fault += usize::from(whole.loads.iter().any(|load| load.fault.is_some()));
            }
        }
        assert!(with_fault >= 2, "{with_fault}");
    }
}
