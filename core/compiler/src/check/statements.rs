//! Statements.

use super::super::source::Span;
use super::super::syntax::{CaseGroup, CaseLabel, Declaration, Expression, Initial, Statement, StatementKind};
use super::super::texts;
use super::super::tree::{self, Group, Target, Value, ValueKind};
use super::super::types::Type;
use super::*;
use livelock_text::message;

impl Checker<'_, '_> {
    pub fn statements(&mut self, all: &[Statement]) -> Vec<tree::Statement> {
        all.iter().flat_map(|statement| self.statement(statement)).collect()
    }

    /// The statements of a block, which has names of its own.
    fn block(&mut self, all: &[Statement]) -> Vec<tree::Statement> {
        self.scopes.push(BTreeMap::new());
        let statements = self.statements(all);
        self.scopes.pop();
        statements
    }

    /// A body is a block, even if it is a single statement.
    fn body(&mut self, body: &Statement) -> Vec<tree::Statement> {
        self.block(std::slice::from_ref(body))
    }

    fn looped_body(&mut self, body: &Statement) -> Vec<tree::Statement> {
        self.function.loops += 1;
        let statements = self.body(body);
        self.function.loops -= 1;
        statements
    }

    fn whole_condition(&mut self, expression: &Expression) -> Value {
        let value = self.condition(expression);
        self.check_sequence(&value);
        value
    }

    fn statement(&mut self, statement: &Statement) -> Vec<tree::Statement> {
        let span = statement.span;
        let kind = match &statement.kind {
            StatementKind::Empty => return Vec::new(),
            StatementKind::Expression(value) => {
                let value = self.whole(value);
                self.check_unused(&value);
                tree::StatementKind::Value(value)
            }
            StatementKind::Declare(all) => return all.iter().flat_map(|one| self.local(one)).collect(),
            StatementKind::If { arms, otherwise } => {
                let mut checked = Vec::new();
                for (condition, body) in arms {
                    let condition = self.whole_condition(condition);
                    checked.push((condition, self.body(body)));
                }
                let otherwise = otherwise.as_ref().map(|body| self.body(body)).unwrap_or_default();
                tree::StatementKind::If { arms: checked, otherwise }
            }
            StatementKind::While { condition, body } => {
                let condition = Some(self.whole_condition(condition));
                let body = self.looped_body(body);
                tree::StatementKind::Loop { condition, tests_first: true, body, next: None }
            }
            StatementKind::DoWhile { body, condition } => {
                let body = self.looped_body(body);
                let condition = Some(self.whole_condition(condition));
                tree::StatementKind::Loop { condition, tests_first: false, body, next: None }
            }
            StatementKind::For { first, condition, next, body } => {
                self.scopes.push(BTreeMap::new());
                let mut statements = first.as_ref().map(|first| self.statement(first)).unwrap_or_default();
                let condition = condition.as_ref().map(|condition| self.whole_condition(condition));
                let next = next.as_ref().map(|next| {
                    let next = self.whole(next);
                    self.check_unused(&next);
                    next
                });
                let body = self.looped_body(body);
                self.scopes.pop();
                let kind = tree::StatementKind::Loop { condition, tests_first: true, body, next };
                statements.push(tree::Statement { span, kind });
                tree::StatementKind::Block(statements)
            }
            StatementKind::Switch { value, groups } => self.switch(value, groups),
            StatementKind::Break => {
                if self.function.loops + self.function.switches == 0 {
                    self.problems.tell(span, texts::break_outside("break"));
                }
                tree::StatementKind::Break
            }
            StatementKind::Continue => {
                if self.function.loops == 0 {
                    self.problems.tell(span, texts::continue_outside("continue"));
                }
                tree::StatementKind::Continue
            }
            StatementKind::Return(value) => tree::StatementKind::Return(self.returned(value.as_ref(), span)),
            StatementKind::Block(all) => tree::StatementKind::Block(self.block(all)),
        };
        vec![tree::Statement { span, kind }]
    }

    fn returned(&mut self, value: Option<&Expression>, span: Span) -> Option<Value> {
        let result = self.function.result.unwrap_or(Type::Void);
        let name = self.function.name.clone();
        match value {
            None if result != Type::Void && result != Type::Wrong => {
                self.problems.tell(span, texts::return_without_value(name, result.in_words()));
                None
            }
            None => None,
            Some(value) => {
                let value = self.whole(value);
                if result == Type::Void {
                    let is_entry = entry_point(&name).is_some();
                    let text = if is_entry { texts::return_to_machine(name) } else { texts::return_of_value(name) };
                    self.problems.tell(value.span, text);
                    return None;
                }
                Some(self.convert(value, result, message!("The result of {name}", name = name.to_string())))
            }
        }
    }

    /// A declaration in a function.
    fn local(&mut self, declaration: &Declaration) -> Vec<tree::Statement> {
        let Declaration { name, initial, is_static, is_const, .. } = declaration;
        if *is_static {
            self.global(declaration);
            return Vec::new();
        }
        let span = name.span;
        let ty = self.variable_type(declaration);
        if let Some(size) = &declaration.array {
            return vec![self.local_array(declaration, size.as_ref(), ty)];
        }
        // In C the name is known in its own initial value; then it is read before it is set.
        let slot = self.declare_local(name, ty, *is_const);
        let kind = match initial {
            None => {
                if *is_const {
                    self.problems.tell(span, texts::const_without_value(&name.text));
                }
                tree::StatementKind::Unset(slot)
            }
            Some(Initial::List(_, list)) => {
                self.problems.tell(*list, texts::list_for_one(&name.text));
                tree::StatementKind::Unset(slot)
            }
            Some(Initial::One(value)) => {
                let value = self.whole(value);
                let span = value.span;
                let value =
                    Box::new(self.convert(value, ty, message!("The first value of {name}", name = name.text.clone())));
                let kind = ValueKind::Assign {
                    target: Target::Local(slot),
                    operator: None,
                    value,
                    gives_old: false,
                    is_bool: ty == Type::Bool,
                };
                tree::StatementKind::Value(Value { ty, kind, span })
            }
        };
        vec![tree::Statement { span, kind }]
    }

    fn local_array(&mut self, declaration: &Declaration, size: Option<&Expression>, ty: Type) -> tree::Statement {
        let values = match &declaration.initial {
            Some(Initial::List(list, _)) => {
                let what = message!("A value of {name}", name = declaration.name.text.clone());
                let convert = |value| {
                    let value = self.whole(value);
                    self.convert(value, ty, what.clone())
                };
                Some(list.iter().map(convert).collect())
            }
            _ => None,
        };
        let array = self.array(declaration, size, ty, Some(self.function.index));
        tree::Statement { span: declaration.name.span, kind: tree::StatementKind::Array { array, values } }
    }

    fn switch(&mut self, value: &Expression, groups: &[CaseGroup]) -> tree::StatementKind {
        let value = self.whole(value);
        let value = match value.ty {
            ty if ty.is_number() || ty == Type::Wrong => value,
            ty => {
                self.problems.tell(value.span, texts::switch_on(ty.in_words()));
                Value::wrong(value.span)
            }
        };
        self.function.switches += 1;
        self.scopes.push(BTreeMap::new());
        let mut known: Vec<u32> = Vec::new();
        let mut has_default = false;
        let mut checked = Vec::new();
        for group in groups {
            let mut cases = Vec::new();
            let mut is_default = false;
            for label in &group.labels {
                match label {
                    CaseLabel::Default(span) if has_default => self.problems.tell(*span, texts::default_twice()),
                    CaseLabel::Default(_) => (is_default, has_default) = (true, true),
                    CaseLabel::Case(case) => {
                        let Some(number) = self.constant_number(case, message!("A case")) else { continue };
                        if known.contains(&(number as u32)) {
                            self.problems.tell(case.span, texts::case_twice(number));
                        }
                        known.push(number as u32);
                        cases.push(number as u32);
                    }
                }
            }
            checked.push(Group { cases, is_default, body: self.statements(&group.body) });
        }
        self.scopes.pop();
        self.function.switches -= 1;
        tree::StatementKind::Switch { value, groups: checked }
    }
}
