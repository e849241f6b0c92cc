//! `livelock list --settings`: everything that `--set` can change, or what counts for one scenario and its values there.
//! The words are the parameter table's; nothing is said here that it does not say.

use crate::conditions::{counts, in_words};
use crate::output::{table, wrapped};
use crate::problem::Problem;
use livelock_core::scenario::{
    Effect, Group, Kind, MODEL, Parameter, Profile, Scenario, Value, Values, groups, parameters, profiles,
};
use serde_json::{Value as Json, json};

/// Of a terminal, or half of a wide one.
const WIDTH: usize = 100;

/// What the column says.
const EFFECTS: &str = ".\nEffect of a change in a running machine: now, from the next period on, or with a restart.\n";

/// One row of the listing.
struct Setting {
    /// With the range that it has on the scenario's machine.
    parameter: Parameter,
    /// The machine's.
    default: Value,
    /// The scenario's, when there is one.
    value: Option<Value>,
}

/// What there is to set: of every machine, or of a scenario's; with a word, those whose path or name has it.
pub struct Settings<'a> {
    scenario: Option<&'a Scenario>,
    rows: Vec<Setting>,
    /// With the word, but of no effect on the scenario's machine as it stands.
    idle: Vec<&'static Parameter>,
}

impl<'a> Settings<'a> {
    pub fn of(scenario: Option<&'a Scenario>, only: Option<&str>) -> Result<Settings<'a>, Problem> {
        let word = only.unwrap_or("").to_lowercase();
        let has_word =
            |row: &&Parameter| [&row.path, &row.label].iter().any(|text| text.to_lowercase().contains(&word));
        let matters = |row: &&Parameter| scenario.is_none_or(|scenario| counts(scenario, row));
        let profile = scenario.map_or(profiles::ALL[0], Scenario::profile);
        let (defaults, values) = (Values::of(profile), scenario.map(Scenario::values));
        let setting = |row: &Parameter| Setting {
            parameter: on_machine(profile, row),
            default: if row.path == profiles::PATH { row.default.clone() } else { defaults.get(&row.path).clone() },
            value: values.as_ref().map(|values| values.get(&row.path).clone()),
        };
        let (counting, idle): (Vec<_>, Vec<_>) = parameters().iter().filter(has_word).partition(matters);
        let rows: Vec<Setting> = counting.into_iter().map(setting).collect();
        // without a word these are most of the table
        let idle = if only.is_some() { idle } else { Vec::new() };
        if rows.is_empty() && idle.is_empty() {
            return Err(Problem::Input(format!(
                "no setting has {word:?} in its path or name; `livelock list --settings` shows all of them"
            )));
        }
        Ok(Settings { scenario, rows, idle })
    }

    pub fn json(&self) -> Json {
        let id = self.scenario.map(|scenario| &scenario.id);
        let rows: Vec<Json> = self.rows.iter().map(Setting::json).collect();
        let idle: Vec<&str> = self.idle.iter().map(|row| row.path.as_str()).collect();
        json!({ "model": MODEL, "scenario": id, "groups": self.groups(), "settings": rows, "without_effect": idle })
    }

    /// In lines of `WIDTH`, group by group: a table, and below each row what it is about.
    pub fn text(&self) -> String {
        let what = match self.scenario {
            Some(scenario) => format!("What counts for {} ({})", scenario.id, scenario.title),
            None => {
                "Settings of every machine; `livelock list --settings SCENARIO` shows what counts for one".to_string()
            }
        };
        let mut text = what + EFFECTS;
        for group in self.groups() {
            let rows: Vec<&Setting> = self.rows.iter().filter(|row| row.parameter.group == group.id).collect();
            text.push_str(&format!("\n{}. {}\n{}", group.label, group.one_line, self.table(&rows)));
        }
        text + &self.idle_words()
    }

    /// Whoever looks for one of these would think that there is none.
    fn idle_words(&self) -> String {
        if self.idle.is_empty() {
            return String::new();
        }
        let mut text = "\nOf no effect on this machine as it stands:\n".to_string();
        for row in &self.idle {
            text.push_str(&beside("  ", 2, &format!("{}: counts with {}", row.path, in_words(row.when))));
        }
        text
    }

    /// Those that have rows.
    fn groups(&self) -> Vec<Group> {
        groups().into_iter().filter(|group| self.rows.iter().any(|row| row.parameter.group == group.id)).collect()
    }

    fn table(&self, rows: &[&Setting]) -> String {
        let heading: &[&str] = match self.scenario {
            Some(_) => &["  SETTING", "VALUE", "DEFAULT", "EFFECT", ""],
            None => &["  SETTING", "DEFAULT", "EFFECT", ""],
        };
        let mut cells = vec![heading.iter().map(|cell| (*cell).to_string()).collect()];
        cells.extend(rows.iter().map(|row| row.cells()));
        let aligned = table(&cells);
        let mut lines = aligned.lines();
        let heading = lines.next().unwrap_or_default();
        let left = heading.find("EFFECT").map_or(0, |at| at + "next period  ".len());
        let mut text = format!("{heading}{}ALLOWED\n", " ".repeat(left.saturating_sub(heading.chars().count())));
        for (row, line) in rows.iter().zip(lines) {
            text.push_str(&beside(line, left, &row.allowed()));
            text.push_str(&beside("", 6, &row.about(self.scenario.is_none())));
        }
        text
    }
}

/// The parameter with the range that it has on this machine.
fn on_machine(profile: &Profile, row: &Parameter) -> Parameter {
    profile.parameter(&row.path).map_or_else(|| row.clone(), std::borrow::Cow::into_owned)
}

/// A line, and a text that begins at a column and goes on below it.
fn beside(line: &str, left: usize, text: &str) -> String {
    let mut begin = line.to_string();
    let mut lines = String::new();
    for part in wrapped(text, WIDTH - left) {
        lines.push_str(format!("{begin:<left$}{part}").trim_end());
        lines.push('\n');
        begin = String::new();
    }
    lines
}

impl Setting {
    /// Path, values, and when a change takes effect.
    fn cells(&self) -> Vec<String> {
        let mut cells = vec![format!("  {}", self.parameter.path)];
        cells.extend(self.value.iter().map(Value::to_string));
        cells.push(self.default.to_string());
        let effect = match self.parameter.effect {
            Effect::Now => "now",
            Effect::NextPeriod => "next period",
            Effect::Restart => "restart",
        };
        cells.push(effect.to_string());
        cells
    }

    /// As it is typed, with the unit.
    fn allowed(&self) -> String {
        match &self.parameter.kind {
            Kind::Integer { min, max, infinity } => {
                let endless = if *infinity { ", infinity" } else { "" };
                format!("{min} to {max} {}", self.parameter.unit).trim_end().to_string() + endless
            }
            Kind::Switch => "true, false".to_string(),
            Kind::Choice { options } => options.iter().map(|option| option.id).collect::<Vec<_>>().join(", "),
        }
    }

    fn about(&self, with_condition: bool) -> String {
        let row = &self.parameter;
        let condition = if with_condition { row.when } else { "" };
        let condition =
            if condition.is_empty() { String::new() } else { format!("counts with {}; ", in_words(condition)) };
        format!("{}. {} ({condition}source: {})", row.label, row.one_line, row.source)
    }

    fn json(&self) -> Json {
        let row = &self.parameter;
        let mut json = json!({
            "path": row.path, "group": row.group, "label": row.label, "one_line": row.one_line, "unit": row.unit,
            "source": row.source, "kind": row.kind, "default": self.default, "effect": row.effect, "when": row.when,
        });
        if let Some(value) = &self.value {
            json["value"] = json!(value);
        }
        json
    }
}
