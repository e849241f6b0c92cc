//! The condition of a breakpoint: an expression of kernel C over what the trace has of a program, which are variables outside functions,
//! knobs, and the lengths of queues. It is read and checked as a function of the program would be, and becomes a list of terms in
//! reverse Polish notation, which whoever has a trace evaluates (`livelock_core::session`). `ipintrq.len` means `IF_LEN(ipintrq)`.

use super::arithmetic::{Arithmetic, complement, negate};
use super::calls::{CALLS, Target};
use super::coded::Coded;
use super::problem::{Problem, Problems};
use super::source::{BYTES_MAX, Lines, Span};
use super::tree::{Bits, Function, StatementKind, Unit, Value, ValueKind};
use super::types::Type;
use super::{check, lexer, parser, texts};

/// The longest condition, in bytes.
const CONDITION_MAX: usize = 500;
/// The function that a condition becomes.
const NAME: &str = "condition_of_a_breakpoint";

/// Terms take their values from the top of a stack, the right one first, and put theirs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    Constant {
        bits: Bits,
    },
    Variable {
        number: u16,
    },
    /// An element of an array: `begin` is the number of its first one among the variables of the trace.
    Element {
        begin: u16,
        length: u32,
    },
    Knob {
        number: u16,
    },
    /// How many packets are in a queue of the program.
    Queue {
        number: u16,
    },
    /// The same of a receive ring, and of an output queue.
    Ring {
        unit: u32,
    },
    Output {
        unit: u32,
    },
    Negate,
    Complement,
    Not,
    Compute {
        arithmetic: Arithmetic,
    },
    And,
    Or,
    /// Takes the condition, the value if it holds, and the other one.
    Choose,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(pub Vec<Term>);

impl Condition {
    /// As hexadecimal digits. Both modules of a page are of one build, so nobody keeps them.
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        self.0.write(&mut bytes);
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub fn from_text(text: &str) -> Option<Condition> {
        let digits = text.as_bytes().chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok());
        let bytes = digits.collect::<Option<Vec<u8>>>()?;
        let mut rest = bytes.as_slice();
        Some(Condition(Coded::read(&mut rest)?)).filter(|_| rest.is_empty())
    }
}

impl Condition {
    /// Whether it holds. `read` gives the value of a variable, an element by its number, a knob or a length. If C leaves the value
    /// undefined, or `read` has none, it does not hold.
    pub fn holds(&self, read: &dyn Fn(Term) -> Option<Bits>) -> bool {
        let mut stack: Vec<Option<Bits>> = Vec::new();
        for term in &self.0 {
            let mut pop = || stack.pop().flatten();
            let value = match *term {
                Term::Constant { bits } => Some(bits),
                Term::Element { begin, length } => pop()
                    .filter(|index| *index < length.into())
                    .and_then(|index| read(Term::Variable { number: begin + index as u16 })),
                Term::Negate => pop().map(negate),
                Term::Complement => pop().map(complement),
                Term::Not => pop().map(|value| (value == 0).into()),
                Term::Compute { arithmetic } => {
                    let (right, left) = (pop(), pop());
                    left.zip(right).and_then(|(left, right)| arithmetic.compute(left, right).ok())
                }
                // The right side does not count if the left one decides.
                Term::And | Term::Or => {
                    let (right, left) = (pop(), pop());
                    let decides = |left: Bits| (left != 0) == (*term == Term::Or);
                    if left.is_none_or(decides) { left } else { right }.map(|value| (value != 0).into())
                }
                Term::Choose => {
                    let (no, yes, condition) = (pop(), pop(), pop());
                    condition.and_then(|condition| if condition != 0 { yes } else { no })
                }
                Term::Variable { .. }
                | Term::Knob { .. }
                | Term::Queue { .. }
                | Term::Ring { .. }
                | Term::Output { .. } => read(*term),
            };
            stack.push(value);
        }
        stack.pop().flatten().is_some_and(|bits| bits != 0)
    }
}

/// Reads a condition of a program that has no problem. The places of problems are columns of the condition, whose line is 1.
pub fn condition(source: &str, text: &str) -> Result<Condition, Vec<Problem>> {
    let text = &text.replace(['\n', '\r'], " ");
    let alone = Lines::new(text);
    let mut problems = Problems::default();
    let foreign = text.char_indices().find(|(_, one)| matches!(one, '{' | '}' | ';' | '"' | '#' | '\\'));
    if let Some((at, sign)) = foreign {
        problems.tell(Span::new(at, at + sign.len_utf8()), texts::condition_sign(sign.to_string()));
    } else if text.trim().is_empty() || text.len() > CONDITION_MAX || source.len() > BYTES_MAX - 2 * CONDITION_MAX {
        problems.tell(Span::new(0, text.len()), texts::condition_length(CONDITION_MAX));
    }
    if !problems.is_empty() {
        return Err(problems.told(&alone));
    }
    let (written, columns) = with_calls(text);
    let whole = format!("{source}\nint {NAME}(void) {{ return (\n{written}\n); }}\n");
    let begin = whole.len() - written.len() - "\n); }\n".len();
    read(&whole, Span::new(begin, begin + written.len())).map_err(|mut problems| {
        let line = Lines::new(&whole).line(begin as u32);
        let here = |place: super::Place| {
            let behind = columns.len() as u32 + 1;
            let column = if place.line == line { place.column.min(behind) } else { behind };
            let original = columns.get(column as usize - 1).copied().unwrap_or(text.chars().count() as u32 + 1);
            super::Place { line: 1, column: original }
        };
        for problem in &mut problems {
            (problem.from, problem.end) = (here(problem.from), here(problem.end));
        }
        problems
    })
}

/// Reads a program whose last function returns the condition, which is at `place`.
fn read(whole: &str, place: Span) -> Result<Condition, Vec<Problem>> {
    let mut problems = Problems::default();
    let lines = Lines::new(whole);
    let condition = lexer::tokens(whole, &lines, &mut problems).map(|tokens| {
        let parse = parser::parse(whole, &lines, &tokens, &mut problems);
        let unit = check::check(&parse, &lines, Target::default(), &mut problems);
        let value = unit.functions.iter().find(|function| function.name == NAME).and_then(returned);
        let mut writer = Writer { unit: &unit, terms: Vec::new(), problems: &mut problems };
        writer.value(value.unwrap_or(&Value::wrong(place)));
        Condition(writer.terms)
    });
    condition.filter(|_| problems.is_empty()).ok_or_else(|| problems.told(&lines))
}

/// What a function that has only a `return` gives.
fn returned(function: &Function) -> Option<&Value> {
    match &function.body.as_ref()?.first()?.kind {
        StatementKind::Return(Some(value)) => Some(value),
        _ => None,
    }
}

/// Writes `IF_LEN(q)` for each `q.len`. Returns the column in the text, from 1, of each character that is written.
fn with_calls(text: &str) -> (String, Vec<u32>) {
    let letters: Vec<char> = text.chars().collect();
    let is_word = |one: &char| one.is_ascii_alphanumeric() || *one == '_';
    let (mut written, mut columns, mut at) = (String::new(), Vec::new(), 0);
    let mut push = |part: &str, column: usize| {
        written.push_str(part);
        columns.extend(part.chars().map(|_| column as u32 + 1));
    };
    while at < letters.len() {
        let word: String = letters[at..].iter().take_while(|one| is_word(one)).collect();
        let rest = &letters[at + word.len()..];
        let is_length = rest.starts_with(&['.', 'l', 'e', 'n']) && !rest.get(4).is_some_and(is_word);
        if is_length && word.starts_with(|one: char| !one.is_ascii_digit()) {
            push(&format!("IF_LEN({word})"), at);
            at += word.len() + ".len".len();
        } else {
            let length = word.len().max(1);
            letters[at..at + length].iter().enumerate().for_each(|(index, one)| push(&one.to_string(), at + index));
            at += length;
        }
    }
    (written, columns)
}

struct Writer<'a, 'p> {
    unit: &'a Unit,
    terms: Vec<Term>,
    problems: &'p mut Problems,
}

impl Writer<'_, '_> {
    fn value(&mut self, value: &Value) {
        use ValueKind::*;
        let term = match &value.kind {
            Constant(bits) => Term::Constant { bits: *bits },
            Global(number) => Term::Variable { number: *number },
            Knob(number) => Term::Knob { number: *number },
            Element { array, index } if self.unit.arrays[usize::from(*array)].function.is_none() => {
                self.value(index);
                self.element(*array)
            }
            Call { call, arguments } => match self.length(CALLS[usize::from(*call)].name, arguments) {
                Some(term) => term,
                // What is wrong with it is told already.
                None if arguments.iter().any(|argument| argument.ty == Type::Wrong) => return,
                None => return self.problems.tell(value.span, texts::condition_call(CALLS[usize::from(*call)].name)),
            },
            Negate(of) => self.of(of, Term::Negate),
            Complement(of) => self.of(of, Term::Complement),
            Not(of) => self.of(of, Term::Not),
            Truth(of) => {
                self.value(of);
                self.terms.push(Term::Not);
                Term::Not
            }
            Binary { operator, unsigned, left, right } => {
                let (arithmetic, swaps) = Arithmetic::of(*operator, *unsigned);
                self.both(if swaps { [right, left] } else { [left, right] });
                Term::Compute { arithmetic }
            }
            Logical { and, left, right } => {
                self.both([left, right]);
                if *and { Term::And } else { Term::Or }
            }
            Conditional { condition, yes, no } => {
                self.value(condition);
                self.both([yes, no]);
                Term::Choose
            }
            Element { .. } | Local(_) | Remembered { .. } | Invoke { .. } | Assign { .. } => {
                return self.problems.tell(value.span, texts::condition_reads());
            }
        };
        self.terms.push(term);
    }

    fn of(&mut self, value: &Value, term: Term) -> Term {
        self.value(value);
        term
    }

    fn both(&mut self, values: [&Value; 2]) {
        values.into_iter().for_each(|value| self.value(value));
    }

    /// The trace has the variables first, then the elements of all arrays of the file.
    fn element(&self, array: u16) -> Term {
        let of_file = |number: &u16| self.unit.arrays[usize::from(*number)].function.is_none();
        let before = (0..array).filter(of_file).map(|number| self.unit.arrays[usize::from(number)].length);
        let begin = self.unit.globals.len() as u32 + before.sum::<u32>();
        Term::Element { begin: begin as u16, length: self.unit.arrays[usize::from(array)].length }
    }

    /// The calls that the trace can answer at any moment.
    fn length(&self, call: &str, arguments: &[Value]) -> Option<Term> {
        let unit = |value: &Value| if let ValueKind::Constant(bits) = value.kind { Some(bits as u32) } else { None };
        let [argument] = arguments else { return None };
        match (call, &argument.kind) {
            ("lnrlen", _) => Some(Term::Ring { unit: unit(argument)? }),
            ("IF_LEN", ValueKind::Constant(queue)) => Some(Term::Queue { number: queue.checked_sub(1)? as u16 }),
            ("IF_LEN", ValueKind::Call { call, arguments }) if CALLS[usize::from(*call)].name == "if_snd" => {
                Some(Term::Output { unit: unit(arguments.first()?)? })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "condition_tests.rs"]
mod tests;
