//! Statements.

use super::super::source::Span;
use super::super::syntax::{CaseGroup, CaseLabel, Expression, ExpressionKind, Statement, StatementKind};
use super::super::texts;
use super::super::token::Kind;
use super::{Broken, Parsed, Parser, keyword_like};
use livelock_text::message;
use livelock_text::message::Message;

/// What stands in the brackets of a `for`.
type ForParts = (Option<Box<Statement>>, Option<Expression>, Option<Expression>);

impl Parser<'_, '_> {
    /// The statements of a block, whose `{` comes next, and the place of its `}`.
    pub fn block(&mut self, of: Message) -> Parsed<(Vec<Statement>, Span)> {
        let open = self.peek().span;
        self.expect("{", of)?;
        self.braces.open(open);
        let mut statements = Vec::new();
        while !self.block_ends() {
            statements.extend(self.statement_or_skip());
        }
        Ok((statements, self.close_block()))
    }

    /// Whether the innermost block ends here, or should have ended.
    fn block_ends(&self) -> bool {
        let token = self.peek();
        let is_item = || self.begins_function() && self.braces.is_at_the_left(token, self.lines);
        self.is("}") || token.kind == Kind::End || is_item()
    }

    fn close_block(&mut self) -> Span {
        let token = self.peek();
        let is_closed = self.is("}") && !self.braces.is_left_of_innermost(token, self.lines);
        let open = self.braces.close();
        if is_closed {
            return self.next().span;
        }
        if let Some(open) = open {
            self.braces.told();
            self.tell(open, texts::unclosed_brace("{", "}"));
        }
        self.previous().span.after()
    }

    fn statement_or_skip(&mut self) -> Option<Statement> {
        let begins = self.at;
        let statement = self.statement();
        if statement.is_err() {
            self.skip_statement(begins);
            if self.tokens[begins].kind == Kind::Name {
                self.give_up_names(begins);
            }
            if self.at == begins && !self.block_ends() {
                self.next();
            }
        }
        statement.ok()
    }

    pub fn statement(&mut self) -> Parsed<Statement> {
        self.deeper(Self::one_statement)
    }

    fn one_statement(&mut self) -> Parsed<Statement> {
        let first = self.peek();
        let kind = match (first.kind, self.word()) {
            (Kind::Sign("{"), _) => StatementKind::Block(self.block(message!("the block"))?.0),
            (Kind::Sign(";"), _) => {
                self.next();
                StatementKind::Empty
            }
            (Kind::Directive, _) => return self.directive_in_function(),
            (_, "if") => self.if_statement()?,
            (_, "while") => self.while_statement()?,
            (_, "do") => self.do_statement()?,
            (_, "for") => self.for_statement()?,
            (_, "switch") => self.switch_statement()?,
            (_, "break") => self.simple(StatementKind::Break)?,
            (_, "continue") => self.simple(StatementKind::Continue)?,
            (_, "return") => self.return_statement()?,
            (_, "else") => return self.broken(first.span, texts::else_without_if()),
            (_, "case" | "default") => return self.broken(first.span, texts::case_outside_switch(self.word())),
            (_, "goto") => return self.broken(first.span, texts::word_left_out("goto")),
            _ if self.is_ahead(1, ":") && first.kind == Kind::Name => {
                return self.broken(first.span, texts::jump_label(self.text(first)));
            }
            _ if self.begins_declaration() => self.declaration_statement()?,
            _ => {
                let begins = self.at;
                let value = self.expression()?;
                if self.is("{") && self.tokens[begins + 1].kind == Kind::Sign("(") {
                    self.no_call(begins)?;
                }
                self.semicolon(message!("this statement"))?;
                StatementKind::Expression(value)
            }
        };
        Ok(Statement { kind, span: first.span.until(self.previous().span) })
    }

    /// A block follows what looks like a call: the name was meant to be a word such as `while`.
    fn no_call(&mut self, begins: usize) -> Parsed<()> {
        let name = self.tokens[begins];
        let text = self.text(name);
        let similar = || Some(texts::undeclared_with_similar(text, keyword_like(text)?));
        match texts::word_of_another_language(text, texts::FOREIGN_OPERATORS).or_else(similar) {
            Some(text) => self.broken(name.span, text),
            None => Ok(()),
        }
    }

    fn directive_in_function(&mut self) -> Parsed<Statement> {
        let hash = self.next();
        let text = if self.begins_directive() {
            texts::directive_in_function("#")
        } else {
            texts::comment_of_script("#", "//")
        };
        let _: Parsed<()> = self.broken(hash.span, text);
        self.skip_while(|parser| parser.peek().line == hash.line);
        Ok(Statement { kind: StatementKind::Empty, span: hash.span })
    }

    fn simple(&mut self, kind: StatementKind) -> Parsed<StatementKind> {
        self.next();
        self.semicolon(message!("this statement"))?;
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parsed<StatementKind> {
        let first = self.next();
        let has_value = !self.is(";") && !self.is("}") && self.peek().line == first.line;
        let value = if has_value { Some(self.expression()?) } else { None };
        self.semicolon(message!("this statement"))?;
        Ok(StatementKind::Return(value))
    }

    /// A condition in brackets behind a keyword.
    fn condition(&mut self, keyword: &str) -> Parsed<Expression> {
        if !self.is("(") {
            let place = self.previous().span.after();
            return self.broken(place, texts::condition_without_brackets(keyword));
        }
        self.next();
        let open = self.at;
        let condition = match self.expression() {
            Ok(condition) => condition,
            Err(Broken) => return Ok(self.unread(open)),
        };
        // Without the ) the body can be read only if it begins behind the condition.
        let closed = self.expect(")", message!("the condition of {keyword}", keyword = keyword.to_string()));
        if closed.is_err() && !self.is("{") && self.peek().line == self.previous().line {
            return Ok(self.unread(open));
        }
        Ok(condition)
    }

    /// What stands for a condition that cannot be read.
    fn unread(&mut self, begins: usize) -> Expression {
        self.skip_brackets(begins);
        let span = self.tokens[begins].span;
        Expression { kind: ExpressionKind::Unread, span, bracketed: true }
    }

    /// The statement that belongs to a keyword. A declaration there would have no use.
    fn body(&mut self, of: &str) -> Parsed<Statement> {
        let token = self.peek();
        let may_be_empty = ["while", "for"].contains(&of) && !self.is_ahead(1, "{");
        if self.is(";") && !may_be_empty {
            return self.broken(token.span, texts::empty_body(";", of));
        }
        if self.begins_declaration() {
            return self.broken(token.span, texts::declaration_as_body(of));
        }
        self.statement()
    }

    fn if_statement(&mut self) -> Parsed<StatementKind> {
        let (mut arms, mut otherwise) = (Vec::new(), None);
        loop {
            self.next();
            let condition = self.condition("if")?;
            arms.push((condition, self.body("if")?));
            if !self.eat_word("else") {
                break;
            }
            if self.word() != "if" {
                otherwise = Some(Box::new(self.body("else")?));
                break;
            }
        }
        Ok(StatementKind::If { arms, otherwise })
    }

    fn while_statement(&mut self) -> Parsed<StatementKind> {
        self.next();
        let condition = self.condition("while")?;
        let body = Box::new(self.body("while")?);
        Ok(StatementKind::While { condition, body })
    }

    fn do_statement(&mut self) -> Parsed<StatementKind> {
        self.next();
        let body = Box::new(self.body("do")?);
        if self.word() != "while" {
            let place = self.previous().span.after();
            return self.broken(place, texts::do_without_while());
        }
        self.next();
        let condition = self.condition("while")?;
        self.semicolon(message!("do and while"))?;
        Ok(StatementKind::DoWhile { body, condition })
    }

    fn for_statement(&mut self) -> Parsed<StatementKind> {
        self.next();
        if !self.is("(") {
            let place = self.previous().span.after();
            let _: Parsed<()> = self.broken(place, texts::for_without_brackets());
            let (begins, line) = (self.at, self.previous().line);
            self.skip_while(|parser| parser.peek().line == line && !parser.is("{"));
            self.give_up_names(begins);
            return Ok(StatementKind::Block(vec![self.body("for")?]));
        }
        self.next();
        let begins = self.at;
        let (first, condition, next) = self.for_parts().unwrap_or_else(|Broken| {
            let unread = self.unread(begins);
            self.give_up_names(begins);
            (None, Some(unread), None)
        });
        let body = Box::new(self.body("for")?);
        Ok(StatementKind::For { first, condition, next, body })
    }

    fn for_parts(&mut self) -> Parsed<ForParts> {
        let first = if self.eat(";") { None } else { Some(Box::new(self.for_first()?)) };
        let condition = if self.eat(";") { None } else { Some(self.for_part(message!("the condition of for"), 0)?) };
        let next = if self.is(")") { None } else { Some(self.no_comma()?) };
        self.expect(")", message!("the last part of for"))?;
        Ok((first, condition, next))
    }

    fn for_first(&mut self) -> Parsed<Statement> {
        let first = self.peek();
        if self.begins_declaration() {
            let kind = self.declaration_statement()?;
            return Ok(Statement { kind, span: first.span.until(self.previous().span) });
        }
        let value = self.for_part(message!("the first part of for"), 1)?;
        let span = value.span;
        Ok(Statement { kind: StatementKind::Expression(value), span })
    }

    /// A part of `for` and its `;`. If only `left` others come in the brackets, a `,` stands in the place of this one.
    fn for_part(&mut self, of: Message, left: usize) -> Parsed<Expression> {
        let part = self.expression()?;
        if self.is(",") && self.semicolons_in_brackets() == left {
            self.tell(self.peek().span, texts::comma_for_semicolon(",", ";", of));
            self.next();
            return Ok(part);
        }
        if self.is(",") {
            return self.comma();
        }
        self.expect(";", of)?;
        Ok(part)
    }

    fn no_comma(&mut self) -> Parsed<Expression> {
        let part = self.expression()?;
        if self.is(",") { self.comma() } else { Ok(part) }
    }

    fn comma<T>(&mut self) -> Parsed<T> {
        let comma = self.peek().span;
        self.broken(comma, texts::comma_operator(","))
    }

    /// How many `;` come before the `)` of the brackets around this place.
    fn semicolons_in_brackets(&self) -> usize {
        let (mut depth, mut count) = (0, 0);
        for token in &self.tokens[self.at..] {
            match token.kind {
                Kind::Sign("(") => depth += 1,
                Kind::Sign(")") if depth == 0 => break,
                Kind::Sign(")") => depth -= 1,
                Kind::Sign(";") => count += 1,
                Kind::Sign("{" | "}") => break,
                _ => {}
            }
        }
        count
    }

    fn declaration_statement(&mut self) -> Parsed<StatementKind> {
        let beginning = self.beginning()?;
        self.stars(&beginning.type_name)?;
        let name = self.name(message!("a variable"))?;
        if self.is("(") {
            return self.broken(name.span, texts::function_in_function(name.text));
        }
        Ok(StatementKind::Declare(self.declarations(&beginning, name)?))
    }

    fn switch_statement(&mut self) -> Parsed<StatementKind> {
        self.next();
        let value = self.condition("switch")?;
        let open = self.peek().span;
        self.expect("{", message!("switch (...)"))?;
        self.braces.open(open);
        let mut groups: Vec<CaseGroup> = Vec::new();
        let mut told = false;
        while !self.block_ends() {
            if ["case", "default"].contains(&self.word()) {
                let label = self.peek().span;
                match self.labels() {
                    Ok(labels) if self.is("}") => {
                        self.tell(label, texts::label_without_statement());
                        groups.push(CaseGroup { labels, body: Vec::new() });
                    }
                    Ok(labels) if self.begins_declaration() => {
                        let span = self.peek().span;
                        self.tell(span, texts::declaration_after_label());
                        groups.push(CaseGroup { labels, body: Vec::new() });
                    }
                    Ok(labels) => groups.push(CaseGroup { labels, body: Vec::new() }),
                    Err(Broken) => {
                        self.skip_label();
                        groups.push(CaseGroup { labels: Vec::new(), body: Vec::new() });
                    }
                }
                continue;
            }
            let first = self.peek().span;
            let statement = self.statement_or_skip();
            match groups.last_mut() {
                Some(group) => group.body.extend(statement),
                None if told => {}
                None => {
                    self.tell(first, texts::statement_before_case());
                    told = true;
                }
            }
        }
        self.close_block();
        Ok(StatementKind::Switch { value, groups })
    }

    fn skip_label(&mut self) {
        let line = self.previous().line;
        self.skip_while(|parser| parser.peek().line == line && !parser.is(":") && !parser.is("}"));
        self.eat(":");
    }

    /// `case` and `default` in a row.
    fn labels(&mut self) -> Parsed<Vec<CaseLabel>> {
        let mut labels = Vec::new();
        while ["case", "default"].contains(&self.word()) {
            let keyword = self.next();
            labels.push(match self.text(keyword) {
                "default" => CaseLabel::Default(keyword.span),
                _ => CaseLabel::Case(self.expression()?),
            });
            if self.is("...") {
                let dots = self.peek().span;
                return self.broken(dots, texts::case_range("..."));
            }
            self.expect(":", message!("the label"))?;
        }
        Ok(labels)
    }
}
