//! Expressions: operators by precedence, calls, and the operators that the language leaves out.

use super::super::source::Span;
use super::super::syntax::{Expression, ExpressionKind, Name, Operator, Unary};
use super::super::texts;
use super::super::token::Kind;
use super::{OPERATORS_MAX, Parsed, Parser};
use livelock_text::message;

/// How tightly `&&` and `||` bind.
const LOGICAL_AND: u8 = 2;
const LOGICAL_OR: u8 = 1;

impl Parser<'_, '_> {
    /// A whole expression, as a statement has it.
    pub fn expression(&mut self) -> Parsed<Expression> {
        self.operators = 0;
        self.assignment()
    }

    /// The value of a `#define`: a number, a name, or a calculation in brackets.
    pub fn define_value(&mut self) -> Parsed<Expression> {
        self.operators = 0;
        self.unary()
    }

    /// Expressions are read from here, too, where they stand in each other.
    fn assignment(&mut self) -> Parsed<Expression> {
        self.deeper(|parser| {
            let target = parser.conditional()?;
            let sign = parser.peek();
            let Kind::Sign(text) = sign.kind else { return Ok(target) };
            let operator = match text {
                "=" => {
                    parser.check_reversed()?;
                    None
                }
                _ => match assignment_operator(text) {
                    Some(operator) => Some(operator),
                    None => return Ok(target),
                },
            };
            parser.count_operator()?;
            parser.next();
            let value = parser.assignment()?;
            let span = target.span.until(value.span);
            let (target, value) = (Box::new(target), Box::new(value));
            Ok(plain(ExpressionKind::Assign { operator, sign: sign.span, target, value }, span))
        })
    }

    /// `x =+ 1` was meant to be `x += 1`: the two signs stand together, and the value apart.
    fn check_reversed(&mut self) -> Parsed<()> {
        let (assign, sign, value) = (self.peek(), self.ahead(1), self.ahead(2));
        let together = assign.span.to == sign.span.from && sign.span.to < value.span.from;
        match sign.kind {
            Kind::Sign(text @ ("+" | "-" | "*" | "/" | "&")) if together => {
                let both = format!("={text}");
                let span = assign.span.until(sign.span);
                self.broken(span, texts::reversed_assignment(both, format!("{text}=")))
            }
            _ => Ok(()),
        }
    }

    fn conditional(&mut self) -> Parsed<Expression> {
        let condition = self.binary(LOGICAL_OR)?;
        if !self.is("?") {
            return Ok(condition);
        }
        self.count_operator()?;
        self.next();
        let yes = self.assignment()?;
        self.expect(":", message!("the first value of ?"))?;
        let no = self.deeper(Self::conditional)?;
        let span = condition.span.until(no.span);
        let (condition, yes, no) = (Box::new(condition), Box::new(yes), Box::new(no));
        Ok(plain(ExpressionKind::Conditional { condition, yes, no }, span))
    }

    /// Operators that bind at least as tightly as `least`, from left to right.
    fn binary(&mut self, least: u8) -> Parsed<Expression> {
        let mut left = self.unary()?;
        loop {
            let token = self.peek();
            let Kind::Sign(sign) = token.kind else { return Ok(left) };
            let Some(binds) = precedence(sign).filter(|binds| *binds >= least) else { return Ok(left) };
            if sign == "<" && self.is_ahead(1, ">") {
                let both = token.span.until(self.ahead(1).span);
                return self.broken(both, texts::foreign_word("<>", "!="));
            }
            self.count_operator()?;
            self.next();
            let right = self.binary(binds + 1)?;
            let span = left.span.until(right.span);
            let (first, second) = (Box::new(left), Box::new(right));
            let kind = match operator(sign) {
                Some(operator) => ExpressionKind::Binary { operator, sign: token.span, left: first, right: second },
                None => ExpressionKind::Logical { and: binds == LOGICAL_AND, left: first, right: second },
            };
            left = plain(kind, span);
        }
    }

    fn count_operator(&mut self) -> Parsed<()> {
        self.operators += 1;
        if self.operators > OPERATORS_MAX {
            let span = self.peek().span;
            return self.broken(span, texts::long_expression(OPERATORS_MAX));
        }
        Ok(())
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let token = self.peek();
        let Kind::Sign(sign) = token.kind else { return self.postfix() };
        let kind = match sign {
            "+" => Unary::Plus,
            "-" => Unary::Negate,
            "~" => Unary::Complement,
            "!" => Unary::Not,
            "++" | "--" => {
                self.count_operator()?;
                self.next();
                let target = Box::new(self.deeper(Self::unary)?);
                let span = token.span.until(target.span);
                return Ok(plain(ExpressionKind::Count { up: sign == "++", before: true, target }, span));
            }
            "&" => return self.broken(token.span, texts::address_of("&")),
            "*" => return self.broken(token.span, texts::dereference("*")),
            _ => return self.postfix(),
        };
        self.count_operator()?;
        self.next();
        let value = self.deeper(Self::unary)?;
        let span = token.span.until(value.span);
        Ok(plain(ExpressionKind::Unary(kind, Box::new(value)), span))
    }

    fn postfix(&mut self) -> Parsed<Expression> {
        let mut value = self.primary()?;
        loop {
            let token = self.peek();
            let Kind::Sign(sign) = token.kind else { return Ok(value) };
            match sign {
                "++" | "--" => {
                    self.count_operator()?;
                    self.next();
                    let span = value.span.until(token.span);
                    value =
                        plain(ExpressionKind::Count { up: sign == "++", before: false, target: Box::new(value) }, span);
                }
                "->" | "." => return self.broken(token.span, texts::member(sign)),
                "[" => return self.broken(token.span, texts::index_of_value()),
                "(" => return self.broken(token.span, texts::call_of_value()),
                _ => return Ok(value),
            }
        }
    }

    fn primary(&mut self) -> Parsed<Expression> {
        let token = self.peek();
        let kind = match token.kind {
            Kind::Number { value, unsigned } => ExpressionKind::Number { value, unsigned },
            Kind::Text => ExpressionKind::Text(self.unquoted(token.span)),
            Kind::Name => return self.named(),
            Kind::Sign("(") => return self.brackets(),
            _ => {
                let here = self.here();
                return self.broken(token.span, texts::missing_value(here));
            }
        };
        self.next();
        if token.kind == Kind::Text && self.peek().kind == Kind::Text {
            let span = self.peek().span;
            return self.broken(span, texts::joined_texts());
        }
        Ok(plain(kind, token.span))
    }

    /// The characters between the quotes, as they are written.
    pub fn unquoted(&self, span: Span) -> String {
        let text = span.text(self.source);
        text[1..text.len() - 1].to_string()
    }

    /// A variable, a constant, a call, or an element of an array.
    fn named(&mut self) -> Parsed<Expression> {
        let token = self.peek();
        let text = self.text(token);
        let constant = match text {
            "true" | "false" => Some(ExpressionKind::Bool(text == "true")),
            "NULL" => Some(ExpressionKind::Null),
            "sizeof" => return self.broken(token.span, texts::word_left_out(text)),
            _ => None,
        };
        if let Some(kind) = constant {
            self.next();
            return Ok(plain(kind, token.span));
        }
        if super::is_keyword(text) {
            return self.broken(token.span, texts::keyword_in_expression(text));
        }
        let name = self.name(message!("a variable or function"))?;
        if self.is("(") {
            return self.call(name);
        }
        if !self.is("[") {
            return Ok(plain(ExpressionKind::Name(name.text), name.span));
        }
        self.count_operator()?;
        self.next();
        let index = Box::new(self.assignment()?);
        self.expect("]", message!("the index"))?;
        let span = name.span.until(self.previous().span);
        if self.is("[") {
            let second = self.peek().span;
            return self.broken(second, texts::two_dimensions());
        }
        Ok(plain(ExpressionKind::Index { array: name, index }, span))
    }

    fn call(&mut self, function: Name) -> Parsed<Expression> {
        self.count_operator()?;
        self.next();
        let mut arguments = Vec::new();
        if !self.is(")") {
            loop {
                arguments.push(self.assignment()?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(")", message!("the arguments of {name}", name = super::shortened(&function.text)))?;
        let span = function.span.until(self.previous().span);
        Ok(plain(ExpressionKind::Call { function, arguments }, span))
    }

    /// An expression in brackets, or a cast.
    fn brackets(&mut self) -> Parsed<Expression> {
        let open = self.next();
        if self.begins_type() {
            let type_name = self.cast_type()?;
            self.expect(")", message!("the type"))?;
            self.count_operator()?;
            let value = self.deeper(Self::unary)?;
            let span = open.span.until(value.span);
            return Ok(plain(ExpressionKind::Cast { to: type_name, value: Box::new(value) }, span));
        }
        let mut value = self.assignment()?;
        if self.is(",") {
            let comma = self.peek().span;
            return self.broken(comma, texts::comma_operator(","));
        }
        self.expect(")", message!("the value that begins with ("))?;
        value.bracketed = true;
        value.span = open.span.until(self.previous().span);
        Ok(value)
    }
}

fn plain(kind: ExpressionKind, span: Span) -> Expression {
    Expression { kind, span, bracketed: false }
}

fn operator(sign: &str) -> Option<Operator> {
    use Operator::*;
    Some(match sign {
        "*" => Multiply,
        "/" => Divide,
        "%" => Remainder,
        "+" => Add,
        "-" => Subtract,
        "<<" => ShiftLeft,
        ">>" => ShiftRight,
        "<" => Less,
        "<=" => LessEqual,
        ">" => Greater,
        ">=" => GreaterEqual,
        "==" => Equal,
        "!=" => NotEqual,
        "&" => And,
        "^" => Xor,
        "|" => Or,
        _ => return None,
    })
}

/// The operator of `+=` and its like.
fn assignment_operator(sign: &str) -> Option<Operator> {
    operator(sign.strip_suffix('=')?).filter(|operator| !operator.compares())
}

/// C's precedence of the operators with two sides; a higher number binds tighter.
fn precedence(sign: &str) -> Option<u8> {
    Some(match sign {
        "*" | "/" | "%" => 10,
        "+" | "-" => 9,
        "<<" | ">>" => 8,
        "<" | "<=" | ">" | ">=" => 7,
        "==" | "!=" => 6,
        "&" => 5,
        "^" => 4,
        "|" => 3,
        "&&" => LOGICAL_AND,
        "||" => LOGICAL_OR,
        _ => return None,
    })
}
