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
use super::{KNOBS_PATH, KnobRow};
use crate::message;
use crate::message::Message;
use livelock_text::distance;
#[cfg(not(feature = "toml"))]
use serde_json::from_str as parse_json;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// No scenario needs a longer text. A capture file that is dropped by mistake is refused before it is parsed.
const TEXT_BYTES_MAX: usize = 1 << 20;

const FIELDS: &[&str] =
    &["schema", "model", "id", "title", "source", "text", "seed", "settings", "interventions", "capture", "program"];

impl Scenario {
    /// Reads a scenario from TOML or JSON.
    pub fn parse(text: &str) -> Result<Scenario, ScenarioErrors> {
        if text.len() > TEXT_BYTES_MAX {
            let size = format!("{} bytes", text.len());
            let allowed = message!("at most 1 MiB of TOML or JSON");
            return Err(ScenarioError::new("(file)", size, message!("too large for a scenario"), allowed).into());
        }
        let json = if text.trim_start().starts_with('{') { from_json(text)? } else { from_toml(text)? };
        let Json::Object(fields) = json else {
            let (problem, allowed) = (message!("not a scenario"), message!("a table of fields"));
            return Err(ScenarioError::new("(file)", "no table", problem, allowed).into());
        };
        Reader { errors: Vec::new(), profile: profile_of(&fields) }.scenario(&fields)
    }

    /// Returns the scenario when all of its values are allowed together, and the errors otherwise.
    pub fn validated(self) -> Result<Scenario, ScenarioErrors> {
        let mut valid = Scenario::parse(&self.canonical())?;
        valid.capture = self.capture;
        if let (Some(program), Some(before)) = (&mut valid.program, self.program) {
            program.compiled = before.compiled;
        }
        Ok(valid)
    }

    /// Checks one value of the settings or of an intervention against the machine's row of the parameter table.
    pub fn check(profile: &Profile, path: &str, value: Value) -> Result<Value, ScenarioError> {
        match profile.parameter(path) {
            Some(row) => row.check(value),
            None if path.starts_with(KNOBS_PATH) => KnobRow::check(path, value),
            None => {
                let problem = message!("unknown parameter");
                Err(unknown(path, &value, problem, &mut parameters().iter().map(|row| row.path.as_str())))
            }
        }
    }
}

fn from_json(text: &str) -> Result<Json, ScenarioErrors> {
    parse_json(text).map_err(|error| {
        let (problem, allowed) = match error.is_data() {
            true => (message!("a key is there twice"), message!("each key once")),
            false => (message!("not valid JSON"), message!("a scenario as JSON or TOML")),
        };
        ScenarioError::new("(file)", error, problem, allowed).into()
    })
}

#[cfg(not(feature = "toml"))]
fn from_toml(text: &str) -> Result<Json, ScenarioErrors> {
    let start: String = text.chars().take(40).collect();
    let allowed = message!("a scenario as JSON (`livelock list --format json` prints them so)");
    Err(ScenarioError::new("(file)", start, message!("not JSON"), allowed).into())
}

#[cfg(feature = "toml")]
fn from_toml(text: &str) -> Result<Json, ScenarioErrors> {
    toml::from_str::<Json>(text).map_err(|error| {
        let text_before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        let what = format!("{} in line {}", error.message(), text_before.matches('\n').count() + 1);
        ScenarioError::new("(file)", what, message!("not valid TOML"), message!("a scenario as TOML or JSON")).into()
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
pub(super) struct Reader {
    pub errors: Vec<ScenarioError>,
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
                let allowed = message!("settings.{name}", name = name.clone());
                ScenarioError::new(name, written(value), message!("a setting, but outside of `settings`"), allowed)
            } else {
                unknown(name, &written(value), message!("unknown field"), &mut FIELDS.iter().copied())
            });
        }
        self.schema(fields.get("schema"));
        let mut settings = BTreeMap::new();
        if let Some(json) = fields.get("settings") {
            self.settings("", json, &mut settings);
        }
        self.refuse_knobs(&settings);
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
            program: fields.get("program").map(|json| self.program(json)),
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
            let problem = message!("unknown version of the scenario format");
            let allowed =
                message!("{version}; this file is for another version of the lab", version = SCHEMA.to_string());
            self.errors.push(ScenarioError::new("schema", written(json), problem, allowed));
        }
    }

    pub fn text(&mut self, fields: &Map<String, Json>, name: &str, default: &str, length_max: usize) -> String {
        match fields.get(name.rsplit('.').next().unwrap_or(name)) {
            None => default.to_string(),
            Some(Json::String(text)) if text.chars().count() <= length_max => text.clone(),
            Some(other) => {
                let allowed = message!("a text of at most {n} characters", n = length_max.to_string());
                self.errors.push(ScenarioError::new(
                    name,
                    written(other),
                    message!("not a text, or too long"),
                    allowed,
                ));
                default.to_string()
            }
        }
    }

    pub fn number(&mut self, name: &str, json: Option<&Json>, default: u64, (min, max): (u64, u64)) -> u64 {
        match json {
            None => default,
            Some(json) => match json.as_u64() {
                Some(number) if (min..=max).contains(&number) => number,
                _ => {
                    let range = message!("{min} to {max}", min = min.to_string(), max = max.to_string());
                    let allowed = message!("a whole number from {range}", range);
                    self.errors.push(ScenarioError::new(name, written(json), message!("out of range"), allowed));
                    default
                }
            },
        }
    }

    /// Flattens nested tables to dotted paths, and checks each value.
    fn settings(&mut self, prefix: &str, json: &Json, into: &mut BTreeMap<String, Value>) {
        let Json::Object(table) = json else {
            let field = if prefix.is_empty() { "settings" } else { prefix };
            let (problem, allowed) = (message!("not a table"), message!("parameter = value"));
            self.errors.push(ScenarioError::new(field, written(json), problem, allowed));
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
                    self.errors.push(ScenarioError::new(&path, value, message!("set twice"), message!("one value")));
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
                let (field, known) = (format!("capture.{name}"), &mut ["file", "packets", "digest"].into_iter());
                self.errors.push(unknown(&field, &written(value), message!("unknown field"), known));
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
                let (problem, allowed) = (message!("not a list"), message!("a list of tables with `at` and `set`"));
                self.errors.push(ScenarioError::new("interventions", written(other), problem, allowed));
                return Vec::new();
            }
        };
        if list.len() > INTERVENTIONS_MAX {
            let allowed = message!("at most {n}", n = INTERVENTIONS_MAX.to_string());
            self.errors.push(ScenarioError::new("interventions", list.len(), message!("too many"), allowed));
            return Vec::new();
        }
        list.iter().enumerate().map(|(index, item)| self.intervention(index, item)).collect()
    }

    fn intervention(&mut self, index: usize, item: &Json) -> Intervention {
        let field = |name: &str| format!("interventions[{index}].{name}");
        let mut set = BTreeMap::new();
        let at = item.get("at");
        if at.is_none() {
            let allowed = message!("a time in cycles from the start");
            self.errors.push(ScenarioError::told(
                field("at").into(),
                message!("nothing").into(),
                message!("missing"),
                allowed,
            ));
        }
        let at = self.number(&field("at"), at, 0, (0, 1 << 52));
        match item.get("set") {
            Some(json) => self.settings("", json, &mut set),
            None => {
                let (problem, allowed) = (message!("missing"), message!("parameter = value"));
                self.errors.push(ScenarioError::new(&field("set"), written(item), problem, allowed));
            }
        }
        if let Json::Object(fields) = item {
            for (name, value) in fields.iter().filter(|(name, _)| !["at", "set"].contains(&name.as_str())) {
                let known = &mut ["at", "set"].into_iter();
                self.errors.push(unknown(&field(name), &written(value), message!("unknown field"), known));
            }
        }
        for path in set.keys() {
            if parameter(path).is_some_and(|row| row.effect == super::Effect::Restart) {
                let problem = message!("cannot change while the machine runs");
                let allowed = message!("a new run with this value in `settings`");
                self.errors.push(ScenarioError::new(&field(path), &set[path], problem, allowed));
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
                let problem = message!("earlier than the previous intervention");
                let allowed = message!("the time of the previous intervention, or a later time");
                self.errors.push(ScenarioError::new(&field, intervention.at, problem, allowed));
            }
            if intervention.at > clock.cycles_in_seconds(SECONDS_MAX).0 {
                let allowed = message!("at most {n} simulated seconds", n = SECONDS_MAX.to_string());
                let problem = message!("after the end of the run");
                self.errors.push(ScenarioError::new(&field, intervention.at, problem, allowed));
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
            let [(path, value), (other, bound)] = match is_high {
                true => [(high, high_value), (low, low_value)],
                false => [(low, low_value), (high, high_value)],
            };
            let allowed = message!(
                is_high => "more than {setting}, which is {bound}", "less than {setting}, which is {bound}",
                setting = other.to_string(), bound = bound.to_string()
            );
            let field = format!("{prefix}{path}");
            self.errors.push(ScenarioError::new(&field, value, Message::of(problem), allowed));
        }
    }
}

/// Returns JSON as an error quotes it. (`Display` would add two more JSON writers to every browser build; one of them
/// breaks lines.)
pub(super) fn written(json: &Json) -> String {
    serde_json::to_string(json).expect("JSON that was read can be written")
}

/// Makes the error for an unknown name. It suggests the known name with the same last part (`rate`, `traffic.rate`), or else
/// the name with the fewest different letters. One function serves all lists of names, so that builds stay small.
pub(super) fn unknown(
    name: &str,
    value: &dyn std::fmt::Display,
    problem: Message,
    known: &mut dyn Iterator<Item = &str>,
) -> ScenarioError {
    let last = |path: &str| path.rfind('.').map_or(0, |dot| dot + 1);
    let differs = |candidate: &str| candidate[last(candidate)..] != name[last(name)..];
    let nearest = known.min_by_key(|candidate| (differs(candidate), distance(name, candidate)));
    let nearest = nearest.expect("something has a name").to_string();
    ScenarioError::new(name, value, problem, message!("one that exists, such as `{nearest}`", nearest))
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
