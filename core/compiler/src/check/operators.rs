//! Arithmetic and comparison. Combinations that C allows, but that nearly always mean something else, are told.

use super::super::source::Span;
use super::super::syntax::{Expression, ExpressionKind, Operator, Unary};
use super::super::texts;
use super::super::tree::{Value, ValueKind};
use super::super::types::Type;
use super::Checker;
use super::constants::constant;
use livelock_text::message;

impl Checker<'_, '_> {
    pub fn unary(&mut self, operator: Unary, value: &Expression, span: Span) -> Value {
        if operator == Unary::Not {
            let value = self.condition(value);
            return Value { ty: Type::Int, kind: ValueKind::Not(Box::new(value)), span };
        }
        let value = self.expression(value);
        if !self.is_number(&value) {
            return Value::wrong(span);
        }
        let ty = Self::common(value.ty, Type::Int);
        let value = Box::new(value);
        let kind = match operator {
            Unary::Negate => ValueKind::Negate(value),
            Unary::Complement => ValueKind::Complement(value),
            _ => value.kind,
        };
        Value { ty, kind, span }
    }

    /// Whether a value can be calculated with. If not, it is told.
    fn is_number(&mut self, value: &Value) -> bool {
        match value.ty {
            Type::Wrong => return false,
            ty if ty.is_number() => return true,
            Type::Function => self.problems.tell(value.span, texts::function_without_brackets()),
            Type::Void => self.problems.tell(value.span, texts::value_of_nothing(message!("This value"))),
            ty => self.problems.tell(value.span, texts::arithmetic_on(ty.in_words())),
        }
        false
    }

    pub fn binary(
        &mut self,
        operator: Operator,
        sign: Span,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) -> Value {
        self.check_brackets(operator, sign, left, right);
        let (left, right) = (self.expression(left), self.expression(right));
        let is_equality = matches!(operator, Operator::Equal | Operator::NotEqual);
        let is_handle = |value: &Value| value.ty.is_handle() || value.ty == Type::Null;
        if is_equality && (is_handle(&left) || is_handle(&right)) {
            return self.compare_handles(operator, left, right, span);
        }
        let (is_left, is_right) = (self.is_number(&left), self.is_number(&right));
        if !is_left || !is_right {
            return Value::wrong(span);
        }
        self.check_arithmetic(operator, &right);
        let is_shift = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
        let common = if is_shift { Self::common(left.ty, Type::Int) } else { Self::common(left.ty, right.ty) };
        let ty = if operator.compares() { Type::Int } else { common };
        let unsigned = common == Type::Unsigned;
        self.check_sign(operator, unsigned, &left, &right, span);
        let kind = ValueKind::Binary { operator, unsigned, left: Box::new(left), right: Box::new(right) };
        Value { ty, kind, span }
    }

    fn compare_handles(&mut self, operator: Operator, left: Value, right: Value, span: Span) -> Value {
        let ty = if left.ty == Type::Null { right.ty } else { left.ty };
        let what = message!("The other side of this comparison");
        let (left, right) = (self.convert(left, ty, what.clone()), self.convert(right, ty, what));
        let kind = ValueKind::Binary { operator, unsigned: true, left: Box::new(left), right: Box::new(right) };
        Value { ty: Type::Int, kind, span }
    }

    /// A division by a constant 0, a shift too far.
    pub fn check_arithmetic(&mut self, operator: Operator, right: &Value) {
        let Some(bits) = constant(right).filter(|_| right.ty.is_number()) else { return };
        match operator {
            Operator::Divide | Operator::Remainder if bits == 0 => {
                self.problems.tell(right.span, texts::division_by_zero());
            }
            Operator::ShiftLeft | Operator::ShiftRight if bits > 31 => {
                self.problems.tell(right.span, texts::shift_too_far(bits as u32 as i32));
            }
            _ => {}
        }
    }

    /// An unsigned number is never below 0.
    fn check_sign(&mut self, operator: Operator, unsigned: bool, left: &Value, right: &Value, span: Span) {
        let zero = match operator {
            Operator::Less | Operator::GreaterEqual => right,
            Operator::Greater | Operator::LessEqual => left,
            _ => return,
        };
        if unsigned && matches!(zero.kind, ValueKind::Constant(0)) {
            self.problems.tell(span, texts::unsigned_below_zero());
        }
    }

    /// `a & b == c` and `a < b < c` mean something else than they seem to.
    fn check_brackets(&mut self, operator: Operator, sign: Span, left: &Expression, right: &Expression) {
        let of = |side: &Expression| match side.kind {
            ExpressionKind::Binary { operator, .. } if !side.bracketed => Some(operator),
            _ => None,
        };
        let compares = |side: &Expression| of(side).is_some_and(Operator::compares);
        if operator.is_bitwise() && (compares(left) || compares(right)) {
            self.problems.tell(sign, texts::comparison_inside_bits());
        } else if operator.compares() && compares(left) {
            self.problems.tell(sign, texts::chained_comparison());
        }
    }
}
