//! A program that was checked: every name is looked up, every value has its type, every conversion is written out. The checker
//! makes it; `flow`, `graph` and `generate` read it.

use super::calls::{Contexts, StepId};
use super::source::Span;
use super::syntax::Operator;
use super::types::Type;

/// A value of 32 bits, or a handle. The machine chooses the numbers of packets; 0 is `NULL`.
pub type Bits = u64;

#[derive(Clone, Debug)]
pub struct Value {
    pub ty: Type,
    pub kind: ValueKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ValueKind {
    Constant(Bits),
    Local(u16),
    Global(u16),
    /// A variable outside functions, whose value a local one remembers (`torn`).
    Remembered {
        global: u16,
        slot: u16,
    },
    Knob(u16),
    /// An element of `Unit::arrays`.
    Element {
        array: u16,
        index: Box<Value>,
    },
    Call {
        call: u8,
        arguments: Vec<Value>,
    },
    Invoke {
        function: u16,
        arguments: Vec<Value>,
    },
    Negate(Box<Value>),
    Complement(Box<Value>),
    /// 1 if the value is 0 or NULL.
    Not(Box<Value>),
    /// 0 if the value is 0 or NULL, otherwise 1: the conversion to `bool`.
    Truth(Box<Value>),
    Binary {
        operator: Operator,
        unsigned: bool,
        left: Box<Value>,
        right: Box<Value>,
    },
    Logical {
        and: bool,
        left: Box<Value>,
        right: Box<Value>,
    },
    Conditional {
        condition: Box<Value>,
        yes: Box<Value>,
        no: Box<Value>,
    },
    /// `operator` is that of `+=`. `++` and `--` are such assignments; written behind, they give the old value.
    /// The variable is a `bool` if `is_bool`.
    Assign {
        target: Target,
        operator: Option<(Operator, bool)>,
        value: Box<Value>,
        gives_old: bool,
        is_bool: bool,
    },
}

#[derive(Clone, Debug)]
pub enum Target {
    Local(u16),
    Global(u16),
    /// A variable whose value a local one remembers. A value that depends on that needs the variable to be the same still.
    Watched {
        global: u16,
        slot: u16,
        is_dependent: bool,
    },
    Element {
        array: u16,
        index: Box<Value>,
    },
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub span: Span,
    pub kind: StatementKind,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Value(Value),
    /// A declaration without an initial value.
    Unset(u16),
    /// An array of a function; elements without a value are 0, or unset if there is no list at all.
    Array {
        array: u16,
        values: Option<Vec<Value>>,
    },
    If {
        arms: Vec<(Value, Vec<Statement>)>,
        otherwise: Vec<Statement>,
    },
    Loop {
        condition: Option<Value>,
        tests_first: bool,
        body: Vec<Statement>,
        next: Option<Value>,
    },
    Switch {
        value: Value,
        groups: Vec<Group>,
    },
    Break,
    Continue,
    Return(Option<Value>),
    Block(Vec<Statement>),
}

#[derive(Clone, Debug)]
pub struct Group {
    pub cases: Vec<u32>,
    pub is_default: bool,
    pub body: Vec<Statement>,
}

/// A variable or an element, as a debugger shows it.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    pub initial: Bits,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Array {
    pub variable: Variable,
    pub length: u32,
    /// The function whose array it is; none: of the file.
    pub function: Option<u16>,
    pub initial: Vec<Bits>,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub span: Span,
    pub result: Type,
    pub parameters: Vec<Type>,
    pub is_static: bool,
    pub is_thread: bool,
    /// The step that calling it costs.
    pub step: Option<StepId>,
    pub locals: Vec<Variable>,
    /// None: it has only a prototype.
    pub body: Option<Vec<Statement>>,
    pub end: Span,
    /// Where it may run, and whether a call in it or below takes time; `graph` finds that.
    pub contexts: Contexts,
    pub takes_time: bool,
}

#[derive(Clone, Debug)]
pub struct Queue {
    pub name: String,
    pub limit: u32,
    /// Whether the program names it anywhere.
    pub is_used: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Knob {
    pub name: String,
    pub value: i32,
    pub least: i32,
    pub most: i32,
    pub label: String,
    pub span: Span,
}

/// The function that the machine's timer calls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timer {
    pub function: u16,
    pub period: Period,
}

/// In microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Period {
    Number(i32),
    Knob(u16),
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub functions: Vec<Function>,
    pub globals: Vec<Variable>,
    pub arrays: Vec<Array>,
    pub queues: Vec<Queue>,
    /// Their names.
    pub events: Vec<String>,
    pub knobs: Vec<Knob>,
    pub timer: Option<Timer>,
    pub texts: Vec<String>,
    /// Texts that `trace` draws values for.
    pub charts: Vec<u16>,
}

impl Value {
    pub fn constant(ty: Type, bits: Bits, span: Span) -> Value {
        Value { ty, kind: ValueKind::Constant(bits), span }
    }

    /// What stands for a value whose mistake is told.
    pub fn wrong(span: Span) -> Value {
        Value::constant(Type::Wrong, 0, span)
    }

    /// The values that it is made of, in the order in which they are computed.
    pub fn parts(&self) -> Vec<&Value> {
        use ValueKind::*;
        match &self.kind {
            Constant(_) | Local(_) | Global(_) | Remembered { .. } | Knob(_) => Vec::new(),
            Element { index, .. } => vec![index],
            Call { arguments, .. } | Invoke { arguments, .. } => arguments.iter().collect(),
            Negate(value) | Complement(value) | Not(value) | Truth(value) => vec![value],
            Binary { left, right, .. } | Logical { left, right, .. } => vec![left, right],
            Conditional { condition, yes, no } => vec![condition, yes, no],
            Assign { target: Target::Element { index, .. }, value, .. } => vec![index, value],
            Assign { value, .. } => vec![value],
        }
    }

    /// The same, to change them.
    pub fn parts_mut(&mut self) -> Vec<&mut Value> {
        use ValueKind::*;
        match &mut self.kind {
            Constant(_) | Local(_) | Global(_) | Remembered { .. } | Knob(_) => Vec::new(),
            Element { index, .. } => vec![index],
            Call { arguments, .. } | Invoke { arguments, .. } => arguments.iter_mut().collect(),
            Negate(value) | Complement(value) | Not(value) | Truth(value) => vec![value],
            Binary { left, right, .. } | Logical { left, right, .. } => vec![left, right],
            Conditional { condition, yes, no } => vec![condition, yes, no],
            Assign { target: Target::Element { index, .. }, value, .. } => vec![index, value],
            Assign { value, .. } => vec![value],
        }
    }
}

impl Statement {
    /// The values of this statement itself, and the statements inside of it, in the order of the text.
    pub fn parts(&self) -> (Vec<&Value>, Vec<&[Statement]>) {
        match &self.kind {
            StatementKind::Value(value) => (vec![value], Vec::new()),
            StatementKind::Array { values, .. } => (values.iter().flatten().collect(), Vec::new()),
            StatementKind::If { arms, otherwise } => {
                let bodies = arms.iter().map(|(_, body)| body.as_slice()).chain([otherwise.as_slice()]);
                (arms.iter().map(|(condition, _)| condition).collect(), bodies.collect())
            }
            StatementKind::Loop { condition, body, next, .. } => (condition.iter().chain(next).collect(), vec![body]),
            StatementKind::Switch { value, groups } => {
                (vec![value], groups.iter().map(|group| group.body.as_slice()).collect())
            }
            StatementKind::Return(value) => (value.iter().collect(), Vec::new()),
            StatementKind::Block(all) => (Vec::new(), vec![all]),
            StatementKind::Unset(_) | StatementKind::Break | StatementKind::Continue => (Vec::new(), Vec::new()),
        }
    }
    /// Changes each value of this statement and of those inside of it, from the outside in.
    pub fn each_value_mut(&mut self, act: &mut impl FnMut(&mut Value)) {
        fn inside(value: &mut Value, act: &mut impl FnMut(&mut Value)) {
            act(value);
            value.parts_mut().into_iter().for_each(|part| inside(part, act));
        }
        let (values, bodies): (Vec<&mut Value>, Vec<&mut Vec<Statement>>) = match &mut self.kind {
            StatementKind::Value(value) => (vec![value], Vec::new()),
            StatementKind::Array { values, .. } => (values.iter_mut().flatten().collect(), Vec::new()),
            StatementKind::If { arms, otherwise } => {
                let (mut values, mut bodies) = (Vec::new(), Vec::new());
                for (condition, body) in arms {
                    values.push(condition);
                    bodies.push(body);
                }
                bodies.push(otherwise);
                (values, bodies)
            }
            StatementKind::Loop { condition, body, next, .. } => {
                (condition.iter_mut().chain(next).collect(), vec![body])
            }
            StatementKind::Switch { value, groups } => {
                (vec![value], groups.iter_mut().map(|group| &mut group.body).collect())
            }
            StatementKind::Return(value) => (value.iter_mut().collect(), Vec::new()),
            StatementKind::Block(all) => (Vec::new(), vec![all]),
            StatementKind::Unset(_) | StatementKind::Break | StatementKind::Continue => (Vec::new(), Vec::new()),
        };
        values.into_iter().for_each(|value| inside(value, act));
        bodies.into_iter().flatten().for_each(|statement| statement.each_value_mut(act));
    }
}
