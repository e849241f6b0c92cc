//! Statements. Each one begins with an instruction that costs the time of a statement; so does each test of a condition and
//! each third part of a `for`.

use super::super::source::Span;
use super::super::tree::{Group, Statement, StatementKind, Value};
use super::{Address, Generator, Instruction, Jumps};
use crate::program::arithmetic::Arithmetic;

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
                    self.emit(Instruction::Unset { register: *slot });
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
                let end = match value {
                    Some(value) => Instruction::Return { from: self.value(value) },
                    None => Instruction::ReturnNothing,
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
        let begin = self.program.arrays[usize::from(array)].begin as u16;
        for (index, value) in values.iter().enumerate() {
            self.value_into(value, begin + index as u16);
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
            self.land(fails);
        }
        self.statements(otherwise);
        ends.into_iter().for_each(|end| self.land(end));
    }

    /// Tests a condition, as a statement of its own. Returns the jump that is taken if it fails.
    fn jump_if_not(&mut self, condition: &Value) -> Address {
        self.begin_statement(condition.span);
        let top = self.top;
        let register = self.value(condition);
        self.top = top;
        self.emit(Instruction::JumpIfNot { register, to: 0 })
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
        self.jumps.push(Jumps::default());
        self.statements(body);
        let Jumps { breaks, continues, .. } = self.jumps.pop().expect("the jumps of this loop");
        continues.into_iter().for_each(|jump| self.land(jump));
        if let Some(next) = next {
            self.begin_statement(next.span);
            let top = self.top;
            self.effect(next);
            self.top = top;
        }
        match condition.filter(|_| !tests_first) {
            Some(condition) => {
                let leaves = self.jump_if_not(condition);
                self.emit(Instruction::Jump { to: begin });
                self.land(leaves);
            }
            None => {
                self.emit(Instruction::Jump { to: begin });
            }
        }
        leaves.into_iter().chain(breaks).for_each(|jump| self.land(jump));
    }

    /// A chain of comparisons, then the bodies one behind the other, because a body may fall into the next one.
    fn switch(&mut self, value: &Value, groups: &[Group]) {
        self.begin_statement(value.span);
        let value = self.value(value);
        let (right, equal) = (self.take(), self.take());
        let mut entries: Vec<(Address, usize)> = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            for case in &group.cases {
                self.emit(Instruction::Constant { to: right, value: *case });
                self.emit(Instruction::Compute { arithmetic: Arithmetic::Equal, to: equal, left: value, right });
                entries.push((self.emit(Instruction::JumpIf { register: equal, to: 0 }), index));
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
        breaks.into_iter().for_each(|jump| self.land(jump));
        if default.is_none() {
            self.land(other);
        }
    }
}
