//! C's arithmetic on 32 bits. `int` wraps around, as with a compiler's `-fwrapv`. What C leaves undefined is a trap.

use super::syntax::Operator;
use super::tree::Bits;
use std::cmp::Ordering;

/// Arithmetic that C leaves undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    DivisionByZero,
    /// `INT_MIN / -1`.
    DivisionOverflow,
    Shift {
        by: i32,
    },
}

/// An operator with the type of its operands, so that a running program decides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    DivideUnsigned,
    Remainder,
    RemainderUnsigned,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Equal,
    NotEqual,
    Less,
    LessUnsigned,
    LessEqual,
    LessEqualUnsigned,
}

impl Arithmetic {
    /// The operator, and whether its sides change places: `a > b` is `b < a`.
    pub fn of(operator: Operator, unsigned: bool) -> (Arithmetic, bool) {
        let choose = |signed, other| if unsigned { other } else { signed };
        match operator {
            Operator::Add => (Arithmetic::Add, false),
            Operator::Subtract => (Arithmetic::Subtract, false),
            Operator::Multiply => (Arithmetic::Multiply, false),
            Operator::Divide => (choose(Arithmetic::Divide, Arithmetic::DivideUnsigned), false),
            Operator::Remainder => (choose(Arithmetic::Remainder, Arithmetic::RemainderUnsigned), false),
            Operator::And => (Arithmetic::And, false),
            Operator::Or => (Arithmetic::Or, false),
            Operator::Xor => (Arithmetic::Xor, false),
            Operator::ShiftLeft => (Arithmetic::ShiftLeft, false),
            Operator::ShiftRight => (choose(Arithmetic::ShiftRight, Arithmetic::ShiftRightUnsigned), false),
            Operator::Equal => (Arithmetic::Equal, false),
            Operator::NotEqual => (Arithmetic::NotEqual, false),
            Operator::Less => (choose(Arithmetic::Less, Arithmetic::LessUnsigned), false),
            Operator::Greater => (choose(Arithmetic::Less, Arithmetic::LessUnsigned), true),
            Operator::LessEqual => (choose(Arithmetic::LessEqual, Arithmetic::LessEqualUnsigned), false),
            Operator::GreaterEqual => (choose(Arithmetic::LessEqual, Arithmetic::LessEqualUnsigned), true),
        }
    }

    /// Computes. Numbers are 32 bits, extended with zeros; only `Equal` and `NotEqual` also compare handles.
    #[inline]
    pub fn compute(self, left: Bits, right: Bits) -> Result<Bits, Undefined> {
        let (a, b) = (left as u32, right as u32);
        let (signed, by) = (a as i32, b as i32);
        let bits = match self {
            Arithmetic::Add => a.wrapping_add(b),
            Arithmetic::Subtract => a.wrapping_sub(b),
            Arithmetic::Multiply => a.wrapping_mul(b),
            Arithmetic::Divide => quotient(signed, by, i32::checked_div)?,
            Arithmetic::Remainder => quotient(signed, by, i32::checked_rem)?,
            Arithmetic::DivideUnsigned => a.checked_div(b).ok_or(Undefined::DivisionByZero)?,
            Arithmetic::RemainderUnsigned => a.checked_rem(b).ok_or(Undefined::DivisionByZero)?,
            Arithmetic::And => a & b,
            Arithmetic::Or => a | b,
            Arithmetic::Xor => a ^ b,
            Arithmetic::ShiftLeft => a.checked_shl(b).ok_or(Undefined::Shift { by })?,
            Arithmetic::ShiftRight => signed.checked_shr(b).ok_or(Undefined::Shift { by })? as u32,
            Arithmetic::ShiftRightUnsigned => a.checked_shr(b).ok_or(Undefined::Shift { by })?,
            Arithmetic::Equal => (left == right).into(),
            Arithmetic::NotEqual => (left != right).into(),
            Arithmetic::Less => (signed < by).into(),
            Arithmetic::LessUnsigned => (a < b).into(),
            Arithmetic::LessEqual => (signed <= by).into(),
            Arithmetic::LessEqualUnsigned => (a <= b).into(),
        };
        Ok(bits.into())
    }
}

/// The orders of two sides in which a comparison is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders(pub(crate) u8);

impl Orders {
    const LESS: u8 = 1;
    const EQUAL: u8 = 2;
    const GREATER: u8 = 4;
    /// The sides are signed numbers.
    const SIGNED: u8 = 8;
    pub const NOT_EQUAL: Orders = Orders(Orders::LESS | Orders::GREATER);

    /// None: the operator does not compare.
    pub fn of(operator: Operator, unsigned: bool) -> Option<Orders> {
        let orders = match operator {
            Operator::Equal => Orders::EQUAL,
            Operator::NotEqual => Orders::LESS | Orders::GREATER,
            Operator::Less => Orders::LESS,
            Operator::LessEqual => Orders::LESS | Orders::EQUAL,
            Operator::Greater => Orders::GREATER,
            Operator::GreaterEqual => Orders::GREATER | Orders::EQUAL,
            _ => return None,
        };
        Some(Orders(if unsigned { orders } else { orders | Orders::SIGNED }))
    }

    /// Those of the opposite comparison.
    pub fn opposite(self) -> Orders {
        Orders(self.0 ^ (Orders::LESS | Orders::EQUAL | Orders::GREATER))
    }

    /// Compares two sides. With their sign flipped, signed numbers have the order of unsigned ones.
    #[inline]
    pub fn hold(self, left: Bits, right: Bits) -> bool {
        let sign = Bits::from(self.0 & Orders::SIGNED) << 28;
        let order = match (left ^ sign).cmp(&(right ^ sign)) {
            Ordering::Less => Orders::LESS,
            Ordering::Equal => Orders::EQUAL,
            Ordering::Greater => Orders::GREATER,
        };
        self.0 & order != 0
    }
}

#[inline]
fn quotient(a: i32, b: i32, divide: fn(i32, i32) -> Option<i32>) -> Result<u32, Undefined> {
    let problem = if b == 0 { Undefined::DivisionByZero } else { Undefined::DivisionOverflow };
    divide(a, b).map(|result| result as u32).ok_or(problem)
}

#[inline]
pub fn negate(value: Bits) -> Bits {
    (value as u32).wrapping_neg().into()
}

#[inline]
pub fn complement(value: Bits) -> Bits {
    (!(value as u32)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUS_ONE: Bits = u32::MAX as Bits;
    const INT_MIN: Bits = 1 << 31;

    #[test]
    fn int_wraps_around_and_divides_towards_zero() {
        assert_eq!(Arithmetic::Add.compute(i32::MAX as Bits, 1), Ok(INT_MIN));
        assert_eq!(Arithmetic::Multiply.compute(0x1_0001, 0x1_0001), Ok(0x2_0001));
        assert_eq!(Arithmetic::Divide.compute(negate(7), 2), Ok(negate(3)));
        assert_eq!(Arithmetic::Remainder.compute(negate(7), 2), Ok(MINUS_ONE));
        assert_eq!(Arithmetic::ShiftRight.compute(negate(8), 1), Ok(negate(4)));
        assert_eq!(Arithmetic::ShiftRightUnsigned.compute(MINUS_ONE, 31), Ok(1));
    }

    #[test]
    fn what_c_leaves_undefined_is_no_number() {
        for divide in [Arithmetic::Divide, Arithmetic::Remainder] {
            assert_eq!(divide.compute(1, 0), Err(Undefined::DivisionByZero));
            assert_eq!(divide.compute(INT_MIN, MINUS_ONE), Err(Undefined::DivisionOverflow));
        }
        assert_eq!(Arithmetic::DivideUnsigned.compute(INT_MIN, MINUS_ONE), Ok(0));
        assert_eq!(Arithmetic::RemainderUnsigned.compute(1, 0), Err(Undefined::DivisionByZero));
        for shift in [Arithmetic::ShiftLeft, Arithmetic::ShiftRight, Arithmetic::ShiftRightUnsigned] {
            assert_eq!(shift.compute(1, 32), Err(Undefined::Shift { by: 32 }));
            assert_eq!(shift.compute(1, MINUS_ONE), Err(Undefined::Shift { by: -1 }));
        }
    }

    #[test]
    fn comparison_follows_the_type() {
        let (greater, swapped) = Arithmetic::of(Operator::Greater, true);
        assert!(swapped && greater == Arithmetic::LessUnsigned);
        assert_eq!(Arithmetic::Less.compute(MINUS_ONE, 1), Ok(1));
        assert_eq!(Arithmetic::LessUnsigned.compute(MINUS_ONE, 1), Ok(0));
    }

    #[test]
    fn orders_agree_with_the_comparison_and_their_opposite_does_not() {
        use Operator::*;
        let values = [0, 1, 5, i32::MAX as Bits, INT_MIN, MINUS_ONE];
        for operator in [Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual] {
            for (unsigned, left, right) in [false, true].into_iter().flat_map(|unsigned| {
                values.into_iter().flat_map(move |left| values.map(|right| (unsigned, left, right)))
            }) {
                let (arithmetic, swapped) = Arithmetic::of(operator, unsigned);
                let (a, b) = if swapped { (right, left) } else { (left, right) };
                let holds = arithmetic.compute(a, b) == Ok(1);
                let orders = Orders::of(operator, unsigned).expect("a comparison");
                assert_eq!(orders.hold(left, right), holds, "{operator:?} {left:#x} {right:#x}");
                assert_eq!(orders.opposite().hold(left, right), !holds, "{operator:?} {left:#x} {right:#x}");
            }
        }
        assert_eq!(Orders::of(Add, false), None);
        let handles = (3 << 32 | 7, 4 << 32 | 7);
        assert!(!Orders::of(Equal, false).expect("a comparison").hold(handles.0, handles.1));
    }
}
