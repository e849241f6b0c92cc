//! Types and the names that they declare. A word of C that the language leaves out is told with its remedy; reading goes on as
//! if the remedy stood there, so that the next mistake is told as well.

use super::super::syntax::{Declaration, Initial, Name, TypeName};
use super::super::texts;
use super::super::token::Kind;
use super::{Parsed, Parser, is_keyword};
use livelock_text::message;

/// What a declaration begins with.
pub struct Beginning {
    pub type_name: TypeName,
    pub is_static: bool,
    pub is_const: bool,
}

impl Parser<'_, '_> {
    /// Whether a type comes next: a word of C, the name of a type of other kernels, or two names in a row.
    pub fn begins_declaration(&self) -> bool {
        let two_names = self.ahead(0).kind == Kind::Name
            && self.ahead(1).kind == Kind::Name
            && !is_keyword(self.word())
            && self.ahead(0).line == self.ahead(1).line;
        // packet *p; without its struct: a product would have no effect.
        let pointer = self.ahead(0).kind == Kind::Name
            && self.is_ahead(1, "*")
            && self.ahead(2).kind == Kind::Name
            && [";", "=", ","].iter().any(|sign| self.is_ahead(3, sign));
        self.begins_type() || two_names || pointer
    }

    pub fn begins_type(&self) -> bool {
        const WORDS: [&str; 23] = [
            "void", "int", "unsigned", "bool", "_Bool", "enum", "struct", "static", "const", "char", "short", "long",
            "float", "double", "signed", "volatile", "register", "auto", "extern", "inline", "restrict", "union",
            "typedef",
        ];
        let word = self.word();
        WORDS.contains(&word)
            || (foreign_type(word).is_some() && matches!(self.ahead(1).kind, Kind::Name | Kind::Sign(")")))
    }

    pub fn beginning(&mut self) -> Parsed<Beginning> {
        let mut beginning = Beginning { type_name: TypeName::Int, is_static: false, is_const: false };
        let mut base: Option<TypeName> = None;
        loop {
            let (word, span) = (self.word(), self.peek().span);
            match word {
                "static" => beginning.is_static = true,
                "const" => beginning.is_const = true,
                "register" | "auto" if self.ahead(1).kind != Kind::Name => {
                    return self.broken(span, texts::keyword_as_name(word));
                }
                "volatile" | "register" | "auto" | "extern" | "inline" | "restrict" => {
                    self.tell(span, texts::word_left_out(word));
                }
                "int" if matches!(base, None | Some(TypeName::Int | TypeName::Unsigned)) => {
                    base = base.or(Some(TypeName::Int));
                }
                "unsigned" if matches!(base, None | Some(TypeName::Int)) => base = Some(TypeName::Unsigned),
                "char" | "short" | "long" | "float" | "double" | "signed" => {
                    self.tell(span, texts::refused_type(word, other_type(word)));
                    base = base.or(Some(TypeName::Int));
                }
                "void" if base.is_none() => base = Some(TypeName::Void),
                "bool" | "_Bool" if base.is_none() => base = Some(TypeName::Bool),
                "union" | "typedef" => return self.broken(span, texts::word_left_out(word)),
                "enum" | "struct" if base.is_none() => {
                    base = Some(self.tagged_type()?);
                    continue;
                }
                _ => match foreign_type(word).filter(|_| base.is_none() && self.ahead(1).kind != Kind::Sign("(")) {
                    Some((type_name, instead)) => {
                        self.tell(span, texts::refused_type(word, instead));
                        base = Some(type_name);
                    }
                    None => break,
                },
            }
            self.next();
        }
        let here = self.peek();
        let names_type = here.kind == Kind::Name && (self.ahead(1).kind == Kind::Name || self.is_ahead(1, "*"));
        beginning.type_name = match base {
            Some(base) => base,
            None if names_type => {
                let word = self.text(here);
                let text = texts::word_of_another_language(word, texts::FOREIGN_TYPES)
                    .unwrap_or_else(|| texts::unknown_type(word));
                return self.broken(here.span, text);
            }
            None => return self.broken(self.previous().span.after(), texts::missing_type(self.text(self.previous()))),
        };
        Ok(beginning)
    }

    /// `enum name` or `struct packet`.
    fn tagged_type(&mut self) -> Parsed<TypeName> {
        let keyword = self.next();
        let is_struct = self.text(keyword) == "struct";
        if self.is("{") {
            let text = if is_struct { texts::struct_definition() } else { texts::enum_in_declaration() };
            return self.broken(keyword.span, text);
        }
        let name = self.name(message!(is_struct => "a struct", "an enum"))?;
        if !is_struct {
            return Ok(TypeName::Enum(name));
        }
        if self.is("{") {
            return self.broken(keyword.span, texts::struct_definition());
        }
        match name.text.as_str() {
            "packet" => Ok(TypeName::Packet),
            "queue" => Ok(TypeName::Queue),
            "event" => Ok(TypeName::Event),
            _ => self.broken(name.span, texts::unknown_struct(name.text)),
        }
    }

    /// The stars of a type: one for a handle, none for a number.
    pub fn stars(&mut self, type_name: &TypeName) -> Parsed<()> {
        let star = self.peek().span;
        let mut count = 0;
        while self.eat("*") {
            count += 1;
            while self.eat_word("const") {}
        }
        let handle = match type_name {
            TypeName::Packet => Some("packet"),
            TypeName::Queue => Some("queue"),
            TypeName::Event => Some("event"),
            _ => None,
        };
        match (handle, count) {
            (Some(_), 1) | (None, 0) => Ok(()),
            (Some(name), 0) => self.broken(star, texts::handle_without_star(name)),
            (Some(name), _) => self.broken(star, texts::pointer_to_pointer(name)),
            (None, _) => self.broken(star, texts::pointer_to_number()),
        }
    }

    pub fn cast_type(&mut self) -> Parsed<TypeName> {
        let beginning = self.beginning()?;
        if self.is("*") || matches!(beginning.type_name, TypeName::Packet | TypeName::Queue | TypeName::Event) {
            let star = self.peek().span;
            return self.broken(star, texts::cast_of_pointer());
        }
        Ok(beginning.type_name)
    }

    /// The names of a declaration up to its `;`, of which the first name is read already.
    pub fn declarations(&mut self, beginning: &Beginning, first: Name) -> Parsed<Vec<Declaration>> {
        let mut all = vec![self.declaration(beginning, first)?];
        while self.is(",") {
            let comma = self.next().span;
            self.stars(&beginning.type_name)?;
            let begins = self.at;
            let name = self.name(message!("a variable"))?;
            if self.uses_a_name() {
                self.tell(comma, texts::comma_for_semicolon(",", ";", message!("the declaration")));
                self.at = begins;
                return Ok(all);
            }
            all.push(self.declaration(beginning, name)?);
        }
        self.semicolon(message!("this declaration"))?;
        Ok(all)
    }

    /// Whether a sign comes that no name in a declaration has behind it, but one in a calculation.
    fn uses_a_name(&self) -> bool {
        const SIGNS: [&str; 19] = [
            "<", ">", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "&&", "||",
            "(",
        ];
        SIGNS.iter().any(|sign| self.is(sign))
    }

    fn declaration(&mut self, beginning: &Beginning, name: Name) -> Parsed<Declaration> {
        let array = match self.eat("[") {
            true => Some(self.array_size()?),
            false => None,
        };
        let initial = match self.eat("=") {
            true => Some(self.initial()?),
            false => None,
        };
        let Beginning { type_name, is_static, is_const } = beginning;
        let (is_static, is_const) = (*is_static, *is_const);
        Ok(Declaration { name, type_name: type_name.clone(), array, initial, is_static, is_const })
    }

    fn array_size(&mut self) -> Parsed<Option<super::super::syntax::Expression>> {
        let size = if self.is("]") { None } else { Some(self.expression()?) };
        self.expect("]", message!("the size of the array"))?;
        if self.is("[") {
            let second = self.peek().span;
            return self.broken(second, texts::two_dimensions());
        }
        Ok(size)
    }

    fn initial(&mut self) -> Parsed<Initial> {
        let open = self.peek();
        if !self.eat("{") {
            return Ok(Initial::One(self.expression()?));
        }
        let mut values = Vec::new();
        while !self.is("}") {
            if self.is(".") || self.is("[") || self.is("{") {
                let span = self.peek().span;
                return self.broken(span, texts::list_of_parts(self.text(self.peek())));
            }
            values.push(self.expression()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}", message!("the list of values"))?;
        Ok(Initial::List(values, open.span.until(self.previous().span)))
    }

    /// Skips to the end of a part that cannot be read: behind the next `;`, or before the `}` around it.
    pub fn skip_statement(&mut self, begins: usize) {
        let mut depth = 0_usize;
        loop {
            let token = self.peek();
            let is_new_line = self.at > begins && token.line > self.previous().line;
            match token.kind {
                Kind::End => return,
                Kind::Sign(";") if depth == 0 => {
                    self.next();
                    return;
                }
                Kind::Sign("}") if depth == 0 => return,
                Kind::Sign("{") => depth += 1,
                Kind::Sign("}") => {
                    depth -= 1;
                    if depth == 0 {
                        self.next();
                        return;
                    }
                }
                Kind::Name if is_new_line && depth == 0 && begins_statement(self.text(token)) => return,
                _ => {}
            }
            self.next();
        }
    }
}

fn begins_statement(word: &str) -> bool {
    ["if", "while", "for", "do", "switch", "return", "break", "continue", "case", "default", "int", "unsigned", "bool"]
        .contains(&word)
}

/// Types that other kernels have: the type that takes their place, and how to write it.
fn foreign_type(word: &str) -> Option<(TypeName, &'static str)> {
    Some(match word {
        "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" | "u8" | "u16" | "u32" | "u64" | "size_t" | "uint"
        | "u_int" | "u_char" | "u_short" | "u_long" | "uint8" | "uint16" | "uint32" | "uint64" => {
            (TypeName::Unsigned, "unsigned")
        }
        "boolean" | "Boolean" => (TypeName::Bool, "bool"),
        "int8_t" | "int16_t" | "int32_t" | "int64_t" | "s32" | "ssize_t" | "boolean_t" => (TypeName::Int, "int"),
        _ => return None,
    })
}

fn other_type(word: &str) -> &'static str {
    match word {
        "float" | "double" => "int, in a smaller unit (parts of a thousand, for example)",
        _ => "int",
    }
}
