//! `livelock list --settings`: the settings that `--set` can change; with SCENARIO those that have an effect there, with
//! their values. All descriptions come from the parameter table.

use crate::error::CommandError;
use crate::output::{table, with_column};
use crate::overrides::{describe_condition, has_effect};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{
    Effect, Group, KNOBS_PATH, Kind, MODEL, Parameter, Profile, Scenario, Value, Values, groups, parameters, profiles,
    statement,
};
use serde_json::{Value as Json, json};

/// Explains the column EFFECT.
const EFFECTS: &str =
    "EFFECT: when a change takes effect in a running machine (now, from the next period on, or after a restart).";

/// One row of the listing.
struct Setting {
    /// With the range that it has on the scenario's machine.
    parameter: Parameter,
    /// The machine's default.
    default: Value,
    /// The scenario's value, if a scenario was given.
    value: Option<Value>,
}

/// A setting of a program.
struct ProgramSetting {
    path: String,
    value: i64,
    default: i64,
    allowed: String,
    effect: &'static str,
    /// What it is, and where it is from.
    description: String,
}

/// The listed settings.
pub struct Settings<'a> {
    scenario: Option<&'a Scenario>,
    rows: Vec<Setting>,
    /// What the scenario's program has: the cost of a statement, and its knobs.
    program: Vec<ProgramSetting>,
    /// Settings that match the word of `--only` but have no effect on the scenario's machine.
    without_effect: Vec<&'static Parameter>,
}

impl<'a> Settings<'a> {
    /// Selects the settings of all machines, or those with an effect in a scenario. `only` selects those whose path or
    /// name contains a word.
    pub fn of(scenario: Option<&'a Scenario>, only: Option<&str>) -> Result<Settings<'a>, CommandError> {
        let word = only.unwrap_or("").to_lowercase();
        let has_word =
            |row: &&Parameter| [&row.path, &row.label].iter().any(|text| text.to_lowercase().contains(&word));
        let is_used = |row: &&Parameter| scenario.is_none_or(|scenario| has_effect(scenario, row));
        let (used, unused): (Vec<_>, Vec<_>) = parameters().iter().filter(has_word).partition(is_used);
        let has_program = scenario.is_some_and(|scenario| scenario.program.is_some());
        if used.is_empty() && unused.is_empty() && !has_program {
            return Err(CommandError::Input(format!(
                "no setting has {word:?} in its path or name; `livelock list --settings` lists all settings"
            )));
        }
        let profile = scenario.map_or(profiles::ALL[0], Scenario::profile);
        let (defaults, values) = (Values::of(profile), scenario.map(Scenario::values));
        let setting = |row: &Parameter| Setting {
            parameter: on_machine(profile, row),
            default: if row.path == profiles::PATH { row.default.clone() } else { defaults.get(&row.path).clone() },
            value: values.as_ref().map(|values| values.get(&row.path).clone()),
        };
        let rows = used.into_iter().map(setting).collect();
        // without a word this list would be most of the table
        let without_effect = if only.is_some() { unused } else { Vec::new() };
        let mut program = scenario.map_or_else(|| Ok(Vec::new()), program_settings)?;
        program.retain(|row| [&row.path, &row.description].iter().any(|text| text.to_lowercase().contains(&word)));
        Ok(Settings { scenario, rows, program, without_effect })
    }

    pub fn json(&self) -> Json {
        let id = self.scenario.map(|scenario| &scenario.id);
        let rows: Vec<Json> = self.rows.iter().map(Setting::json).collect();
        let without_effect: Vec<&str> = self.without_effect.iter().map(|row| row.path.as_str()).collect();
        let mut json = json!({
            "model": MODEL, "scenario": id, "groups": self.groups(), "settings": rows,
            "without_effect": without_effect,
        });
        if !self.program.is_empty() {
            json["program"] = self.program.iter().map(ProgramSetting::json).collect();
        }
        json
    }

    /// A table for each group, with a description below each row.
    pub fn text(&self) -> String {
        let title = match self.scenario {
            Some(scenario) => format!("Settings with an effect in {} ({})", scenario.id, scenario.title),
            None => "Settings of all machines; `livelock list --settings SCENARIO` lists those of one scenario".into(),
        };
        let mut text = with_column("", 0, &format!("{title}.")) + &with_column("", 0, EFFECTS);
        for group in self.groups() {
            let rows: Vec<&Setting> = self.rows.iter().filter(|row| row.parameter.group == group.id).collect();
            let heading = with_column("", 0, &format!("{}. {}", group.label, group.one_line));
            text += &format!("\n{heading}{}", self.table(&rows));
        }
        if !self.program.is_empty() {
            text += &format!("\nProgram. Set with --statement and --knob.\n{}", program_table(&self.program));
        }
        if !self.without_effect.is_empty() {
            text += "\nWithout effect on this machine:\n";
        }
        for row in &self.without_effect {
            text += &with_column("  ", 2, &format!("{}: needs {}", row.path, describe_condition(row.when)));
        }
        text
    }

    /// The groups that have rows.
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
        let allowed_at = heading.find("EFFECT").map_or(0, |at| at + "next period  ".len());
        let mut text = format!("{heading:<allowed_at$}ALLOWED\n");
        for (row, line) in rows.iter().zip(lines) {
            text += &with_column(line, allowed_at, &row.allowed());
            text += &with_column("", 6, &row.description(self.scenario.is_none()));
        }
        text
    }
}

fn program_settings(scenario: &Scenario) -> Result<Vec<ProgramSetting>, CommandError> {
    let Some(program) = &scenario.program else { return Ok(Vec::new()) };
    let row = statement();
    let mut settings = vec![ProgramSetting {
        value: program.statement as i64,
        default: row.default.integer() as i64,
        allowed: row.allowed().to_string(),
        effect: "restart",
        description: format!("{}. {} {}", row.label, row.one_line, row.source.message()),
        path: row.path,
    }];
    for knob in Machine::new(scenario, Tracing::Off)?.topology.knobs {
        settings.push(ProgramSetting {
            path: format!("{KNOBS_PATH}{}", knob.name),
            value: program.knobs.get(&knob.name).copied().unwrap_or(knob.value).into(),
            default: knob.value.into(),
            allowed: format!("a whole number from {} to {}", knob.least, knob.most),
            effect: "now",
            description: format!("{}. Declared by the program in line {}.", knob.label, knob.line),
        });
    }
    Ok(settings)
}

fn program_table(rows: &[ProgramSetting]) -> String {
    let cells = |row: &ProgramSetting| {
        let [value, default] = [row.value, row.default].map(|number| number.to_string());
        vec![format!("  {}", row.path), value, default, row.effect.to_string(), row.allowed.clone()]
    };
    let heading = ["  SETTING", "VALUE", "DEFAULT", "EFFECT", "ALLOWED"].map(str::to_string).to_vec();
    let aligned = table(&[&[heading], &rows.iter().map(cells).collect::<Vec<_>>()[..]].concat());
    let mut lines = aligned.lines();
    let mut text = format!("{}\n", lines.next().unwrap_or_default());
    for (row, line) in rows.iter().zip(lines) {
        text += &format!("{line}\n{}", with_column("", 6, &row.description));
    }
    text
}

impl ProgramSetting {
    fn json(&self) -> Json {
        let ProgramSetting { path, value, default, allowed, effect, description } = self;
        json!({ "path": path, "value": value, "default": default, "allowed": allowed, "effect": effect, "description": description })
    }
}

/// The parameter with the range that it has on this machine.
fn on_machine(profile: &Profile, row: &Parameter) -> Parameter {
    profile.parameter(&row.path).map_or_else(|| row.clone(), std::borrow::Cow::into_owned)
}

impl Setting {
    fn cells(&self) -> Vec<String> {
        let effect = match self.parameter.effect {
            Effect::Now => "now",
            Effect::NextPeriod => "next period",
            Effect::Restart => "restart",
        };
        let mut cells = vec![format!("  {}", self.parameter.path)];
        cells.extend(self.value.iter().chain([&self.default]).map(Value::to_string));
        cells.push(effect.to_string());
        cells
    }

    /// The allowed values as `--set` takes them, with the unit.
    fn allowed(&self) -> String {
        match &self.parameter.kind {
            Kind::Integer { min, max, infinity } => {
                let infinity = if *infinity { ", infinity" } else { "" };
                format!("{min} to {max} {}", self.parameter.unit).trim_end().to_string() + infinity
            }
            Kind::Switch => "true, false".to_string(),
            Kind::Choice { options } => options.iter().map(|option| option.id).collect::<Vec<_>>().join(", "),
        }
    }

    fn description(&self, with_condition: bool) -> String {
        let row = &self.parameter;
        let condition = if with_condition && !row.when.is_empty() {
            format!("Needs {}. ", describe_condition(row.when))
        } else {
            String::new()
        };
        format!("{}. {} {condition}{}", row.label, row.one_line, row.source.message())
    }

    fn json(&self) -> Json {
        let row = &self.parameter;
        let mut json = json!({
            "path": row.path, "group": row.group, "label": row.label, "one_line": row.one_line, "unit": row.unit,
            "source": row.source.message().to_string(), "kind": row.kind, "default": self.default, "effect": row.effect, "when": row.when,
        });
        if let Some(value) = &self.value {
            json["value"] = json!(value);
        }
        json
    }
}
