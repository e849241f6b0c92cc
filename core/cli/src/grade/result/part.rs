//! Parts of a grading: `livelock grade --shard 2/4` writes one, and `livelock merge` joins them in the order of the files.

use super::grades::{FORMAT, Grades};
use crate::error::CommandError;
use crate::shard::{self, Part, Shard};
use serde_json::Value as Json;

/// Whether the text of a file is a part of a grading, not of a sweep.
pub fn is_part(text: &str) -> bool {
    serde_json::from_str::<Json>(text).is_ok_and(|json| json.get("livelock_grades").is_some())
}

/// Joins the parts in `files`: names and texts.
pub fn merge(files: Vec<(String, String)>) -> Result<Grades, CommandError> {
    let mut parts: Vec<(String, Shard, Grades)> = Vec::new();
    for (name, text) in files {
        let wrong = |text: String| CommandError::Input(format!("{name}: {text}"));
        let rerun = "run `livelock grade FOLDER --shard I/N --output FILE` again";
        let part: Grades = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("is not a part of a grading ({error}); {rerun}")))?;
        let Some(shard) = part.shard.filter(|shard| shard.exists() && part.livelock_grades == FORMAT) else {
            return Err(wrong(format!("is not a part of a grading that this livelock reads; {rerun}")));
        };
        if let Some((first, known_shard, known)) = parts.first() {
            let same_input = (&part.input, &part.model, &part.lesson) == (&known.input, &known.model, &known.lesson);
            if !same_input || shard.of != known_shard.of {
                return Err(wrong(format!(
                    "was made from other files, another rubric or another version than {first}, or has another number of parts; {rerun}"
                )));
            }
        }
        parts.push((name, shard, part));
    }
    let rows = |(file, shard, part): &mut (String, Shard, Grades)| Part {
        file: file.clone(),
        shard: *shard,
        items: std::mem::take(&mut part.reports),
    };
    let reports = shard::join(parts.iter_mut().map(rows).collect(), "livelock grade")?;
    let (_, _, first) = parts.into_iter().next().expect("clap asks for at least one part");
    Ok(Grades { shard: None, reports, ..first })
}
