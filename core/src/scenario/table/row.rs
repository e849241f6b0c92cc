//! The short notation for rows of the parameter table. Rows are constants, so that a build contains data and no code.

use crate::scenario::design::expand_groups;
use crate::scenario::parameter::{Choice, Effect, Kind, Parameter, Scale};
use crate::scenario::source::Source;
use crate::scenario::value::Value;
use std::borrow::Cow;

/// The id and label of each choice; the first choice is the default.
type Choices = &'static [(&'static str, &'static str)];

enum RowKind {
    Integer { min: i64, max: i64, infinity: bool, default: i64 },
    Switch { default: bool },
    Choice(Choices),
}

/// A row of the parameter table, without its group.
pub struct Row {
    path: &'static str,
    label: Cow<'static, str>,
    one_line: &'static str,
    unit: &'static str,
    source: Source,
    kind: RowKind,
    effect: Effect,
    basic: bool,
    scale: Scale,
    when: &'static str,
}

const fn row(
    path: &'static str,
    label: Cow<'static, str>,
    one_line: &'static str,
    source: Source,
    kind: RowKind,
) -> Row {
    Row {
        path,
        label,
        one_line: in_catalogue(one_line),
        unit: "",
        source,
        kind,
        effect: Effect::Restart,
        basic: false,
        scale: Scale::Linear,
        when: "",
    }
}

/// Returns texts only in builds with the catalogue; the browser's builds leave them out and read them from its file.
const fn in_catalogue(words: &'static str) -> &'static str {
    if cfg!(feature = "catalogue") { words } else { "" }
}

pub const fn integer(
    path: &'static str,
    label: &'static str,
    one_line: &'static str,
    source: Source,
    (min, max): (i64, i64),
    unit: &'static str,
    default: i64,
) -> Row {
    let kind = RowKind::Integer { min, max, infinity: false, default };
    row(path, Cow::Borrowed(in_catalogue(label)), one_line, source, kind).unit(unit)
}

pub const fn switch(
    path: &'static str,
    label: &'static str,
    one_line: &'static str,
    source: Source,
    default: bool,
) -> Row {
    row(path, Cow::Borrowed(in_catalogue(label)), one_line, source, RowKind::Switch { default })
}

pub const fn choice(
    path: &'static str,
    label: &'static str,
    one_line: &'static str,
    source: Source,
    options: Choices,
) -> Row {
    row(path, Cow::Borrowed(in_catalogue(label)), one_line, source, RowKind::Choice(options))
}

/// The row of a step's cost.
pub fn cost(path: &'static str, label: String, source: Source, range: (i64, i64), default: i64) -> Row {
    let kind = RowKind::Integer { min: range.0, max: range.1, infinity: false, default };
    row(path, Cow::Owned(label), "CPU time of this step.", source, kind).unit("ns")
}

impl Row {
    const fn unit(mut self, unit: &'static str) -> Row {
        self.unit = unit;
        self
    }
    pub const fn now(mut self) -> Row {
        self.effect = Effect::Now;
        self
    }
    pub const fn next_period(mut self) -> Row {
        self.effect = Effect::NextPeriod;
        self
    }
    pub const fn basic(mut self) -> Row {
        self.basic = true;
        self
    }
    pub const fn log(mut self) -> Row {
        self.scale = Scale::Log;
        self
    }
    pub const fn when(mut self, when: &'static str) -> Row {
        self.when = in_catalogue(when);
        self
    }
    pub const fn or_infinity(mut self) -> Row {
        if let RowKind::Integer { infinity, .. } = &mut self.kind {
            *infinity = true;
        }
        self
    }

    /// Makes the row that the rest of the program reads. A condition with groups is expanded and never freed: the table is
    /// built once.
    pub fn parameter(&self, group: &'static str) -> Parameter {
        let (kind, default) = match self.kind {
            RowKind::Integer { min, max, infinity, default } => {
                (Kind::Integer { min, max, infinity }, Value::Integer(default))
            }
            RowKind::Switch { default } => (Kind::Switch, Value::Switch(default)),
            RowKind::Choice(choices) => {
                let options = choices.iter().map(|&(id, label)| Choice { id, label }).collect();
                (Kind::Choice { options }, Value::Choice(choices[0].0.to_string()))
            }
        };
        Parameter {
            path: self.path.to_string(),
            group,
            label: self.label.to_string(),
            one_line: self.one_line.to_string(),
            unit: self.unit,
            source: self.source,
            of_first_machine: group == "costs" && self.source.is_of_a_machine(),
            kind,
            default,
            effect: self.effect,
            basic: self.basic,
            scale: self.scale,
            when: if self.when.contains('{') { expand_groups(self.when).leak() } else { self.when },
        }
    }
}
