//! Reads a `Scenario` from TOML or JSON. Every error names its field, and nothing is guessed. Settings may be nested tables
//! or dotted paths. Unknown fields are errors that name the nearest known field.

use super::capture::Capture;
use super::error::{ScenarioError, ScenarioErrors};
use super::parameter::Parameter;
use super::profiles::{self, Profile};
use super::recording::PACKETS_MAX;
use super::table::{ORDERS, Order, parameter, parameters};
#[cfg(feature = "toml")]
use super::unique_json::parse as parse_json;
use super::value::Value;
use super::values::Values;
use super::{INTERVENTIONS_MAX, Intervention, MODEL, SCHEMA, SECONDS_MAX, Scenario, Settings};
#[cfg(not(feature = "toml"))]
use serde_json::from_str as parse_json;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// No scenario needs a longer text. A capture file that is dropped by mistake is refused before it is parsed.
const TEXT_BYTES_MAX: usize = 1 << 20;

const FIELDS: &[&str] =
    &["schema", "model", "id", "title", "source", "text", "seed", "settings", "interventions", "capture"];

impl Scenario {
    /// Reads a scenario from TOML or JSON.
    pub fn parse(text: &str) -> Result<Scenario, ScenarioErrors> {
        if text.len() > TEXT_BYTES_MAX {
            let size = format!("{} bytes", text.len());
            return Err(ScenarioError::new(
                "(file)",
                size,
                "too large for a scenario",
                "at most 1 MiB of TOML or JSON",
            )
            .into());
        }
        let json = if text.trim_start().starts_with('{') { from_json(text)? } else { from_toml(text)? };
        let Json::Object(fields) = json else {
            return Err(ScenarioError::new("(file)", "no table", "not a scenario", "a table of fields").into());
        };
        Reader { errors: Vec::new(), profile: profile_of(&fields) }.scenario(&fields)
    }

    /// Returns the scenario when all of its values are allowed together, and the errors otherwise.
    pub fn validated(self) -> Result<Scenario, ScenarioErrors> {
        let mut valid = Scenario::parse(&self.canonical())?;
        valid.capture = self.capture;
        Ok(valid)
    }

    /// Checks one value of the settings or of an intervention against the machine's row of the parameter table.
    pub fn check(profile: &Profile, path: &str, value: Value) -> Result<Value, ScenarioError> {
        match profile.parameter(path) {
            Some(row) => row.check(value),
            None => Err(unknown(path, &value, "parameter", &mut parameters().iter().map(|row| row.path.as_str()))),
        }
    }
}

fn from_json(text: &str) -> Result<Json, ScenarioErrors> {
    parse_json(text).map_err(|error| {
        let (problem, allowed) = match error.is_data() {
            true => ("a key is there twice", "each key once"),
            false => ("not valid JSON", "a scenario as JSON or TOML"),
        };
        ScenarioError::new("(file)", error, problem, allowed).into()
    })
}

#[cfg(not(feature = "toml"))]
fn from_toml(text: &str) -> Result<Json, ScenarioErrors> {
    let start: String = text.chars().take(40).collect();
    let allowed = "a scenario as JSON (`livelock list --format json` prints them so)";
    Err(ScenarioError::new("(file)", start, "not JSON", allowed).into())
}

#[cfg(feature = "toml")]
fn from_toml(text: &str) -> Result<Json, ScenarioErrors> {
    toml::from_str::<Json>(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        let what = format!("{} in line {}", error.message(), before.matches('\n').count() + 1);
        ScenarioError::new("(file)", what, "not valid TOML", "a scenario as TOML or JSON").into()
    })
}

/// Returns the machine that a scenario names. Ranges depend on the machine, so it is read before all other settings.
fn profile_of(fields: &Map<String, Json>) -> &'static Profile {
    let settings = fields.get("settings");
    let nested = || profiles::PATH.split('.').try_fold(settings?, |table, name| table.get(name));
    let named = settings.and_then(|settings| settings.get(profiles::PATH)).or_else(nested);
    named.and_then(Json::as_str).and_then(profiles::find).unwrap_or(profiles::ALL[0])
}

/// Reads field by field and collects the errors.
struct Reader {
    errors: Vec<ScenarioError>,
    profile: &'static Profile,
}

impl Reader {
    fn scenario(mut self, fields: &Map<String, Json>) -> Result<Scenario, ScenarioErrors> {
        for (name, value) in fields {
            if FIELDS.contains(&name.as_str()) {
                continue;
            }
            let is_setting = |row: &Parameter| row.path == *name || row.path.split('.').next() == Some(name.as_str());
            self.errors.push(if parameters().iter().any(is_setting) {
                let allowed = format!("settings.{name}");
                ScenarioError::new(name, written(value), "a setting, but outside of `settings`", allowed)
            } else {
                unknown(name, &written(value), "field", &mut FIELDS.iter().copied())
            });
        }
        self.schema(fields.get("schema"));
        let mut settings = BTreeMap::new();
        if let Some(json) = fields.get("settings") {
            self.settings("", json, &mut settings);
        }
        let interventions = self.interventions(fields.get("interventions"));
        let scenario = Scenario {
            schema: SCHEMA,
            model: fields.get("model").and_then(Json::as_str).unwrap_or(MODEL).to_string(),
            id: self.text(fields, "id", "untitled", 60),
            title: self.text(fields, "title", "Untitled", 120),
            source: self.text(fields, "source", "", 200),
            text: self.text(fields, "text", "", 4_000),
            seed: self.number("seed", fields.get("seed"), 1, (0, (1 << 53) - 1)),
            settings,
            interventions,
            capture: fields.get("capture").map(|json| self.capture(json)),
        };
        if self.errors.is_empty() {
            self.check_together(&scenario);
        }
        if self.errors.is_empty() { Ok(scenario) } else { Err(ScenarioErrors { errors: self.errors }) }
    }

    fn schema(&mut self, json: Option<&Json>) {
        if let Some(json) = json
            && json.as_u64() != Some(SCHEMA)
        {
            let allowed = format!("{SCHEMA}; this file is for another version of the lab");
            self.errors.push(ScenarioError::new(
                "schema",
                written(json),
                "unknown version of the scenario format",
                allowed,
            ));
        }
    }

    fn text(&mut self, fields: &Map<String, Json>, name: &str, default: &str, length_max: usize) -> String {
        match fields.get(name.strip_prefix("capture.").unwrap_or(name)) {
            None => default.to_string(),
            Some(Json::String(text)) if text.chars().count() <= length_max => text.clone(),
            Some(other) => {
                self.errors.push(ScenarioError::new(
                    name,
                    written(other),
                    "not a text, or too long",
                    format!("a text of at most {length_max} characters"),
                ));
                default.to_string()
            }
        }
    }

    fn number(&mut self, name: &str, json: Option<&Json>, default: u64, (min, max): (u64, u64)) -> u64 {
        match json {
            None => default,
            Some(json) => match json.as_u64() {
                Some(number) if (min..=max).contains(&number) => number,
                _ => {
                    self.errors.push(ScenarioError::new(
                        name,
                        written(json),
                        "out of range",
                        format!("a whole number from {min} to {max}"),
                    ));
                    default
                }
            },
        }
    }

    /// Flattens nested tables to dotted paths, and checks each value.
    fn settings(&mut self, prefix: &str, json: &Json, into: &mut BTreeMap<String, Value>) {
        let Json::Object(table) = json else {
            let field = if prefix.is_empty() { "settings" } else { prefix };
            self.errors.push(ScenarioError::new(field, written(json), "not a table", "parameter = value"));
            return;
        };
        for (name, json) in table {
            let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            let value = match json {
                Json::Object(_) => {
                    self.settings(&path, json, into);
                    continue;
                }
                Json::Bool(on) => Value::Switch(*on),
                Json::Number(number) if number.is_i64() => Value::Integer(number.as_i64().expect("an i64")),
                Json::String(text) if text == "infinity" => Value::Infinity,
                Json::String(text) => Value::Choice(text.clone()),
                other => Value::Choice(written(other)),
            };
            match Scenario::check(self.profile, &path, value) {
                // "traffic.rate", and "rate" in a table "traffic"
                Ok(value) if into.contains_key(&path) => {
                    self.errors.push(ScenarioError::new(&path, value, "set twice", "one value"));
                }
                Ok(value) => {
                    into.insert(path, value);
                }
                Err(error) => self.errors.push(error),
            }
        }
    }

    /// Reads `"file.pcap"`, or a table of file, packets and digest.
    fn capture(&mut self, json: &Json) -> Capture {
        let mut named = Map::new();
        let fields = match json {
            Json::Object(fields) => fields,
            other => {
                named.insert("file".to_string(), other.clone());
                &named
            }
        };
        for (name, value) in fields {
            if !["file", "packets", "digest"].contains(&name.as_str()) {
                self.errors.push(unknown(
                    &format!("capture.{name}"),
                    &written(value),
                    "field",
                    &mut ["file", "packets", "digest"].into_iter(),
                ));
            }
        }
        Capture {
            file: self.text(fields, "capture.file", "", 200),
            packets: self.number("capture.packets", fields.get("packets"), 0, (0, PACKETS_MAX as u64)),
            digest: self.text(fields, "capture.digest", "", 16),
            recording: None,
        }
    }

    fn interventions(&mut self, json: Option<&Json>) -> Vec<Intervention> {
        let list = match json {
            None => return Vec::new(),
            Some(Json::Array(list)) => list,
            Some(other) => {
                self.errors.push(ScenarioError::new(
                    "interventions",
                    written(other),
                    "not a list",
                    "a list of { at, set }",
                ));
                return Vec::new();
            }
        };
        if list.len() > INTERVENTIONS_MAX {
            self.errors.push(ScenarioError::new(
                "interventions",
                list.len(),
                "too many",
                format!("at most {INTERVENTIONS_MAX}"),
            ));
            return Vec::new();
        }
        list.iter().enumerate().map(|(index, item)| self.intervention(index, item)).collect()
    }

    fn intervention(&mut self, index: usize, item: &Json) -> Intervention {
        let field = |name: &str| format!("interventions[{index}].{name}");
        let mut set = BTreeMap::new();
        let at = item.get("at");
        if at.is_none() {
            self.errors.push(ScenarioError::new(&field("at"), "nothing", "missing", "a time in cycles from the start"));
        }
        let at = self.number(&field("at"), at, 0, (0, 1 << 52));
        match item.get("set") {
            Some(json) => self.settings("", json, &mut set),
            None => self.errors.push(ScenarioError::new(&field("set"), written(item), "missing", "parameter = value")),
        }
        if let Json::Object(fields) = item {
            for (name, value) in fields.iter().filter(|(name, _)| !["at", "set"].contains(&name.as_str())) {
                self.errors.push(unknown(&field(name), &written(value), "field", &mut ["at", "set"].into_iter()));
            }
        }
        for path in set.keys() {
            if parameter(path).is_some_and(|row| row.effect == super::Effect::Restart) {
                let problem = "cannot change while the machine runs";
                self.errors.push(ScenarioError::new(
                    &field(path),
                    &set[path],
                    problem,
                    "set it in `settings`, for a new run",
                ));
            }
        }
        Intervention { at, set }
    }

    /// Checks the fields that depend on each other.
    fn check_together(&mut self, scenario: &Scenario) {
        let mut values = scenario.values();
        self.check_values_together("", &values, &BTreeMap::new());
        let clock = Settings::from(&values).machine.clock;
        let mut last = 0;
        for (index, intervention) in scenario.interventions.iter().enumerate() {
            let field = format!("interventions[{index}].at");
            if intervention.at < last {
                self.errors.push(ScenarioError::new(
                    &field,
                    intervention.at,
                    "earlier than the previous intervention",
                    "the time of the previous intervention, or a later time",
                ));
            }
            if intervention.at > clock.cycles_in_seconds(SECONDS_MAX).0 {
                let allowed = format!("at most {SECONDS_MAX} simulated seconds");
                self.errors.push(ScenarioError::new(&field, intervention.at, "after the end of the run", allowed));
            }
            last = last.max(intervention.at);
            for (path, value) in &intervention.set {
                values.set(path, value.clone());
            }
            self.check_values_together(&format!("interventions[{index}]."), &values, &intervention.set);
        }
    }

    /// Checks the pairs of `ORDERS`. An error names the setting of the pair that `changed` turns, else the lower one.
    fn check_values_together(&mut self, prefix: &str, values: &Values, changed: &BTreeMap<String, Value>) {
        for Order { low, high, problem } in ORDERS {
            let (low_value, high_value) = (values.get(low), values.get(high));
            // With one CPU there is no choice, so what the scenario names does not count.
            let is_unused = *high == "machine.cpus" && high_value.integer() <= 1;
            if is_unused || low_value.integer() < high_value.integer() {
                continue;
            }
            let is_high = changed.contains_key(*high) && !changed.contains_key(*low);
            let (path, value, allowed) = match is_high {
                true => (high, high_value, format!("more than {low}, which is {low_value}")),
                false => (low, low_value, format!("less than {high}, which is {high_value}")),
            };
            self.errors.push(ScenarioError::new(&format!("{prefix}{path}"), value, problem, allowed));
        }
    }
}

/// Returns JSON as an error quotes it. (`Display` would add two more JSON writers to every browser build; one of them
/// breaks lines.)
fn written(json: &Json) -> String {
    serde_json::to_string(json).expect("JSON that was read can be written")
}

/// Makes the error for an unknown name. It suggests the known name with the same last part (`rate`, `traffic.rate`), or else
/// the name with the fewest different letters. One function serves all lists of names, so that builds stay small.
fn unknown(
    name: &str,
    value: &dyn std::fmt::Display,
    what: &str,
    known: &mut dyn Iterator<Item = &str>,
) -> ScenarioError {
    let last = |path: &str| path.rfind('.').map_or(0, |dot| dot + 1);
    let differs = |candidate: &str| candidate[last(candidate)..] != name[last(name)..];
    let nearest = known.min_by_key(|candidate| (differs(candidate), distance(name, candidate)));
    let allowed = nearest.map_or(String::from("nothing"), |nearest| format!("one that exists, such as `{nearest}`"));
    ScenarioError::new(name, value, &format!("unknown {what}"), allowed)
}

/// Returns Levenshtein's distance between the first 60 characters of two names.
pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(60).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().take(60).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
