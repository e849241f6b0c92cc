//! C leaves open which of two operands is computed first. So `i = i++` and `f(n, n = 2)` have no meaning in C: they change a
//! variable, and read or change it again, without an order between the two.

use super::super::texts;
use super::super::tree::{Target, Value, ValueKind};
use super::Checker;

/// A variable: whether it is of the file, and its number.
type Variable = (bool, u16);

#[derive(Default)]
struct Effects {
    reads: Vec<Variable>,
    writes: Vec<Variable>,
}

impl Effects {
    fn add(&mut self, other: Effects) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
    }

    /// A variable that one side changes and the other one reads or changes.
    fn conflict(&self, other: &Effects) -> Option<Variable> {
        let touches =
            |effects: &Effects, variable| effects.reads.contains(variable) || effects.writes.contains(variable);
        let mine = self.writes.iter().find(|variable| touches(other, variable));
        mine.or_else(|| other.writes.iter().find(|variable| touches(self, variable))).copied()
    }
}

impl Checker<'_, '_> {
    pub fn check_sequence(&mut self, value: &Value) {
        self.effects(value);
    }

    fn effects(&mut self, value: &Value) -> Effects {
        let parts: Vec<Effects> = value.parts().into_iter().map(|part| self.effects(part)).collect();
        // && || and ? compute their first operand first, so nothing conflicts.
        let has_order = matches!(value.kind, ValueKind::Logical { .. } | ValueKind::Conditional { .. });
        let mut all = Effects::default();
        for part in parts {
            let conflict = if has_order { None } else { all.conflict(&part) };
            if let Some(variable) = conflict {
                self.tell_conflict(variable, value);
            }
            all.add(part);
        }
        match &value.kind {
            ValueKind::Local(slot) => all.reads.push((false, *slot)),
            ValueKind::Global(index) => all.reads.push((true, *index)),
            ValueKind::Assign { target: Target::Local(slot), .. } => self.write(&mut all, (false, *slot), value),
            ValueKind::Assign { target: Target::Global(index), .. } => self.write(&mut all, (true, *index), value),
            _ => {}
        }
        all
    }

    /// Reading the variable for its new value comes first; changing it there does not.
    fn write(&mut self, effects: &mut Effects, variable: Variable, value: &Value) {
        if effects.writes.contains(&variable) {
            self.tell_conflict(variable, value);
        }
        effects.writes.push(variable);
    }

    fn tell_conflict(&mut self, (of_file, number): Variable, value: &Value) {
        let variables = if of_file { &self.unit.globals } else { &self.function.locals };
        let name = variables[usize::from(number)].name.clone();
        self.problems.tell(value.span, texts::no_order(name));
    }
}
