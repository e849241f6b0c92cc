//! The short form in which rows of the parameter table are written: constants, so that a build carries data and no code.

use crate::scenario::parameter::{Choice, Effect, Kind, Parameter, Scale};
use crate::scenario::value::Value;
use std::borrow::Cow;

/// Id and label of each choice; the first is the default.
type Choices = &'static [(&'static str, &'static str)];

enum RowKind {
    Integer { min: i64, max: i64, infinity: bool, default: i64 },
    Switch { default: bool },
    Choice(Choices),
}

/// A row without its group.
pub struct Row {
    path: &'static str,
    label: Cow<'static, str>,
    one_line: &'static str,
    unit: &'static str,
    source: &'static str,
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
    source: &'static str,
    kind: RowKind,
) -> Row {
    Row {
        path,
        label,
        one_line: told(one_line),
        unit: "",
        source: told(source),
        kind,
        effect: Effect::Restart,
        basic: false,
        scale: Scale::Linear,
        when: "",
    }
}

/// Words that only the catalogue tells; the browser's builds leave them to it.
const fn told(words: &'static str) -> &'static str {
    if cfg!(feature = "catalogue") { words } else { "" }
}

pub const fn integer(
    path: &'static str,
    label: &'static str,
    one_line: &'static str,
    source: &'static str,
    (min, max): (i64, i64),
    unit: &'static str,
    default: i64,
) -> Row {
    let kind = RowKind::Integer { min, max, infinity: false, default };
    row(path, Cow::Borrowed(told(label)), one_line, source, kind).unit(unit)
}

pub const fn switch(
    path: &'static str,
    label: &'static str,
    one_line: &'static str,
    source: &'static str,
    default: bool,
) -> Row {
    row(path, Cow::Borrowed(told(label)), one_line, source, RowKind::Switch { default })
}

pub const fn choice(
    path: &'static str,
    label: &'static str,
    one_line: &'static str,
    source: &'static str,
    options: Choices,
) -> Row {
    row(path, Cow::Borrowed(told(label)), one_line, source, RowKind::Choice(options))
}

/// What a step costs.
pub fn cost(path: &'static str, label: String, source: &'static str, range: (i64, i64), default: i64) -> Row {
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
        self.when = told(when);
        self
    }
    pub const fn or_infinity(mut self) -> Row {
        if let RowKind::Integer { infinity, .. } = &mut self.kind {
            *infinity = true;
        }
        self
    }

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
            source: self.source.to_string(),
            kind,
            default,
            effect: self.effect,
            basic: self.basic,
            scale: self.scale,
            when: self.when,
        }
    }
}
