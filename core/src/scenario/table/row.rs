//! The short form in which rows of the parameter table are written.

use crate::scenario::parameter::{Choice, Effect, Kind, Parameter, Scale};
use crate::scenario::value::Value;

/// A row without its group.
pub struct Row(pub Parameter);

/// Text that only the catalogue tells: nothing in builds without it.
pub const fn words(text: &str) -> &str {
    if cfg!(feature = "words") { text } else { "" }
}

fn row(path: &str, label: &str, one_line: &str, source: &str, kind: Kind, default: Value) -> Row {
    Row(Parameter {
        path: path.to_string(),
        group: "",
        label: words(label).to_string(),
        one_line: words(one_line).to_string(),
        unit: "",
        source: words(source).to_string(),
        kind,
        default,
        effect: Effect::Restart,
        basic: false,
        scale: Scale::Linear,
        when: "",
    })
}

pub fn integer(
    path: &str,
    label: &str,
    one_line: &str,
    source: &str,
    range: (i64, i64),
    unit: &'static str,
    default: i64,
) -> Row {
    let kind = Kind::Integer { min: range.0, max: range.1, infinity: false };
    row(path, label, one_line, source, kind, Value::Integer(default)).unit(unit)
}

pub fn switch(path: &str, label: &str, one_line: &str, source: &str, default: bool) -> Row {
    row(path, label, one_line, source, Kind::Switch, Value::Switch(default))
}

pub fn choice(path: &str, label: &str, one_line: &str, source: &str, options: &[(&'static str, &'static str)]) -> Row {
    let options: Vec<Choice> = options.iter().map(|&(id, label)| Choice { id, label }).collect();
    let default = Value::Choice(options[0].id.to_string());
    row(path, label, one_line, source, Kind::Choice { options }, default)
}

impl Row {
    pub fn unit(mut self, unit: &'static str) -> Row {
        self.0.unit = unit;
        self
    }
    pub fn now(mut self) -> Row {
        self.0.effect = Effect::Now;
        self
    }
    pub fn next_period(mut self) -> Row {
        self.0.effect = Effect::NextPeriod;
        self
    }
    pub fn basic(mut self) -> Row {
        self.0.basic = true;
        self
    }
    pub fn log(mut self) -> Row {
        self.0.scale = Scale::Log;
        self
    }
    pub fn when(mut self, when: &'static str) -> Row {
        self.0.when = when;
        self
    }
    pub fn or_infinity(mut self) -> Row {
        if let Kind::Integer { infinity, .. } = &mut self.0.kind {
            *infinity = true;
        }
        self
    }
}
