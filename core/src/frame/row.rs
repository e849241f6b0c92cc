//! How a value and a struct become numbers of a frame, and numbers become them again: in the order of the fields, each field
//! one number. The types know their names and comments, from which `core/wasm/tests/types.rs` makes the page's readers.

use crate::units::Cycles;

/// A value that a frame carries as one number.
pub trait Number: Copy {
    /// The value's type in TypeScript.
    const TYPESCRIPT: &str = "number";
    fn number(self) -> f64;
    fn from_number(number: f64) -> Self;
}

macro_rules! plain_numbers {
    ($($type:ty),*) => {$(
        impl Number for $type {
            fn number(self) -> f64 {
                self as f64
            }
            fn from_number(number: f64) -> Self {
                number as $type
            }
        }
    )*};
}
plain_numbers!(u8, u16, u32, u64, usize, f64);

impl Number for bool {
    const TYPESCRIPT: &str = "boolean";
    fn number(self) -> f64 {
        f64::from(u8::from(self))
    }
    fn from_number(number: f64) -> Self {
        number == 1.0
    }
}

impl Number for Cycles {
    fn number(self) -> f64 {
        self.0 as f64
    }
    fn from_number(number: f64) -> Self {
        Cycles(number as u64)
    }
}

/// None is -1.
impl<T: Number> Number for Option<T> {
    fn number(self) -> f64 {
        self.map_or(-1.0, T::number)
    }
    fn from_number(number: f64) -> Self {
        (number >= 0.0).then(|| T::from_number(number))
    }
}

/// Gives the variants of an enum as numbers, from 0.
macro_rules! choices {
    ($($name:ident { $first:ident, $($variant:ident),* $(,)? })*) => {
        $(impl Number for $name {
            const TYPESCRIPT: &str = stringify!($name);
            fn number(self) -> f64 {
                f64::from(self as u8)
            }
            fn from_number(number: f64) -> Self {
                $(if number == f64::from($name::$variant as u8) { return $name::$variant })*
                $name::$first
            }
        })*
        /// The enums whose numbers a frame carries, and their variants.
        pub const CHOICES: &[(&str, &[&str])] =
            &[$((stringify!($name), &[stringify!($first), $(stringify!($variant)),*])),*];
    };
}
pub(super) use choices;

/// A field of a row, for the generator of the page's readers.
pub struct Field {
    pub name: &'static str,
    pub about: &'static str,
    pub typescript: &'static str,
}

/// A struct whose fields are numbers of a frame, in their order.
pub trait Row: Copy {
    const NAME: &str;
    const ABOUT: &str;
    const FIELDS: &[Field];
    fn write(self, numbers: &mut Vec<f64>);
    fn read(numbers: &[f64]) -> Self;
}

macro_rules! row {
    ($(#[doc = $about:literal])* $row:ident { $($(#[doc = $doc:literal])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $row { $($(#[doc = $doc])* pub $field: $type),* }
        impl Row for $row {
            const NAME: &str = stringify!($row);
            const ABOUT: &str = concat!($($about),*);
            const FIELDS: &[Field] = &[$(Field {
                name: stringify!($field),
                about: concat!($($doc),*),
                typescript: <$type as Number>::TYPESCRIPT,
            }),*];
            fn write(self, numbers: &mut Vec<f64>) {
                numbers.extend_from_slice(&[$(self.$field.number()),*]);
            }
            fn read(numbers: &[f64]) -> $row {
                let mut rest = numbers.iter();
                $row { $($field: Number::from_number(*rest.next().expect("a row has all its fields"))),* }
            }
        }
    };
}
pub(super) use row;
