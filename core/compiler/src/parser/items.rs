//! The items of a file: functions, variables, enums, `#define`, and what a program declares of its machine.

use super::super::source::Span;
use super::super::syntax::{Expression, FunctionHead, Item, Name, Parameter};
use super::super::texts;
use super::super::token::{Kind, Token};
use super::declarations::Beginning;
use super::{Parsed, Parser};
use livelock_text::message;
use livelock_text::message::Message;

impl Parser<'_, '_> {
    pub fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while self.peek().kind != Kind::End {
            let begins = self.at;
            match self.item() {
                Ok(item) => items.extend(item),
                Err(_) => {
                    self.skip_item(begins);
                    self.give_up_names(begins);
                }
            }
        }
        items
    }

    /// Whether a function begins here, as far as its first words show.
    pub fn begins_function(&self) -> bool {
        if ["THREAD", "TIMER"].contains(&self.word()) {
            return true;
        }
        let mut count = 0;
        while self.ahead(count).kind == Kind::Name || self.is_ahead(count, "*") {
            count += 1;
        }
        self.begins_type() && count >= 2 && self.is_ahead(count, "(")
    }

    /// Skips to where the next item of the file may begin: behind a `;` or a block, or at a type at the left edge.
    fn skip_item(&mut self, begins: usize) {
        let mut depth = 0_usize;
        loop {
            let token = self.peek();
            let at_left = self.at > begins && self.lines.begins_line(token.span.from);
            match token.kind {
                Kind::End => return,
                _ if at_left && (self.begins_type() || token.kind == Kind::Directive) => return,
                Kind::Sign("{") => depth += 1,
                Kind::Sign("}") => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.next();
            if depth == 0 && matches!(token.kind, Kind::Sign(";" | "}")) {
                return;
            }
        }
    }

    fn item(&mut self) -> Parsed<Option<Item>> {
        let token = self.peek();
        match (token.kind, self.word()) {
            (Kind::Directive, _) => self.directive(),
            (Kind::Sign(";"), _) => {
                self.next();
                Ok(None)
            }
            (Kind::Sign("}"), _) => self.broken(token.span, texts::brace_closes_nothing("}")),
            (_, "QUEUE") => self.queue().map(Some),
            (_, "KNOB") => self.knob().map(Some),
            (_, "EVENT") => self.event().map(Some),
            (_, "THREAD") => self.thread().map(Some),
            (_, "TIMER") => self.timer().map(Some),
            (_, "enum") if self.is_ahead(1, "{") || self.is_ahead(2, "{") => self.enumeration().map(Some),
            _ if self.begins_declaration() => self.function_or_variables().map(Some),
            (Kind::Name, word) if ["if", "while", "for", "return", "do", "switch"].contains(&word) => {
                self.broken(token.span, texts::statement_outside_function(word))
            }
            (Kind::Name, word) if self.is_ahead(1, "(") => {
                let text = if self.function_body_follows() {
                    texts::function_without_type(word)
                } else {
                    texts::call_outside_function(word)
                };
                self.broken(token.span, text)
            }
            (Kind::Name, word) if self.is_ahead(1, "=") => {
                self.broken(token.span, texts::assignment_outside_function(word))
            }
            _ => {
                let here = self.here();
                self.broken(token.span, texts::no_item(here))
            }
        }
    }

    /// Whether a `{` follows the brackets behind this name.
    fn function_body_follows(&self) -> bool {
        let (mut count, mut depth) = (1, 0_i32);
        loop {
            match self.ahead(count).kind {
                Kind::Sign("(") => depth += 1,
                Kind::Sign(")") => depth -= 1,
                Kind::End => return false,
                _ => {}
            }
            count += 1;
            if depth == 0 {
                return self.is_ahead(count, "{");
            }
        }
    }

    /// `#define NAME value` makes a constant; `#include "livelock.h"` is allowed, because a C compiler needs it.
    fn directive(&mut self) -> Parsed<Option<Item>> {
        let (begins, hash) = (self.at, self.next());
        let word = self.peek();
        let parsed = match self.text(word) {
            "include" => self.include(word),
            "define" => self.define(word).map(Some),
            _ if !self.begins_directive() => self.broken(hash.span, texts::comment_of_script("#", "//")),
            other => self.broken(hash.span.until(word.span), texts::refused_directive("#", other)),
        };
        let rest = self.peek();
        if rest.line == hash.line && rest.kind != Kind::End && parsed.as_ref().is_ok_and(Option::is_some) {
            let _: Parsed<()> = self.broken(rest.span, texts::define_of_more());
        }
        let mut line = hash.line;
        while self.peek().line == line && self.peek().kind != Kind::End {
            let is_continued = self.next().span.text(self.source) == "\\";
            line += u32::from(is_continued);
        }
        if parsed.is_err() {
            self.give_up_names(begins);
        }
        Ok(parsed.unwrap_or(None))
    }

    /// Whether a word of C comes behind a `#`, and no text of a comment.
    pub fn begins_directive(&self) -> bool {
        const WORDS: [&str; 14] = [
            "define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "import", "include", "line", "pragma",
            "undef", "warning",
        ];
        WORDS.contains(&self.word())
    }

    fn include(&mut self, word: Token) -> Parsed<Option<Item>> {
        self.next();
        let file = self.peek();
        let of_line = self.tokens[self.at..].iter().take_while(|token| token.line == word.line).last();
        let name = of_line.map_or("", |last| file.span.until(last.span).text(self.source));
        match name.trim_matches(['"', '<', '>']) {
            "livelock.h" => Ok(None),
            other => self.broken(word.span, texts::refused_include(super::shortened(other))),
        }
    }

    fn define(&mut self, word: Token) -> Parsed<Item> {
        self.next();
        let name = self.name(message!("a constant"))?;
        let value = self.peek();
        if value.line != word.line || value.kind == Kind::End {
            return self.broken(name.span, texts::define_without_value(name.text));
        }
        if self.is("(") && value.span.from == name.span.to {
            return self.broken(name.span, texts::define_of_function(name.text));
        }
        let is_single = matches!(value.kind, Kind::Number { .. } | Kind::Name) || self.is("(");
        let is_negative = self.is("-") && matches!(self.ahead(1).kind, Kind::Number { .. });
        if !is_single && !is_negative {
            return self.broken(value.span, texts::define_of_more());
        }
        // One value, or a calculation in brackets: C puts the text of a #define where its name stands.
        let value: Expression = self.define_value()?;
        Ok(Item::Define { name, value })
    }

    fn enumeration(&mut self) -> Parsed<Item> {
        self.next();
        let name = if self.is("{") { None } else { Some(self.name(message!("an enum"))?) };
        self.expect("{", message!("enum"))?;
        let mut members = Vec::new();
        while !self.is("}") {
            let member = self.name(message!("a constant of the enum"))?;
            let value = if self.eat("=") { Some(self.expression()?) } else { None };
            members.push((member, value));
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}", message!("the constants of the enum"))?;
        if self.peek().kind == Kind::Name && self.peek().line == self.previous().line {
            let span = self.peek().span;
            return self.broken(span, texts::enum_in_declaration());
        }
        self.semicolon(message!("enum"))?;
        Ok(Item::Enum { name, members })
    }

    /// `QUEUE(name, limit);`
    fn queue(&mut self) -> Parsed<Item> {
        self.next();
        self.expect("(", message!("QUEUE"))?;
        let name = self.name(message!("a queue"))?;
        self.expect(",", message!("the name of the queue"))?;
        let limit = self.expression()?;
        self.expect(")", message!("the limit of the queue"))?;
        self.semicolon(message!("QUEUE(...)"))?;
        Ok(Item::Queue { name, limit })
    }

    /// `KNOB(name, value, least, most, "what it is");`
    fn knob(&mut self) -> Parsed<Item> {
        self.next();
        self.expect("(", message!("KNOB"))?;
        let name = self.name(message!("a knob"))?;
        let mut value = |of: Message| {
            self.expect(",", of)?;
            self.expression()
        };
        let values = [
            value(message!("the name of the knob"))?,
            value(message!("the value of the knob"))?,
            value(message!("the least value of the knob"))?,
        ];
        self.expect(",", message!("the largest value of the knob"))?;
        let label = self.peek();
        if label.kind != Kind::Text {
            return self.broken(label.span, texts::knob_without_label(name.text));
        }
        self.next();
        self.expect(")", message!("the label of the knob"))?;
        self.semicolon(message!("KNOB(...)"))?;
        Ok(Item::Knob { name, values, label: (self.unquoted(label.span), label.span) })
    }

    /// `EVENT(name);`
    fn event(&mut self) -> Parsed<Item> {
        self.next();
        self.expect("(", message!("EVENT"))?;
        let name = self.name(message!("an event"))?;
        self.expect(")", message!("the name of the event"))?;
        self.semicolon(message!("EVENT(...)"))?;
        Ok(Item::Event { name })
    }

    /// `THREAD(name) { ... }`
    fn thread(&mut self) -> Parsed<Item> {
        self.next();
        self.expect("(", message!("THREAD"))?;
        let name = self.name(message!("a thread"))?;
        self.expect(")", message!("the name of the thread"))?;
        self.function_body(FunctionHead { is_thread: true, ..FunctionHead::of_machine(name) })
    }

    /// `TIMER(name, period) { ... }`
    fn timer(&mut self) -> Parsed<Item> {
        self.next();
        self.expect("(", message!("TIMER"))?;
        let name = self.name(message!("a timer"))?;
        self.expect(",", message!("the name of the timer"))?;
        let period = self.expression()?;
        self.expect(")", message!("the period of the timer"))?;
        self.function_body(FunctionHead { period: Some(period), ..FunctionHead::of_machine(name) })
    }

    fn function_or_variables(&mut self) -> Parsed<Item> {
        let beginning = self.beginning()?;
        if self.is(";") {
            let span = self.previous().span;
            return self.broken(span, texts::declares_nothing());
        }
        self.stars(&beginning.type_name)?;
        let name = self.name(message!("a function or variable"))?;
        if !self.is("(") {
            return Ok(Item::Variables(self.declarations(&beginning, name)?));
        }
        let parameters = self.parameters()?;
        let Beginning { type_name: result, is_static, .. } = beginning;
        let head = FunctionHead { result, parameters, is_static, ..FunctionHead::of_machine(name) };
        if self.eat(";") {
            return Ok(Item::Prototype(head));
        }
        self.function_body(head)
    }

    fn function_body(&mut self, head: FunctionHead) -> Parsed<Item> {
        if !self.is("{") {
            let (place, here) = (self.previous().span.after(), self.here());
            return self.broken(place, texts::function_without_body("{", head.name.text, here));
        }
        let (body, end) = self.block(message!("the function"))?;
        Ok(Item::Function { head, body, end })
    }

    fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        self.next();
        let mut parameters = Vec::new();
        let nothing = self.word() == "void" && self.is_ahead(1, ")");
        if nothing {
            self.next();
        }
        while !self.is(")") {
            parameters.push(self.parameter()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")", message!("the parameters"))?;
        Ok(parameters)
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let first: Span = self.peek().span;
        if self.is("...") {
            return self.broken(first, texts::open_parameters("..."));
        }
        if !self.begins_declaration() {
            let here = self.here();
            return self.broken(first, texts::parameter_without_type(here));
        }
        let beginning = self.beginning()?;
        self.stars(&beginning.type_name)?;
        let is_named = !self.is(",") && !self.is(")");
        let name: Option<Name> = if is_named { Some(self.name(message!("a parameter"))?) } else { None };
        if self.is("[") {
            let span = self.peek().span;
            return self.broken(span, texts::array_as_parameter());
        }
        Ok(Parameter { type_name: beginning.type_name, name, span: first.until(self.previous().span) })
    }
}
