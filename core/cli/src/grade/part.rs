//! Parts of a grading: `livelock grade --shard 2/4` writes one, and `livelock merge` joins them in the order of the files.

use super::Grades;
use super::grades::FORMAT;
use crate::error::CommandError;
use crate::sweep_part::Shard;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Whether the text of a file is a part of a grading, not of a sweep.
pub fn is_part(text: &str) -> bool {
    serde_json::from_str::<Json>(text).is_ok_and(|json| json.get("livelock_grades").is_some())
}

/// Joins the parts in `files`: names and texts.
pub fn merge(files: Vec<(String, String)>) -> Result<Grades, CommandError> {
    let mut parts: BTreeMap<u64, (String, Grades)> = BTreeMap::new();
    for (name, text) in files {
        let wrong = |text: String| CommandError::Input(format!("{name}: {text}"));
        let rerun = "run `livelock grade FOLDER --shard I/N --output FILE` again";
        let part: Grades = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("is not a part of a grading ({error}); {rerun}")))?;
        let Some(Shard { number, of }) = part.shard.filter(|_| part.livelock_grades == FORMAT) else {
            return Err(wrong(format!("is not a part of a grading that this livelock reads; {rerun}")));
        };
        if let Some((first, known)) = parts.values().next() {
            let same_input = (&part.input, &part.model, &part.lesson) == (&known.input, &known.model, &known.lesson);
            if !same_input || Some(of) != known.shard.map(|shard| shard.of) {
                return Err(wrong(format!(
                    "was made from other files, another rubric or another version than {first}, or has another number of parts; {rerun}"
                )));
            }
        }
        if let Some((other, _)) = parts.insert(number, (name.clone(), part)) {
            return Err(wrong(format!("is part {number} of {of}, and so is {other}; name each part once")));
        }
    }
    let of = parts.values().next().and_then(|(_, part)| part.shard).map_or(0, |shard| shard.of);
    if let Some(missing) = (1..=of).find(|number| !parts.contains_key(number)) {
        let text =
            format!("missing: part {missing}/{of}; run `livelock grade ... --shard {missing}/{of}` and add its file");
        return Err(CommandError::Input(text));
    }
    let count: usize = parts.values().map(|(_, part)| part.reports.len()).sum();
    let mut columns = Vec::new();
    let mut merged = None;
    for (_, mut part) in parts.into_values() {
        columns.push(std::mem::take(&mut part.reports).into_iter());
        merged.get_or_insert(part);
    }
    let mut merged = merged.expect("clap asks for at least one part");
    let stride = columns.len();
    merged.reports = (0..count).filter_map(|index| columns[index % stride].next()).collect();
    Ok(Grades { shard: None, ..merged })
}
