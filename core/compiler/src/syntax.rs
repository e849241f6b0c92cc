//! A program as it is written: what the parser makes and the checker reads. Names are not looked up and types not compared.

use super::source::Span;

/// A type as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeName {
    Void,
    Int,
    Unsigned,
    Bool,
    Enum(Name),
    Packet,
    Queue,
    Event,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
}

impl Operator {
    pub fn compares(self) -> bool {
        use Operator::*;
        matches!(self, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual)
    }

    /// Whether it works on the bits of a number.
    pub fn is_bitwise(self) -> bool {
        matches!(self, Operator::And | Operator::Xor | Operator::Or)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Plus,
    Negate,
    Complement,
    Not,
}

#[derive(Clone, Debug)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub span: Span,
    /// Whether it stands in brackets of its own.
    pub bracketed: bool,
}

#[derive(Clone, Debug)]
pub enum ExpressionKind {
    Number {
        value: u32,
        unsigned: bool,
    },
    Bool(bool),
    Null,
    Text(String),
    Name(String),
    Call {
        function: Name,
        arguments: Vec<Expression>,
    },
    Index {
        array: Name,
        index: Box<Expression>,
    },
    Unary(Unary, Box<Expression>),
    Binary {
        operator: Operator,
        sign: Span,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    /// `&&`, or `||`.
    Logical {
        and: bool,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    Conditional {
        condition: Box<Expression>,
        yes: Box<Expression>,
        no: Box<Expression>,
    },
    /// `target = value`, or `target += value` and its like.
    Assign {
        operator: Option<Operator>,
        sign: Span,
        target: Box<Expression>,
        value: Box<Expression>,
    },
    /// `++` and `--`; their value is the old one if they stand behind.
    Count {
        up: bool,
        before: bool,
        target: Box<Expression>,
    },
    Cast {
        to: TypeName,
        value: Box<Expression>,
    },
    /// What could not be read; its problem is told.
    Unread,
}

#[derive(Clone, Debug)]
pub struct Declaration {
    pub name: Name,
    pub type_name: TypeName,
    /// `[size]`; the size may be left out if there is an initial value.
    pub array: Option<Option<Expression>>,
    pub initial: Option<Initial>,
    pub is_static: bool,
    pub is_const: bool,
}

#[derive(Clone, Debug)]
pub enum Initial {
    One(Expression),
    List(Vec<Expression>, Span),
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Empty,
    Expression(Expression),
    Declare(Vec<Declaration>),
    /// `if`, with each `else if`, and the last `else`.
    If {
        arms: Vec<(Expression, Statement)>,
        otherwise: Option<Box<Statement>>,
    },
    While {
        condition: Expression,
        body: Box<Statement>,
    },
    DoWhile {
        body: Box<Statement>,
        condition: Expression,
    },
    For {
        first: Option<Box<Statement>>,
        condition: Option<Expression>,
        next: Option<Expression>,
        body: Box<Statement>,
    },
    Switch {
        value: Expression,
        groups: Vec<CaseGroup>,
    },
    Break,
    Continue,
    Return(Option<Expression>),
    Block(Vec<Statement>),
}

/// Statements of a `switch` behind their labels.
#[derive(Clone, Debug)]
pub struct CaseGroup {
    pub labels: Vec<CaseLabel>,
    pub body: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub enum CaseLabel {
    Case(Expression),
    Default(Span),
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub type_name: TypeName,
    pub name: Option<Name>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct FunctionHead {
    pub name: Name,
    pub result: TypeName,
    pub parameters: Vec<Parameter>,
    pub is_static: bool,
    /// Written as `THREAD(name)`.
    pub is_thread: bool,
    /// Written as `TIMER(name, period)`.
    pub period: Option<Expression>,
}

impl FunctionHead {
    /// `void name(void)`, as the machine calls it.
    pub fn of_machine(name: Name) -> FunctionHead {
        let (result, parameters) = (TypeName::Void, Vec::new());
        FunctionHead { name, result, parameters, is_static: false, is_thread: false, period: None }
    }
}

#[derive(Clone, Debug)]
pub enum Item {
    Function { head: FunctionHead, body: Vec<Statement>, end: Span },
    Prototype(FunctionHead),
    Variables(Vec<Declaration>),
    Enum { name: Option<Name>, members: Vec<(Name, Option<Expression>)> },
    Define { name: Name, value: Expression },
    Queue { name: Name, limit: Expression },
    Knob { name: Name, values: [Expression; 3], label: (String, Span) },
    Event { name: Name },
}
