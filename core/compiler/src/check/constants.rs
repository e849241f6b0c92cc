//! Values that are known before a program runs: sizes, limits, labels, initial values.

use super::super::arithmetic::{Arithmetic, complement, negate};
use super::super::source::Span;
use super::super::syntax::Expression;
use super::super::texts;
use super::super::tree::{Bits, Value, ValueKind};
use super::super::types::Type;
use super::Checker;
use livelock_text::message::Message;

/// The value of an expression of constants; none if it has anything else, or if C leaves it undefined.
pub fn constant(value: &Value) -> Option<Bits> {
    use ValueKind::*;
    Some(match &value.kind {
        Constant(bits) => *bits,
        Negate(value) => negate(constant(value)?),
        Complement(value) => complement(constant(value)?),
        Not(value) => (constant(value)? == 0).into(),
        Truth(value) => (constant(value)? != 0).into(),
        Binary { operator, unsigned, left, right } => {
            let (arithmetic, swapped) = Arithmetic::of(*operator, *unsigned);
            let (left, right) = (constant(left)?, constant(right)?);
            let (left, right) = if swapped { (right, left) } else { (left, right) };
            arithmetic.compute(left, right).ok()?
        }
        Logical { and, left, right } => match (constant(left)? != 0, and) {
            (false, true) => 0,
            (true, false) => 1,
            _ => (constant(right)? != 0).into(),
        },
        Conditional { condition, yes, no } => {
            if constant(condition)? != 0 {
                constant(yes)?
            } else {
                constant(no)?
            }
        }
        _ => return None,
    })
}

impl Checker<'_, '_> {
    /// A number that must be known before the program runs.
    pub fn constant_number(&mut self, expression: &Expression, what: Message) -> Option<i32> {
        let value = self.expression(expression);
        if value.ty == Type::Wrong {
            return None;
        }
        let value = self.convert(value, Type::Int, what.clone());
        self.constant_bits(&value, what).map(|bits| bits as u32 as i32)
    }

    /// The bits of an initial value.
    pub fn constant_bits(&mut self, value: &Value, what: Message) -> Option<Bits> {
        let bits = constant(value);
        if bits.is_none() && value.ty != Type::Wrong {
            self.problems.tell(value.span, texts::no_constant(what));
        }
        bits
    }

    /// A constant number between two limits.
    pub fn limited_number(&mut self, expression: &Expression, what: Message, least: i32, most: i32) -> Option<i32> {
        let number = self.constant_number(expression, what.clone())?;
        if number < least || number > most {
            let span: Span = expression.span;
            self.problems.tell(span, texts::number_out_of_range(what, number, least, most));
            return None;
        }
        Some(number)
    }
}
