//! Expressions: names, elements, conditions, assignments. `operators` has arithmetic and comparison, `calls` has calls.

use super::super::source::Span;
use super::super::syntax::{Expression, ExpressionKind, Name, Operator, TypeName};
use super::super::texts;
use super::super::tree::{Target, Value, ValueKind};
use super::super::types::Type;
use super::constants::constant;
use super::{Checker, Known, Meaning};
use livelock_text::message;

impl Checker<'_, '_> {
    /// A whole expression: also checks that it does not change and read a variable without an order.
    pub fn whole(&mut self, expression: &Expression) -> Value {
        let value = self.expression(expression);
        self.check_sequence(&value);
        value
    }

    pub fn expression(&mut self, expression: &Expression) -> Value {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Number { value, unsigned } => {
                Value::constant(if *unsigned { Type::Unsigned } else { Type::Int }, (*value).into(), span)
            }
            ExpressionKind::Bool(value) => Value::constant(Type::Bool, (*value).into(), span),
            ExpressionKind::Null => Value::constant(Type::Null, 0, span),
            ExpressionKind::Text(_) => {
                self.problems.tell(span, texts::text_elsewhere());
                Value::wrong(span)
            }
            ExpressionKind::Name(name) => self.name(name, span),
            ExpressionKind::Call { function, arguments } => self.call(function, arguments, span),
            ExpressionKind::Index { array, index } => match self.element(array, index) {
                Some((ty, array, index)) => {
                    Value { ty, kind: ValueKind::Element { array, index: Box::new(index) }, span }
                }
                None => Value::wrong(span),
            },
            ExpressionKind::Unary(operator, value) => self.unary(*operator, value, span),
            ExpressionKind::Binary { operator, sign, left, right } => self.binary(*operator, *sign, left, right, span),
            ExpressionKind::Logical { and, left, right } => {
                let (left, right) = (self.condition(left), self.condition(right));
                let kind = ValueKind::Logical { and: *and, left: Box::new(left), right: Box::new(right) };
                Value { ty: Type::Int, kind, span }
            }
            ExpressionKind::Conditional { condition, yes, no } => self.conditional(condition, yes, no, span),
            ExpressionKind::Assign { operator, target, value, .. } => self.assign(*operator, target, value, span),
            ExpressionKind::Count { up, before, target } => self.count(*up, *before, target, span),
            ExpressionKind::Unread => Value::wrong(span),
            ExpressionKind::Cast { to, value } => self.cast(to, value, span),
        }
    }

    /// A condition. `=` is told, unless a second pair of brackets says that it is meant.
    pub fn condition(&mut self, expression: &Expression) -> Value {
        if let ExpressionKind::Assign { operator: None, sign, target, .. } = &expression.kind
            && !expression.bracketed
        {
            let name = match &target.kind {
                ExpressionKind::Name(name) => name.as_str(),
                _ => "the left side",
            };
            self.problems.tell(*sign, texts::assignment_as_condition("=", "==", name));
            return Value::wrong(expression.span);
        }
        let value = self.expression(expression);
        self.truth(value)
    }

    fn name(&mut self, name: &str, span: Span) -> Value {
        let Some(Known { meaning, .. }) = self.find(name) else {
            if let Some((ty, bits)) = self.built_in(name) {
                return Value::constant(ty, bits, span);
            }
            if super::super::calls::call(name).is_some() {
                self.problems.tell(span, texts::call_without_brackets(name));
            } else {
                self.undeclared(name, span, false);
            }
            return Value::wrong(span);
        };
        let (ty, kind) = match meaning {
            Meaning::Local(slot) => (self.function.locals[usize::from(slot)].ty, ValueKind::Local(slot)),
            Meaning::Global(index) => (self.unit.globals[usize::from(index)].ty, ValueKind::Global(index)),
            Meaning::Constant { ty, bits } => (ty, ValueKind::Constant(bits)),
            Meaning::Knob(index) => (Type::Int, ValueKind::Knob(index)),
            // Handles of queues and events are their numbers from 1, so that none is NULL.
            Meaning::Queue(index) => {
                self.unit.queues[usize::from(index)].is_used = true;
                (Type::Queue, ValueKind::Constant(u64::from(index) + 1))
            }
            Meaning::Event(index) => (Type::Event, ValueKind::Constant(u64::from(index) + 1)),
            Meaning::Function(index) => (Type::Function, ValueKind::Constant(index.into())),
            Meaning::Array(_) => {
                self.problems.tell(span, texts::array_without_index(name));
                return Value::wrong(span);
            }
            Meaning::Wrong => return Value::wrong(span),
        };
        Value { ty, kind, span }
    }

    /// An element of an array: its type, the array, the index.
    fn element(&mut self, array: &Name, index: &Expression) -> Option<(Type, u16, Value)> {
        let index_value = self.expression(index);
        let index_value = self.convert(index_value, Type::Int, message!("An index"));
        match self.find(&array.text).map(|known| known.meaning) {
            Some(Meaning::Array(number)) => {
                let (ty, length) = {
                    let array = &self.unit.arrays[usize::from(number)];
                    (array.variable.ty, array.length)
                };
                if let Some(bits) = constant(&index_value).filter(|bits| *bits as u32 >= length) {
                    let text =
                        texts::index_out_of_range(bits as u32 as i32, &array.text, length, length.saturating_sub(1));
                    self.problems.tell(index.span, text);
                }
                Some((ty, number, index_value))
            }
            Some(Meaning::Wrong) => None,
            Some(_) => {
                self.problems.tell(array.span, texts::no_array(&array.text));
                None
            }
            None => {
                self.undeclared(&array.text, array.span, false);
                None
            }
        }
    }

    fn conditional(&mut self, condition: &Expression, yes: &Expression, no: &Expression, span: Span) -> Value {
        let condition = self.condition(condition);
        let (yes, no) = (self.expression(yes), self.expression(no));
        let ty = match (yes.ty, no.ty) {
            (one, other) if one.is_number() && other.is_number() => Self::common(one, other),
            (Type::Null, other) => other,
            (one, _) => one,
        };
        let what = message!("The second value of ?");
        let (yes, no) = (self.convert(yes, ty, what.clone()), self.convert(no, ty, what));
        let kind = ValueKind::Conditional { condition: Box::new(condition), yes: Box::new(yes), no: Box::new(no) };
        Value { ty, kind, span }
    }

    /// What can be assigned to: its type and place.
    fn target(&mut self, expression: &Expression) -> Option<(Type, Target)> {
        let known = match &expression.kind {
            ExpressionKind::Name(name) => self.find(name),
            ExpressionKind::Index { array, .. } => self.find(&array.text),
            _ => None,
        };
        if let ExpressionKind::Name(name) = &expression.kind {
            let text = match known.map(|known| known.meaning) {
                Some(Meaning::Knob(_)) => Some(texts::assignment_to_knob(name)),
                Some(Meaning::Constant { .. } | Meaning::Queue(_) | Meaning::Event(_)) => {
                    Some(texts::assignment_to_constant(name))
                }
                Some(Meaning::Function(_)) => Some(texts::assignment_to_function(name)),
                None if self.built_in(name).is_some() => Some(texts::assignment_to_constant(name)),
                _ => None,
            };
            if let Some(text) = text {
                self.problems.tell(expression.span, text);
                return None;
            }
        }
        let value = self.expression(expression);
        let target = match value.kind {
            _ if value.ty == Type::Wrong => return None,
            ValueKind::Local(slot) => Target::Local(slot),
            ValueKind::Global(index) => Target::Global(index),
            ValueKind::Element { array, index } => Target::Element { array, index },
            _ => {
                self.problems.tell(expression.span, texts::no_target());
                return None;
            }
        };
        if known.is_some_and(|known| known.is_const) {
            let name = expression_name(expression);
            self.problems.tell(expression.span, texts::assignment_to_const(name));
            return None;
        }
        Some((value.ty, target))
    }

    fn assign(&mut self, operator: Option<Operator>, target: &Expression, value: &Expression, span: Span) -> Value {
        let what = message!("The value of {name}", name = expression_name(target).to_string());
        let value = self.expression(value);
        let around = std::mem::replace(&mut self.expected, value.ty);
        let target = self.target(target);
        self.expected = around;
        let Some((ty, target)) = target else { return Value::wrong(span) };
        let (operator, value) = match operator {
            None => (None, self.convert(value, ty, what.clone())),
            Some(operator) => {
                if !ty.is_number() || !(value.ty.is_number() || value.ty == Type::Wrong) {
                    let other = if ty.is_number() { value.ty } else { ty };
                    self.problems.tell(span, texts::arithmetic_on(other.in_words()));
                    return Value::wrong(span);
                }
                self.check_arithmetic(operator, &value);
                let is_shift = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
                let common = if is_shift { ty } else { Self::common(ty, value.ty) };
                (Some((operator, common == Type::Unsigned)), value)
            }
        };
        Value {
            ty,
            kind: ValueKind::Assign {
                target,
                operator,
                value: Box::new(value),
                gives_old: false,
                is_bool: ty == Type::Bool,
            },
            span,
        }
    }

    fn count(&mut self, up: bool, before: bool, target: &Expression, span: Span) -> Value {
        let Some((ty, target)) = self.target(target) else { return Value::wrong(span) };
        if !ty.is_number() {
            self.problems.tell(span, texts::arithmetic_on(ty.in_words()));
            return Value::wrong(span);
        }
        let operator = if up { Operator::Add } else { Operator::Subtract };
        let value = Box::new(Value::constant(Type::Int, 1, span));
        Value {
            ty,
            kind: ValueKind::Assign {
                target,
                operator: Some((operator, false)),
                value,
                gives_old: !before,
                is_bool: ty == Type::Bool,
            },
            span,
        }
    }

    fn cast(&mut self, to: &TypeName, value: &Expression, span: Span) -> Value {
        let ty = self.type_of(to);
        let value = self.expression(value);
        if ty == Type::Void {
            return Value { ty, ..value };
        }
        let value = self.convert(value, ty, message!("A cast"));
        Value { span, ..value }
    }

    /// The type of a sum of two numbers.
    pub fn common(one: Type, other: Type) -> Type {
        if one == Type::Unsigned || other == Type::Unsigned { Type::Unsigned } else { Type::Int }
    }
}

/// The name of what is assigned to.
fn expression_name(expression: &Expression) -> &str {
    match &expression.kind {
        ExpressionKind::Name(name) => name,
        ExpressionKind::Index { array, .. } => &array.text,
        _ => "this",
    }
}
