//! `livelock merge`: the parts of a sweep, in any order, as the sweep that was not divided, bit for bit. Parts that do not
//! belong together are refused: what differs is named, with the file and the way out.

use crate::arguments::Merge as Options;
use crate::output::Output;
use crate::part::{Part, Shard};
use crate::problem::Problem;
use crate::sweep::write_curve;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;

/// The report of one trial is about 3 KB; a file beyond this is not a part.
const FILE_BYTES_MAX: u64 = 2 << 30;

pub fn merge(options: &Options) -> Result<(), Problem> {
    let mut parts: Vec<(String, Part)> = Vec::new();
    for path in &options.parts {
        let name = path.display().to_string();
        let part = Part::read(&name, &text_of(path, &name)?)?;
        if let Some((first, known)) = parts.first() {
            agree((first, known), (&name, &part))?;
        }
        parts.push((name, part));
    }
    let shards = whole(&parts)?;
    let (_, first) = parts.first().expect("the command line asks for one part or more");
    let sweep = first.sweep()?;
    let trials = sweep.rates.len() * sweep.seeds as usize;
    let mut hands: Vec<_> = shards.into_iter().map(|index| std::mem::take(&mut parts[index].1.trials)).collect();
    hands.iter_mut().for_each(|hand| hand.reverse());
    let count = hands.len();
    let reports = (0..trials).map(|trial| hands[trial % count].pop().expect("each part has all of its trials"));
    let curve = sweep.curve(reports.collect());
    write_curve(&Output::to(options.output.as_deref()), options.format, &sweep.scenario, &curve)
}

fn text_of(path: &Path, name: &str) -> Result<String, Problem> {
    let unreadable = |error: std::io::Error| Problem::Input(format!("{name}: cannot be read ({error})"));
    let size = std::fs::metadata(path).map_err(unreadable)?.len();
    if size > FILE_BYTES_MAX {
        let told = format!("{name}: {size} bytes, too large for a part of a sweep; divide the study into more parts");
        return Err(Problem::Input(told));
    }
    std::fs::read_to_string(path).map_err(unreadable)
}

/// Both are parts of the same sweep.
fn agree((first, known): (&str, &Part), (name, part): (&str, &Part)) -> Result<(), Problem> {
    let differs = |what: &str, here: &dyn std::fmt::Display, there: &dyn std::fmt::Display| {
        Err(Problem::Input(format!(
            "{name}: {what} {here}, but {there} in {first}; merge the parts of one study, or run this part again with the \
             other's command"
        )))
    };
    if let Some((path, here, there)) = difference("", &part.scenario, &known.scenario) {
        return differs(&format!("its scenario's {path} is"), &here, &there);
    }
    if part.rates != known.rates {
        return differs("its rates are", &rates(&part.rates), &rates(&known.rates));
    }
    if part.seeds != known.seeds {
        return differs("its seeds a rate are", &part.seeds, &known.seeds);
    }
    if part.shard.of != known.shard.of {
        return differs("it is one of", &part.shard.of, &known.shard.of);
    }
    Ok(())
}

/// The first field in which two scenarios differ: its path and both values.
fn difference(path: &str, one: &Json, other: &Json) -> Option<(String, String, String)> {
    if one == other {
        return None;
    }
    if let (Json::Object(one), Json::Object(other)) = (one, other) {
        let names: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
        return names.into_iter().find_map(|name| {
            let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let value = |table: &serde_json::Map<String, Json>| table.get(name).cloned().unwrap_or(Json::Null);
            difference(&inner, &value(one), &value(other))
        });
    }
    let words = |value: &Json| match value {
        Json::Null => "as the machine has it".to_string(),
        value => value.to_string().chars().take(80).collect(),
    };
    Some((path.to_string(), words(one), words(other)))
}

fn rates(rates: &[u64]) -> String {
    match rates {
        [] => "none".to_string(),
        [one] => one.to_string(),
        [first, .., last] => format!("{} from {first} to {last}", rates.len()),
    }
}

/// Where each part is, when every one is there once.
fn whole(parts: &[(String, Part)]) -> Result<Vec<usize>, Problem> {
    let mut places: BTreeMap<u64, usize> = BTreeMap::new();
    for (index, (name, part)) in parts.iter().enumerate() {
        let Shard { number, of } = part.shard;
        if let Some(other) = places.insert(number, index) {
            let other = &parts[other].0;
            let told = format!("{name}: part {number} of {of} again, {other} has it already; give it once");
            return Err(Problem::Input(told));
        }
    }
    let of = parts.first().map_or(0, |(_, part)| part.shard.of);
    let missing: Vec<String> =
        (1..=of).filter(|number| !places.contains_key(number)).map(|number| format!("{number}/{of}")).collect();
    if missing.is_empty() {
        return Ok(places.into_values().collect());
    }
    const NAMED_MAX: usize = 12;
    let more = missing.len().saturating_sub(NAMED_MAX);
    let named = missing[..missing.len() - more].join(", ");
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let told = format!("missing: part {named}{more}; run `livelock sweep ... --shard` for each and give its file too");
    Err(Problem::Input(told))
}
