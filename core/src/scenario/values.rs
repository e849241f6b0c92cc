//! The values of all parameters, and the rows of the parameter table as a machine has them.

use super::costs::STEPS;
use super::design::{self, Design};
use super::parameter::{Kind, Parameter};
use super::profiles::{self, Profile};
use super::recording::Recording;
use super::table::{index_of, parameter, parameters};
use super::value::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// A value for every parameter, in the order of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    rows: Vec<Value>,
    /// The recording that `traffic.pattern = "capture"` sends.
    pub recording: Option<Arc<Recording>>,
}

impl Values {
    /// Returns the defaults of the parameter table.
    pub fn defaults() -> Values {
        Values { rows: parameters().iter().map(|parameter| parameter.default.clone()).collect(), recording: None }
    }

    /// Returns the values of a machine.
    pub fn of(profile: &Profile) -> Values {
        let mut values = Values::defaults();
        values.set(profiles::PATH, Value::Choice(profile.id.to_string()));
        for (path, value) in profile.values() {
            values.set(path, value);
        }
        values
    }

    /// Returns the kernel design that the values name.
    pub fn design(&self) -> Design {
        let id = self.get("kernel.design").choice();
        design::find(id).expect("a validated scenario names a known design")
    }

    pub fn profile(&self) -> &'static Profile {
        profiles::find(self.get(profiles::PATH).choice()).expect("a validated scenario names a known machine")
    }

    /// Sets a value. The path must be in the table and the value valid for it; `Scenario::parse` checks both. A knob of a program is
    /// no setting: the machine tells its values to the program.
    pub fn set(&mut self, path: &str, value: Value) {
        if path.starts_with(super::KNOBS_PATH) {
            return;
        }
        let index = index_of(path).unwrap_or_else(|| panic!("no parameter is called {path}"));
        self.rows[index] = value;
    }

    /// Returns the costs of all steps, by step number: their rows are next to each other in the table.
    pub fn costs(&self) -> &[Value] {
        let first = index_of(STEPS[0].step.path()).expect("the table has a row for every step");
        &self.rows[first..first + STEPS.len()]
    }

    /// Whether the values meet a condition of the parameter table (`Parameter::when`). A setting that has no effect on this
    /// machine, such as one left over from another kernel, counts with its default.
    pub fn meet(&self, when: &str) -> bool {
        self.meet_with_defaults(&Values::of(self.profile()), when)
    }

    fn meet_with_defaults(&self, defaults: &Values, when: &str) -> bool {
        let meets = |(path, wanted): (&str, &str)| {
            let has_effect = parameter(path).is_none_or(|row| self.meet_with_defaults(defaults, row.when));
            let value = if has_effect { self } else { defaults }.get(path).to_string();
            wanted.split('|').any(|one| one == value)
        };
        when.split(';').any(|all| all.split('&').filter_map(|part| part.split_once('=')).all(meets))
    }

    #[inline(never)]
    pub fn get(&self, path: &str) -> &Value {
        let index = index_of(path).unwrap_or_else(|| panic!("no parameter is called {path}"));
        &self.rows[index]
    }
}

impl Profile {
    /// Returns a parameter's row, with its range and its source on this machine.
    pub fn parameter(&self, path: &str) -> Option<Cow<'static, Parameter>> {
        let mut row = Cow::Borrowed(parameter(path)?);
        let range = self.ranges.iter().find(|(of, ..)| *of == path);
        if let (Some((_, least, greatest)), Kind::Integer { .. }) = (range, &row.kind)
            && let Kind::Integer { min, max, .. } = &mut row.to_mut().kind
        {
            (*min, *max) = (*least, *greatest);
        }
        #[cfg(feature = "catalogue")]
        if self.source_of(&row) != row.source {
            row.to_mut().source = self.source_of(&row);
        }
        Some(row)
    }
}
