//! Checks a program: looks up names, compares types, and makes the tree of `tree`. A value whose mistake is told has the type
//! `Wrong`, about which nothing more is told.

mod calls;
mod constants;
mod expressions;
mod items;
mod operators;
mod sequence;
mod statements;

pub use constants::constant;

use super::calls::{CALLS, CONSTANTS, Target, entry_point};
use super::parser::Parse;
use super::problem::Problems;
use super::source::{Lines, Span};
use super::syntax::Name;
use super::texts;
use super::tree::{Bits, Unit, Value, ValueKind, Variable};
use super::types::Type;
use livelock_text::distance;
use livelock_text::message;
use livelock_text::message::Message;
use std::collections::BTreeMap;

/// Limits of a program. Each has a message.
pub const FUNCTIONS_MAX: usize = 64;
pub const GLOBALS_MAX: usize = 64;
pub const ELEMENTS_MAX: u32 = 4_096;
/// Elements of arrays in one function: each call sets them anew, which takes no simulated time.
pub const FUNCTION_ELEMENTS_MAX: u32 = 256;
pub const LOCALS_MAX: usize = 64;
pub const QUEUES_MAX: usize = 8;
pub const EVENTS_MAX: usize = 16;
pub const KNOBS_MAX: usize = 8;
pub const THREADS_MAX: usize = 8;
/// The periods that a timer may have, in microseconds.
pub const PERIOD_MIN: i32 = 50;
pub const PERIOD_MAX: i32 = 1_000_000;
pub const TEXTS_MAX: usize = 256;
/// The largest limit of a queue.
pub const QUEUE_LIMIT_MAX: i32 = 1_000;

/// Makes the tree of a program. It is whole if no problem is told.
pub fn check<'a>(parse: &'a Parse<'_>, lines: &'a Lines<'a>, target: Target, problems: &mut Problems) -> Unit {
    let mut checker = Checker {
        problems,
        lines,
        target,
        unit: Unit::default(),
        names: BTreeMap::new(),
        scopes: Vec::new(),
        enums: Vec::new(),
        later: Vec::new(),
        broken_names: &parse.broken_names,
        function: Inside::default(),
        expected: Type::Int,
        undeclared: Vec::new(),
    };
    checker.items(&parse.items);
    checker.unit
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Local(u16),
    Global(u16),
    Array(u16),
    Constant {
        ty: Type,
        bits: Bits,
    },
    Knob(u16),
    Queue(u16),
    Event(u16),
    Function(u16),
    /// A name whose declaration is wrong.
    Wrong,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    meaning: Meaning,
    is_const: bool,
    span: Span,
}

/// The function that is being checked.
#[derive(Default)]
struct Inside {
    index: u16,
    name: String,
    result: Option<Type>,
    locals: Vec<Variable>,
    loops: usize,
    switches: usize,
}

struct Checker<'a, 'p> {
    problems: &'p mut Problems,
    lines: &'a Lines<'a>,
    target: Target,
    unit: Unit,
    /// Names of the file.
    names: BTreeMap<String, Known>,
    /// Names of the blocks around a statement, the innermost last.
    scopes: Vec<BTreeMap<String, Known>>,
    /// The types of enums, by name.
    enums: Vec<(&'a str, Type)>,
    /// Where the functions and variables of the file are declared first.
    later: Vec<&'a Name>,
    broken_names: &'a [&'a str],
    function: Inside,
    /// The type of the argument, or of the value for a name, that is being checked.
    expected: Type,
    /// Names that the function uses and nobody declares.
    undeclared: Vec<String>,
}

impl<'a> Checker<'a, '_> {
    fn find(&self, name: &str) -> Option<Known> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).or_else(|| self.names.get(name)).copied()
    }

    /// A number of a constant that every program has.
    fn built_in(&self, name: &str) -> Option<(Type, Bits)> {
        let constant = CONSTANTS.iter().find(|constant| constant.name == name)?;
        Some((constant.ty, constant.value_on(self.target).into()))
    }

    /// Gives a name its meaning, in the innermost block or in the file.
    fn declare(&mut self, name: &Name, meaning: Meaning, is_const: bool) {
        let is_of_machine = CALLS.iter().any(|call| call.name == name.text) || self.built_in(&name.text).is_some();
        let is_macro = ["QUEUE", "KNOB", "THREAD", "TIMER", "EVENT", "NULL"].contains(&name.text.as_str());
        let is_function = matches!(meaning, Meaning::Function(_));
        let is_entry = self.scopes.is_empty() && entry_point(&name.text).is_some();
        if is_macro || ((is_of_machine || is_entry) && !is_function) {
            self.problems.tell(name.span, texts::name_of_machine(&name.text));
        }
        let known = Known { meaning, is_const, span: name.span };
        let is_constant = |known: &Known| matches!(known.meaning, Meaning::Constant { .. });
        if !self.scopes.is_empty() && self.names.get(&name.text).is_some_and(is_constant) {
            self.problems.tell(name.span, texts::local_named_as_constant(&name.text));
        }
        let scope = self.scopes.last_mut().unwrap_or(&mut self.names);
        if let Some(before) = scope.insert(name.text.clone(), known) {
            let line = self.lines.line(before.span.from);
            self.problems.tell(name.span, texts::declared_twice(&name.text, line));
        }
    }

    /// Tells that a name has no meaning, with the one that it may be.
    fn undeclared(&mut self, name: &str, span: Span, is_call: bool) {
        if self.problems.are_enough() || self.broken_names.contains(&name) {
            return;
        }
        let text = if let Some(remedy) = texts::foreign_call(name).filter(|_| is_call) {
            texts::other_system(name, remedy)
        } else if let Some(text) = texts::word_of_another_language(name, texts::FOREIGN_VALUES) {
            text
        } else if let Some(later) = self.later.iter().find(|later| later.text == name) {
            texts::declared_later(name, self.lines.line(later.span.from))
        } else if let Some(similar) = self.similar(name) {
            texts::undeclared_with_similar(name, similar)
        } else if is_call {
            texts::undeclared_function(name)
        } else {
            let example = match self.expected {
                Type::Queue => format!("QUEUE({name}, 50);"),
                Type::Event => format!("EVENT({name});"),
                Type::Packet => format!("struct packet *{name};"),
                _ => format!("int {name};"),
            };
            // One declaration mends all uses.
            if self.undeclared.iter().any(|known| known == name) {
                return;
            }
            self.undeclared.push(name.to_string());
            texts::undeclared(name, example)
        };
        self.problems.tell(span, text);
    }

    /// The known name that is most like this one, if it is like it at all.
    fn similar(&self, name: &str) -> Option<String> {
        let of_program = self
            .scopes
            .iter()
            .chain([&self.names])
            .flat_map(BTreeMap::keys)
            .chain(self.later.iter().map(|later| &later.text));
        let of_machine = CALLS.iter().map(|call| call.name).chain(CONSTANTS.iter().map(|constant| constant.name));
        let words = ["true", "false", "NULL", "return", "break", "continue"];
        let known = of_program.map(String::as_str).chain(of_machine).chain(words);
        let ignoring_case = |other: &str| distance(&name.to_ascii_lowercase(), &other.to_ascii_lowercase());
        let nearest = known.min_by_key(|other| (ignoring_case(other), distance(name, other)))?;
        let is_similar = ignoring_case(nearest) <= name.len().div_ceil(4).min(2) && nearest.len() > 1;
        (is_similar && nearest != name).then(|| nearest.to_string())
    }

    fn declare_local(&mut self, name: &Name, ty: Type, is_const: bool) -> u16 {
        let slot = self.function.locals.len();
        if slot >= LOCALS_MAX {
            self.problems.tell(name.span, texts::too_many(message!("variables in one function"), LOCALS_MAX));
        }
        self.function.locals.push(Variable { name: name.text.clone(), ty, initial: 0, span: name.span });
        let slot = slot as u16;
        self.declare(name, Meaning::Local(slot), is_const);
        slot
    }

    /// A value as this type. Numbers become each other as in C; a handle only becomes a handle of its kind.
    fn convert(&mut self, value: Value, to: Type, what: Message) -> Value {
        let (from, span) = (value.ty, value.span);
        if from == to || from == Type::Wrong || to == Type::Wrong {
            return value;
        }
        if to == Type::Bool && (from.is_number() || from.is_handle()) {
            return Value { ty: to, span, kind: ValueKind::Truth(Box::new(value)) };
        }
        if from.is_number() && to.is_number() {
            return Value { ty: to, ..value };
        }
        if from == Type::Null && to.is_handle() {
            return Value { ty: to, ..value };
        }
        let is_zero = matches!(value.kind, ValueKind::Constant(0)) && from == Type::Int;
        let text = if to.is_handle() && is_zero {
            texts::zero_for_null()
        } else if from == Type::Void {
            texts::value_of_nothing(what)
        } else {
            texts::wrong_type(what, to.in_words(), from.in_words())
        };
        self.problems.tell(span, text);
        Value::wrong(span)
    }

    /// A value as a condition: a number that is not 0, or a handle that is not NULL.
    fn truth(&mut self, value: Value) -> Value {
        if value.ty.is_number() || value.ty.is_handle() || value.ty == Type::Wrong {
            return value;
        }
        let text = match value.ty {
            Type::Function => texts::function_without_brackets(),
            ty => texts::wrong_type(message!("A condition"), message!("a number or a handle"), ty.in_words()),
        };
        self.problems.tell(value.span, text);
        Value::wrong(value.span)
    }
}
