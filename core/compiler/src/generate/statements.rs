//! Statements. Each one begins with an instruction that costs the time of a statement; so does each test of a condition and
//! each third part of a `for`.

use super::super::source::Span;
use super::super::tree::{Group, Statement, StatementKind, Value};
use super::{Address, Generator, Instruction, Jumps, register_of};
use crate::arithmetic::Orders;

impl Generator<'_> {
    pub fn statements(&mut self, all: &[Statement]) {
        for statement in all {
            let top = self.top;
            self.statement(statement);
            self.top = top;
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Value(value) => {
                self.begin_statement(statement.span);
                self.effect(value);
            }
            StatementKind::Unset(slot) => {
                if self.uncertain.contains(slot) {
                    self.emit(Instruction::Unset { register: register_of(*slot) });
                }
            }
            StatementKind::Array { array, values } => self.array(statement, *array, values.as_deref()),
            StatementKind::If { arms, otherwise } => self.choice(arms, otherwise),
            StatementKind::Loop { condition, tests_first, body, next } => {
                self.repeated(statement.span, condition.as_ref(), *tests_first, body, next.as_ref());
            }
            StatementKind::Switch { value, groups } => self.switch(value, groups),
            StatementKind::Break => {
                self.begin_statement(statement.span);
                let jump = self.emit(Instruction::Jump { to: 0 });
                self.jumps.last_mut().expect("a break is in a loop or a switch").breaks.push(jump);
            }
            StatementKind::Continue => {
                self.begin_statement(statement.span);
                let jump = self.emit(Instruction::Jump { to: 0 });
                let around = self.jumps.iter_mut().rev().find(|around| !around.is_switch);
                around.expect("a continue is in a loop").continues.push(jump);
            }
            StatementKind::Return(value) => {
                self.begin_statement(statement.span);
                let leaves = self.function.step.is_some();
                let end = match value {
                    Some(value) => Instruction::Return { from: self.value(value), leaves },
                    None => Instruction::ReturnNothing { leaves },
                };
                self.emit(end);
            }
            StatementKind::Block(all) => self.statements(all),
        }
    }

    fn array(&mut self, statement: &Statement, array: u16, values: Option<&[Value]>) {
        let Some(values) = values else {
            self.emit(Instruction::FillArray { array, zero: false });
            return;
        };
        self.begin_statement(statement.span);
        self.emit(Instruction::FillArray { array, zero: true });
        for (number, value) in values.iter().enumerate() {
            let top = self.top;
            let index = self.take();
            self.emit(Instruction::Constant { to: index, value: number as u32 });
            let from = self.value(value);
            self.emit(Instruction::StoreElement { array, index, from });
            self.top = top;
        }
    }

    fn choice(&mut self, arms: &[(Value, Vec<Statement>)], otherwise: &[Statement]) {
        let mut ends = Vec::new();
        for (index, (condition, body)) in arms.iter().enumerate() {
            let fails = self.jump_if_not(condition);
            self.statements(body);
            if index + 1 < arms.len() || !otherwise.is_empty() {
                ends.push(self.emit(Instruction::Jump { to: 0 }));
            }
            self.land_all(fails);
        }
        self.statements(otherwise);
        self.land_all(ends);
    }

    /// Tests a condition, as a statement of its own. Returns the jumps that are taken if it fails.
    fn jump_if_not(&mut self, condition: &Value) -> Vec<Address> {
        self.begin_statement(condition.span);
        self.branch(condition, false)
    }

    /// A loop without a condition costs a statement in each round, too, so that time passes in every loop.
    fn repeated(
        &mut self,
        span: Span,
        condition: Option<&Value>,
        tests_first: bool,
        body: &[Statement],
        next: Option<&Value>,
    ) {
        let begin = self.here();
        if condition.is_none() {
            self.begin_statement(span);
        }
        let leaves = condition.filter(|_| tests_first).map(|condition| self.jump_if_not(condition));
        let mut leaves = leaves.unwrap_or_default();
        self.jumps.push(Jumps::default());
        self.statements(body);
        let Jumps { breaks, continues, .. } = self.jumps.pop().expect("the jumps of this loop");
        self.land_all(continues);
        if let Some(next) = next {
            self.begin_statement(next.span);
            let top = self.top;
            self.effect(next);
            self.top = top;
        }
        if let Some(condition) = condition.filter(|_| !tests_first) {
            leaves = self.jump_if_not(condition);
        }
        self.emit(Instruction::Loop { to: begin });
        self.land_all(leaves);
        self.land_all(breaks);
    }

    /// A chain of comparisons, then the bodies one behind the other, because a body may fall into the next one.
    fn switch(&mut self, value: &Value, groups: &[Group]) {
        self.begin_statement(value.span);
        let value = self.value(value);
        let right = self.take();
        let mut entries: Vec<(Address, usize)> = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            for case in &group.cases {
                self.emit(Instruction::Constant { to: right, value: *case });
                let orders = Orders::NOT_EQUAL;
                entries.push((self.emit(Instruction::SkipUnless { orders, left: value, right, skips: 0 }), index));
            }
        }
        let default = groups.iter().position(|group| group.is_default);
        let other = self.emit(Instruction::Jump { to: 0 });
        self.jumps.push(Jumps { is_switch: true, ..Jumps::default() });
        for (index, group) in groups.iter().enumerate() {
            entries.iter().filter(|(_, of)| *of == index).for_each(|(jump, _)| self.land(*jump));
            if default == Some(index) {
                self.land(other);
            }
            self.statements(&group.body);
        }
        let Jumps { breaks, .. } = self.jumps.pop().expect("the jumps of this switch");
        self.land_all(breaks);
        if default.is_none() {
            self.land(other);
        }
    }
}
