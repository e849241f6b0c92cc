//! `livelock merge`: joins the parts of a sweep or of a grading, in any order, into the undivided one, bit for bit. It refuses
//! parts that do not belong together: the error names what differs, the file and the remedy.

use super::sweep::write_curve;
use crate::arguments::{CurveFormat, GradeFormat, MergeArgs, MergeFormat};
use crate::error::CommandError;
use crate::grade;
use crate::output::Output;
use crate::shard::{self, Part};
use crate::sweep_part::SweepPart;
use crate::text_file;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fmt::Display;

/// Largest size of a part. A report has about 3 KB, and a sweep has at most a million trials.
const MEBIBYTES_MAX: u64 = 2 << 10;
const PART_REMEDY: &str =
    "name a file that `livelock sweep` or `livelock grade` wrote with `--shard I/N --output FILE`";

/// A part and the name of its file.
type NamedPart = (String, SweepPart);

pub fn merge(options: &MergeArgs) -> Result<(), CommandError> {
    let output = Output::to(options.output.as_deref())?;
    let mut files = Vec::new();
    for path in &options.parts {
        let name = path.display().to_string();
        let unreadable = |problem| CommandError::Input(format!("{name}: {problem}; {PART_REMEDY}"));
        let text = text_file::read(path, MEBIBYTES_MAX).map_err(unreadable)?;
        files.push((name, text));
    }
    let impossible = |format: &str, of: &str| {
        CommandError::Input(format!("invalid value '{format}' for '--format <FORMAT>': these are parts of a {of}"))
    };
    if files.first().is_some_and(|(_, text)| grade::is_part(text)) {
        let format = match options.format {
            MergeFormat::Csv => GradeFormat::Csv,
            MergeFormat::Json => GradeFormat::Json,
            MergeFormat::Html => GradeFormat::Html,
            MergeFormat::Marks => GradeFormat::Marks,
            MergeFormat::Questions => GradeFormat::Questions,
            MergeFormat::Svg => return Err(impossible("svg", "grading; choose csv, json, html, marks or questions")),
        };
        return grade::write(&output, format, &grade::merge(files)?);
    }
    let format = match options.format {
        MergeFormat::Csv => CurveFormat::Csv,
        MergeFormat::Json => CurveFormat::Json,
        MergeFormat::Svg => CurveFormat::Svg,
        MergeFormat::Html => return Err(impossible("html", "sweep; choose csv, json or svg")),
        MergeFormat::Marks => return Err(impossible("marks", "sweep; choose csv, json or svg")),
        MergeFormat::Questions => return Err(impossible("questions", "sweep; choose csv, json or svg")),
    };
    merge_sweep(&output, format, &files)
}

fn merge_sweep(output: &Output, format: CurveFormat, files: &[(String, String)]) -> Result<(), CommandError> {
    let mut parts: Vec<NamedPart> = Vec::new();
    for (name, text) in files {
        let part = SweepPart::parse(name, text)?;
        if let Some(first) = parts.first() {
            check_same_sweep(first, name, &part)?;
        }
        parts.push((name.clone(), part));
    }
    let trials = |(file, part): &mut NamedPart| Part {
        file: file.clone(),
        shard: part.shard,
        items: std::mem::take(&mut part.trials),
    };
    let reports = shard::join(parts.iter_mut().map(trials).collect(), "livelock sweep")?;
    let (_, first) = parts.first().expect("clap asks for at least one part");
    let sweep = first.sweep()?;
    write_curve(output, format, &sweep.scenario, &sweep.curve(reports))
}

fn check_same_sweep((first, known): &NamedPart, name: &str, part: &SweepPart) -> Result<(), CommandError> {
    let differs = |field: &str, here: &dyn Display, there: &dyn Display| {
        Err(CommandError::Input(format!(
            "{name}: {field} {here}, but {there} in {first}; merge parts of the same sweep, or run this part again with \
             the same command as the other"
        )))
    };
    if let Some((path, here, there)) = first_difference("", &part.scenario, &known.scenario) {
        return differs(&format!("its scenario's {path} is"), &here, &there);
    }
    if part.rates != known.rates {
        return differs("its rates are", &summary(&part.rates), &summary(&known.rates));
    }
    if part.seeds != known.seeds {
        return differs("its number of seeds is", &part.seeds, &known.seeds);
    }
    if part.shard.of != known.shard.of {
        return differs("its number of parts is", &part.shard.of, &known.shard.of);
    }
    Ok(())
}

/// Finds the first field in which two scenarios differ: its path and both values.
fn first_difference(path: &str, one: &Json, other: &Json) -> Option<(String, String, String)> {
    if one == other {
        return None;
    }
    if let (Json::Object(one), Json::Object(other)) = (one, other) {
        let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
        return names.into_iter().find_map(|name| {
            let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            first_difference(&inner, one.get(name).unwrap_or(&Json::Null), other.get(name).unwrap_or(&Json::Null))
        });
    }
    let text = |value: &Json| match value {
        Json::Null => "the default".to_string(),
        value => value.to_string().chars().take(80).collect(),
    };
    Some((path.to_string(), text(one), text(other)))
}

fn summary(rates: &[u64]) -> String {
    match rates {
        [] => "none".to_string(),
        [one] => one.to_string(),
        [first, .., last] => format!("{} from {first} to {last}", rates.len()),
    }
}
