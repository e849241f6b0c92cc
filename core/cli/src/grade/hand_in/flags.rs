//! Flags: why a teacher should look at a report. `score` adds the flags of single answers.

use super::files::HandIn;
use super::lesson_report::{Refusal, short};
use super::{copies, same_programs};
use crate::grade::answer_key::AnswerKey;
use livelock_core::scenario::MODEL;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a teacher should look at a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FlagKind {
    /// The file is damaged, too large, or not a report.
    Unreadable,
    /// The hash does not belong to the content.
    Edited,
    /// A stated result differs from the measured one, or a stated verdict does not follow from its answer.
    Results,
    /// A scenario is not the step's machine with knobs that the step unlocks, or it could not be run.
    Scenario,
    /// Another report has the same drawn lines, texts and answers.
    Identical,
    /// Another report has the same drawn line; its other answers differ.
    Lines,
    /// Another report has the same long text, word for word; its other answers differ.
    Texts,
    /// Another program has the same tokens, whatever its names, numbers, comments and order of functions are.
    Tokens,
    /// A drawn line is the measured one to six digits: nobody can draw that.
    Measured,
    /// Several reports name the same person.
    Repeated,
    /// Of another version of the model, of the lesson's tasks, or of the file format.
    Version,
    /// Of a lesson that is unknown or not the expected one.
    Lesson,
}

impl FlagKind {
    pub const ALL: [FlagKind; 12] = [
        FlagKind::Unreadable,
        FlagKind::Edited,
        FlagKind::Results,
        FlagKind::Scenario,
        FlagKind::Identical,
        FlagKind::Lines,
        FlagKind::Texts,
        FlagKind::Tokens,
        FlagKind::Measured,
        FlagKind::Repeated,
        FlagKind::Version,
        FlagKind::Lesson,
    ];

    pub fn name(self) -> &'static str {
        match self {
            FlagKind::Unreadable => "unreadable",
            FlagKind::Edited => "edited",
            FlagKind::Results => "results",
            FlagKind::Scenario => "scenario",
            FlagKind::Identical => "identical",
            FlagKind::Lines => "lines",
            FlagKind::Texts => "texts",
            FlagKind::Tokens => "tokens",
            FlagKind::Measured => "measured",
            FlagKind::Repeated => "repeated",
            FlagKind::Version => "version",
            FlagKind::Lesson => "lesson",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flag {
    pub kind: FlagKind,
    pub text: String,
}

impl Flag {
    pub fn new(kind: FlagKind, text: impl Into<String>) -> Flag {
        Flag { kind, text: text.into() }
    }
}

/// The flags of one report that do not depend on other reports.
pub fn own_flags(hand_in: &HandIn, key: &AnswerKey, keys: &[AnswerKey]) -> Vec<Flag> {
    let report = match &hand_in.report {
        Ok(report) => report,
        Err(Refusal::Unreadable(why)) => return vec![Flag::new(FlagKind::Unreadable, why.as_str())],
        Err(Refusal::Version(why)) => return vec![Flag::new(FlagKind::Version, why.as_str())],
    };
    let mut flags = Vec::new();
    if report.is_edited() {
        flags.push(Flag::new(FlagKind::Edited, "the file was changed after it was saved"));
    }
    if report.lesson.id != key.id {
        let known = keys.iter().any(|one| one.id == report.lesson.id);
        let kind = if known { "another lesson" } else { "a lesson that this livelock does not know" };
        flags.push(Flag::new(FlagKind::Lesson, format!("it is of {kind}: {}", short(&report.lesson.id))));
        return flags;
    }
    if !key.knows(&report.lesson.version) {
        let text = "its tasks are of another version of the lesson; graded with the answers of this version";
        flags.push(Flag::new(FlagKind::Version, text));
    } else if let Some(id) = report.surplus_task(&key.task_ids()) {
        let text = format!("the page does not write the task {}, or writes it once", short(id));
        flags.push(Flag::new(FlagKind::Edited, text));
    }
    if report.model != MODEL {
        let text = format!("its results are of model {}; this livelock ran model {MODEL}", short(&report.model));
        flags.push(Flag::new(FlagKind::Version, text));
    }
    flags.extend(copies::of_the_machine(report));
    flags
}

/// The flags of a report that is equal to another one, in whole or in a part, or names the same person; one list for each
/// hand-in.
pub fn shared_flags(hand_ins: &[HandIn], key: &AnswerKey) -> Vec<Vec<Flag>> {
    let mut flags = copies::of_others(hand_ins);
    for (of_one, same) in flags.iter_mut().zip(same_programs::of_others(hand_ins, key)) {
        of_one.extend(same);
    }
    let mut by_person: BTreeMap<(String, &str), Vec<usize>> = BTreeMap::new();
    for (index, hand_in) in hand_ins.iter().enumerate() {
        let Ok(report) = &hand_in.report else { continue };
        let who = hand_in.who().to_lowercase();
        if !who.is_empty() {
            by_person.entry((who, report.lesson.id.as_str())).or_default().push(index);
        }
    }
    let file = |index: usize| hand_ins[index].file.as_str();
    let saved = |index: usize| hand_ins[index].report.as_ref().map_or("", |report| report.saved.as_str());
    for group in by_person.values().filter(|group| group.len() > 1) {
        let newest = group.iter().copied().max_by_key(|index| (saved(*index), *index)).expect("a group has members");
        for index in group {
            let others = group.iter().filter(|other| *other != index).map(|other| file(*other));
            let which = if *index == newest {
                "this is the newest".to_string()
            } else {
                format!("the newest is {}", file(newest))
            };
            let text = format!("the same person also handed in {}; {which}", file_list(others));
            flags[*index].push(Flag::new(FlagKind::Repeated, text));
        }
    }
    flags
}

/// Names the first files, and says how many more there are.
pub fn file_list<'a>(files: impl Iterator<Item = &'a str>) -> String {
    const NAMED_MAX: usize = 5;
    let files: Vec<&str> = files.collect();
    let more = files.len().saturating_sub(NAMED_MAX);
    let named = files[..files.len() - more].join(", ");
    if more > 0 { format!("{named} and {more} more") } else { named }
}
