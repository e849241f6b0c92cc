//! Makes random programs without undefined behaviour: arithmetic, control flow, arrays, functions. The same seed gives the same
//! program. Every name ends with the number of the program, so that many of them fit into one C file.

use livelock_core::random::RandomStream;
use std::fmt::Write;

pub struct Generator {
    stream: RandomStream,
    drawn: u64,
    id: u64,
    text: String,
    /// Local variables that can be read, and the first of them that can be written (loops count with the others).
    locals: Vec<String>,
    functions: usize,
    loops: usize,
}

const GLOBALS: [(&str, &str); 5] = [("int", "g"), ("unsigned", "u"), ("bool", "b"), ("enum", "e"), ("int", "h")];
const ELEMENTS: u64 = 8;

/// A program with a function `start_ID`.
pub fn program(id: u64) -> String {
    let mut generator = Generator {
        stream: RandomStream::new(7, id),
        drawn: 0,
        id,
        text: String::new(),
        locals: Vec::new(),
        functions: 0,
        loops: 0,
    };
    generator.program();
    generator.text
}

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        self.drawn += 1;
        self.stream.below(self.drawn, limit)
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    fn program(&mut self) {
        let id = self.id;
        let _ = writeln!(self.text, "enum kind_{id} {{ A_{id}, B_{id} = 5, C_{id} }};");
        for (ty, name) in GLOBALS {
            let ty = if ty == "enum" { format!("enum kind_{id}") } else { ty.to_string() };
            let value = self.below(9);
            let _ = writeln!(self.text, "static {ty} {name}_{id} = {value};");
        }
        let _ = writeln!(
            self.text,
            "static int steps_{id};\nstatic int ring_{id}[{ELEMENTS}];\nstatic unsigned list_{id}[{ELEMENTS}] = {{ 1u, 2u, 3u }};"
        );
        for _ in 0..1 + self.below(3) {
            self.function();
        }
        self.start();
    }

    /// Each call counts, so that a program ends.
    fn function(&mut self) {
        let (id, number) = (self.id, self.functions);
        let result = self.one_of(&["int", "unsigned", "bool"]);
        let _ = writeln!(self.text, "static {result} f{number}_{id}(int p, unsigned q, bool r)\n{{");
        self.locals = ["p", "q", "r"].map(str::to_string).to_vec();
        let _ = writeln!(self.text, "    if (++steps_{id} > 20)\n        return {number};");
        self.declare_locals();
        for _ in 0..3 + self.below(3) {
            self.statement(1);
        }
        let value = self.value(2);
        let _ = writeln!(self.text, "    return {value};\n}}");
        self.functions += 1;
    }

    fn declare_locals(&mut self) {
        for name in ["x", "y"] {
            let ty = self.one_of(&["int", "unsigned", "bool"]);
            let value = self.value(1);
            let _ = writeln!(self.text, "    {ty} {name} = {value};");
            self.locals.push(name.to_string());
        }
    }

    fn start(&mut self) {
        let id = self.id;
        let _ = writeln!(self.text, "static void start_{id}(void)\n{{");
        self.locals.clear();
        self.declare_locals();
        for _ in 0..6 {
            self.statement(1);
        }
        for (_, name) in GLOBALS {
            let _ = writeln!(self.text, "    trace(\"{name}\", {name}_{id});");
        }
        let _ = writeln!(
            self.text,
            "    for (int i = 0; i < {ELEMENTS}; i++)\n        trace(\"ring\", ring_{id}[i] ^ list_{id}[i]);\n}}"
        );
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.below(3) {
            self.statement(depth);
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
    }

    fn statement(&mut self, depth: usize) {
        let id = self.id;
        match if depth > 2 { self.below(4) } else { self.below(10) } {
            0 | 1 => {
                let (target, value) = (self.target(), self.value(2));
                let operator = self.one_of(&["=", "+=", "-=", "*=", "|=", "^=", "&="]);
                self.line(depth, &format!("{target} {operator} {value};"));
            }
            2 => {
                let (target, step) = (self.target(), self.one_of(&["++", "--"]));
                let (first, second) = if self.below(2) == 0 { (step, "") } else { ("", step) };
                self.line(depth, &format!("{first}{target}{second};"));
            }
            3 if self.below(2) == 0 => {
                let value = self.value(1);
                self.line(depth, &format!("trace(\"v\", {value});"));
            }
            3 => {
                let (part, other) = (self.assignment_as_value(), self.leaf_without_locals());
                let operator = self.one_of(&["+", "*", "^", "==", "-"]);
                self.line(depth, &format!("h_{id} = {part} {operator} ({other});"));
            }
            4 if self.functions > 0 => {
                // C leaves open whether an index is computed before the call, which may change it.
                let (number, target) = (self.below(self.functions as u64), self.variable());
                let (p, q, r) = (self.value(1), self.value(1), self.value(1));
                self.line(depth, &format!("{target} = f{number}_{id}({p}, {q}, {r});"));
            }
            5 | 6 => self.choice(depth),
            7 => self.switch(depth),
            _ => self.repeated(depth),
        }
    }

    fn choice(&mut self, depth: usize) {
        let condition = self.value(2);
        self.line(depth, &format!("if ({condition}) {{"));
        self.block(depth + 1);
        if self.below(2) == 0 {
            self.line(depth, "} else {");
            self.block(depth + 1);
        }
        self.line(depth, "}");
    }

    fn switch(&mut self, depth: usize) {
        let value = self.value(1);
        self.line(depth, &format!("switch (({value}) & 3) {{"));
        for case in 0..1 + self.below(3) {
            self.line(depth, &format!("case {case}:"));
            self.block(depth + 1);
            if self.below(3) > 0 {
                self.line(depth + 1, "break;");
            }
        }
        if self.below(2) == 0 {
            self.line(depth, "default:");
            self.block(depth + 1);
        }
        self.line(depth, "}");
    }

    /// A loop that ends after a few rounds, whatever its body does.
    fn repeated(&mut self, depth: usize) {
        self.loops += 1;
        let (count, rounds) = (format!("n{}", self.loops), 1 + self.below(4));
        match self.below(3) {
            0 => self.line(depth, &format!("for (int {count} = 0; {count} < {rounds}; {count}++) {{")),
            1 => self.line(depth, &format!("{{ int {count} = 0; while ({count}++ < {rounds}) {{")),
            _ => self.line(depth, &format!("{{ int {count} = 0; do {{")),
        }
        let text_of_head = self.text.lines().last().unwrap_or_default().to_string();
        self.locals.push(count.clone());
        self.block(depth + 1);
        if self.below(3) == 0 {
            let (condition, word) = (self.value(1), self.one_of(&["break", "continue"]));
            self.line(depth + 1, &format!("if ({condition}) {word};"));
        }
        self.block(depth + 1);
        self.locals.pop();
        match text_of_head.trim_start().as_bytes() {
            [b'f', ..] => self.line(depth, "}"),
            head if head.ends_with(b"do {") => self.line(depth, &format!("}} while (++{count} < {rounds}); }}")),
            _ => self.line(depth, "} }"),
        }
    }

    /// A variable that no loop counts with, or an element.
    fn target(&mut self) -> String {
        let id = self.id;
        match self.below(3) {
            0 => {
                let index = self.index();
                format!("{}_{id}[{index}]", self.one_of(&["ring", "list"]))
            }
            _ => self.variable(),
        }
    }

    fn variable(&mut self) -> String {
        let has_locals = self.locals.iter().any(|name| name == "y");
        if has_locals && self.below(3) == 0 {
            return self.one_of(&["x", "y"]).to_string();
        }
        let (_, name) = GLOBALS[self.below(GLOBALS.len() as u64) as usize];
        format!("{name}_{}", self.id)
    }

    /// The value of an assignment to a local variable. What stands beside it does not read locals, so that no order matters.
    fn assignment_as_value(&mut self) -> String {
        let variable = self.one_of(&["x", "y"]);
        match self.below(4) {
            0 => format!("{}{variable}", self.one_of(&["++", "--"])),
            1 => format!("{variable}{}", self.one_of(&["++", "--"])),
            _ => {
                let (operator, value) = (self.one_of(&["=", "+=", "*=", "|="]), self.value(1));
                format!("({variable} {operator} {value})")
            }
        }
    }

    fn leaf_without_locals(&mut self) -> String {
        let locals = std::mem::take(&mut self.locals);
        let leaf = self.leaf();
        self.locals = locals;
        leaf
    }

    fn index(&mut self) -> String {
        format!("({}) & {}", self.leaf(), ELEMENTS - 1)
    }

    fn leaf(&mut self) -> String {
        let id = self.id;
        match self.below(6) {
            0 => self
                .one_of(&["0", "1", "2", "-1", "7", "INT_MAX", "INT_MIN", "UINT_MAX", "0x80000001", "3u", "100000"])
                .to_string(),
            1 | 2 if !self.locals.is_empty() => {
                let index = self.below(self.locals.len() as u64) as usize;
                self.locals[index].clone()
            }
            3 => {
                let constant = self.one_of(&["A", "B", "C"]);
                format!("{constant}_{id}")
            }
            _ => self.variable(),
        }
    }

    /// A value without effects, and without anything that C leaves undefined or that the checker refuses: divisors are 1 to 8, and
    /// shifts are below 32.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let id = self.id;
        let left = self.value(depth - 1);
        match self.below(12) {
            0..=3 => {
                let (operator, right) = (self.one_of(&["+", "-", "*", "&", "|", "^"]), self.value(depth - 1));
                format!("(({left}) {operator} ({right}))")
            }
            4 => {
                let (operator, right) = (self.one_of(&["/", "%"]), self.value(depth - 1));
                format!("(({left}) {operator} ((({right}) & 7) + 1))")
            }
            5 => {
                let (operator, right) = (self.one_of(&["<<", ">>"]), self.value(depth - 1));
                format!("(({left}) {operator} (({right}) & 31))")
            }
            6 | 7 => {
                let (operator, right) = (self.one_of(&["<", "<=", ">", ">=", "==", "!="]), self.value(depth - 1));
                format!("(({left} - h_{id}) {operator} ({right} + g_{id}))")
            }
            8 => {
                let (operator, right) = (self.one_of(&["&&", "||"]), self.value(depth - 1));
                format!("(({left}) {operator} ({right}))")
            }
            9 => format!("({}({left}))", self.one_of(&["-", "~", "!", "+", "(bool)", "(unsigned)", "(int)"])),
            10 => {
                let (yes, no) = (self.value(depth - 1), self.value(depth - 1));
                format!("(({left}) ? ({yes}) : ({no}))")
            }
            _ => {
                let index = self.index();
                format!("({left} + {}_{id}[{index}])", self.one_of(&["ring", "list"]))
            }
        }
    }
}
